// The text of AtomBIOS images, both ways (docs/machine/atom.md): what list prints, assemble reads back to the same bytes.
#pragma once

#include "base/text.hpp"
#include "codec/codec.hpp"
#include "machine/r500/atom/code.hpp"
#include "machine/r500/atom/indirect_io.hpp"
#include "machine/r500/atom/register_names.hpp"

namespace relit::machine::r500::atom {

/// Names of registers in operands: of the table of registers, or none. Of a chip that is not known notes have none either.
struct TextChoices {
    bool names_registers = true, knows_chip = true;
};

/// A line of a listing with the instruction that it shows.
struct ShownInstruction {
    std::size_t line = 0;
    Instruction instruction;
};
struct ShownIoInstruction {
    std::size_t line = 0;
    IoInstruction instruction;
};
struct ImageText {
    codec::Listing listing;
    std::vector<ShownInstruction> instructions;
    std::vector<ShownIoInstruction> io_instructions;
};
[[nodiscard]] ImageText text_of(const Image& image, const TextChoices& choices);

/// One instruction as text. `code` has the targets that have labels; null: none has.
[[nodiscard]] std::string print_instruction(const Instruction& instruction, const Code* code, const Selected& selected,
                                            const TextChoices& choices);
[[nodiscard]] std::string print_instruction(const IoInstruction& instruction, const TextChoices& choices);
/// What may help to read an instruction: the register that a block or a port makes of a number.
[[nodiscard]] std::string note_of(const Instruction& instruction, const Selected& selected, const TextChoices& choices);

/// A label for the 16 bits at `at`, counted from the start of the instruction.
struct LabelUse {
    std::size_t at = 0;
    std::string label;
    std::uint32_t column = 0;
};
struct ReadInstruction {
    std::vector<std::uint8_t> bytes;
    std::vector<LabelUse> uses{};
};
/// Reads an instruction; `in` is after its mnemonic.
[[nodiscard]] Result<ReadInstruction> read_instruction(std::uint8_t opcode, Scanner& in, const TextChoices& choices);
[[nodiscard]] Result<ReadInstruction> read_instruction(const IoInfo& info, Scanner& in, const TextChoices& choices);
/// Reads a number from 0 to `most`.
[[nodiscard]] Result<std::uint32_t> read_number(Scanner& in, std::uint32_t most);
[[nodiscard]] std::unexpected<Fault> fault_here(const Scanner& in, std::string text);

/// The image that a text describes.
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble_image(std::string_view text, const TextChoices& choices);

// ---- what both ways share

inline constexpr std::string_view kMark = ".atombios";    // the first line of every text
inline constexpr std::string_view kImageStart = ".image"; // after what a file has in front of the image
/// "L0032": the label of an offset from the start of a table.
[[nodiscard]] std::string label_of(std::uint32_t target);
inline constexpr std::string_view kNoBlock = "NONE", kOwnBlock = "SELF";
inline constexpr std::uint32_t kOwnBlockNumber = 255;

} // namespace relit::machine::r500::atom
