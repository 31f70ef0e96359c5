// The pages of docs/: beside the installed program, or in the source tree that it was built in.
#pragma once

#include "base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// "batch", "guide/start", "isa/rsx": the files of docs/ without their ending, sorted; none where the folder is not found.
[[nodiscard]] std::vector<std::string> pages_of_docs();
/// The text of such a page; a fault where it cannot be read. `name` is one of pages_of_docs().
[[nodiscard]] Result<std::string> page_of_docs(std::string_view name);

} // namespace relit::cli
