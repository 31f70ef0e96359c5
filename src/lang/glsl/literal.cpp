// Spoken modules as text: one statement for each thing that a guest instruction writes, and every value as wide as a
// register. What the guest does to all lanes is said once, and the lanes that it keeps at the end:
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

struct WideRow {
    Op op;
    std::string_view text;
    bool vectors = false; // it takes no scalar beside a vector
};
// Every text stands for itself: lanes can be taken of it.
constexpr WideRow kRows[] = {
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
    return is_one_number(module, id) && module.literal(module[id])[0] == wanted;
}

// 1.0 as 1: where a float is wanted anyway.
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

bool is_vector(const Said& said, Type type) {
    return said.shape == Said::Shape::Vector || (said.shape == Said::Shape::Own && type.lanes == ir::kMaxLanes);
}

} // namespace

// The function of one operation: what has parameters is no subroutine of the guest's.
bool Writer::is_helper(const Inst& inst) const {
    return wide() && inst.op == Op::Call && !module_.functions[inst.imm].params.empty();
}

// What a variable for the text must be, as wide as the text and not as the value.
Type Writer::type_of_text(const Said& said, Type type) {
    switch (said.shape) {
        case Said::Shape::Own: return type;
        case Said::Shape::Vector: return type.with_lanes(ir::kMaxLanes);
        case Said::Shape::Scalar: return type.scalar();
    }
    unreachable("shape of text");
}

// As a value of its own type, which regular text wants.
Said Writer::exactly(Said said, Type type) {
    using enum Said::Shape;
    if (said.shape == Vector && type.lanes == 1) {
        // (r[0].wwww) is r[0].w
        const std::size_t dot = said.text.size() < 6 ? 0 : said.text.size() - 6;
        const bool swizzled = said.text.ends_with(")") && said.text[dot] == '.' && said.text.starts_with("(") &&
                              said.text.find_first_of("( ", 1) == std::string::npos;
        said.text = swizzled ? said.text.substr(1, dot + 1) : said.text + ".x";
    } else if (said.shape == Scalar && type.lanes > 1) {
        said.text = type_name(type) + "(" + said.text + ")";
    }
    said.shape = Own;
    return said;
}

// An operand as wide text has it: numbers short, lanes not taken.
Said Writer::wide_operand(Id id) {
    const Inst& inst = module_[id];
    if (inst.op != Op::Const || inst.type.kind != Kind::F32) return taken(id);
    const auto lanes = module_.literal(inst);
    if (!is_one_number(module_, id)) return {vector_of_numbers(lanes)};
    return {.text = short_number(lanes[0]), .shape = Said::Shape::Scalar};
}

// The same where GLSL wants vectors.
Said Writer::wide_vector(Id id) {
    Said said = wide_operand(id);
    if (!is_vector(said, module_[id].type)) said.text = "vec4(" + said.text + ")";
    said.shape = Said::Shape::Vector;
    return said;
}

std::optional<Said> Writer::wide_value(Id id) {
    const Inst& inst = module_[id];
    switch (inst.op) {
        case Op::Copy:
        case Op::FHalf: return wide_operand(inst.operands[0]); // text rounds nothing to halves
        case Op::LoadFile: return wide_load(inst);
        case Op::Swizzle: return wide_swizzle(inst);
        case Op::Blend: return wide_blend(inst);
        case Op::Select: return wide_choice(inst);
        case Op::FDot: return wide_dot(inst);
        case Op::FMul: // a factor comes first: (2 * r[0])
            return is_one_number(module_, inst.operands[1]) ? wide_row(inst, "({1} * {0})") : wide_row(inst, {});
        case Op::FMin: return wide_clamp(inst);
        case Op::Call: return is_helper(inst) ? std::optional(wide_call(inst)) : std::nullopt;
        default: return wide_row(inst, {});
    }
}

std::optional<Said> Writer::wide_load(const Inst& inst) {
    const std::uint32_t lane = inst.access()[Access::lane];
    const ir::RegisterFile& file = module_.files[inst.access()[Access::file]];
    if (inst.type != ir::kF32 || file.kind != Kind::F32 || file.lanes != ir::kMaxLanes) return std::nullopt;
    const std::string name = register_name(inst.access()[Access::file], std::to_string(lane / file.lanes));
    return Said{.text = fmt::format("({}.{})", name, std::string(ir::kMaxLanes, "xyzw"[lane % file.lanes])),
                .reads = {{inst.access()[Access::file], lane, lane + 1}},
                .shape = Said::Shape::Vector};
}

std::optional<Said> Writer::wide_swizzle(const Inst& inst) {
    const Id from = inst.operands[0];
    if (module_[from].type.kind != Kind::F32) return std::nullopt;
    std::string lanes;
    for (unsigned i = 0; i < inst.type.lanes; ++i) lanes += "xyzw"[ir::swizzle_lane(inst.imm, i)];
    if (module_[from].type.lanes == 1) { // in all lanes: as it is already
        Said said = wide_operand(from);
        if (said.shape == Said::Shape::Own) said.shape = Said::Shape::Scalar;
        return said;
    }
    if (module_[from].type.lanes != ir::kMaxLanes) return std::nullopt;
    Said said = wide_vector(from);
    said.shape = inst.type.lanes == 1 ? Said::Shape::Vector : Said::Shape::Own;
    if (inst.type.lanes == 1) lanes.resize(ir::kMaxLanes, lanes[0]);
    const bool part = inst.type.lanes != 1 && inst.type.lanes != ir::kMaxLanes;
    said.text = part ? said.text + "." + lanes : "(" + said.text + "." + lanes + ")";
    return said;
}

// vec4(v_in[0].xyz, 1)
std::optional<Said> Writer::wide_blend(const Inst& inst) {
    const Type whole = ir::kF32.with_lanes(ir::kMaxLanes);
    if (inst.type != whole) return std::nullopt;
    std::array<Said, 2> from = {wide_operand(inst.operands[0]), wide_operand(inst.operands[1])};
    const auto takes = [&](unsigned lane) { return inst.imm >> lane & 1; };
    std::array<unsigned, 2> runs{}; // lanes side by side that come from each
    for (unsigned lane = 0; lane < ir::kMaxLanes; ++lane)
        if (lane == 0 || takes(lane) != takes(lane - 1)) ++runs[takes(lane)];
    for (std::size_t i = 0; i < from.size(); ++i)
        if (runs[i] > 1 && !is_simple(from[i])) from[i].text = variable(type_of_text(from[i], whole), from[i], "value");
    Said said{.text = "vec4("};
    for (unsigned lane = 0; lane < ir::kMaxLanes;) {
        const Said& part = from[takes(lane)];
        std::string lanes;
        for (const unsigned first = lane; lane < ir::kMaxLanes && takes(lane) == takes(first); ++lane)
            lanes += "xyzw"[lane];
        const std::size_t count = lanes.size();
        if (said.text.back() != '(') said.text += ", ";
        if (is_vector(part, whole)) {
            said.text += part.text + "." + lanes;
        } else {
            said.text += count == 1 ? part.text : fmt::format("vec{}({})", count, part.text);
        }
    }
    said.text += ")";
    for (const Said& part : from) gather(said, part);
    return said;
}

// mix(r[0], (r[1] + r[2]), lessThan(c[0], vec4(0)))
std::optional<Said> Writer::wide_choice(const Inst& inst) {
    if (inst.type != ir::kF32.with_lanes(ir::kMaxLanes)) return std::nullopt;
    Said said = operand(inst.operands[0]);
    said.shape = Said::Shape::Vector;
    if (is_number(module_, inst.operands[1], kOneBits) && is_number(module_, inst.operands[2], 0)) {
        said.text = "vec4(" + said.text + ")";
        return said;
    }
    const Said yes = wide_vector(inst.operands[1]), no = wide_vector(inst.operands[2]);
    said.text = fmt::format("mix({}, {}, {})", no.text, yes.text, said.text);
    gather(said, yes);
    gather(said, no);
    return said;
}

Said Writer::wide_dot(const Inst& inst) {
    Said said = exactly(wide_operand(inst.operands[0]), module_[inst.operands[0]].type);
    const Said by = exactly(wide_operand(inst.operands[1]), module_[inst.operands[1]].type);
    said.text = fmt::format("dot({}, {})", said.text, by.text);
    gather(said, by);
    said.shape = Said::Shape::Scalar;
    return said;
}

// max() and then min(), both of numbers.
std::optional<Said> Writer::wide_clamp(const Inst& inst) {
    const Inst& low = module_[inst.operands[0]];
    const bool clamps =
        low.op == Op::FMax && is_one_number(module_, low.operands[1]) && is_one_number(module_, inst.operands[1]);
    const auto waiting = waiting_.find(inst.operands[0]);
    if (!clamps || waiting == waiting_.end() || !waiting->second.text.starts_with("max(")) return wide_row(inst, {});
    Said said = taken(inst.operands[0]);
    said.text =
        fmt::format("clamp({}, {})", said.text.substr(4, said.text.size() - 5), wide_operand(inst.operands[1]).text);
    return said;
}

Said Writer::wide_call(const Inst& inst) {
    Said said;
    for (const Id id : inst.operands) {
        const Said by = wide_vector(id);
        said.text += (said.text.empty() ? "" : ", ") + by.text;
        gather(said, by);
    }
    said.text = std::string(module_.functions[inst.imm].name) + "(" + said.text + ")";
    return said;
}

// A row of the table, or `text` instead of its text.
std::optional<Said> Writer::wide_row(const Inst& inst, std::string_view text) {
    const auto* row = std::ranges::find(kRows, inst.op, &WideRow::op);
    if (row == std::end(kRows)) return std::nullopt;
    const bool all_numbers = std::ranges::all_of(inst.operands, [&](Id id) { return is_one_number(module_, id); });
    if (all_numbers || module_[inst.operands[0]].type.kind != Kind::F32) return std::nullopt;
    std::vector<Said> operands;
    bool vector = row->vectors;
    for (const Id id : inst.operands) {
        operands.push_back(row->vectors ? wide_vector(id) : wide_operand(id));
        vector = vector || is_vector(operands.back(), module_[id].type);
    }
    // min() and max() take a scalar after a vector only
    const bool picks = inst.op == Op::FMin || inst.op == Op::FMax;
    if (picks && vector && !is_vector(operands[0], module_[inst.operands[0]].type))
        operands[0].text = "vec4(" + operands[0].text + ")";
    Said said{.shape = vector ? Said::Shape::Vector : Said::Shape::Scalar};
    const std::string_view spelling = text.empty() ? row->text : text;
    for (std::size_t i = 0; i < spelling.size(); ++i) {
        if (spelling[i] != '{') {
            said.text += spelling[i];
            continue;
        }
        said.text += operands[static_cast<std::size_t>(spelling[i + 1] - '0')].text;
        i += 2;
    }
    for (const Said& operand : operands) gather(said, operand);
    return said;
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
bool Writer::store_wide(const Inst& inst) {
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
    Said said = module_[stored].op == Op::Const ? Said{vector_of_numbers(module_.literal(module_[stored]))}
                                                : wide_operand(stored);
    if (said.level != Level::Primary) said.text = "(" + said.text + ")";
    const bool one_lane = lanes.size() == 2;
    if (!is_vector(said, module_[stored].type)) {
        if (!one_lane) said.text = "vec4(" + said.text + ")" + lanes;
    } else {
        said.text += lanes;
    }
    auto left = waiting_.extract(stored); // from now on it is where it is stored, whatever it read
    settle({{index, lane, lane + static_cast<std::uint32_t>(std::bit_width(mask))}});
    comment(inst.origin);
    const bool guarded = file.role == ir::Role::Output && runs_on() && !ends_discarded();
    line(fmt::format("{}{}{} = {};", guarded ? "if (!discarded) " : "", to, lanes, said.text));
    if (left.empty()) return true;
    left.mapped() = {.text = to, .reads = {{index, lane, lane + ir::kMaxLanes}}};
    waiting_.insert(std::move(left));
    return true;
}

} // namespace relit::lang::glsl
