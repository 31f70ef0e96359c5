// Programs of indirect IO: how a port of SET_ATI_PORT reaches registers that lie after an index and a data register.
#pragma once

#include "machine/r500/atom/image.hpp"

#include <array>
#include <optional>
#include <span>

namespace relit::machine::r500::atom {

/// The data table that holds them, and the bit that makes the number of a port's write program.
inline constexpr unsigned kIndirectIoTable = 23;
inline constexpr std::uint32_t kIndirectWrite = 0x80;

enum class IoOp : std::uint8_t {
#define ATOM_IO(number, name, mnemonic, operands, purpose) name,
#include "machine/r500/atom/indirect_io.inc"
#undef ATOM_IO
};
struct IoInfo {
    IoOp op;
    std::string_view mnemonic, operands, purpose;
};
[[nodiscard]] std::span<const IoInfo> io_operations();

struct IoInstruction {
    std::uint32_t offset = 0, size = 0; // in the image
    IoOp op{};
    std::array<std::uint32_t, 3> operands{};

    [[nodiscard]] const IoInfo& info() const { return io_operations()[static_cast<unsigned>(op)]; }
};
/// The bytes of an operand with that letter.
[[nodiscard]] unsigned io_operand_bytes(char letter);
/// Nothing where there is no operation, or not all of it before `end`.
[[nodiscard]] std::optional<IoInstruction> decode_io(Bytes image, std::uint32_t offset, std::uint32_t end);

/// All programs of an image: its instructions in order, as far as every program begins with START.
[[nodiscard]] std::vector<IoInstruction> sweep_io(Bytes image, const Table& table);
/// Where the instructions after START of each program begin; 0: the image has none of that number. Of several the last counts.
using IoPrograms = std::array<std::uint32_t, 256>;
[[nodiscard]] IoPrograms io_programs_of(const Image& image);

} // namespace relit::machine::r500::atom
