// The arithmetic of the Kelvin transform unit, bit for bit, as functions of integer operations (reference nv2a.md,
// section 14: rules that hardware tests measured on NV20-class cards).
#pragma once

#include "ir/expression.hpp"

#include <initializer_list>
#include <map>
#include <string_view>

namespace relit::isa::nv2a {

/// Makes each Kelvin function once a module, when it is first asked for. All take and give float bits as i32.
class Kelvin {
public:
    explicit Kelvin(ir::Builder& builder) : builder_(builder) {}

    // lanewise, i32x4
    ir::Id mul(ir::Id a, ir::Id b) { return call("kelvin_mul", {a, b}); }
    ir::Id add(ir::Id a, ir::Id b) { return call("kelvin_add", {a, b}); }
    ir::Id min(ir::Id a, ir::Id b) { return call("kelvin_min", {a, b}); }
    ir::Id max(ir::Id a, ir::Id b) { return call("kelvin_max", {a, b}); }
    ir::Id slt(ir::Id a, ir::Id b) { return call("kelvin_slt", {a, b}); }
    ir::Id sge(ir::Id a, ir::Id b) { return call("kelvin_sge", {a, b}); }
    // i32x4 and i32x4 to a scalar: all products in one accumulator
    ir::Id dot3(ir::Id a, ir::Id b) { return call("kelvin_dot3", {a, b}); }
    ir::Id dot4(ir::Id a, ir::Id b) { return call("kelvin_dot4", {a, b}); }
    // scalar to scalar
    ir::Id rcp(ir::Id x) { return call("kelvin_rcp", {x}); }
    ir::Id rcc(ir::Id x) { return call("kelvin_rcc", {x}); }
    ir::Id rsq(ir::Id x) { return call("kelvin_rsq", {x}); }
    // scalar to i32x4
    ir::Id exp(ir::Id x) { return call("kelvin_exp", {x}); }
    ir::Id log(ir::Id x) { return call("kelvin_log", {x}); }
    // i32x4 to i32x4
    ir::Id lit(ir::Id v) { return call("kelvin_lit", {v}); }
    /// The floor of a float as an integer, saturating; denormals count as 0.
    ir::Id floor(ir::Id x) { return call("kelvin_floor", {x}); }

private:
    ir::Id call(std::string_view name, std::initializer_list<ir::Id> arguments);
    ir::FunctionId make(std::string_view name);

    ir::Builder& builder_;
    std::map<std::string_view, ir::FunctionId> made_;
};

} // namespace relit::isa::nv2a
