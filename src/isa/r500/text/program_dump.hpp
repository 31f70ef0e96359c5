// Programs in text that is no assembly: words of a list or of a log of the kernel, and what Mesa's r300 driver prints of the programs
// that it has compiled with RADEON_DEBUG=vp,fp (r3xx_vertprog_dump.c and r500_fragprog.c of its compiler), each word in hex.
#pragma once

#include "base/bytes.hpp"
#include "base/recognition.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace relit::isa::r500 {

enum class ProgramKind : std::uint8_t { Vertex, Fragment };

/// More programs of one kind in one listing are a fault.
inline constexpr std::size_t kMostListedPrograms = 4096;

/// A program of a listing as a file: its words; of a vertex program with flow control a stream with the registers that say it.
struct ListedProgram {
    std::uint32_t line = 0; // of its first instruction
    std::size_t instructions = 0;
    std::vector<std::uint8_t> bytes;
};

/// True where Mesa printed the words of a program of this kind.
[[nodiscard]] bool is_mesa_listing(std::string_view text, ProgramKind kind);
/// True where bytes_of_dump() reads the text.
[[nodiscard]] bool is_program_dump(std::string_view text, ProgramKind kind);
/// Recognises a text for which is_program_dump() holds: a listing even where it is damaged, words by `recognise_words`.
[[nodiscard]] Recognition recognise_dump(std::string_view text, ProgramKind kind,
                                         Recognition (*recognise_words)(Bytes));
/// Returns the programs of a listing in their order; of equal ones the first. Fails as bytes_of_dump() does, but for their number.
[[nodiscard]] Result<std::vector<ListedProgram>> programs_of_listing(std::string_view text, ProgramKind kind);
/// The words as a file; of a vertex program with flow control as a stream with the registers that say it. Words that Mesa does not
/// print, of texture and flow-control instructions, are 0 as it writes them. Fails at an instruction that is cut off, at one of a
/// wrong number, where a log has gaps, and where a text has several programs that differ.
[[nodiscard]] Result<std::vector<std::uint8_t>> bytes_of_dump(std::string_view text, ProgramKind kind);

} // namespace relit::isa::r500
