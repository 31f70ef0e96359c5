// The 128-bit instruction word of the NV2A vertex program (reference nv2a.md, section 2).
#pragma once

#include "base/bits.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace relit::isa::nv2a {

enum class Mac : std::uint8_t {
#define MAC_OP(name, number, mnemonic, reads, summary) name = number,
#include "isa/nv2a/encoding/mac_ops.inc"
#undef MAC_OP
};

enum class Ilu : std::uint8_t {
#define ILU_OP(name, number, mnemonic, lanes, summary) name = number,
#include "isa/nv2a/encoding/ilu_ops.inc"
#undef ILU_OP
};

/// Which register file an operand comes from. None is what an unused operand may hold, and illegal in a used one.
enum class Mux : std::uint8_t { None, Temp, Input, Constant };

inline constexpr std::array<std::string_view, 4> kMuxNames = {"none", "R", "v", "c"};
inline constexpr std::array<std::string_view, 4> kLaneNames = {"x", "y", "z", "w"};
inline constexpr std::array<std::string_view, 2> kBankNames = {"c", "o"};
inline constexpr std::array<std::string_view, 2> kSourceNames = {"MAC", "ILU"};
inline constexpr std::array<std::string_view, 16> kMacNames = {
#define MAC_OP(name, number, mnemonic, reads, summary) mnemonic,
#include "isa/nv2a/encoding/mac_ops.inc"
#undef MAC_OP
};
inline constexpr std::array<std::string_view, 8> kIluNames = {
#define ILU_OP(name, number, mnemonic, lanes, summary) mnemonic,
#include "isa/nv2a/encoding/ilu_ops.inc"
#undef ILU_OP
};

/// Bit positions count from word 0, so "word 1, bit 25" is 57. Masks: 8 = x, 4 = y, 2 = z, 1 = w.
struct Word128 : Word<Word128, 128> {
    using Number = std::uint32_t;

    static constexpr Field<Number> zero{"W0", 0, 32};
    static constexpr Field<Number> unused{"W1.unused", 60, 4};
    static constexpr Field<Ilu> ilu{"ILU", 57, 3, kIluNames};
    static constexpr Field<Mac> mac{"MAC", 53, 4, kMacNames};
    static constexpr Field<Number> constant{"C.index", 45, 8};
    static constexpr Field<Number> input{"V.index", 41, 4};

    static constexpr Field<bool> a_negate{"A.neg", 40, 1};
    static constexpr Field<Number> a_x{"A.x", 38, 2, kLaneNames}, a_y{"A.y", 36, 2, kLaneNames};
    static constexpr Field<Number> a_z{"A.z", 34, 2, kLaneNames}, a_w{"A.w", 32, 2, kLaneNames};
    static constexpr Field<Number> a_reg{"A.reg", 92, 4};
    static constexpr Field<Mux> a_mux{"A.mux", 90, 2, kMuxNames};

    static constexpr Field<bool> b_negate{"B.neg", 89, 1};
    static constexpr Field<Number> b_x{"B.x", 87, 2, kLaneNames}, b_y{"B.y", 85, 2, kLaneNames};
    static constexpr Field<Number> b_z{"B.z", 83, 2, kLaneNames}, b_w{"B.w", 81, 2, kLaneNames};
    static constexpr Field<Number> b_reg{"B.reg", 77, 4};
    static constexpr Field<Mux> b_mux{"B.mux", 75, 2, kMuxNames};

    static constexpr Field<bool> c_negate{"C.neg", 74, 1};
    static constexpr Field<Number> c_x{"C.x", 72, 2, kLaneNames}, c_y{"C.y", 70, 2, kLaneNames};
    static constexpr Field<Number> c_z{"C.z", 68, 2, kLaneNames}, c_w{"C.w", 66, 2, kLaneNames};
    static constexpr Field<Number> c_reg{"C.reg", {BitRun{126, 2}, BitRun{64, 2}}};
    static constexpr Field<Mux> c_mux{"C.mux", 124, 2, kMuxNames};

    static constexpr Field<Number> mac_mask{"MAC.mask", 120, 4};
    static constexpr Field<Number> temp{"temp", 116, 4};
    static constexpr Field<Number> ilu_mask{"ILU.mask", 112, 4};
    static constexpr Field<Number> out_mask{"out.mask", 108, 4};
    static constexpr Field<Number> out_bank{"out.bank", 107, 1, kBankNames};
    static constexpr Field<Number> out_address{"out.address", 99, 8};
    static constexpr Field<Number> out_source{"out.source", 98, 1, kSourceNames};
    static constexpr Field<bool> relative{"relative", 97, 1};
    static constexpr Field<bool> final{"FINAL", 96, 1};

    static constexpr auto fields =
        fields_of(zero, unused, ilu, mac, constant, input, a_negate, a_x, a_y, a_z, a_w, a_reg, a_mux, b_negate, b_x,
                  b_y, b_z, b_w, b_reg, b_mux, c_negate, c_x, c_y, c_z, c_w, c_reg, c_mux, mac_mask, temp, ilu_mask,
                  out_mask, out_bank, out_address, out_source, relative, final);
};
static_assert(covers(Word128::fields, 128), "every bit of the word has exactly one owner");

/// One of the sources A, B, C as the word gives it: select, then swizzle, then negate.
struct Operand {
    Mux mux = Mux::None;
    std::uint32_t reg = 0;                 // temp register; the input or constant index stands in the word
    std::array<std::uint8_t, 4> swizzle{}; // 0..3 = x y z w
    bool negate = false;
};

[[nodiscard]] constexpr Operand operand(const Word128& w, char which) {
    using W = Word128;
    const auto four = [&](const auto& x, const auto& y, const auto& z, const auto& l) {
        return std::array{static_cast<std::uint8_t>(w[x]), static_cast<std::uint8_t>(w[y]),
                          static_cast<std::uint8_t>(w[z]), static_cast<std::uint8_t>(w[l])};
    };
    switch (which) {
        case 'A': return {w[W::a_mux], w[W::a_reg], four(W::a_x, W::a_y, W::a_z, W::a_w), w[W::a_negate]};
        case 'B': return {w[W::b_mux], w[W::b_reg], four(W::b_x, W::b_y, W::b_z, W::b_w), w[W::b_negate]};
        default: return {w[W::c_mux], w[W::c_reg], four(W::c_x, W::c_y, W::c_z, W::c_w), w[W::c_negate]};
    }
}

/// The fields that make an operand.
struct OperandFields {
    const FieldInfo *x, *y, *z, *w, *negate, *reg, *mux;
};
inline constexpr std::array<OperandFields, 3> kOperandFields = {{
    {&Word128::a_x, &Word128::a_y, &Word128::a_z, &Word128::a_w, &Word128::a_negate, &Word128::a_reg, &Word128::a_mux},
    {&Word128::b_x, &Word128::b_y, &Word128::b_z, &Word128::b_w, &Word128::b_negate, &Word128::b_reg, &Word128::b_mux},
    {&Word128::c_x, &Word128::c_y, &Word128::c_z, &Word128::c_w, &Word128::c_negate, &Word128::c_reg, &Word128::c_mux},
}};
[[nodiscard]] constexpr const OperandFields& operand_fields(char which) {
    return kOperandFields[static_cast<unsigned>(which - 'A')];
}

struct MacInfo {
    std::string_view mnemonic, reads, summary;
};
struct IluInfo {
    std::string_view mnemonic;
    unsigned lanes;
    std::string_view summary;
};
inline constexpr std::array<MacInfo, 16> kMacRows = {{
#define MAC_OP(name, number, mnemonic, reads, summary) {mnemonic, reads, summary},
#include "isa/nv2a/encoding/mac_ops.inc"
#undef MAC_OP
}};
inline constexpr std::array<IluInfo, 8> kIluRows = {{
#define ILU_OP(name, number, mnemonic, lanes, summary) {mnemonic, lanes, summary},
#include "isa/nv2a/encoding/ilu_ops.inc"
#undef ILU_OP
}};
static_assert(kMacRows[static_cast<unsigned>(Mac::Arl)].mnemonic == "ARL" &&
                  kIluRows[static_cast<unsigned>(Ilu::Lit)].mnemonic == "LIT",
              "mac_ops.inc and ilu_ops.inc name every operation in order");
/// Empty mnemonic for undefined operations, which write nothing.
[[nodiscard]] constexpr const MacInfo& info(Mac op) { return kMacRows[static_cast<unsigned>(op) & 15]; }
[[nodiscard]] constexpr const IluInfo& info(Ilu op) { return kIluRows[static_cast<unsigned>(op) & 7]; }

inline constexpr std::uint32_t kMaxSlots = 136, kConstants = 192, kTemps = 12, kInputs = 16, kOutputs = 16;
inline constexpr std::uint32_t kFirstUserConstant = 96; // of the USER range 96 to 191; c[0] of GL and D3D
inline constexpr std::uint32_t kPositionMirror = 12;    // R12 reads oPos
inline constexpr std::uint32_t kPairedTemp = 1;         // where the ILU writes when the MAC is busy
inline constexpr std::uint32_t kSlotBytes = 16;

// ---- what a word does, as far as its fields say

[[nodiscard]] constexpr bool is_defined(Mac op) { return !info(op).mnemonic.empty(); }
/// Whether the word's operations read operand `which`.
[[nodiscard]] constexpr bool reads(const Word128& word, char which) {
    if (which == 'C' && word[Word128::ilu] != Ilu::Nop) return true;
    return info(word[Word128::mac]).reads.find(which) != std::string_view::npos;
}
/// Whether an operand that they read comes from `mux`.
[[nodiscard]] constexpr bool uses(const Word128& word, Mux mux) {
    for (const char which : {'A', 'B', 'C'})
        if (reads(word, which) && operand(word, which).mux == mux) return true;
    return false;
}
/// Whether the MAC has a result that can be stored: ARL, NOP and the undefined operations have none.
[[nodiscard]] constexpr bool mac_has_result(const Word128& word) {
    const Mac mac = word[Word128::mac];
    return mac != Mac::Nop && mac != Mac::Arl && is_defined(mac);
}
[[nodiscard]] constexpr bool ilu_has_result(const Word128& word) { return word[Word128::ilu] != Ilu::Nop; }
[[nodiscard]] constexpr bool mac_writes_temp(const Word128& word) {
    return mac_has_result(word) && word[Word128::mac_mask] != 0;
}
[[nodiscard]] constexpr bool ilu_writes_temp(const Word128& word) {
    return ilu_has_result(word) && word[Word128::ilu_mask] != 0;
}
/// The temporary that the ILU writes: R1 when the MAC is busy, whatever the word says.
[[nodiscard]] constexpr std::uint32_t ilu_temp(const Word128& word) {
    return word[Word128::mac] == Mac::Nop ? word[Word128::temp] : kPairedTemp;
}
/// Whether the word writes o[] or c[].
[[nodiscard]] constexpr bool writes_output(const Word128& word) {
    if (word[Word128::out_mask] == 0) return false;
    return word[Word128::out_source] != 0 ? ilu_has_result(word) : mac_has_result(word);
}
/// Whether the operations, and the sources that they read, exist.
[[nodiscard]] constexpr bool is_known(const Word128& word) {
    if (!is_defined(word[Word128::mac])) return false;
    return (!reads(word, 'A') || word[Word128::a_mux] != Mux::None) &&
           (!reads(word, 'B') || word[Word128::b_mux] != Mux::None) &&
           (!reads(word, 'C') || word[Word128::c_mux] != Mux::None);
}

} // namespace relit::isa::nv2a
