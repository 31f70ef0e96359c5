// The 128-bit instruction word of the RSX fragment program (reference rsx.md, sections 2.2 to 2.4).
#pragma once

#include "base/bits.hpp"
#include "isa/rsx/encoding/condition.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace relit::isa::rsx::fp {

enum class Op : std::uint8_t {
#define FP_OP(name, number, mnemonic, reads, op_class, summary) name = number,
#include "isa/rsx/fp/encoding/ops.inc"
#undef FP_OP
};

/// Which register file a source comes from; 3 is reserved. A constant follows the word.
enum class Type : std::uint8_t { Temp, Input, Constant, Reserved };
/// Of a result: full, half, fixed point of 12 bits, clamped to -1 .. 1.
enum class Precision : std::uint8_t { R, H, X, B };
/// Of a source: R takes it as it is, X and B clamp as a result of that precision would be, S to 0 .. 1; N does nothing.
enum class SourcePrecision : std::uint8_t { R, H, X, B, S, N };

inline constexpr std::array<std::string_view, 4> kTypeNames = {"temp", "input", "constant", "reserved"};
inline constexpr std::array<std::string_view, 4> kPrecisionNames = {"R", "H", "X", "B"};
inline constexpr std::array<std::string_view, 8> kSourcePrecisionNames = {"", "_h", "_x", "_b", "_s", "_n", "", ""};
inline constexpr std::array<std::string_view, 8> kScaleNames = {"", "_m2", "_m4", "_m8", "", "_d2", "_d4", "_d8"};
inline constexpr std::array<std::string_view, 128> kOpNames = [] {
    std::array<std::string_view, 128> names{};
#define FP_OP(name, number, mnemonic, reads, op_class, summary) names[number] = mnemonic;
#include "isa/rsx/fp/encoding/ops.inc"
#undef FP_OP
    return names;
}();
inline constexpr std::array<std::string_view, 16> kInputNames = {
#define INPUT(index, name, kind, number, summary) name,
#include "isa/rsx/fp/encoding/inputs.inc"
#undef INPUT
};

/// Bit positions count from W0, as a logical dword holds them (the halves of which memory swaps): "W2, bit 31" is 95.
/// Masks: 1 = x, 2 = y, 4 = z, 8 = w.
struct Word128 : Word<Word128, 128> {
    using Number = std::uint32_t;

    static constexpr Field<bool> end{"END", 0, 1};
    static constexpr Field<Number> dst{"dst", 1, 6};
    static constexpr Field<bool> dst_half{"dst.half", 7, 1};
    static constexpr Field<bool> cc_write{"CC.write", 8, 1};
    static constexpr Field<Number> mask{"mask", 9, 4};
    static constexpr Field<Number> input{"input", 13, 4, kInputNames};
    static constexpr Field<Number> unit{"unit", 17, 4};
    static constexpr Field<bool> bx2{"bx2", 21, 1};
    static constexpr Field<Precision> precision{"precision", 22, 2, kPrecisionNames};
    static constexpr Field<Op> op{"op", {BitRun{24, 6}, BitRun{95, 1}}, kOpNames};
    static constexpr Field<bool> no_dst{"no_dst", 30, 1};
    static constexpr Field<bool> saturate{"saturate", 31, 1};

    static constexpr Field<Type> type0{"src0.type", 32, 2, kTypeNames};
    static constexpr Field<Number> temp0{"src0.temp", 34, 6};
    static constexpr Field<bool> half0{"src0.half", 40, 1};
    static constexpr Field<Number> x0{"src0.x", 41, 2, kLaneNames}, y0{"src0.y", 43, 2, kLaneNames};
    static constexpr Field<Number> z0{"src0.z", 45, 2, kLaneNames}, w0{"src0.w", 47, 2, kLaneNames};
    static constexpr Field<bool> negate0{"src0.neg", 49, 1};
    static constexpr Field<Condition> condition{"CC.condition", 50, 3, kConditionNames};
    static constexpr Field<Number> cc_x{"CC.x", 53, 2, kLaneNames}, cc_y{"CC.y", 55, 2, kLaneNames};
    static constexpr Field<Number> cc_z{"CC.z", 57, 2, kLaneNames}, cc_w{"CC.w", 59, 2, kLaneNames};
    static constexpr Field<bool> abs0{"src0.abs", 61, 1};
    static constexpr Field<Number> cc_written{"CC.written", 62, 1, kConditionRegisters};
    static constexpr Field<Number> cc_tested{"CC.tested", 63, 1, kConditionRegisters};

    static constexpr Field<Type> type1{"src1.type", 64, 2, kTypeNames};
    static constexpr Field<Number> temp1{"src1.temp", 66, 6};
    static constexpr Field<bool> half1{"src1.half", 72, 1};
    static constexpr Field<Number> x1{"src1.x", 73, 2, kLaneNames}, y1{"src1.y", 75, 2, kLaneNames};
    static constexpr Field<Number> z1{"src1.z", 77, 2, kLaneNames}, w1{"src1.w", 79, 2, kLaneNames};
    static constexpr Field<bool> negate1{"src1.neg", 81, 1};
    static constexpr Field<bool> abs1{"src1.abs", 82, 1};
    static constexpr Field<SourcePrecision> precision0{"src0.precision", 83, 3, kSourcePrecisionNames};
    static constexpr Field<SourcePrecision> precision1{"src1.precision", 86, 3, kSourcePrecisionNames};
    static constexpr Field<SourcePrecision> precision2{"src2.precision", 89, 3, kSourcePrecisionNames};
    static constexpr Field<Number> scale{"scale", 92, 3, kScaleNames};

    static constexpr Field<Type> type2{"src2.type", 96, 2, kTypeNames};
    static constexpr Field<Number> temp2{"src2.temp", 98, 6};
    static constexpr Field<bool> half2{"src2.half", 104, 1};
    static constexpr Field<Number> x2{"src2.x", 105, 2, kLaneNames}, y2{"src2.y", 107, 2, kLaneNames};
    static constexpr Field<Number> z2{"src2.z", 109, 2, kLaneNames}, w2{"src2.w", 111, 2, kLaneNames};
    static constexpr Field<bool> negate2{"src2.neg", 113, 1};
    static constexpr Field<bool> abs2{"src2.abs", 114, 1};
    static constexpr Field<Number> index{"index", 115, 11}; // of f[aL + n]; two's complement
    static constexpr Field<bool> indexed{"indexed", 126, 1};
    static constexpr Field<bool> flat{"no_perspective", 127, 1}; // prints as g[]

    static constexpr auto fields =
        fields_of(end, dst, dst_half, cc_write, mask, input, unit, bx2, precision, op, no_dst, saturate, type0, temp0,
                  half0, x0, y0, z0, w0, negate0, condition, cc_x, cc_y, cc_z, cc_w, abs0, cc_written, cc_tested, type1,
                  temp1, half1, x1, y1, z1, w1, negate1, abs1, precision0, precision1, precision2, scale, type2, temp2,
                  half2, x2, y2, z2, w2, negate2, abs2, index, indexed, flat);

    // Read instead of sources 1 and 2 by the operations that steer. Addresses count dwords from the program's start.
    static constexpr Field<Number> first_address{"address", 64, 31};      // IFE: of ELSE; CAL: of the target
    static constexpr Field<Number> second_address{"end.address", 96, 31}; // IFE: of ENDIF; LOOP, REP: of the end
    static constexpr Field<Number> count{"count", 66, 8}, initial{"initial", 74, 8},
        step{"step", 83, 8}; // step: signed
};
static_assert(covers(Word128::fields, 128), "every bit of the word has exactly one owner");

inline constexpr std::uint32_t kTemps = 48; // R0 to R47; halves H0 to H95, of which a word names 64
inline constexpr std::uint32_t kInputs = 16, kUnits = 16;
inline constexpr std::uint32_t kNoRegister = 63; // what compilers name where there is no destination

/// A source as the word gives it: select, absolute value, precision, negation, swizzle.
struct Source {
    Type type = Type::Temp;
    std::uint32_t temp = 0; // the input's index stands in the word
    bool half = false;
    Swizzle swizzle{};
    bool abs = false, negate = false;
    SourcePrecision precision = SourcePrecision::R;
};

/// The fields that make a source.
struct SourceFields {
    const Field<Type>* type;
    const FieldInfo *temp, *x, *y, *z, *w;
    const Field<bool>*half, *abs, *negate;
    const Field<SourcePrecision>* precision;
};
inline constexpr std::array<SourceFields, 3> kSourceFields = {{
    {&Word128::type0, &Word128::temp0, &Word128::x0, &Word128::y0, &Word128::z0, &Word128::w0, &Word128::half0,
     &Word128::abs0, &Word128::negate0, &Word128::precision0},
    {&Word128::type1, &Word128::temp1, &Word128::x1, &Word128::y1, &Word128::z1, &Word128::w1, &Word128::half1,
     &Word128::abs1, &Word128::negate1, &Word128::precision1},
    {&Word128::type2, &Word128::temp2, &Word128::x2, &Word128::y2, &Word128::z2, &Word128::w2, &Word128::half2,
     &Word128::abs2, &Word128::negate2, &Word128::precision2},
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
    source.half = word[*f.half];
    source.precision = word[*f.precision];
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

enum class OpClass : std::uint8_t { Unknown, Nothing, Value, Texture, Kill, Break, Call, If, Loop, Return };

struct OpInfo {
    std::string_view mnemonic;
    std::string_view reads; // a letter for each source
    OpClass op_class = OpClass::Unknown;
    std::string_view summary;
    [[nodiscard]] constexpr unsigned sources() const { return static_cast<unsigned>(reads.size()); }
};
inline constexpr std::array<OpInfo, 128> kOpRows = [] {
    std::array<OpInfo, 128> rows{};
#define FP_OP(name, number, mnemonic, reads, op_class, summary) \
    rows[number] = {mnemonic, reads, OpClass::op_class, summary};
#include "isa/rsx/fp/encoding/ops.inc"
#undef FP_OP
    return rows;
}();
/// Empty mnemonic for numbers that no operation has.
[[nodiscard]] constexpr const OpInfo& info(Op op) { return kOpRows[static_cast<unsigned>(op) & 127]; }

enum class InputKind : std::uint8_t { Position, Colour, Fog, Texcoord, Facing, None };
struct InputInfo {
    std::string_view name;
    InputKind kind = InputKind::None;
    unsigned number = 0;
    std::string_view summary;
};
inline constexpr std::array<InputInfo, kInputs> kInputRows = {{
#define INPUT(index, name, kind, number, summary) {name, InputKind::kind, number, summary},
#include "isa/rsx/fp/encoding/inputs.inc"
#undef INPUT
}};

// ---- what a word does, as far as its fields say

[[nodiscard]] constexpr bool is_defined(Op op) { return info(op).op_class != OpClass::Unknown; }
/// Whether the words of sources 1 and 2 hold addresses and counts instead.
[[nodiscard]] constexpr bool steers(Op op) { return static_cast<unsigned>(op) >= 0x40; }
[[nodiscard]] constexpr bool reads(const Word128& word, unsigned which) {
    return which < info(word[Word128::op]).sources();
}
[[nodiscard]] constexpr bool has_result(const Word128& word) {
    const OpClass op_class = info(word[Word128::op]).op_class;
    return op_class == OpClass::Value || op_class == OpClass::Texture;
}
[[nodiscard]] constexpr bool writes_register(const Word128& word) {
    return has_result(word) && !word[Word128::no_dst] && word[Word128::mask] != 0;
}
[[nodiscard]] constexpr bool writes_condition(const Word128& word) {
    return has_result(word) && word[Word128::cc_write] && word[Word128::mask] != 0;
}
/// Whether a constant can follow the operation. Those that steer and the fences have none, whatever their sources say, as
/// RPCS3 found on the hardware; others of no source, NOP and KIL, do.
[[nodiscard]] constexpr bool takes_constant(Op op) { return !steers(op) && op != Op::Fenct && op != Op::Fencb; }
/// Whether the type of any of the three sources is "constant", read or not.
[[nodiscard]] constexpr bool names_constant(const Word128& word) {
    return word[Word128::type0] == Type::Constant || word[Word128::type1] == Type::Constant ||
           word[Word128::type2] == Type::Constant;
}
/// Whether four dwords of a constant follow the word: the sequencer looks at all three types, whatever is read.
[[nodiscard]] constexpr bool has_constant(const Word128& word) {
    return names_constant(word) && takes_constant(word[Word128::op]);
}
/// Whether the word is done whatever the condition register holds, whose lanes are taken in order: nearly all words are.
[[nodiscard]] constexpr bool is_usual(const Word128& word) {
    return word[Word128::condition] == Condition::Tr && condition_swizzle(word) == kInOrder;
}
/// Whether the operation, and the sources that it reads, exist.
[[nodiscard]] constexpr bool is_known(const Word128& word) {
    using W = Word128;
    const auto reserved = [](Type type) { return type == Type::Reserved ? 1U : 0U; };
    const unsigned missing = reserved(word[W::type0]) | reserved(word[W::type1]) << 1 | reserved(word[W::type2]) << 2;
    return is_defined(word[W::op]) && (missing & ((1U << info(word[W::op]).sources()) - 1)) == 0;
}

/// The attribute that f[aL + n] reads where aL is 0. The field counts from TEX0, which is attribute 4.
[[nodiscard]] constexpr std::int32_t indexed_input(const Word128& word) {
    constexpr std::int32_t kSpan = 1 << 11, kTex0 = 4;
    const auto field = static_cast<std::int32_t>(word[Word128::index]);
    return (field < kSpan / 2 ? field : field - kSpan) + kTex0;
}
/// The step of LOOP and REP, which is signed.
[[nodiscard]] constexpr std::int32_t step_of(const Word128& word) {
    return static_cast<std::int8_t>(word[Word128::step]);
}

/// A logical dword from four bytes of memory, which hold its halves swapped and each big-endian; and back.
[[nodiscard]] constexpr std::uint32_t swap_halves(std::uint32_t big_endian) {
    return big_endian << 16 | big_endian >> 16;
}

} // namespace relit::isa::rsx::fp
