// Reads the text form that ir/print.hpp writes. What comes out can be printed but need not be legal: ask ir/verify.hpp.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

#include <cstddef>
#include <string_view>

namespace relit::ir {

/// What text may ask for; more is refused.
inline constexpr std::size_t kMostInsts = 1U << 20, kMostBlocks = 1U << 18, kMostNodes = 1U << 20,
                             kMostDeclarations = 1U << 16, kMostOperands = 1U << 12, kLongestName = 256,
                             kLongestOrigin = 4096;

/// Values may be numbered in any way; the entry of tables they name must be there. Text from ';' on is a comment.
[[nodiscard]] Result<Module> parse(std::string_view text);

} // namespace relit::ir
