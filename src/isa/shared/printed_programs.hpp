// Programs that a tool printed into one text.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace relit::isa {

/// The bytes of the only program; fails at the second where there are several. `programs`: at least one, each with `bytes` and the
/// `line` that it begins in.
template <class Program>
[[nodiscard]] Result<std::vector<std::uint8_t>> only_printed(std::vector<Program> programs) {
    if (programs.size() == 1) return std::move(programs.front().bytes);
    std::string lines;
    for (const Program& program : programs) fmt::format_to(std::back_inserter(lines), ", {}", program.line);
    return fail_line(programs[1].line, 1,
                     fmt::format("{} different programs are printed, at lines {}: disasm --program selects one",
                                 programs.size(), lines.substr(2)));
}

} // namespace relit::isa
