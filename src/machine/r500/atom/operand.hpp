// Operands of AtomBIOS instructions: where a value lies, and which part of its dword is meant.
#pragma once

#include "base/bits.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace relit::machine::r500::atom {

/// Where a value lies, by its number in an attribute.
enum class Kind : std::uint8_t { Reg, Ps, Ws, Fb, Id, Imm, Pll, Mc };
inline constexpr std::string_view kKindNames[] = {"REG", "PS", "WS", "FB", "ID", "IMM", "PLL", "MC"};
[[nodiscard]] constexpr std::string_view name_of(Kind kind) { return kKindNames[static_cast<unsigned>(kind)]; }

/// The part of a dword that is read or written.
enum class Align : std::uint8_t { Dword, Word0, Word8, Word16, Byte0, Byte8, Byte16, Byte24 };
inline constexpr std::string_view kAlignNames[] = {"31:0", "15:0", "23:8", "31:16", "7:0", "15:8", "23:16", "31:24"};
[[nodiscard]] constexpr std::string_view bits_of(Align align) { return kAlignNames[static_cast<unsigned>(align)]; }

/// A dword as operands see it.
struct Cell : Word<Cell, 32> {
    static constexpr Field<std::uint32_t> parts[] = {
        {kAlignNames[0], 0, 32}, {kAlignNames[1], 0, 16}, {kAlignNames[2], 8, 16}, {kAlignNames[3], 16, 16},
        {kAlignNames[4], 0, 8},  {kAlignNames[5], 8, 8},  {kAlignNames[6], 16, 8}, {kAlignNames[7], 24, 8}};
};
[[nodiscard]] constexpr const Field<std::uint32_t>& part(Align align) {
    return Cell::parts[static_cast<unsigned>(align)];
}
/// 4, 2 or 1 bytes.
[[nodiscard]] constexpr unsigned bytes_of(Align align) { return part(align).width() / 8; }

/// The byte after an opcode with operands: the source, and where in the destination's dword its value goes.
struct Attribute : Word<Attribute, 8> {
    static constexpr Field<Kind> kind{"source", 0, 3, kKindNames};
    static constexpr Field<Align> align{"alignment", 3, 3, kAlignNames};
    static constexpr Field<std::uint32_t> position{"position", 6, 2};
    static constexpr auto fields = fields_of(kind, align, position);
};
static_assert(covers(Attribute::fields, 8), "every bit of an attribute has exactly one owner");

/// The destination's part: as wide as the source's, at the position. The last of words means the dword.
[[nodiscard]] constexpr Align destination_align(Align source, std::uint32_t position) {
    constexpr Align kWords[] = {Align::Word0, Align::Word8, Align::Word16, Align::Dword};
    constexpr Align kBytes[] = {Align::Byte0, Align::Byte8, Align::Byte16, Align::Byte24};
    if (bytes_of(source) == 4) return Align::Dword;
    return (bytes_of(source) == 2 ? kWords : kBytes)[position & 3];
}
[[nodiscard]] constexpr std::uint32_t position_of(Align destination) {
    constexpr std::uint32_t kPositions[] = {0, 0, 1, 2, 0, 1, 2, 3};
    return kPositions[static_cast<unsigned>(destination)];
}
/// The alignment that immediates of so many bytes have.
[[nodiscard]] constexpr Align immediate_align(unsigned bytes) {
    return bytes == 4 ? Align::Dword : bytes == 2 ? Align::Word0 : Align::Byte0;
}

/// Indices of the work space that mean something else.
enum class WorkSpace : std::uint8_t {
#define ATOM_WS(index, name, enumerator, purpose) enumerator = index,
#include "machine/r500/atom/work_space.inc"
#undef ATOM_WS
};
struct WorkSpaceInfo {
    std::uint8_t index;
    std::string_view name, purpose;
};
inline constexpr WorkSpaceInfo kWorkSpace[] = {
#define ATOM_WS(index, name, enumerator, purpose) {index, name, purpose},
#include "machine/r500/atom/work_space.inc"
#undef ATOM_WS
};

struct Operand {
    Kind kind = Kind::Reg;
    Align align = Align::Dword;
    std::uint32_t value = 0; // its index, or the number itself
    [[nodiscard]] bool operator==(const Operand&) const = default;
};

} // namespace relit::machine::r500::atom
