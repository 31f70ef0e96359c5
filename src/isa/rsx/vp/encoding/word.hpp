// The 128-bit instruction word of the RSX vertex program (reference rsx.md, sections 1.2 to 1.5).
#pragma once

#include "base/bits.hpp"
#include "isa/rsx/encoding/condition.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace relit::isa::rsx::vp {

enum class Vec : std::uint8_t {
#define VEC_OP(name, number, mnemonic, reads, summary) name = number,
#include "isa/rsx/vp/encoding/vec_ops.inc"
#undef VEC_OP
};
enum class Sca : std::uint8_t {
#define SCA_OP(name, number, mnemonic, reads, op_class, summary) name = number,
#include "isa/rsx/vp/encoding/sca_ops.inc"
#undef SCA_OP
};

/// Which register file a source comes from. None is reserved.
enum class Type : std::uint8_t { None, Temp, Input, Constant };

inline constexpr std::array<std::string_view, 4> kTypeNames = {"none", "R", "v", "c"};
inline constexpr std::array<std::string_view, 2> kUnitNames = {"SCA", "VEC"};
inline constexpr std::array<std::string_view, 32> kVecNames = {
#define VEC_OP(name, number, mnemonic, reads, summary) mnemonic,
#include "isa/rsx/vp/encoding/vec_ops.inc"
#undef VEC_OP
};
inline constexpr std::array<std::string_view, 32> kScaNames = {
#define SCA_OP(name, number, mnemonic, reads, op_class, summary) mnemonic,
#include "isa/rsx/vp/encoding/sca_ops.inc"
#undef SCA_OP
};

/// Bit positions count from D0: "D1, bit 27" is 59. Masks: 8 = x, 4 = y, 2 = z, 1 = w.
struct Word128 : Word<Word128, 128> {
    using Number = std::uint32_t;

    static constexpr Field<Number> address_lane{"A.lane", 0, 2, kLaneNames};
    static constexpr Field<Number> cc_w{"CC.w", 2, 2, kLaneNames}, cc_z{"CC.z", 4, 2, kLaneNames};
    static constexpr Field<Number> cc_y{"CC.y", 6, 2, kLaneNames}, cc_x{"CC.x", 8, 2, kLaneNames};
    static constexpr Field<Condition> condition{"CC.condition", 10, 3, kConditionNames};
    static constexpr Field<bool> cc_test{"CC.test", 13, 1};
    static constexpr Field<bool> cc_write{"CC.write", 14, 1};
    static constexpr Field<Number> vec_temp{"VEC.temp", 15, 6}; // or the address register; 63: none
    static constexpr Field<bool> abs0{"src0.abs", 21, 1}, abs1{"src1.abs", 22, 1}, abs2{"src2.abs", 23, 1};
    static constexpr Field<Number> address{"A.select", 24, 1};
    static constexpr Field<Number> cc_select{"CC.select", 25, 1, kConditionRegisters}; // tested and written
    static constexpr Field<bool> saturate{"saturate", 26, 1};
    static constexpr Field<bool> in_relative{"in.relative", 27, 1};
    static constexpr Field<bool> out_relative{"out.relative", 28, 1};
    static constexpr Field<Number> cc_source{"CC.source", 29, 1, kUnitNames};
    static constexpr Field<Number> out_source{"out.source", 30, 1, kUnitNames};
    static constexpr Field<Number> unused{"unused", 31, 1};

    static constexpr Field<bool> negate0{"src0.neg", 39, 1};
    static constexpr Field<Number> x0{"src0.x", 37, 2, kLaneNames}, y0{"src0.y", 35, 2, kLaneNames};
    static constexpr Field<Number> z0{"src0.z", 33, 2, kLaneNames};
    static constexpr Field<Number> w0{"src0.w", {BitRun{95, 1}, BitRun{32, 1}}, kLaneNames};
    static constexpr Field<Number> temp0{"src0.temp", 89, 6};
    static constexpr Field<Type> type0{"src0.type", 87, 2, kTypeNames};

    static constexpr Field<Number> input{"in.index", 40, 4};
    static constexpr Field<Number> constant{"const.index", 44, 10};
    static constexpr Field<Vec> vec{"VEC", 54, 5, kVecNames};
    static constexpr Field<Sca> sca{"SCA", 59, 5, kScaNames};

    static constexpr Field<bool> negate1{"src1.neg", 86, 1};
    static constexpr Field<Number> x1{"src1.x", 84, 2, kLaneNames}, y1{"src1.y", 82, 2, kLaneNames};
    static constexpr Field<Number> z1{"src1.z", 80, 2, kLaneNames}, w1{"src1.w", 78, 2, kLaneNames};
    static constexpr Field<Number> temp1{"src1.temp", 72, 6};
    static constexpr Field<Type> type1{"src1.type", 70, 2, kTypeNames};

    static constexpr Field<bool> negate2{"src2.neg", 69, 1};
    static constexpr Field<Number> x2{"src2.x", 67, 2, kLaneNames}, y2{"src2.y", 65, 2, kLaneNames};
    static constexpr Field<Number> z2{"src2.z", {BitRun{127, 1}, BitRun{64, 1}}, kLaneNames};
    static constexpr Field<Number> w2{"src2.w", 125, 2, kLaneNames};
    static constexpr Field<Number> temp2{"src2.temp", 119, 6};
    static constexpr Field<Type> type2{"src2.type", 117, 2, kTypeNames};

    static constexpr Field<Number> sca_mask{"SCA.mask", 113, 4};
    static constexpr Field<Number> vec_mask{"VEC.mask", 109, 4};
    static constexpr Field<Number> sca_temp{"SCA.temp", 103, 6}; // 63: none
    static constexpr Field<Number> output{"out.index", 98, 5};   // 31: none
    static constexpr Field<bool> constant_relative{"const.relative", 97, 1};
    static constexpr Field<bool> end{"END", 96, 1};

    static constexpr auto fields =
        fields_of(unused, out_source, cc_source, out_relative, in_relative, saturate, cc_select, address, abs2, abs1,
                  abs0, vec_temp, cc_write, cc_test, condition, cc_x, cc_y, cc_z, cc_w, address_lane, sca, vec,
                  constant, input, negate0, x0, y0, z0, w0, temp0, type0, negate1, x1, y1, z1, w1, temp1, type1,
                  negate2, x2, y2, z2, w2, temp2, type2, sca_mask, vec_mask, sca_temp, output, constant_relative, end);

    // Read instead of other fields: by jumps and calls, by those that look at a branch bit, and by TXL.
    static constexpr Field<Number> target{"target", {BitRun{125, 3}, BitRun{64, 6}, BitRun{23, 1}}}; // a slot
    static constexpr Field<Number> bit{"bit", 119, 5};
    static constexpr Field<bool> bit_wanted{"bit.wanted", 124, 1};
    static constexpr Field<Number> unit{"unit", 72, 2};
};
static_assert(covers(Word128::fields, 128), "every bit of the word has exactly one owner");

inline constexpr std::uint32_t kNoTemp = 63, kNoOutput = 31;
inline constexpr std::uint32_t kTemps = 63; // the hardware has 32; the field names 63
inline constexpr std::uint32_t kInputs = 16, kOutputs = 16, kConstants = 468, kBranchBits = 32, kStackEntries = 8;

/// A source as the word gives it: select, absolute value, negation, swizzle.
struct Source {
    Type type = Type::None;
    std::uint32_t temp = 0; // the input's or constant's index stands in the word
    Swizzle swizzle{};
    bool abs = false, negate = false;
    [[nodiscard]] bool operator==(const Source&) const = default;
};

/// The fields that make a source.
struct SourceFields {
    const FieldInfo *x, *y, *z, *w, *temp;
    const Field<Type>* type;
    const Field<bool>*abs, *negate;
};
inline constexpr std::array<SourceFields, 3> kSourceFields = {{
    {&Word128::x0, &Word128::y0, &Word128::z0, &Word128::w0, &Word128::temp0, &Word128::type0, &Word128::abs0,
     &Word128::negate0},
    {&Word128::x1, &Word128::y1, &Word128::z1, &Word128::w1, &Word128::temp1, &Word128::type1, &Word128::abs1,
     &Word128::negate1},
    {&Word128::x2, &Word128::y2, &Word128::z2, &Word128::w2, &Word128::temp2, &Word128::type2, &Word128::abs2,
     &Word128::negate2},
}};

template <unsigned which>
[[nodiscard]] constexpr Source source_number(const Word128& word) {
    constexpr const SourceFields& f = kSourceFields[which]; // known here: each is a shift and a mask
    Source source;
    source.type = word[*f.type];
    source.temp = static_cast<std::uint32_t>(word.extract(*f.temp));
    source.swizzle = {static_cast<std::uint8_t>(word.extract(*f.x)), static_cast<std::uint8_t>(word.extract(*f.y)),
                      static_cast<std::uint8_t>(word.extract(*f.z)), static_cast<std::uint8_t>(word.extract(*f.w))};
    source.abs = word[*f.abs];
    source.negate = word[*f.negate];
    return source;
}
[[nodiscard]] constexpr Source source(const Word128& word, unsigned which) {
    return which == 0 ? source_number<0>(word) : which == 1 ? source_number<1>(word) : source_number<2>(word);
}
/// How the lanes of the condition register are taken for the test.
[[nodiscard]] constexpr Swizzle condition_swizzle(const Word128& word) {
    using W = Word128;
    return {static_cast<std::uint8_t>(word[W::cc_x]), static_cast<std::uint8_t>(word[W::cc_y]),
            static_cast<std::uint8_t>(word[W::cc_z]), static_cast<std::uint8_t>(word[W::cc_w])};
}

/// What an operation of the scalar unit is: a value, or a change of the program's control flow.
enum class OpClass : std::uint8_t { Value, Jump, Call, Return, Stack };

struct VecInfo {
    std::string_view mnemonic, reads, summary;
};
struct ScaInfo {
    std::string_view mnemonic;
    char reads = '-';
    OpClass op_class = OpClass::Value;
    std::string_view summary;
};
inline constexpr std::array<VecInfo, 32> kVecRows = {{
#define VEC_OP(name, number, mnemonic, reads, summary) {mnemonic, reads, summary},
#include "isa/rsx/vp/encoding/vec_ops.inc"
#undef VEC_OP
}};
inline constexpr std::array<ScaInfo, 32> kScaRows = {{
#define SCA_OP(name, number, mnemonic, reads, op_class, summary) {mnemonic, reads, OpClass::op_class, summary},
#include "isa/rsx/vp/encoding/sca_ops.inc"
#undef SCA_OP
}};
static_assert(kVecRows[static_cast<unsigned>(Vec::Txl)].mnemonic == "TXL" &&
                  kScaRows[static_cast<unsigned>(Sca::Pop)].mnemonic == "POP",
              "vec_ops.inc and sca_ops.inc name every operation in order");
/// Empty mnemonic for numbers that no operation has.
[[nodiscard]] constexpr const VecInfo& info(Vec op) { return kVecRows[static_cast<unsigned>(op) & 31]; }
[[nodiscard]] constexpr const ScaInfo& info(Sca op) { return kScaRows[static_cast<unsigned>(op) & 31]; }

// ---- what a word does, as far as its fields say

[[nodiscard]] constexpr bool is_defined(Vec op) { return !info(op).mnemonic.empty(); }
[[nodiscard]] constexpr bool is_defined(Sca op) { return !info(op).mnemonic.empty(); }
[[nodiscard]] constexpr bool writes_address(Vec op) { return op == Vec::Arl || op == Vec::Arr || op == Vec::Ara; }
/// Whether the target is a slot number in the word; BRA and CAL add an address register to it.
[[nodiscard]] constexpr bool has_target(Sca op) {
    return info(op).op_class == OpClass::Jump || info(op).op_class == OpClass::Call;
}
/// Whether the operation may branch.
[[nodiscard]] constexpr bool steers(Sca op) {
    return info(op).op_class != OpClass::Value && info(op).op_class != OpClass::Stack;
}
[[nodiscard]] constexpr bool looks_at_bit(Sca op) { return op == Sca::Brb || op == Sca::Clb; }
/// Whether the operation branches on the condition: it does so whatever CC.test says, which is about results alone.
[[nodiscard]] constexpr bool looks_at_condition(Sca op) { return steers(op) && !looks_at_bit(op); }

[[nodiscard]] constexpr bool vec_has_result(const Word128& word) {
    const Vec op = word[Word128::vec];
    return op != Vec::Nop && is_defined(op) && !writes_address(op);
}
[[nodiscard]] constexpr bool sca_has_result(const Word128& word) {
    const Sca op = word[Word128::sca];
    return op != Sca::Nop && is_defined(op) && info(op).op_class == OpClass::Value;
}
/// By operation: bit i for source i.
inline constexpr std::array<std::uint8_t, 32> kVecReads = [] {
    std::array<std::uint8_t, 32> masks{};
    for (std::size_t op = 0; op < masks.size(); ++op)
        for (const char which : kVecRows[op].reads) masks[op] |= static_cast<std::uint8_t>(1U << (which - '0'));
    return masks;
}();
/// The same for the scalar unit.
inline constexpr std::array<std::uint8_t, 32> kScaReads = [] {
    std::array<std::uint8_t, 32> masks{};
    for (std::size_t op = 0; op < masks.size(); ++op)
        masks[op] = kScaRows[op].reads == 'v' || kScaRows[op].reads == 'x' ? 4 : 0;
    return masks;
}();
[[nodiscard]] constexpr bool vec_reads(const Word128& word, unsigned which) {
    return (kVecReads[static_cast<unsigned>(word[Word128::vec]) & 31] >> which & 1) != 0;
}
/// The sources that the word's operations read: bit i for source i.
[[nodiscard]] constexpr unsigned sources_read(const Word128& word) {
    return kVecReads[static_cast<unsigned>(word[Word128::vec]) & 31] |
           kScaReads[static_cast<unsigned>(word[Word128::sca]) & 31];
}
[[nodiscard]] constexpr bool reads(const Word128& word, unsigned which) {
    return (sources_read(word) >> which & 1) != 0;
}
[[nodiscard]] constexpr bool vec_writes_temp(const Word128& word) {
    return vec_has_result(word) && word[Word128::vec_temp] != kNoTemp && word[Word128::vec_mask] != 0;
}
[[nodiscard]] constexpr bool sca_writes_temp(const Word128& word) {
    return sca_has_result(word) && word[Word128::sca_temp] != kNoTemp && word[Word128::sca_mask] != 0;
}
/// Whether the word writes o[], and not only names a register there.
[[nodiscard]] constexpr bool writes_output(const Word128& word) {
    if (word[Word128::output] == kNoOutput) return false;
    return word[Word128::out_source] != 0 ? vec_has_result(word) && word[Word128::vec_mask] != 0
                                          : sca_has_result(word) && word[Word128::sca_mask] != 0;
}
/// Whether only lanes that pass the condition are written.
[[nodiscard]] constexpr bool is_predicated(const Word128& word) {
    return word[Word128::cc_test] && word[Word128::condition] != Condition::Tr;
}
/// Whether a jump, call or return depends on the condition. Sony's compiler leaves CC.test 0 there, Mesa sets it.
[[nodiscard]] constexpr bool branches_on_condition(const Word128& word) {
    return looks_at_condition(word[Word128::sca]) && word[Word128::condition] != Condition::Tr;
}
/// Whether the word has something besides its control flow that CC.test can be about.
[[nodiscard]] constexpr bool can_be_predicated(const Word128& word) {
    return vec_has_result(word) || sca_has_result(word) || writes_address(word[Word128::vec]) ||
           info(word[Word128::sca]).op_class == OpClass::Stack;
}
/// Whether a condition register is written: with the result of the unit that CC.source names.
[[nodiscard]] constexpr bool writes_condition(const Word128& word) {
    if (!word[Word128::cc_write]) return false;
    return word[Word128::cc_source] != 0 ? vec_has_result(word) : sca_has_result(word);
}
/// Whether all that the vector unit does is to move lanes of a register to themselves: compilers say so, under a condition,
/// before they write the others.
[[nodiscard]] constexpr bool keeps_register(const Word128& word) {
    using W = Word128;
    if (word[W::vec] != Vec::Mov || word[W::saturate]) return false;
    const bool is_output = word[W::output] != kNoOutput && word[W::out_source] != 0;
    if (is_output || (word[W::cc_write] && word[W::cc_source] != 0)) return false;
    const Source from = source_number<0>(word);
    if (from.type != Type::Temp || from.temp != word[W::vec_temp] || from.abs || from.negate) return false;
    for (unsigned lane = 0; lane < 4; ++lane)
        if ((word[W::vec_mask] >> (3 - lane) & 1) != 0 && from.swizzle[lane] != lane) return false;
    return true;
}
/// Whether the operations, and the sources that they read, exist.
[[nodiscard]] constexpr bool is_known(const Word128& word) {
    using W = Word128;
    const auto none = [](Type type) { return type == Type::None ? 1U : 0U; };
    const unsigned missing = none(word[W::type0]) | none(word[W::type1]) << 1 | none(word[W::type2]) << 2;
    return is_defined(word[W::vec]) && is_defined(word[W::sca]) && (sources_read(word) & missing) == 0;
}

} // namespace relit::isa::rsx::vp
