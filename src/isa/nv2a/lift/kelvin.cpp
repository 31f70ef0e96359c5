#include "isa/nv2a/lift/kelvin.hpp"

#include "base/result.hpp"
#include "isa/nv2a/lift/kelvin_parts.hpp"

#include <vector>

namespace relit::isa::nv2a {
namespace kelvin {
namespace {

Expression order_of(Expression x) {
    return x ^ (signed_shift_right(x, 31) & ~kSign);
} // -NaN < ... < -0 < +0 < ... < NaN
Expression less(Expression a, Expression b) { return signed_less(order_of(a), order_of(b)); }

using Arguments = std::vector<Expression>;

struct FunctionRow {
    std::string_view name;
    std::uint8_t result_lanes, operand_lanes, operands;
    Expression (*build)(const Arguments& in);
};

constexpr FunctionRow kRows[] = {
    {"kelvin_mul", 4, 4, 2, [](const Arguments& in) { return mul(in[0], in[1]); }},
    {"kelvin_add", 4, 4, 2, [](const Arguments& in) { return sum({in[0], in[1]}); }},
    {"kelvin_min", 4, 4, 2, [](const Arguments& in) { return choose(less(in[0], in[1]), in[0], in[1]); }},
    {"kelvin_max", 4, 4, 2, [](const Arguments& in) { return choose(less(in[0], in[1]), in[1], in[0]); }},
    {"kelvin_slt", 4, 4, 2, [](const Arguments& in) { return choose(less(in[0], in[1]), kOne, in[0].same(0)); }},
    {"kelvin_sge", 4, 4, 2, [](const Arguments& in) { return choose(less(in[0], in[1]), 0, in[0].same(kOne)); }},
    {"kelvin_dot3", 1, 4, 2, [](const Arguments& in) { return dot(in[0], in[1], 3); }},
    {"kelvin_dot4", 1, 4, 2, [](const Arguments& in) { return dot(in[0], in[1], 4); }},
    {"kelvin_rcp", 1, 1, 1, [](const Arguments& in) { return rcp(in[0]); }},
    {"kelvin_rcc", 1, 1, 1, [](const Arguments& in) { return rcc(in[0]); }},
    {"kelvin_rsq", 1, 1, 1, [](const Arguments& in) { return rsq(magnitude_of(in[0])); }},
    {"kelvin_exp", 4, 1, 1, [](const Arguments& in) { return exp_vector(in[0]); }},
    {"kelvin_log", 4, 1, 1, [](const Arguments& in) { return log_vector(in[0]); }},
    {"kelvin_lit", 4, 4, 1, [](const Arguments& in) { return lit(in[0]); }},
    {"kelvin_floor", 1, 1, 1, [](const Arguments& in) { return floor_to_integer(in[0]); }},
};

const FunctionRow& row_named(std::string_view name) {
    for (const FunctionRow& row : kRows) {
        if (row.name == name) return row;
    }
    unreachable("kelvin function");
}

} // namespace
} // namespace kelvin

ir::Id Kelvin::call(std::string_view name, std::initializer_list<ir::Id> arguments) {
    const auto found = made_.find(name);
    const ir::FunctionId function = found != made_.end() ? found->second : made_[name] = make(name);
    return builder_.call(function, arguments);
}

ir::FunctionId Kelvin::make(std::string_view name) {
    const kelvin::FunctionRow& row = kelvin::row_named(name);
    const ir::FunctionId back_to = builder_.function_here();
    const ir::BlockId back_in = builder_.here();
    const std::uint32_t back_at = builder_.origin_here();
    builder_.origin_index(0); // shared by many instructions, so it came from none
    const ir::Type operand = ir::kI32.with_lanes(row.operand_lanes);
    const ir::FunctionId made = row.operands == 2
                                    ? builder_.function(name, ir::kI32.with_lanes(row.result_lanes), {operand, operand})
                                    : builder_.function(name, ir::kI32.with_lanes(row.result_lanes), {operand});
    kelvin::Arguments in;
    for (std::uint32_t i = 0; i < row.operands; ++i) in.emplace_back(builder_, builder_.param(i));
    builder_.ret(row.build(in).id());
    builder_.move_to(back_to, back_in);
    builder_.origin_index(back_at);
    return made;
}

} // namespace relit::isa::nv2a
