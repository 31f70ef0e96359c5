// Programs that drivers print into a log: Mesa's drivers r300 and nouveau (docs/emulators.md, "Dumps of single shaders").
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::guests {

struct PrintedProgram {
    std::string_view isa;
    std::uint32_t line = 0; // its first one
    std::string summary;    // "5 instructions"
    std::vector<std::uint8_t> bytes;
};

/// Returns true if a driver prints programs of this guest.
[[nodiscard]] bool are_printed(std::string_view isa);
/// Returns the programs that a text prints, by line; of equal ones the first. Without `isa` those of all guests. Empty where the
/// text is no such log. Fails at the line of a program that is cut off, and where a
/// log of nouveau has no code of a Maxwell.
[[nodiscard]] Result<std::vector<PrintedProgram>> printed_programs(std::string_view text, std::string_view isa);

} // namespace relit::guests
