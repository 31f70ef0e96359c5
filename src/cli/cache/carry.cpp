// relit cache prune, merge, export, import: shrinking a cache and carrying it elsewhere.
#include "cache/pack.hpp"
#include "cli/cache/cache.hpp"
#include "cli/io/messages.hpp"

#include <unistd.h>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// Entries from elsewhere on their way into a cache; what is not right is left out.
class Importer {
public:
    explicit Importer(cache::Store& store) : store_(store) {}

    Status add(const cache::Label& label, std::vector<std::uint8_t> value) {
        // Entries of other translators cannot be looked into; they are given to those alone.
        const bool is_ours = label.build == translate::build_number();
        if (is_ours && !translate::check_entry(label, value)) {
            ++refused;
            return {};
        }
        ++read;
        changes_.push_back({.key = label.key,
                            .entry = cache::seal(label, value),
                            .join = translate::kind_of(static_cast<translate::EntryKind>(label.kind)).join});
        return changes_.size() < cache::Cache::kMostInBatch ? Status{} : finish();
    }
    Status finish() {
        const Status written = store_.write(changes_);
        changes_.clear();
        return written;
    }

    std::uint64_t read = 0, refused = 0;

private:
    cache::Store& store_;
    std::vector<cache::Change> changes_;
};

Exit answer_imported(const Options& options, const Importer& importer, std::uint64_t before, cache::Cache& into) {
    const auto after = into.store()->size();
    if (!after) return report(after.error(), into.settings().folder);
    const std::uint64_t added = after->entries - std::min(before, after->entries);
    return answer(options, fmt::format("{} entries read, {} new, {} refused\n", importer.read, added, importer.refused),
                  [&](JsonWriter& json) {
                      json.members({{"read", importer.read}, {"new", added}, {"refused", importer.refused}});
                  });
}

} // namespace

Exit prune_entries(const Options& options, std::span<const std::string>) {
    const auto size = bytes_of_size(options.cache.size);
    if (options.cache.size.empty() == !options.cache.age)
        return report({FaultKind::Usage, "expected one of --size BYTES and --age N", {}, 0, 0}, "cache prune");
    if (!options.cache.age && !size)
        return report(
            {FaultKind::Usage, fmt::format("--size {}: expected bytes, such as 500M", options.cache.size), {}, 0, 0},
            "cache prune");
    const auto cache = open_cache(options.cache);
    if (!cache) return report(cache.error(), options.cache.folder);
    cache::Store& store = *(*cache)->store();
    const auto dropped = options.cache.age ? store.drop_older(*options.cache.age) : store.shrink(*size);
    if (!dropped) return report(dropped.error(), options.cache.folder);
    const auto left = store.size();
    if (!left) return report(left.error(), options.cache.folder);
    const Exit said =
        answer(options,
               fmt::format("{} entries dropped, {} left with {} bytes\n", dropped->entries, left->entries, left->bytes),
               [&](JsonWriter& json) {
                   json.members({{"dropped", dropped->entries}, {"entries", left->entries}, {"bytes", left->bytes}});
               });
    if (dropped->failed == 0 || said != Exit::Done) return said;
    const auto fault =
        fail(fmt::format("{} of the entries that were to go are left: {}", dropped->failed, dropped->why));
    return report(fault.error(), options.cache.folder);
}

Exit merge_caches(const Options& options, std::span<const std::string> words) {
    const auto into = open_cache({.folder = words[0]});
    if (!into) return report(into.error(), words[0]);
    const auto before = (*into)->store()->size();
    if (!before) return report(before.error(), words[0]);
    Importer importer(*(*into)->store());
    for (const std::string& folder : words.subspan(1)) {
        std::error_code unknown;
        if (std::filesystem::equivalent(words[0], folder, unknown))
            return report({FaultKind::Usage, "a cache is not merged into itself", {}, 0, 0}, folder);
        const auto from = open_cache({.folder = folder}, true);
        if (!from) return report(from.error(), folder);
        Status written;
        const Status read = each_entry(
            **from,
            [&](const ShownEntry& entry) {
                if (written) written = importer.add(entry.label, {entry.value.begin(), entry.value.end()});
            },
            [&](const cache::Key&, std::string_view) { ++importer.refused; });
        if (!read) return report(read.error(), folder);
        if (written) written = importer.finish();
        if (!written) return report(written.error(), words[0]);
    }
    return answer_imported(options, importer, before->entries, **into);
}

Exit export_pack(const Options& options, std::span<const std::string>) {
    if (options.output == "-" && options.json)
        return report({FaultKind::Usage, "--json: name the pack with -o FILE", {}, 0, 0}, "cache export");
    if (const Status fit = fit_for_terminal(options); !fit) return report(fit.error(), "cache export");
    const auto cache = open_cache(options.cache, true);
    if (!cache) return report(cache.error(), options.cache.folder);
    auto out = Output::open(options.output, std::string());
    if (!out) return report(out.error(), options.output);
    out->write(cache::kPackMagic);
    std::uint64_t entries = 0, bytes = cache::kPackMagic.size(), damaged = 0;
    const Status read = (*cache)->store()->each([&](const cache::Key& key, Bytes stored) {
        const auto packed = cache::packed_entry(stored);
        const bool is_good = packed && cache::open_entry(*packed)->label.key == key;
        ++(is_good ? entries : damaged);
        if (!is_good) return true;
        out->write(text_of(Bytes(*packed)));
        bytes += packed->size();
        return static_cast<bool>(out->status());
    });
    if (!read) return report(read.error(), options.cache.folder);
    if (const Status closed = out->close(); !closed) return report(closed.error(), options.output);
    if (damaged != 0)
        report_warning(shown_name(options.cache.folder), fmt::format("{} entries are damaged and left out", damaged));
    if (options.output == "-") return Exit::Done;
    Options said = options;
    said.output = "-";
    return answer(said, fmt::format("{} entries, {} bytes\n", entries, bytes), [&](JsonWriter& json) {
        json.members({{"file", options.output}, {"entries", entries}, {"bytes", bytes}});
    });
}

Exit import_pack(const Options& options, std::span<const std::string> words) {
    const auto into = open_cache(options.cache);
    if (!into) return report(into.error(), options.cache.folder);
    const auto before = (*into)->store()->size();
    if (!before) return report(before.error(), options.cache.folder);
    Importer importer(*(*into)->store());
    Exit worst = Exit::Done;
    for (const std::string& pack : words) {
        auto input = open_input(pack);
        if (!input) return report(input.error(), pack);
        const auto read =
            cache::read_pack(input->read, [&](const cache::Label& label, std::vector<std::uint8_t> value) {
                return importer.add(label, std::move(value));
            });
        if (!read) return report(read.error(), pack);
        importer.refused += read->damaged;
        if (read->fault) worst = report(*read->fault, pack); // what is in front of it is a result
    }
    if (const Status written = importer.finish(); !written) return report(written.error(), options.cache.folder);
    const Exit said = answer_imported(options, importer, before->entries, **into);
    return said == Exit::Done ? worst : said;
}

} // namespace relit::cli
