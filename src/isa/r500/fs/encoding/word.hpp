// An instruction of a fragment program: 192 bits, of which the first 32 are laid out alike in all and the others by type.
#pragma once

#include "base/bits.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace relit::isa::r500::fs {

using Number = std::uint32_t;

enum class Type : std::uint8_t { Alu, Out, Fc, Tex };
inline constexpr std::string_view kTypeNames[] = {"ALU", "OUT", "FC", "TEX"};
inline constexpr std::string_view kPredicateNames[] = {"none", "rgba", "r", "g", "b", "a"};
/// Of the ALU result and of predicates: how a number is compared with zero.
enum class Compare : std::uint8_t { Equal, Less, GreaterEqual, NotEqual };
inline constexpr std::string_view kCompareNames[] = {"eq", "lt", "ge", "ne"};
inline constexpr std::string_view kSelectNames[] = {"src0", "src1", "src2", "srcp"};
enum class Component : std::uint8_t { Red, Green, Blue, Alpha, Zero, Half, One, Unused };
inline constexpr std::string_view kComponentNames[] = {"r", "g", "b", "a", "0", "h", "1", "_"};
inline constexpr std::string_view kModifierNames[] = {"", "-", "| |", "-| |"};
inline constexpr std::string_view kChannelNames[] = {"r", "g", "b", "a"};
inline constexpr std::string_view kScaleNames[] = {"1.0", "2.0", "4.0", "8.0", "0.5", "0.25", "0.125", "disabled"};
inline constexpr std::string_view kPreSubtractNames[] = {"neg2", "sub", "add", "neg"};
inline constexpr std::string_view kCounterNames[] = {"none", "decr", "incr"};
inline constexpr std::string_view kStackNames[] = {"none", "pop", "push"};
inline constexpr std::string_view kResultNames[] = {"r", "a"};
inline constexpr unsigned kNoScale = 7; // results are copied as they are: neither scaled nor clamped

enum class RgbOp : std::uint8_t {
#define RGB_OP(name, number, mnemonic, operands, result) name = (number),
#include "isa/r500/fs/encoding/rgb_ops.inc"
#undef RGB_OP
};
enum class AlphaOp : std::uint8_t {
#define ALPHA_OP(name, number, mnemonic, operands, result) name = (number),
#include "isa/r500/fs/encoding/alpha_ops.inc"
#undef ALPHA_OP
};
enum class TexOp : std::uint8_t {
#define TEX_OP(name, number, mnemonic, effect) name = (number),
#include "isa/r500/fs/encoding/tex_ops.inc"
#undef TEX_OP
};
enum class FcOp : std::uint8_t {
#define FC_OP(name, number, mnemonic, effect) name = (number),
#include "isa/r500/fs/encoding/fc_ops.inc"
#undef FC_OP
};

struct OpInfo {
    std::string_view mnemonic; // empty: no operation has the number
    unsigned operands = 0;     // of A, B, C that are read
    std::string_view summary;
};
inline constexpr std::array<OpInfo, 16> kRgbOps = [] {
    std::array<OpInfo, 16> rows{};
#define RGB_OP(name, number, mnemonic, operands, result) rows[number] = {mnemonic, operands, result};
#include "isa/r500/fs/encoding/rgb_ops.inc"
#undef RGB_OP
    return rows;
}();
inline constexpr std::array<OpInfo, 16> kAlphaOps = [] {
    std::array<OpInfo, 16> rows{};
#define ALPHA_OP(name, number, mnemonic, operands, result) rows[number] = {mnemonic, operands, result};
#include "isa/r500/fs/encoding/alpha_ops.inc"
#undef ALPHA_OP
    return rows;
}();
inline constexpr std::array<OpInfo, 8> kTexOps = [] {
    std::array<OpInfo, 8> rows{};
#define TEX_OP(name, number, mnemonic, effect) rows[number] = {mnemonic, 0, effect};
#include "isa/r500/fs/encoding/tex_ops.inc"
#undef TEX_OP
    return rows;
}();
inline constexpr std::array<OpInfo, 8> kFcOps = [] {
    std::array<OpInfo, 8> rows{};
#define FC_OP(name, number, mnemonic, effect) rows[number] = {mnemonic, 0, effect};
#include "isa/r500/fs/encoding/fc_ops.inc"
#undef FC_OP
    return rows;
}();

struct Word192 : Word<Word192, 192> {};

/// Word 0, of every instruction.
struct Common {
    static constexpr Field<Type> type{"TYPE", 0, 2, kTypeNames};
    static constexpr Field<bool> tex_sem_wait{"TEX_SEM_WAIT", 2, 1};
    static constexpr Field<Number> rgb_predicate{"RGB_PRED_SEL", 3, 3, kPredicateNames};
    static constexpr Field<bool> rgb_predicate_inverted{"RGB_PRED_INV", 6, 1};
    static constexpr Field<bool> write_inactive{"WRITE_INACTIVE", 7, 1}, last{"LAST", 8, 1}, nop{"NOP", 9, 1};
    static constexpr Field<bool> alu_wait{"ALU_WAIT", 10, 1};
    static constexpr Field<Number> rgb_mask{"RGB_WMASK", 11, 3}, alpha_mask{"ALPHA_WMASK", 14, 1};
    static constexpr Field<Number> rgb_out_mask{"RGB_OMASK", 15, 3}, alpha_out_mask{"ALPHA_OMASK", 18, 1};
    static constexpr Field<bool> rgb_clamp{"RGB_CLAMP", 19, 1}, alpha_clamp{"ALPHA_CLAMP", 20, 1};
    static constexpr Field<Number> result_select{"ALU_RESULT_SEL", 21, 1, kResultNames};
    static constexpr Field<bool> alpha_predicate_inverted{"ALPHA_PRED_INV", 22, 1};
    static constexpr Field<Compare> result_compare{"ALU_RESULT_OP", 23, 2, kCompareNames};
    static constexpr Field<Number> alpha_predicate{"ALPHA_PRED_SEL", 25, 3, kPredicateNames};
    static constexpr Field<Number> statistics{"STAT_WE", 28, 4};
};

/// Words 1 to 5 of instructions that compute (ALU, OUT): two units, RGB and alpha, side by side.
struct Alu {
    static constexpr Field<Number> rgb_address0{"RGB_ADDR0", 32, 8}, rgb_address1{"RGB_ADDR1", 42, 8};
    static constexpr Field<Number> rgb_address2{"RGB_ADDR2", 52, 8};
    static constexpr Field<bool> rgb_constant0{"RGB_ADDR0_CONST", 40, 1}, rgb_constant1{"RGB_ADDR1_CONST", 50, 1};
    static constexpr Field<bool> rgb_constant2{"RGB_ADDR2_CONST", 60, 1};
    static constexpr Field<bool> rgb_relative0{"RGB_ADDR0_REL", 41, 1}, rgb_relative1{"RGB_ADDR1_REL", 51, 1};
    static constexpr Field<bool> rgb_relative2{"RGB_ADDR2_REL", 61, 1};
    static constexpr Field<Number> rgb_pre_subtract{"RGB_SRCP_OP", 62, 2, kPreSubtractNames};

    static constexpr Field<Number> alpha_address0{"ALPHA_ADDR0", 64, 8}, alpha_address1{"ALPHA_ADDR1", 74, 8};
    static constexpr Field<Number> alpha_address2{"ALPHA_ADDR2", 84, 8};
    static constexpr Field<bool> alpha_constant0{"ALPHA_ADDR0_CONST", 72, 1},
        alpha_constant1{"ALPHA_ADDR1_CONST", 82, 1};
    static constexpr Field<bool> alpha_constant2{"ALPHA_ADDR2_CONST", 92, 1};
    static constexpr Field<bool> alpha_relative0{"ALPHA_ADDR0_REL", 73, 1}, alpha_relative1{"ALPHA_ADDR1_REL", 83, 1};
    static constexpr Field<bool> alpha_relative2{"ALPHA_ADDR2_REL", 93, 1};
    static constexpr Field<Number> alpha_pre_subtract{"ALPHA_SRCP_OP", 94, 2, kPreSubtractNames};

    static constexpr Field<Number> rgb_select_a{"RGB_SEL_A", 96, 2, kSelectNames};
    static constexpr Field<Component> red_a{"RED_SWIZ_A", 98, 3, kComponentNames},
        green_a{"GREEN_SWIZ_A", 101, 3, kComponentNames};
    static constexpr Field<Component> blue_a{"BLUE_SWIZ_A", 104, 3, kComponentNames};
    static constexpr Field<Number> rgb_modifier_a{"RGB_MOD_A", 107, 2, kModifierNames};
    static constexpr Field<Number> rgb_select_b{"RGB_SEL_B", 109, 2, kSelectNames};
    static constexpr Field<Component> red_b{"RED_SWIZ_B", 111, 3, kComponentNames},
        green_b{"GREEN_SWIZ_B", 114, 3, kComponentNames};
    static constexpr Field<Component> blue_b{"BLUE_SWIZ_B", 117, 3, kComponentNames};
    static constexpr Field<Number> rgb_modifier_b{"RGB_MOD_B", 120, 2, kModifierNames};
    static constexpr Field<Number> rgb_scale{"RGB_OMOD", 122, 3, kScaleNames}, rgb_target{"RGB_TARGET", 125, 2};
    static constexpr Field<bool> writes_result{"ALU_WMASK", 127, 1};

    static constexpr Field<AlphaOp> alpha_op{"ALPHA_OP", 128, 4};
    static constexpr Field<Number> alpha_temp{"ALPHA_ADDRD", 132, 7};
    static constexpr Field<bool> alpha_temp_relative{"ALPHA_ADDRD_REL", 139, 1};
    static constexpr Field<Number> alpha_select_a{"ALPHA_SEL_A", 140, 2, kSelectNames};
    static constexpr Field<Component> alpha_a{"ALPHA_SWIZ_A", 142, 3, kComponentNames};
    static constexpr Field<Number> alpha_modifier_a{"ALPHA_MOD_A", 145, 2, kModifierNames};
    static constexpr Field<Number> alpha_select_b{"ALPHA_SEL_B", 147, 2, kSelectNames};
    static constexpr Field<Component> alpha_b{"ALPHA_SWIZ_B", 149, 3, kComponentNames};
    static constexpr Field<Number> alpha_modifier_b{"ALPHA_MOD_B", 152, 2, kModifierNames};
    static constexpr Field<Number> alpha_scale{"ALPHA_OMOD", 154, 3, kScaleNames}, alpha_target{"ALPHA_TARGET", 157, 2};
    static constexpr Field<bool> writes_depth{"W_OMASK", 159, 1};

    static constexpr Field<RgbOp> rgb_op{"RGB_OP", 160, 4};
    static constexpr Field<Number> rgb_temp{"RGB_ADDRD", 164, 7};
    static constexpr Field<bool> rgb_temp_relative{"RGB_ADDRD_REL", 171, 1};
    static constexpr Field<Number> rgb_select_c{"RGB_SEL_C", 172, 2, kSelectNames};
    static constexpr Field<Component> red_c{"RED_SWIZ_C", 174, 3, kComponentNames},
        green_c{"GREEN_SWIZ_C", 177, 3, kComponentNames};
    static constexpr Field<Component> blue_c{"BLUE_SWIZ_C", 180, 3, kComponentNames};
    static constexpr Field<Number> rgb_modifier_c{"RGB_MOD_C", 183, 2, kModifierNames};
    static constexpr Field<Number> alpha_select_c{"ALPHA_SEL_C", 185, 2, kSelectNames};
    static constexpr Field<Component> alpha_c{"ALPHA_SWIZ_C", 187, 3, kComponentNames};
    static constexpr Field<Number> alpha_modifier_c{"ALPHA_MOD_C", 190, 2, kModifierNames};
};

/// Words 1 to 5 of texture instructions.
struct Tex {
    static constexpr Field<Number> unused1a{"W1_15_0", 32, 16}, unit{"TEX_ID", 48, 4}, unused1b{"W1_21_20", 52, 2};
    static constexpr Field<TexOp> op{"TEX_OP", 54, 3};
    static constexpr Field<bool> acquires{"TEX_SEM_ACQUIRE", 57, 1}, ignore_uncovered{"IGNORE_UNCOVERED", 58, 1};
    static constexpr Field<bool> unscaled{"UNSCALED", 59, 1};
    static constexpr Field<Number> unused1c{"W1_31_28", 60, 4};

    static constexpr Field<Number> source{"SRC_ADDR", 64, 7};
    static constexpr Field<bool> source_relative{"SRC_ADDR_REL", 71, 1};
    static constexpr Field<Number> s{"SRC_S_SWIZ", 72, 2, kChannelNames}, t{"SRC_T_SWIZ", 74, 2, kChannelNames};
    static constexpr Field<Number> r{"SRC_R_SWIZ", 76, 2, kChannelNames}, q{"SRC_Q_SWIZ", 78, 2, kChannelNames};
    static constexpr Field<Number> temp{"DST_ADDR", 80, 7};
    static constexpr Field<bool> temp_relative{"DST_ADDR_REL", 87, 1};
    static constexpr Field<Number> red{"DST_R_SWIZ", 88, 2, kChannelNames}, green{"DST_G_SWIZ", 90, 2, kChannelNames};
    static constexpr Field<Number> blue{"DST_B_SWIZ", 92, 2, kChannelNames}, alpha{"DST_A_SWIZ", 94, 2, kChannelNames};

    static constexpr Field<Number> dx{"DX_ADDR", 96, 7};
    static constexpr Field<bool> dx_relative{"DX_ADDR_REL", 103, 1};
    static constexpr Field<Number> dx_s{"DX_S_SWIZ", 104, 2, kChannelNames}, dx_t{"DX_T_SWIZ", 106, 2, kChannelNames};
    static constexpr Field<Number> dx_r{"DX_R_SWIZ", 108, 2, kChannelNames}, dx_q{"DX_Q_SWIZ", 110, 2, kChannelNames};
    static constexpr Field<Number> dy{"DY_ADDR", 112, 7};
    static constexpr Field<bool> dy_relative{"DY_ADDR_REL", 119, 1};
    static constexpr Field<Number> dy_s{"DY_S_SWIZ", 120, 2, kChannelNames}, dy_t{"DY_T_SWIZ", 122, 2, kChannelNames};
    static constexpr Field<Number> dy_r{"DY_R_SWIZ", 124, 2, kChannelNames}, dy_q{"DY_Q_SWIZ", 126, 2, kChannelNames};
    static constexpr Field<Number> unused4{"W4", 128, 32}, unused5{"W5", 160, 32};
};

/// Words 1 to 5 of flow-control instructions.
struct Fc {
    static constexpr Field<Number> unused1{"W1", 32, 32};
    static constexpr Field<FcOp> op{"FC_OP", 64, 3};
    static constexpr Field<Number> unused2a{"W2_3", 67, 1};
    static constexpr Field<bool> else_first{"B_ELSE", 68, 1}, jump_any{"JUMP_ANY", 69, 1};
    static constexpr Field<Number> stack{"A_OP", 70, 2, kStackNames}, table{"JUMP_FUNC", 72, 8};
    static constexpr Field<Number> pop_count{"B_POP_CNT", 80, 5}, unused2b{"W2_23_21", 85, 3};
    static constexpr Field<Number> if_stayed{"B_OP0", 88, 2, kCounterNames}, if_jumped{"B_OP1", 90, 2, kCounterNames};
    static constexpr Field<bool> ignore_uncovered{"IGNORE_UNCOVERED", 92, 1};
    static constexpr Field<Number> unused2c{"W2_31_29", 93, 3};
    static constexpr Field<Number> boolean{"BOOL_ADDR", 96, 5}, unused3a{"W3_7_5", 101, 3}, integer{"INT_ADDR", 104, 5};
    static constexpr Field<Number> unused3b{"W3_15_13", 109, 3}, target{"JUMP_ADDR", 112, 9},
        unused3c{"W3_30_25", 121, 6};
    static constexpr Field<bool> global{"JUMP_GLOBAL", 127, 1};
    static constexpr Field<Number> unused4{"W4", 128, 32}, unused5{"W5", 160, 32};
};

/// The fields of the common word, then others.
template <class... T>
[[nodiscard]] constexpr auto fields_behind_common(const Field<T>&... others) {
    using C = Common;
    return fields_of(C::type, C::tex_sem_wait, C::rgb_predicate, C::rgb_predicate_inverted, C::write_inactive, C::last,
                     C::nop, C::alu_wait, C::rgb_mask, C::alpha_mask, C::rgb_out_mask, C::alpha_out_mask, C::rgb_clamp,
                     C::alpha_clamp, C::result_select, C::alpha_predicate_inverted, C::result_compare,
                     C::alpha_predicate, C::statistics, others...);
}

inline constexpr auto kAluFields = fields_behind_common(
    Alu::rgb_address0, Alu::rgb_constant0, Alu::rgb_relative0, Alu::rgb_address1, Alu::rgb_constant1,
    Alu::rgb_relative1, Alu::rgb_address2, Alu::rgb_constant2, Alu::rgb_relative2, Alu::rgb_pre_subtract,
    Alu::alpha_address0, Alu::alpha_constant0, Alu::alpha_relative0, Alu::alpha_address1, Alu::alpha_constant1,
    Alu::alpha_relative1, Alu::alpha_address2, Alu::alpha_constant2, Alu::alpha_relative2, Alu::alpha_pre_subtract,
    Alu::rgb_select_a, Alu::red_a, Alu::green_a, Alu::blue_a, Alu::rgb_modifier_a, Alu::rgb_select_b, Alu::red_b,
    Alu::green_b, Alu::blue_b, Alu::rgb_modifier_b, Alu::rgb_scale, Alu::rgb_target, Alu::writes_result, Alu::alpha_op,
    Alu::alpha_temp, Alu::alpha_temp_relative, Alu::alpha_select_a, Alu::alpha_a, Alu::alpha_modifier_a,
    Alu::alpha_select_b, Alu::alpha_b, Alu::alpha_modifier_b, Alu::alpha_scale, Alu::alpha_target, Alu::writes_depth,
    Alu::rgb_op, Alu::rgb_temp, Alu::rgb_temp_relative, Alu::rgb_select_c, Alu::red_c, Alu::green_c, Alu::blue_c,
    Alu::rgb_modifier_c, Alu::alpha_select_c, Alu::alpha_c, Alu::alpha_modifier_c);
inline constexpr auto kTexFields = fields_behind_common(
    Tex::unused1a, Tex::unit, Tex::unused1b, Tex::op, Tex::acquires, Tex::ignore_uncovered, Tex::unscaled,
    Tex::unused1c, Tex::source, Tex::source_relative, Tex::s, Tex::t, Tex::r, Tex::q, Tex::temp, Tex::temp_relative,
    Tex::red, Tex::green, Tex::blue, Tex::alpha, Tex::dx, Tex::dx_relative, Tex::dx_s, Tex::dx_t, Tex::dx_r, Tex::dx_q,
    Tex::dy, Tex::dy_relative, Tex::dy_s, Tex::dy_t, Tex::dy_r, Tex::dy_q, Tex::unused4, Tex::unused5);
inline constexpr auto kFcFields = fields_behind_common(
    Fc::unused1, Fc::op, Fc::unused2a, Fc::else_first, Fc::jump_any, Fc::stack, Fc::table, Fc::pop_count, Fc::unused2b,
    Fc::if_stayed, Fc::if_jumped, Fc::ignore_uncovered, Fc::unused2c, Fc::boolean, Fc::unused3a, Fc::integer,
    Fc::unused3b, Fc::target, Fc::unused3c, Fc::global, Fc::unused4, Fc::unused5);
static_assert(covers(kAluFields, 192), "every bit of an ALU instruction has exactly one owner");
static_assert(covers(kTexFields, 192), "every bit of a texture instruction has exactly one owner");
static_assert(covers(kFcFields, 192), "every bit of a flow-control instruction has exactly one owner");

/// All fields of an instruction, by its type.
[[nodiscard]] constexpr std::span<const FieldInfo> fields_in(const Word192& word) {
    switch (word[Common::type]) {
        case Type::Tex: return kTexFields;
        case Type::Fc: return kFcFields;
        default: return kAluFields;
    }
}

inline constexpr std::uint32_t kTemps = 128, kConstants = 256, kUnits = 16, kTargets = 4;
inline constexpr std::uint32_t kInlineFloat = 128; // addresses from here on, where no constant is meant
inline constexpr std::uint32_t kNoSource = 128;    // what both compilers name where a source is not used
inline constexpr std::size_t kInstructionBytes = 24, kInstructionDwords = 6;

/// Whether the RGB and the alpha unit work.
[[nodiscard]] constexpr bool computes(const Word192& word) {
    return word[Common::type] == Type::Alu || word[Common::type] == Type::Out;
}
/// Whether the operations have names: else nothing can be made of the instruction.
[[nodiscard]] constexpr bool is_known(const Word192& word) {
    switch (word[Common::type]) {
        case Type::Tex: return !kTexOps[word.extract(Tex::op)].mnemonic.empty();
        case Type::Fc: return true;
        default:
            return !kRgbOps[word.extract(Alu::rgb_op)].mnemonic.empty() &&
                   !kAlphaOps[word.extract(Alu::alpha_op)].mnemonic.empty();
    }
}

} // namespace relit::isa::r500::fs
