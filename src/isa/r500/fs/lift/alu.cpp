#include "isa/r500/fs/lift/alu.hpp"

#include "base/result.hpp"

namespace relit::isa::r500::fs {
namespace {

constexpr std::size_t place_of(const UnitFields& unit) { return unit.kind == UnitKind::Alpha ? 0 : 1; }

} // namespace

// ---- operands

ir::Id AluLifter::slot(const Word192& word, const UnitFields& unit, unsigned which) {
    ir::Id& known = slots_[place_of(unit)][which];
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
    if (unit.lanes == 1) return component(word, select, word[*fields.components[0]]);
    bool is_rgb = true, is_one = true;
    std::array<std::uint8_t, 3> lanes{};
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const Component each = word[*fields.components[i]];
        is_rgb = is_rgb && each <= Component::Blue;
        is_one = is_one && each == word[*fields.components[0]];
        lanes[i] = static_cast<std::uint8_t>(each);
    }
    if (is_rgb) {
        const ir::Id value = slot(word, kRgbUnit, select);
        return lanes == std::array<std::uint8_t, 3>{0, 1, 2} ? value : ir_.swizzle(value, lanes);
    }
    if (is_one) return ir_.splat(component(word, select, word[*fields.components[0]]), 3);
    std::array<ir::Id, 3> scalars{};
    for (std::size_t i = 0; i < scalars.size(); ++i) scalars[i] = component(word, select, word[*fields.components[i]]);
    return ir_.compose(scalars);
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
    const ir::Id own = slot(word, unit, 0);
    const auto modifier = [&](unsigned i) { return word[*unit.operands[i].modifier]; };
    bool subtracts = modifier(0) == 0 && (modifier(1) & 1) != 0 && modifier(2) == 0;
    for (unsigned i = 0; i < unit.lanes; ++i)
        subtracts = subtracts && word[*unit.operands[1].components[i]] == Component::One;
    if (subtracts) return vertical ? ir_.FDdy(own) : ir_.FDdx(own);
    const ir::Id is_second = inputs_.is_second_of_quad(vertical);
    const ir::Id other = neighbour(own, vertical, is_second);
    const ir::Id lanes = unit.lanes == 1 ? is_second : ir_.splat(is_second, unit.lanes);
    const ir::Id first = modified(ir_.Select(lanes, other, own), modifier(0));
    const ir::Id second = modified(ir_.Select(lanes, own, other), modifier(2));
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
    if (scale != 0) value = ir_.FMul(value, ir_.f32(kScales[scale], unit.lanes));
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
    if (rgb_writes) rgb_value = finished(word, kRgbUnit, rgb_value);
    if (alpha_writes) alpha_value = finished(word, kAlphaUnit, alpha_value);
    if (rgb_writes) write(word, kRgbUnit, rgb_value, rgb_passed);
    if (alpha_writes) write(word, kAlphaUnit, alpha_value, alpha_passed);
}

} // namespace relit::isa::r500::fs
