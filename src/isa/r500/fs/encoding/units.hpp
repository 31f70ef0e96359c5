// The fields of the RGB and of the alpha unit side by side, so that one piece of code reads or writes both.
#pragma once

#include "isa/r500/fs/encoding/word.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace relit::isa::r500::fs {

/// Where a source of a unit comes from: a temporary, an inline float or a constant.
struct SourceFields {
    const Field<Number>* address;
    const Field<bool>*constant, *relative;
};
/// A, B or C: one of the sources, its components, a modifier.
struct OperandFields {
    const Field<Number>* select;
    std::array<const Field<Component>*, 3> components; // of the alpha unit one
    const Field<Number>* modifier;
};

enum class UnitKind : std::uint8_t { Alpha, Rgb };

struct UnitFields {
    UnitKind kind;
    std::string_view suffix; // of sources: "a" or "rgb"
    unsigned lanes;
    std::span<const OpInfo, 16> ops;
    const FieldInfo* op;
    const Field<Number>* temp;
    const Field<bool>* temp_relative;
    const Field<Number>*mask, *out_mask, *target, *scale;
    const Field<bool>* clamp;
    const Field<Number>* pre_subtract;
    std::array<SourceFields, 3> sources;
    std::array<OperandFields, 3> operands;
};

inline constexpr UnitFields kAlphaUnit = {UnitKind::Alpha,
                                          "a",
                                          1,
                                          kAlphaOps,
                                          &Alu::alpha_op,
                                          &Alu::alpha_temp,
                                          &Alu::alpha_temp_relative,
                                          &Common::alpha_mask,
                                          &Common::alpha_out_mask,
                                          &Alu::alpha_target,
                                          &Alu::alpha_scale,
                                          &Common::alpha_clamp,
                                          &Alu::alpha_pre_subtract,
                                          {{{&Alu::alpha_address0, &Alu::alpha_constant0, &Alu::alpha_relative0},
                                            {&Alu::alpha_address1, &Alu::alpha_constant1, &Alu::alpha_relative1},
                                            {&Alu::alpha_address2, &Alu::alpha_constant2, &Alu::alpha_relative2}}},
                                          {{{&Alu::alpha_select_a, {&Alu::alpha_a}, &Alu::alpha_modifier_a},
                                            {&Alu::alpha_select_b, {&Alu::alpha_b}, &Alu::alpha_modifier_b},
                                            {&Alu::alpha_select_c, {&Alu::alpha_c}, &Alu::alpha_modifier_c}}}};
inline constexpr UnitFields kRgbUnit = {
    UnitKind::Rgb,
    "rgb",
    3,
    kRgbOps,
    &Alu::rgb_op,
    &Alu::rgb_temp,
    &Alu::rgb_temp_relative,
    &Common::rgb_mask,
    &Common::rgb_out_mask,
    &Alu::rgb_target,
    &Alu::rgb_scale,
    &Common::rgb_clamp,
    &Alu::rgb_pre_subtract,
    {{{&Alu::rgb_address0, &Alu::rgb_constant0, &Alu::rgb_relative0},
      {&Alu::rgb_address1, &Alu::rgb_constant1, &Alu::rgb_relative1},
      {&Alu::rgb_address2, &Alu::rgb_constant2, &Alu::rgb_relative2}}},
    {{{&Alu::rgb_select_a, {&Alu::red_a, &Alu::green_a, &Alu::blue_a}, &Alu::rgb_modifier_a},
      {&Alu::rgb_select_b, {&Alu::red_b, &Alu::green_b, &Alu::blue_b}, &Alu::rgb_modifier_b},
      {&Alu::rgb_select_c, {&Alu::red_c, &Alu::green_c, &Alu::blue_c}, &Alu::rgb_modifier_c}}}};
/// In the order in which they are written.
inline constexpr std::array<const UnitFields*, 2> kUnitFields = {&kAlphaUnit, &kRgbUnit};

inline constexpr unsigned kPreSubtracted = 3; // the select that means srcp

/// What an address of a texture instruction is made of: a temporary and four of its components.
struct AddressFields {
    const Field<Number>* temp;
    const Field<bool>* relative;
    std::array<const Field<Number>*, 4> components;
};
inline constexpr AddressFields kCoordinates = {
    &Tex::source, &Tex::source_relative, {&Tex::s, &Tex::t, &Tex::r, &Tex::q}};
inline constexpr AddressFields kDx = {&Tex::dx, &Tex::dx_relative, {&Tex::dx_s, &Tex::dx_t, &Tex::dx_r, &Tex::dx_q}};
inline constexpr AddressFields kDy = {&Tex::dy, &Tex::dy_relative, {&Tex::dy_s, &Tex::dy_t, &Tex::dy_r, &Tex::dy_q}};
inline constexpr std::array<const Field<Number>*, 4> kTexel = {&Tex::red, &Tex::green, &Tex::blue, &Tex::alpha};

[[nodiscard]] constexpr const OpInfo& op_of(const Word192& word, const UnitFields& unit) {
    return unit.ops[word.extract(*unit.op)];
}
/// MDH and MDV subtract across the pixels of a quad.
[[nodiscard]] constexpr bool is_quad(const Word192& word, const UnitFields& unit) {
    const std::string_view name = op_of(word, unit).mnemonic;
    return name == "MDH" || name == "MDV";
}
/// Whether the unit writes something of its own.
[[nodiscard]] constexpr bool writes(const Word192& word, const UnitFields& unit) {
    const bool is_alpha = unit.kind == UnitKind::Alpha;
    const bool is_result = word[Alu::writes_result] && (word[Common::result_select] != 0) == is_alpha;
    return word[*unit.mask] != 0 || word[*unit.out_mask] != 0 || is_result || (is_alpha && word[Alu::writes_depth]);
}
/// Whether the result of the unit is used: SOP for the alpha unit's result, DP4 for its product, DP for the RGB unit's.
[[nodiscard]] constexpr bool matters(const Word192& word, const UnitFields& unit) {
    if (writes(word, unit)) return true;
    if (unit.kind == UnitKind::Rgb) return word[Alu::alpha_op] == AlphaOp::Dp && writes(word, kAlphaUnit);
    return (word[Alu::rgb_op] == RgbOp::Sop || word[Alu::rgb_op] == RgbOp::Dp4) && writes(word, kRgbUnit);
}
/// Whether operand `which` of a unit, or srcp through it, is read by its operation. MDH and MDV read source 0 of the unit
/// whatever their selects say.
[[nodiscard]] constexpr bool reads_operand(const Word192& word, const UnitFields& unit, unsigned which) {
    return which < op_of(word, unit).operands;
}

} // namespace relit::isa::r500::fs
