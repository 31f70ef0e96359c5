// One instruction of the R500 vertex processor (PVS): four dwords, of which the first is the operation and where its result
// goes, and the others are sources A, B and C. Of two operations in one instruction the last dword is the second (dual math).
#pragma once

#include "base/bits.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace relit::isa::r500::vs {

enum class Ve : std::uint8_t {
#define VE_OP(name, number, spelling, shorter, operands, summary) name = number,
#include "isa/r500/vs/encoding/ve_ops.inc"
#undef VE_OP
};
enum class Me : std::uint8_t {
#define ME_OP(name, number, spelling, shorter, operands, summary) name = number,
#include "isa/r500/vs/encoding/me_ops.inc"
#undef ME_OP
};
enum class Macro : std::uint8_t {
#define MACRO_OP(name, number, spelling, shorter, operands, summary) name = number,
#include "isa/r500/vs/encoding/macro_ops.inc"
#undef MACRO_OP
};

/// Which registers a source is one of.
enum class SourceClass : std::uint8_t { Temp, Input, Constant, AltTemp };
/// Where a result goes. The last two do not exist.
enum class TargetClass : std::uint8_t { Temp, Address, Out, OutReplicateX, AltTemp, Input, None6, None7 };
/// What is added to an index. The last does not exist.
enum class Mode : std::uint8_t { Absolute, Address, Loop, None };
/// What a component of a source is. Unused is read as 0.
enum class Select : std::uint8_t { X, Y, Z, W, Zero, One, Half, Unused };

inline constexpr std::array<std::string_view, 4> kSourceNames = {"temp", "input", "const", "alt_temp"};
inline constexpr std::array<std::string_view, 8> kTargetNames = {"temp",     "a0",    "out", "out_repl_x",
                                                                 "alt_temp", "input", "",    ""};
inline constexpr std::array<std::string_view, 4> kModeNames = {"absolute", "a0", "i0", "reserved"};
inline constexpr std::array<std::string_view, 8> kSelectNames = {"x", "y", "z", "w", "0", "1", "h", "_"};
inline constexpr std::array<std::string_view, 4> kComponentNames = {"x", "y", "z", "w"};

/// Bit positions count from dword 0: "dword 1, bit 4" is 36. Masks: bit 0 is x.
struct Word128 : Word<Word128, 128> {
    using Number = std::uint32_t;

    static constexpr Field<Number> op{"op", 0, 6};
    static constexpr Field<bool> math{"math", 6, 1}, macro{"macro", 7, 1};
    static constexpr Field<TargetClass> target{"dst.class", 8, 4};
    static constexpr Field<Mode> target_mode{"dst.mode", {BitRun{31, 1}, BitRun{12, 1}}, kModeNames};
    static constexpr Field<Number> target_index{"dst.index", 13, 7}, mask{"mask", 20, 4};
    static constexpr Field<bool> ve_saturate{"ve.sat", 24, 1}, me_saturate{"me.sat", 25, 1};
    static constexpr Field<bool> predicated{"pred", 26, 1}, predicate{"pred.value", 27, 1}, dual{"dual", 28, 1};
    static constexpr Field<Number> target_lane{"dst.a0", 29, 2, kComponentNames};

#define R500_SOURCE(letter, at)                                                                                       \
    static constexpr Field<SourceClass> letter##_class{#letter ".class", at, 2, kSourceNames};                        \
    static constexpr Field<Number> letter##_unused{#letter ".unused", at + 2, 1};                                     \
    static constexpr Field<bool> letter##_abs{#letter ".abs", at + 3, 1};                                             \
    static constexpr Field<Mode> letter##_mode{#letter ".mode", {BitRun{at + 4, 1}, BitRun{at + 31, 1}}, kModeNames}; \
    static constexpr Field<Number> letter##_index{#letter ".index", at + 5, 8};                                       \
    static constexpr Field<Select> letter##_x{#letter ".x", at + 13, 3, kSelectNames};                                \
    static constexpr Field<Select> letter##_y{#letter ".y", at + 16, 3, kSelectNames};                                \
    static constexpr Field<Select> letter##_z{#letter ".z", at + 19, 3, kSelectNames};                                \
    static constexpr Field<Select> letter##_w{#letter ".w", at + 22, 3, kSelectNames};                                \
    static constexpr Field<Number> letter##_negate{#letter ".neg", at + 25, 4};                                       \
    static constexpr Field<Number> letter##_lane{#letter ".a0", at + 29, 2, kComponentNames};
    R500_SOURCE(A, 32)
    R500_SOURCE(B, 64)
    R500_SOURCE(C, 96)
#undef R500_SOURCE

    static constexpr auto fields =
        fields_of(op, math, macro, target, target_mode, target_index, mask, ve_saturate, me_saturate, predicated,
                  predicate, dual, target_lane, A_class, A_unused, A_abs, A_mode, A_index, A_x, A_y, A_z, A_w, A_negate,
                  A_lane, B_class, B_unused, B_abs, B_mode, B_index, B_x, B_y, B_z, B_w, B_negate, B_lane, C_class,
                  C_unused, C_abs, C_mode, C_index, C_x, C_y, C_z, C_w, C_negate, C_lane);

    // Read instead of source C where `dual` is set; class, abs, mode, index, x, y and a0 of the source stay.
    static constexpr Field<Number> dual_op{"dual.op", {BitRun{117, 4}, BitRun{98, 1}}};
    static constexpr Field<Number> dual_index{"dual.dst", 115, 2}, dual_negate{"dual.neg", 121, 2};
    static constexpr Field<Number> dual_component{"dual.component", 123, 2, kComponentNames};

    static constexpr auto dual_fields =
        fields_of(op, math, macro, target, target_mode, target_index, mask, ve_saturate, me_saturate, predicated,
                  predicate, dual, target_lane, A_class, A_unused, A_abs, A_mode, A_index, A_x, A_y, A_z, A_w, A_negate,
                  A_lane, B_class, B_unused, B_abs, B_mode, B_index, B_x, B_y, B_z, B_w, B_negate, B_lane, dual_op,
                  dual_index, dual_component, C_class, C_abs, C_mode, C_index, C_x, C_y, dual_negate, C_lane);
};
static_assert(covers(Word128::fields, 128), "every bit of the word has exactly one owner");
static_assert(covers(Word128::dual_fields, 128), "the same of dual math");

inline constexpr std::uint32_t kInstructionBytes = 16, kMostInstructions = 1024;
inline constexpr std::uint32_t kTemps = 128, kAltTemps = 20, kConstants = 256, kInputs = 16, kOutputs = 128,
                               kClipPlanes = 6;
inline constexpr std::uint32_t kRealTemps = 32; // what drivers use; the field names 128

/// A source as the word gives it.
struct Source {
    SourceClass from = SourceClass::Temp;
    std::uint32_t index = 0, lane = 0; // lane: of a0
    Mode mode = Mode::Absolute;
    std::array<Select, 4> select{};
    std::uint32_t negate = 0; // bit 0 is x
    bool abs = false;
    [[nodiscard]] bool operator==(const Source&) const = default;
};
/// The fields that make one.
struct SourceFields {
    const Field<SourceClass>* from;
    const Field<bool>* abs;
    const Field<Mode>* mode;
    const Field<std::uint32_t>*index, *negate, *lane;
    std::array<const Field<Select>*, 4> select;
};
#define R500_SOURCE(letter)                                                                                  \
    SourceFields {                                                                                           \
        &Word128::letter##_class, &Word128::letter##_abs, &Word128::letter##_mode, &Word128::letter##_index, \
            &Word128::letter##_negate, &Word128::letter##_lane, {                                            \
            &Word128::letter##_x, &Word128::letter##_y, &Word128::letter##_z, &Word128::letter##_w           \
        }                                                                                                    \
    }
inline constexpr std::array<SourceFields, 3> kSourceFields = {R500_SOURCE(A), R500_SOURCE(B), R500_SOURCE(C)};
#undef R500_SOURCE

[[nodiscard]] Source source(const Word128& word, unsigned which);
void set_source(Word128& word, unsigned which, const Source& source);
/// The source of the second operation of dual math: two components, the others unused.
[[nodiscard]] Source dual_source(const Word128& word);
/// Which component of it an operation with one argument reads.
[[nodiscard]] constexpr unsigned only_component(const Source& dual) { return dual.select[0] == Select::Unused ? 1 : 0; }
void set_dual_source(Word128& word, const Source& source);

// ---- operations

enum class Unit : std::uint8_t { Ve, Me, Macro };

/// An operation of one of the units. `number` may be none that exists.
struct Opcode {
    Unit unit = Unit::Ve;
    std::uint32_t number = 0;
    [[nodiscard]] bool operator==(const Opcode&) const = default;
    [[nodiscard]] constexpr bool is(Ve op) const { return unit == Unit::Ve && number == static_cast<unsigned>(op); }
    [[nodiscard]] constexpr bool is(Me op) const { return unit == Unit::Me && number == static_cast<unsigned>(op); }
    [[nodiscard]] constexpr bool is(Macro op) const {
        return unit == Unit::Macro && number == static_cast<unsigned>(op);
    }
};
constexpr Opcode opcode(Ve op) { return {Unit::Ve, static_cast<std::uint32_t>(op)}; }
constexpr Opcode opcode(Me op) { return {Unit::Me, static_cast<std::uint32_t>(op)}; }
constexpr Opcode opcode(Macro op) { return {Unit::Macro, static_cast<std::uint32_t>(op)}; }

struct OpcodeRow {
    Opcode opcode;
    std::string_view name, shorter;
    std::uint32_t operands = 0;
    std::string_view summary;
    [[nodiscard]] constexpr std::string_view mnemonic() const { return shorter.empty() ? name : shorter; }
};
inline constexpr std::array kOpcodes = {
#define VE_OP(name, number, spelling, shorter, operands, summary) \
    OpcodeRow{{Unit::Ve, number}, spelling, shorter, operands, summary},
#include "isa/r500/vs/encoding/ve_ops.inc"
#undef VE_OP
#define ME_OP(name, number, spelling, shorter, operands, summary) \
    OpcodeRow{{Unit::Me, number}, spelling, shorter, operands, summary},
#include "isa/r500/vs/encoding/me_ops.inc"
#undef ME_OP
#define MACRO_OP(name, number, spelling, shorter, operands, summary) \
    OpcodeRow{{Unit::Macro, number}, spelling, shorter, operands, summary},
#include "isa/r500/vs/encoding/macro_ops.inc"
#undef MACRO_OP
};
/// nullptr where there is no such operation.
[[nodiscard]] const OpcodeRow* find(Opcode opcode);
/// By its name or its short name, in any case of letters.
[[nodiscard]] const OpcodeRow* opcode_named(std::string_view name);

// ---- what a word does

/// The operation, or the first of two.
[[nodiscard]] constexpr Opcode opcode_of(const Word128& word) {
    const Unit unit = word[Word128::macro] ? Unit::Macro : word[Word128::math] ? Unit::Me : Unit::Ve;
    return {unit, word[Word128::op]};
}
[[nodiscard]] constexpr Opcode dual_opcode_of(const Word128& word) { return {Unit::Me, word[Word128::dual_op]}; }
/// Whether the operations, and the registers that the result goes to, exist. Of dual math the first is an operation of the
/// vector engine with two sources at most.
[[nodiscard]] bool is_known(const Word128& word);
/// Whether the exponent of the operation is component W of its last source: C, unless that is unused; then B.
[[nodiscard]] constexpr bool is_power(Opcode opcode) { return opcode.is(Me::Pow) || opcode.is(Me::PowClamp01); }
/// How many sources the operation, or the first of two, has in a known word.
[[nodiscard]] unsigned operands_of(const Word128& word);
[[nodiscard]] constexpr bool writes_address(Opcode opcode) { return opcode.is(Ve::Flr) || opcode.is(Ve::Rnd); }
[[nodiscard]] constexpr bool sets_predicate(Opcode opcode) {
    const bool ve = opcode.unit == Unit::Ve && opcode.number >= static_cast<unsigned>(Ve::PushEq) &&
                    opcode.number <= static_cast<unsigned>(Ve::PushNe);
    const bool me = opcode.unit == Unit::Me && opcode.number >= static_cast<unsigned>(Me::SetEq) &&
                    opcode.number <= static_cast<unsigned>(Me::SetRestore);
    return ve || me;
}
[[nodiscard]] constexpr bool is_nothing(Opcode opcode) { return opcode.is(Ve::Nop) || opcode.is(Me::Nop); }

} // namespace relit::isa::r500::vs
