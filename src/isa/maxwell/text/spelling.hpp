// The text of one Maxwell instruction: what the printer, the assembler and their callers share.
#pragma once

#include "isa/maxwell/encoding/control.hpp"
#include "isa/maxwell/encoding/instruction.hpp"
#include "isa/text_types.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace relit::isa::maxwell {

/// What heads a line: the address as a comment, or nothing.
enum class ShownAddresses : std::uint8_t { Bytes, None };
struct Style {
    ShownAddresses addresses = ShownAddresses::Bytes;
};
/// Reads "addresses"; a fault where its value is none of them.
[[nodiscard]] Result<Style> style_of(const TextOptions& options);

/// Which slot of the operand cache a register is read through: that of its operand, whatever bits it has; 0: none.
[[nodiscard]] std::uint32_t reuse_bit(const FieldRow& field);
/// Appends "L0140", or "L0140+8" for the word after the schedule at 0x140: labels name schedules where a group begins.
void print_label(std::string& text, std::uint64_t address);
/// Appends "--:-:-:Y:0": barriers to wait for (bits in hex), the barriers that reading and writing set (from 1), whether
/// another warp may go on, cycles to stall.
void print_control(std::string& text, Control control);

/// Appends "@!P0 FFMA.FTZ R0, R1, c[0x2][0x10], R3 ;". Targets inside `code_bytes` of code are labels.
void print_instruction(std::string& text, const Instruction& in, Control control, std::uint64_t code_bytes);
/// The same without the list of bits that text cannot say, for people: what a translation names its parts by.
void print_origin(std::string& text, const Instruction& in);

/// How the operand with the role is written; empty where there is none.
[[nodiscard]] std::string operand_text(const Instruction& in, Role role);

} // namespace relit::isa::maxwell
