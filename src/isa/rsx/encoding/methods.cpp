#include "isa/rsx/encoding/methods.hpp"

#include <string>
#include <string_view>

namespace relit::isa::rsx {
namespace {

struct State {
    std::uint32_t address = 0, count = 0, stride = 0;
    std::string_view key;
    std::uint64_t (*value)(std::uint32_t v) = nullptr;
};
constexpr State kStates[] = {
#define STATE(address, count, stride, key, value) \
    {address, count, stride, key, [](std::uint32_t v) -> std::uint64_t { return value; }},
#include "isa/rsx/encoding/state.inc"
#undef STATE
};

} // namespace

Method method_of(std::uint32_t address) {
    const PushMethod* row = method_at(kMethods, address);
    return row == nullptr ? Method::Other : static_cast<Method>(row - kMethods.data());
}

StateValues state_values_of(const MethodState& state) {
    StateValues values;
    for (const State& row : kStates)
        for (std::uint32_t i = 0; i < row.count; ++i)
            if (const auto found = state.find(row.address + i * row.stride); found != state.end())
                values[numbered_key(row.key, i)] = row.value(found->second);
    return values;
}

} // namespace relit::isa::rsx
