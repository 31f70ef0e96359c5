// Operations of a readable module that take several steps: functions with the guest's names.
#pragma once

#include "ir/builder.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>

namespace relit::isa {

/// Functions of one module, by name; parameters and results are f32x4.
class GuestFunctions {
public:
    using Body = std::function<ir::Id(std::span<const ir::Id> parameters)>;

    explicit GuestFunctions(ir::Builder& builder) : ir_(builder) {}

    /// Calls the function of that name, which `body` writes the first time.
    ir::Id call(const std::string& name, std::span<const ir::Id> arguments, const Body& body);

private:
    [[nodiscard]] ir::FunctionId written(const std::string& name, std::size_t parameters, const Body& body);

    ir::Builder& ir_;
    std::map<std::string, ir::FunctionId> functions_;
};

} // namespace relit::isa
