// Files that assembly text includes.
#pragma once

#include "base/result.hpp"

#include <string>

namespace relit::cli {

/// The text of a file that `#include` names.
[[nodiscard]] Result<std::string> read_included(const std::string& name);

} // namespace relit::cli
