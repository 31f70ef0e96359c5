// Values of registers by name, as people write them and as tools that read a card print them.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::machine::r500 {

struct ListedRegister {
    std::uint32_t number = 0, value = 0;
    std::uint32_t line = 0;
};

/// Most lines that a list may have beside those of known registers.
inline constexpr std::size_t kMostOtherLines = 1024;
/// True where the first line that is no comment and no heading has the name of a register or nearly one, or an address alone in the
/// form of tools.
[[nodiscard]] bool is_named_list(std::string_view text);
/// Lines `NAME = VALUE`, `NAME VALUE`, `(ADDRESS) NAME VALUE`, `NAME (ADDRESS) VALUE`, and `ADDRESS VALUE` of eight hex digits each.
/// Names may have the prefixes of drivers' headers. A value is one of docs/machine/r500-text.md, or eight hex digits alone. Fails at
/// a name that is nearly one of a register, at an address that is not the name's, and at a value that is none. Headings, lines of
/// single fields and names that are far from all known ones are left out, which the warnings say.
/// Calls see() for each register in the order of lines; gives the warnings of lines that are left out, and of numbers that are taken
/// for hex.
[[nodiscard]] Result<std::vector<std::string>> read_named_list(std::string_view text,
                                                               const std::function<void(const ListedRegister&)>& see);

} // namespace relit::machine::r500
