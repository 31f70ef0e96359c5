// Readable modules as text: one statement for each thing that a guest instruction writes, and every value as wide as a
// register. What the guest does to all lanes is printed once, and the lanes that it keeps at the end:
// r[0].y = log2((r[1].wwww)).y;
#include "base/result.hpp"
#include "ir/builder.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace relit::lang::glsl {
namespace {

using ir::Access;
using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

struct RegisterRow {
    Op op;
    std::string_view text;
    bool vectors = false; // it takes no scalar beside a vector
};
// Every text is a primary expression: lanes can be taken of it.
constexpr RegisterRow kRegisterRows[] = {
    {Op::FAdd, "({0} + {1})"},
    {Op::FSub, "({0} - {1})"},
    {Op::FMul, "({0} * {1})"},
    {Op::FMad, "(({0} * {1}) + {2})"},
    {Op::FDiv, "({0} / {1})"},
    {Op::FNeg, "(-{0})"},
    {Op::FAbs, "abs({0})"},
    {Op::FMin, "min({0}, {1})"},
    {Op::FMax, "max({0}, {1})"},
    {Op::FSat, "clamp({0}, 0, 1)"},
    {Op::FFloor, "floor({0})"},
    {Op::FCeil, "ceil({0})"},
    {Op::FTrunc, "trunc({0})"},
    {Op::FRoundEven, "roundEven({0})"},
    {Op::FFract, "fract({0})"},
    {Op::FSqrt, "sqrt({0})"},
    {Op::FRcp, "(1 / {0})"},
    {Op::FRsq, "inversesqrt({0})"},
    {Op::FExp2, "exp2({0})"},
    {Op::FLog2, "log2({0})"},
    {Op::FSin, "sin({0})"},
    {Op::FCos, "cos({0})"},
    {Op::FDdx, "dFdx({0})"},
    {Op::FDdy, "dFdy({0})"},
    {Op::FEq, "equal({0}, {1})", true},
    {Op::FNe, "notEqual({0}, {1})", true},
    {Op::FLt, "lessThan({0}, {1})", true},
    {Op::FLe, "lessThanEqual({0}, {1})", true},
    {Op::FGt, "greaterThan({0}, {1})", true},
    {Op::FGe, "greaterThanEqual({0}, {1})", true},
};

constexpr std::uint64_t kOneBits = 0x3f800000;

bool is_one_number(const ir::Module& module, Id id) {
    const Inst& inst = module[id];
    const bool is_float = inst.op == Op::Const && inst.type.kind == Kind::F32;
    if (!is_float) return false;
    const auto lanes = module.literal(inst);
    return std::ranges::all_of(lanes, [&](std::uint64_t lane) { return lane == lanes[0]; });
}

bool is_number(const ir::Module& module, Id id, std::uint64_t wanted) {
    return module[id].type.kind == Kind::F32 && ir::is_constant(module, id, wanted);
}

// 1.0 as 1: where the context makes it a float.
std::string short_number(std::uint64_t bits) {
    std::string text = constant(ir::kF32, std::span(&bits, 1));
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

std::string vector_of_numbers(std::span<const std::uint64_t> lanes) {
    std::string text;
    for (const std::uint64_t lane : lanes) text += (text.empty() ? "" : ", ") + short_number(lane);
    return fmt::format("vec{}({})", lanes.size(), text);
}

bool is_vector(const Expression& expression, Type type) {
    return expression.shape == Expression::Shape::Vector ||
           (expression.shape == Expression::Shape::Own && type.lanes == ir::kMaxLanes);
}

} // namespace

// The function of one operation of the guest's: what has no parameters is a subroutine, what has an index accesses memory.
bool Writer::is_helper(const Inst& inst) const {
    if (!at_register_width() || !ir::info(inst.op).is_call()) return false;
    const auto& params = module_.functions[inst.imm].params;
    return !params.empty() && std::ranges::all_of(params, [](Type type) { return type.kind == Kind::F32; });
}

// The type of a variable for the text, which has the width of the text and not of the value.
Type Writer::type_of_text(const Expression& expression, Type type) {
    switch (expression.shape) {
        case Expression::Shape::Own: return type;
        case Expression::Shape::Vector: return type.with_lanes(ir::kMaxLanes);
        case Expression::Shape::Scalar: return type.scalar();
    }
    unreachable("shape of text");
}

// As a value of its own type, as regular text has it.
Expression Writer::exactly(Expression expression, Type type) {
    using enum Expression::Shape;
    if (expression.shape == Vector && type.lanes == 1) {
        // (r[0].wwww) is r[0].w
        const std::size_t dot = expression.text.size() < 6 ? 0 : expression.text.size() - 6;
        const bool swizzled = expression.text.ends_with(")") && expression.text[dot] == '.' &&
                              expression.text.starts_with("(") &&
                              expression.text.find_first_of("( ", 1) == std::string::npos;
        expression.text = swizzled ? expression.text.substr(1, dot + 1) : expression.text + ".x";
    } else if (expression.shape == Scalar && type.lanes > 1) {
        expression.text = type_text(type) + "(" + expression.text + ")";
    }
    expression.shape = Own;
    return expression;
}

// An operand at register width: numbers are short, and no lanes are taken.
Expression Writer::register_operand(Id id) {
    const Inst& inst = module_[id];
    if (inst.op != Op::Const || inst.type.kind != Kind::F32) return taken(id);
    const auto lanes = module_.literal(inst);
    if (!is_one_number(module_, id)) return {vector_of_numbers(lanes)};
    return {.text = short_number(lanes[0]), .shape = Expression::Shape::Scalar};
}

// The same where GLSL requires vectors.
Expression Writer::register_vector(Id id) {
    Expression expression = register_operand(id);
    if (!is_vector(expression, module_[id].type)) expression.text = "vec4(" + expression.text + ")";
    expression.shape = Expression::Shape::Vector;
    return expression;
}

std::optional<Expression> Writer::register_value(Id id) {
    const Inst& inst = module_[id];
    switch (inst.op) {
        case Op::Copy:
        case Op::FHalf: return register_operand(inst.operands[0]); // text rounds nothing to halves
        case Op::LoadFile: return register_load(inst);
        case Op::Swizzle: return register_swizzle(inst);
        case Op::Blend: return register_blend(inst);
        case Op::Select: return register_select(inst);
        case Op::FDot: return register_dot(inst);
        case Op::FMul: // a factor comes first: (2 * r[0])
            return is_one_number(module_, inst.operands[1]) ? register_row(inst, "({1} * {0})")
                                                            : register_row(inst, {});
        case Op::FMin: return register_clamp(inst);
        case Op::Call: return is_helper(inst) ? std::optional(register_call(inst)) : std::nullopt;
        default: return register_row(inst, {});
    }
}

std::optional<Expression> Writer::register_load(const Inst& inst) {
    const std::uint32_t lane = inst.access()[Access::lane];
    const ir::RegisterFile& file = module_.files[inst.access()[Access::file]];
    if (inst.type != ir::kF32 || file.kind != Kind::F32 || file.lanes != ir::kMaxLanes) return std::nullopt;
    const std::string name = register_name(inst.access()[Access::file], std::to_string(lane / file.lanes));
    return Expression{.text = fmt::format("({}.{})", name, std::string(ir::kMaxLanes, "xyzw"[lane % file.lanes])),
                      .reads = {{inst.access()[Access::file], lane, lane + 1}},
                      .shape = Expression::Shape::Vector};
}

std::optional<Expression> Writer::register_swizzle(const Inst& inst) {
    const Id from = inst.operands[0];
    if (module_[from].type.kind != Kind::F32) return std::nullopt;
    std::string lanes;
    for (unsigned i = 0; i < inst.type.lanes; ++i) lanes += "xyzw"[ir::swizzle_lane(inst.imm, i)];
    if (module_[from].type.lanes == 1) { // in all lanes: as it is already
        Expression expression = register_operand(from);
        if (expression.shape == Expression::Shape::Own) expression.shape = Expression::Shape::Scalar;
        return expression;
    }
    if (module_[from].type.lanes != ir::kMaxLanes) return std::nullopt;
    Expression expression = register_vector(from);
    expression.shape = inst.type.lanes == 1 ? Expression::Shape::Vector : Expression::Shape::Own;
    if (inst.type.lanes == 1) lanes.resize(ir::kMaxLanes, lanes[0]);
    const bool part = inst.type.lanes != 1 && inst.type.lanes != ir::kMaxLanes;
    expression.text = part ? expression.text + "." + lanes : "(" + expression.text + "." + lanes + ")";
    return expression;
}

// vec4(v_in[0].xyz, 1)
std::optional<Expression> Writer::register_blend(const Inst& inst) {
    const Type whole = ir::kF32.with_lanes(ir::kMaxLanes);
    if (inst.type != whole) return std::nullopt;
    std::array<Expression, 2> from = {register_operand(inst.operands[0]), register_operand(inst.operands[1])};
    const auto takes = [&](unsigned lane) { return inst.imm >> lane & 1; };
    std::array<unsigned, 2> runs{}; // lanes side by side that come from each
    for (unsigned lane = 0; lane < ir::kMaxLanes; ++lane)
        if (lane == 0 || takes(lane) != takes(lane - 1)) ++runs[takes(lane)];
    for (std::size_t i = 0; i < from.size(); ++i)
        if (runs[i] > 1 && !is_simple(from[i])) from[i].text = variable(type_of_text(from[i], whole), from[i], "value");
    Expression expression{.text = "vec4("};
    for (unsigned lane = 0; lane < ir::kMaxLanes;) {
        const Expression& part = from[takes(lane)];
        std::string lanes;
        for (const unsigned first = lane; lane < ir::kMaxLanes && takes(lane) == takes(first); ++lane)
            lanes += "xyzw"[lane];
        const std::size_t count = lanes.size();
        if (expression.text.back() != '(') expression.text += ", ";
        if (is_vector(part, whole)) {
            expression.text += part.text + "." + lanes;
        } else {
            expression.text += count == 1 ? part.text : fmt::format("vec{}({})", count, part.text);
        }
    }
    expression.text += ")";
    for (const Expression& part : from) gather(expression, part);
    return expression;
}

// mix(r[0], (r[1] + r[2]), lessThan(c[0], vec4(0)))
std::optional<Expression> Writer::register_select(const Inst& inst) {
    if (inst.type != ir::kF32.with_lanes(ir::kMaxLanes)) return std::nullopt;
    Expression expression = operand(inst.operands[0]);
    expression.shape = Expression::Shape::Vector;
    if (is_number(module_, inst.operands[1], kOneBits) && is_number(module_, inst.operands[2], 0)) {
        expression.text = "vec4(" + expression.text + ")";
        return expression;
    }
    const Expression yes = register_vector(inst.operands[1]), no = register_vector(inst.operands[2]);
    expression.text = fmt::format("mix({}, {}, {})", no.text, yes.text, expression.text);
    gather(expression, yes);
    gather(expression, no);
    return expression;
}

Expression Writer::register_dot(const Inst& inst) {
    Expression expression = exactly(register_operand(inst.operands[0]), module_[inst.operands[0]].type);
    const Expression by = exactly(register_operand(inst.operands[1]), module_[inst.operands[1]].type);
    expression.text = fmt::format("dot({}, {})", expression.text, by.text);
    gather(expression, by);
    expression.shape = Expression::Shape::Scalar;
    return expression;
}

// max() and then min(), both of numbers.
std::optional<Expression> Writer::register_clamp(const Inst& inst) {
    const Inst& low = module_[inst.operands[0]];
    const bool clamps =
        low.op == Op::FMax && is_one_number(module_, low.operands[1]) && is_one_number(module_, inst.operands[1]);
    const auto waiting = waiting_.find(inst.operands[0]);
    if (!clamps || waiting == waiting_.end() || !waiting->second.text.starts_with("max("))
        return register_row(inst, {});
    Expression expression = taken(inst.operands[0]);
    expression.text = fmt::format("clamp({}, {})", expression.text.substr(4, expression.text.size() - 5),
                                  register_operand(inst.operands[1]).text);
    return expression;
}

Expression Writer::register_call(const Inst& inst) {
    Expression expression;
    for (const Id id : inst.operands) {
        const Expression by = register_vector(id);
        expression.text += (expression.text.empty() ? "" : ", ") + by.text;
        gather(expression, by);
    }
    expression.text = std::string(module_.functions[inst.imm].name) + "(" + expression.text + ")";
    return expression;
}

// A row of the table, or `text` instead of its text.
std::optional<Expression> Writer::register_row(const Inst& inst, std::string_view text) {
    const auto* row = std::ranges::find(kRegisterRows, inst.op, &RegisterRow::op);
    if (row == std::end(kRegisterRows)) return std::nullopt;
    const bool all_numbers = std::ranges::all_of(inst.operands, [&](Id id) { return is_one_number(module_, id); });
    if (all_numbers || module_[inst.operands[0]].type.kind != Kind::F32) return std::nullopt;
    std::vector<Expression> operands;
    bool vector = row->vectors;
    for (const Id id : inst.operands) {
        operands.push_back(row->vectors ? register_vector(id) : register_operand(id));
        vector = vector || is_vector(operands.back(), module_[id].type);
    }
    // min() and max() take a scalar after a vector only
    const bool picks = inst.op == Op::FMin || inst.op == Op::FMax;
    if (picks && vector && !is_vector(operands[0], module_[inst.operands[0]].type))
        operands[0].text = "vec4(" + operands[0].text + ")";
    Expression expression{.shape = vector ? Expression::Shape::Vector : Expression::Shape::Scalar};
    const std::string_view spelling = text.empty() ? row->text : text;
    for (std::size_t i = 0; i < spelling.size(); ++i) {
        if (spelling[i] != '{') {
            expression.text += spelling[i];
            continue;
        }
        expression.text += operands[static_cast<std::size_t>(spelling[i + 1] - '0')].text;
        i += 2;
    }
    for (const Expression& operand : operands) gather(expression, operand);
    return expression;
}

// Whether the value waits for the statement that stores it: then others that store it, or lanes of it, read it there.
bool Writer::waits_for_store(Id id) const {
    const std::vector<Id>& users = stores_[id];
    if (users.empty() || users.size() != uses_[id] || module_[id].type != ir::kF32.with_lanes(ir::kMaxLanes))
        return false;
    const std::uint32_t all = module_[users[0]].access()[Access::mask];
    return std::ranges::all_of(users, [&](Id user) { return (module_[user].access()[Access::mask] & ~all) == 0; });
}

// r[0].xy = (r[1] + r[2]).xy; false where regular text must do.
bool Writer::store_register(const Inst& inst) {
    const std::uint32_t index = inst.access()[Access::file], lane = inst.access()[Access::lane];
    const ir::RegisterFile& file = module_.files[index];
    const Id stored = inst.operands[0];
    const bool fits = module_[stored].type == ir::kF32.with_lanes(ir::kMaxLanes) && file.kind == Kind::F32 &&
                      file.lanes == ir::kMaxLanes && lane % ir::kMaxLanes == 0;
    if (!fits) return false;
    constexpr std::uint32_t kAll = 15;
    const std::uint32_t mask = inst.access()[Access::mask] & kAll;
    const std::string lanes = mask == kAll ? "" : swizzle(mask);
    const std::string to = register_name(index, std::to_string(lane / ir::kMaxLanes));
    Expression expression = module_[stored].op == Op::Const
                                ? Expression{vector_of_numbers(module_.literal(module_[stored]))}
                                : register_operand(stored);
    if (expression.level != Level::Primary) expression.text = "(" + expression.text + ")";
    const bool one_lane = lanes.size() == 2;
    if (!is_vector(expression, module_[stored].type)) {
        if (!one_lane) expression.text = "vec4(" + expression.text + ")" + lanes;
    } else {
        expression.text += lanes;
    }
    auto left = waiting_.extract(stored); // from now on it is where it is stored, whatever it read
    settle({{index, lane, lane + static_cast<std::uint32_t>(std::bit_width(mask))}});
    comment(inst.origin);
    line(fmt::format("{}{} = {};", to, lanes, expression.text));
    if (left.empty()) return true;
    left.mapped() = {.text = to, .reads = {{index, lane, lane + ir::kMaxLanes}}};
    waiting_.insert(std::move(left));
    return true;
}

} // namespace relit::lang::glsl
