// Functions that the parts of `relit cache` share.
#pragma once

#include "cli/cache/use.hpp"
#include "cli/io/product.hpp"

#include <functional>

namespace relit::cli {

/// An entry that is right, with its value.
struct ShownEntry {
    cache::Label label;
    translate::EntryKind kind{};
    Bytes value;

    [[nodiscard]] std::string key() const { return translate::key_text(label.key, kind); }
};
/// Visits all entries, in the order of their keys; `damaged` those that are not right.
[[nodiscard]] Status each_entry(cache::Cache& cache, const std::function<void(const ShownEntry&)>& visit,
                                const std::function<void(const cache::Key&, std::string_view)>& damaged);
/// The text, or an object of JSON.
Exit answer(const Options& options, const std::string& text, const AddMembers& json);

// ---- one function an action; `words` are those after it

Exit list_entries(const Options& options, std::span<const std::string> words);
Exit count_entries(const Options& options, std::span<const std::string> words);
Exit show_entry(const Options& options, std::span<const std::string> words);
Exit explain_miss(const Options& options, std::span<const std::string> words);
Exit verify_entries(const Options& options, std::span<const std::string> words);
Exit prune_entries(const Options& options, std::span<const std::string> words);
Exit merge_caches(const Options& options, std::span<const std::string> words);
Exit export_pack(const Options& options, std::span<const std::string> words);
Exit warm_cache(const Options& options, std::span<const std::string> words);
Exit serve_cache(const Options& options, std::span<const std::string> words);
Exit import_pack(const Options& options, std::span<const std::string> words);

} // namespace relit::cli
