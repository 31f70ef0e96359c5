// Text from outside: read and verified.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

#include <string_view>

namespace relit::ir {

/// As parse(). A module that find_violation() refuses is a BadInput with line and column.
[[nodiscard]] Result<Module> parse_and_verify(std::string_view text);

} // namespace relit::ir
