#include "isa/r500/fs/lift/alu.hpp"

#include "base/result.hpp"

namespace relit::isa::r500::fs {
namespace {

constexpr std::size_t index_of(const UnitFields& unit) { return unit.kind == UnitKind::Alpha ? 0 : 1; }

bool is_sum_of_lanes(RgbOp op) { return op == RgbOp::Dp3 || op == RgbOp::Dp4 || op == RgbOp::D2a; }

/// Components of the RGB unit's result that are read; all of those that are one.
std::uint32_t lanes_read(const Word192& word) {
    if (is_sum_of_lanes(word[Alu::rgb_op]) || word[Alu::rgb_op] == RgbOp::Sop) return 7;
    const bool sets_result = word[Alu::writes_result] && word[Common::result_select] == 0;
    const bool alpha_reads = word[Alu::alpha_op] == AlphaOp::Dp && matters(word, kAlphaUnit);
    return word[*kRgbUnit.mask] | word[*kRgbUnit.out_mask] | (sets_result || alpha_reads ? 1U : 0U);
}

} // namespace

// ---- lanes

std::span<const std::uint8_t> AluLifter::lanes_of(const UnitFields& unit) const {
    static constexpr std::uint8_t kAlphaAlone[] = {0};
    return unit.kind == UnitKind::Alpha ? std::span<const std::uint8_t>(kAlphaAlone)
                                        : std::span(rgb_lanes_).first(rgb_lane_count_);
}

void AluLifter::choose_lanes(const Word192& word) {
    rgb_lane_count_ = 0;
    for (unsigned lane = 0; lane < kRgbUnit.lanes; ++lane)
        if ((lanes_read(word) >> lane & 1) != 0) rgb_lanes_[rgb_lane_count_++] = static_cast<std::uint8_t>(lane);
}

ir::Id AluLifter::swizzled(ir::Id value, std::span<const std::uint8_t> lanes) {
    if (lanes.size() == 1) return ir_.lane(value, lanes[0]);
    const bool in_order = lanes.size() == 3 && lanes[0] == 0 && lanes[1] == 1 && lanes[2] == 2;
    return in_order ? value : ir_.swizzle(value, lanes);
}

/// Puts each component that was computed in its place; those that are not read are undefined.
ir::Id AluLifter::in_place(ir::Id value) {
    if (rgb_lane_count_ == kRgbUnit.lanes) return value;
    if (rgb_lane_count_ == 1) return ir_.splat(value, kRgbUnit.lanes);
    std::array<std::uint8_t, 3> from{};
    for (unsigned i = 0; i < rgb_lane_count_; ++i) from[rgb_lanes_[i]] = static_cast<std::uint8_t>(i);
    return ir_.swizzle(value, from);
}

// ---- operands

ir::Id AluLifter::slot(const Word192& word, const UnitFields& unit, unsigned which) {
    ir::Id& known = slots_[index_of(unit)][which];
    if (known == ir::kNone)
        known = which == kPreSubtracted ? pre_subtracted(word, unit) : registers_.source(word, unit, which);
    return known;
}

ir::Id AluLifter::pre_subtracted(const Word192& word, const UnitFields& unit) {
    const ir::Id first = slot(word, unit, 0);
    const ir::Id one = ir_.f32(1, unit.lanes);
    switch (word[*unit.pre_subtract]) {
        case 0: return ir_.FSub(one, ir_.FMul(ir_.f32(2, unit.lanes), first));
        case 1: return ir_.FSub(slot(word, unit, 1), first);
        case 2: return ir_.FAdd(slot(word, unit, 1), first);
        default: return ir_.FSub(one, first);
    }
}

/// One component: red, green and blue come from the RGB slot of the source, alpha from its alpha slot, in either unit.
ir::Id AluLifter::component(const Word192& word, std::uint32_t select, Component which) {
    switch (which) {
        case Component::Red:
        case Component::Green:
        case Component::Blue: return ir_.lane(slot(word, kRgbUnit, select), static_cast<unsigned>(which));
        case Component::Alpha: return slot(word, kAlphaUnit, select);
        case Component::Half: return ir_.f32(0.5F);
        case Component::One: return ir_.f32(1);
        case Component::Zero:
        case Component::Unused: return ir_.f32(0);
    }
    unreachable("component");
}

ir::Id AluLifter::selected(const Word192& word, const UnitFields& unit, const OperandFields& fields) {
    const std::uint32_t select = word[*fields.select];
    const std::span<const std::uint8_t> computed = lanes_of(unit);
    const Component first = word[*fields.components[computed[0]]];
    if (computed.size() == 1) return component(word, select, first);
    bool is_rgb = true, is_one = true;
    std::array<std::uint8_t, 3> lanes{};
    for (std::size_t i = 0; i < computed.size(); ++i) {
        const Component each = word[*fields.components[computed[i]]];
        is_rgb = is_rgb && each <= Component::Blue;
        is_one = is_one && each == first;
        lanes[i] = static_cast<std::uint8_t>(each);
    }
    if (is_rgb) return swizzled(slot(word, kRgbUnit, select), std::span(lanes).first(computed.size()));
    const auto count = static_cast<unsigned>(computed.size());
    if (is_one) return ir_.splat(component(word, select, first), count);
    std::array<ir::Id, 3> scalars{};
    for (unsigned i = 0; i < count; ++i) scalars[i] = component(word, select, word[*fields.components[computed[i]]]);
    return ir_.compose(std::span(scalars).first(count));
}

ir::Id AluLifter::modified(ir::Id value, std::uint32_t modifier) {
    if ((modifier & 2) != 0) value = ir_.FAbs(value);
    return (modifier & 1) != 0 ? ir_.FNeg(value) : value;
}

ir::Id AluLifter::operand(const Word192& word, const UnitFields& unit, unsigned which) {
    const OperandFields& fields = unit.operands[which];
    return modified(selected(word, unit, fields), word[*fields.modifier]);
}

Operands AluLifter::operands(const Word192& word, const UnitFields& unit, unsigned count) {
    Operands in;
    if (count > 0) in.a = operand(word, unit, 0);
    if (count > 1) in.b = operand(word, unit, 1);
    if (count > 2) in.c = operand(word, unit, 2);
    return in;
}

// ---- operations

/// MDH and MDV: A is source 0 of the pixel on the left or above, C that of the other, of the pixel's own row or column.
ir::Id AluLifter::across(const Word192& word, const UnitFields& unit, bool vertical) {
    const auto lanes = lanes_of(unit);
    const ir::Id own = unit.lanes == 1 ? slot(word, unit, 0) : swizzled(slot(word, unit, 0), lanes);
    const auto modifier = [&](unsigned i) { return word[*unit.operands[i].modifier]; };
    bool subtracts = modifier(0) == 0 && (modifier(1) & 1) != 0 && modifier(2) == 0;
    for (const std::uint8_t lane : lanes)
        subtracts = subtracts && word[*unit.operands[1].components[lane]] == Component::One;
    if (subtracts) return vertical ? ir_.FDdy(own) : ir_.FDdx(own);
    const ir::Id is_second = inputs_.is_second_of_quad(vertical);
    const ir::Id other = neighbour(own, vertical, is_second);
    const auto count = static_cast<unsigned>(lanes.size());
    const ir::Id swaps = count == 1 ? is_second : ir_.splat(is_second, count);
    const ir::Id first = modified(ir_.Select(swaps, other, own), modifier(0));
    const ir::Id second = modified(ir_.Select(swaps, own, other), modifier(2));
    return units_.mad({first, operand(word, unit, 1), second});
}

/// What the other pixel of the row or column has, bit by bit: halves of its bits are whole numbers whose derivatives are exact.
ir::Id AluLifter::neighbour(ir::Id own, bool vertical, ir::Id is_second) {
    const unsigned lanes = ir_.type_of(own).lanes;
    const ir::Id bits = ir_.bitcast(ir::kI32.with_lanes(lanes), own);
    const ir::Id mirrored = lanes == 1 ? is_second : ir_.splat(is_second, lanes);
    const auto half = [&](ir::Id number) {
        const ir::Id here = ir_.convert(ir::Op::UToF, ir::Kind::F32, number);
        const ir::Id slope = vertical ? ir_.FDdy(here) : ir_.FDdx(here);
        const ir::Id there = ir_.FAdd(here, ir_.Select(mirrored, ir_.FNeg(slope), slope));
        return ir_.convert(ir::Op::FToU, ir::Kind::I32, ir_.FAdd(there, ir_.f32(0.5F, lanes))); // to the nearest
    };
    const ir::Id low = half(ir_.IAnd(bits, ir_.i32(0xffff, lanes))), high = half(ir_.UShr(bits, ir_.i32(16, lanes)));
    return ir_.bitcast(ir::kF32.with_lanes(lanes), ir_.IOr(low, ir_.IShl(high, ir_.i32(16, lanes))));
}

ir::Id AluLifter::rgb(const Word192& word, ir::Id alpha) {
    const RgbOp op = word[Alu::rgb_op];
    if (op == RgbOp::Sop) return ir_.splat(alpha, 3);
    if (is_quad(word, kRgbUnit)) return across(word, kRgbUnit, op == RgbOp::Mdv);
    const Operands in = operands(word, kRgbUnit, op_of(word, kRgbUnit).operands);
    return units_.rgb(op, in, op == RgbOp::Dp4 ? operands(word, kAlphaUnit, 2) : Operands{});
}

ir::Id AluLifter::alpha(const Word192& word, ir::Id rgb) {
    const AlphaOp op = word[Alu::alpha_op];
    if (op == AlphaOp::Dp) return rgb == ir::kNone ? ir_.f32(0) : ir_.lane(rgb, 0);
    if (is_quad(word, kAlphaUnit)) return across(word, kAlphaUnit, op == AlphaOp::Mdv);
    return units_.alpha(op, operands(word, kAlphaUnit, op_of(word, kAlphaUnit).operands));
}

/// The factor, then the clamp.
ir::Id AluLifter::finished(const Word192& word, const UnitFields& unit, ir::Id value) {
    constexpr std::array<float, 8> kScales = {1, 2, 4, 8, 0.5F, 0.25F, 0.125F, 1};
    const std::uint32_t scale = word[*unit.scale];
    if (scale == kNoScale) return value;
    if (scale != 0) value = ir_.FMul(value, ir_.f32(kScales[scale], ir_.type_of(value).lanes));
    return word[*unit.clamp] ? ir_.FSat(value) : value;
}

void AluLifter::write(const Word192& word, const UnitFields& unit, ir::Id value, ir::Id passed) {
    const unsigned first = unit.kind == UnitKind::Alpha ? 3 : 0;
    registers_.store({word[*unit.temp], word[*unit.temp_relative]}, first, value, word[*unit.mask], passed);
    if (const std::uint32_t mask = word[*unit.out_mask]; mask != 0) {
        const std::uint32_t target = word[*unit.target];
        if (word[Common::type] == Type::Out)
            exports_.write(target, first, value, mask, passed);
        else
            flags_.set_predicates(unit, value, static_cast<Compare>(target), mask, passed);
    }
    const bool is_alpha = unit.kind == UnitKind::Alpha;
    if (is_alpha && word[Alu::writes_depth]) exports_.write_depth(value, passed);
    if (word[Alu::writes_result] && (word[Common::result_select] != 0) == is_alpha)
        flags_.set_result(is_alpha ? value : ir_.lane(value, 0), word[Common::result_compare]);
}

void AluLifter::lift(const Word192& word) {
    slots_ = {};
    choose_lanes(word);
    ir::Id rgb_value = ir::kNone, alpha_value = ir::kNone;
    const bool from_alpha = word[Alu::rgb_op] == RgbOp::Sop;
    if (from_alpha && matters(word, kAlphaUnit)) alpha_value = alpha(word, ir::kNone);
    if (matters(word, kRgbUnit)) rgb_value = rgb(word, alpha_value);
    if (!from_alpha && matters(word, kAlphaUnit)) alpha_value = alpha(word, rgb_value);
    // All is read before anything is written.
    const bool rgb_writes = writes(word, kRgbUnit), alpha_writes = writes(word, kAlphaUnit);
    const ir::Id rgb_passed =
        rgb_writes ? flags_.passed(word[Common::rgb_predicate], word[Common::rgb_predicate_inverted], kRgbUnit)
                   : ir::kNone;
    const ir::Id alpha_passed =
        alpha_writes ? flags_.passed(word[Common::alpha_predicate], word[Common::alpha_predicate_inverted], kAlphaUnit)
                     : ir::kNone;
    if (rgb_writes) rgb_value = in_place(finished(word, kRgbUnit, rgb_value));
    if (alpha_writes) alpha_value = finished(word, kAlphaUnit, alpha_value);
    if (rgb_writes) write(word, kRgbUnit, rgb_value, rgb_passed);
    if (alpha_writes) write(word, kAlphaUnit, alpha_value, alpha_passed);
}

} // namespace relit::isa::r500::fs
