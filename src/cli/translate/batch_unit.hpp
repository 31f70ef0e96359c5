// One program or bundle of a batch: read, translated, written. Threads may do this at once; nothing is printed.
#pragma once

#include "cli/translate/batch.hpp"
#include "translate/cached.hpp"

#include <optional>

namespace relit::cli {

struct UnitOutcome {
    std::optional<Fault> fault;
    bool is_skipped = false; // of no kind, in a folder
    std::vector<std::string> notes;
    translate::CacheResult cache_result = translate::CacheResult::Miss; // Hit: all of its targets were there
    std::uint64_t written = 0;                                          // files
};

/// Without a fault for each output there is a file in `folder`, unless that is empty.
[[nodiscard]] UnitOutcome translate_unit(const Options& options, const BatchItem& item, const std::string& folder,
                                         cache::Cache* cache);

} // namespace relit::cli
