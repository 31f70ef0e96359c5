#include "isa/shared/guest_functions.hpp"

#include <vector>

namespace relit::isa {
namespace {

constexpr ir::Type kFloats = ir::kF32.with_lanes(4);

} // namespace

ir::Id GuestFunctions::call(const std::string& name, std::span<const ir::Id> arguments, const Body& body) {
    const auto found = functions_.find(name);
    const ir::FunctionId function =
        found != functions_.end() ? found->second : functions_[name] = written(name, arguments.size(), body);
    return ir_.call(function, arguments);
}

ir::FunctionId GuestFunctions::written(const std::string& name, std::size_t parameters, const Body& body) {
    const ir::FunctionId caller = ir_.function_here();
    const ir::BlockId block = ir_.here();
    const std::uint32_t origin = ir_.origin_here();
    const ir::FunctionId function = ir_.function(name, kFloats);
    ir_.module().functions[function].params.assign(parameters, kFloats);
    ir_.origin({});
    std::vector<ir::Id> ids;
    for (std::uint32_t i = 0; i < parameters; ++i) ids.push_back(ir_.param(i));
    ir_.ret(body(ids));
    ir_.move_to(caller, block);
    ir_.origin_index(origin);
    return function;
}

} // namespace relit::isa
