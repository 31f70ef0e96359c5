// Many programs in one go: files and bundles translated through a cache on all cores, by `translate --each` and `cache warm`.
#pragma once

#include "cli/cache/use.hpp"
#include "cli/io/program.hpp"

#include <span>
#include <string>
#include <vector>

namespace relit::cli {

/// A file with a program, or a bundle; `name` is what its outputs are called by.
struct BatchItem {
    std::string file, name;
    bool is_found = false; // in a folder, which may have files of no kind too
};
/// All files, in the order of their names within a folder; a fault if a folder cannot be read.
[[nodiscard]] Result<std::vector<BatchItem>> batch_items(std::span<const std::string> words);
/// A fault (usage) if outputs of two items in `folder` would be one file, or an output would replace an input.
[[nodiscard]] Status check_outputs(std::span<const BatchItem> items, const std::string& folder);

struct BatchCounts {
    std::uint64_t made = 0, found = 0, failed = 0, left = 0; // of items; left: those that were not begun
    std::uint64_t skipped = 0;                               // items of no kind, in folders
    std::uint64_t written = 0;                               // files that are new or differ from what was there
    Exit worst = Exit::Done;                                 // of the first that failed
    int signal = 0;                                          // that stopped it

    /// As text, or as JSON.
    [[nodiscard]] std::string text(bool as_json) const;
};
/// Translates all; what is wrong with one is reported, in their order, and is no harm to the others. Writes to `folder` unless it
/// is empty. SIGINT and SIGTERM end it after those that are being translated.
[[nodiscard]] BatchCounts run_batch(const Options& options, std::span<const BatchItem> items, const std::string& folder,
                                    cache::Cache* cache);
/// Ends the program as the signal would have, if there was one.
void end_as_stopped(const BatchCounts& counts);

} // namespace relit::cli
