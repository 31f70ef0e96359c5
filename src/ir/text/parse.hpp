// Reads the text form that ir/text/print.hpp writes. What comes out can be printed but need not be legal: ask ir/verify/verify.hpp.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

#include <cstddef>
#include <string_view>

namespace relit::ir {

struct Lines;

/// What text may ask for; more is refused.
inline constexpr std::size_t kMostInsts = 1U << 20, kMostBlocks = 1U << 18, kMostNodes = 1U << 20,
                             kMostDeclarations = 1U << 16, kMostOperands = 1U << 12, kLongestName = 256,
                             kLongestOrigin = 4096;

/// Values may have any names and numbers; only names of registers (`%r4_1`) are kept. Text from ';' or "//" on is a comment. `where`
/// is given the lines of the text.
[[nodiscard]] Result<Module> parse(std::string_view text, Lines* where = nullptr);

} // namespace relit::ir
