// The page of batch compare: a table of all, and the units that differ most with their images and lines.
#pragma once

#include "cli/batch/compare/changes.hpp"
#include "report/page.hpp"

#include <cstddef>

namespace relit::cli {

/// A report of the first `most` units by: fails in B, differs, fails in A; among those by the difference of their images. `command`: as
/// it is typed. Units without two results are counted alone.
[[nodiscard]] Result<report::Report> page_of(const ComparedStores& both, const Comparison& comparison, std::size_t most,
                                             const std::string& command);

} // namespace relit::cli
