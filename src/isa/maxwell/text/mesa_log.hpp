// Programs in the debug output of Mesa's nouveau driver (NV50_PROG_DEBUG in a build with assertions): its nvc0_program.c prints
// the words of the program header and those of the code in hex.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace relit::isa::maxwell {

/// More programs in one log are a fault.
inline constexpr std::size_t kMostMesaPrograms = 4096;

/// A program of a log as a file: its header, if it is printed and not empty, and its code.
struct MesaProgram {
    std::uint32_t line = 0; // of the first word of code
    bool has_header = false;
    std::vector<std::uint8_t> bytes;
    [[nodiscard]] bool operator==(const MesaProgram&) const = default;
};

/// Returns true if a line of the text announces code.
[[nodiscard]] bool is_mesa_log(std::string_view text);
/// Returns the programs in their order; of equal ones the first. Fails at the line of a header or of code that is cut off.
[[nodiscard]] Result<std::vector<MesaProgram>> programs_of_mesa_log(std::string_view text);
/// Returns the only program. Fails where there are several.
[[nodiscard]] Result<std::vector<std::uint8_t>> bytes_of_mesa_log(std::string_view text);

} // namespace relit::isa::maxwell
