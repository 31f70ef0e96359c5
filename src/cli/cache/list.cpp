// relit cache list, stat, show: what there is.
#include "cli/cache/cache.hpp"
#include "cli/io/messages.hpp"
#include "ir/names.hpp"

#include <map>
#include <ranges>

#include <fmt/format.h>

namespace relit::cli {
namespace {

std::string_view kind_text(translate::EntryKind kind) {
    const std::string_view name = translate::name_of(kind);
    return name.empty() ? "unknown" : name;
}

/// Says what is damaged; `relit cache verify` lists it too.
void note_damage(const Options& options, std::size_t damaged) {
    if (damaged != 0)
        report_warning(shown_name(options.cache.folder), fmt::format("{} entries are damaged and left out", damaged));
}

/// Members of an object as lines of text: "name: value".
class Lines {
public:
    template <class T>
    void member(std::string_view name, const T& value) {
        text += fmt::format("{}: {}\n", name, line_text(value));
    }
    std::string text;
};

auto values_of(const ir::Context& context) {
    return [&context](JsonWriter& json) {
        json.begin_object();
        for (const auto& [name, value] : context.values) json.member(name, value);
        json.end();
    };
}

auto names_of(const translate::KeySets& sets) {
    return [&sets](JsonWriter& json) {
        json.begin_array();
        for (const ir::Context& set : sets) json.value(set.values | std::views::keys);
        json.end();
    };
}

auto sizes_of(const std::vector<translate::ProgramFiles>& programs) {
    return [&programs](JsonWriter& json) {
        json.begin_array();
        for (const translate::ProgramFiles& one : programs) {
            const auto size = [](const std::vector<std::uint8_t>& file) { return file.size(); };
            json.object({{"guest", one.guest}, {"sizes", one.files | std::views::transform(size)}});
        }
        json.end();
    };
}

/// `to` is a JsonWriter or Lines.
void add_members(auto& to, const translate::Reason& reason) {
    to.member("program_key", reason.program_key);
    to.member("context", values_of(reason.read));
    to.member("given", values_of(reason.said));
}

void add_members(auto& to, const translate::Origin& origin) {
    to.member("translator", origin.translator);
    to.member("target", origin.target);
    to.member("passes", origin.passes);
    to.member("programs", sizes_of(origin.programs));
}

/// Writes the members that `list` has of an entry and that `show` begins with.
void add_head(auto& to, const ShownEntry& entry) {
    to.member("key", entry.key());
    to.member("kind", kind_text(entry.kind));
    to.member("size", entry.value.size());
}

void add_members(auto& to, const ShownEntry& entry, std::optional<std::uint64_t> age) {
    add_head(to, entry);
    if (age) to.member("age", *age);
    to.member("is_of_this_translator", entry.label.build == translate::build_number());
    if (entry.kind == translate::EntryKind::Source) {
        if (const auto origin = translate::origin_of(entry.value)) add_members(to, *origin);
    } else if (translate::kind_of(entry.kind).join != nullptr) {
        if (const auto sets = translate::key_sets_of(entry.value)) to.member("sets", names_of(*sets));
    } else if (const auto reason = translate::reason_of(entry.value)) {
        add_members(to, *reason);
    }
}

/// A document of entries, each an object: {"entries": [...]}.
JsonWriter begin_entries() {
    JsonWriter json = json_answer();
    json.begin_object();
    json.begin_array("entries");
    return json;
}

std::string end_entries(JsonWriter& json) {
    json.end();
    json.end();
    return json.take();
}

} // namespace

Exit list_entries(const Options& options, std::span<const std::string>) {
    const auto cache = open_cache(options.cache, true);
    if (!cache) return report(cache.error(), options.cache.folder);
    JsonWriter json = begin_entries();
    std::string text;
    std::size_t damaged = 0;
    const Status read = each_entry(
        **cache,
        [&](const ShownEntry& entry) {
            if (options.json) {
                json.begin_object();
                add_head(json, entry);
                json.end();
            } else {
                text += fmt::format("{} {:>9} {}\n", entry.key(), entry.value.size(), kind_text(entry.kind));
            }
        },
        [&](const cache::Key&, std::string_view) { ++damaged; });
    if (!read) return report(read.error(), options.cache.folder);
    note_damage(options, damaged);
    return answer(options, options.json ? end_entries(json) : text);
}

Exit count_entries(const Options& options, std::span<const std::string>) {
    const auto cache = open_cache(options.cache, true);
    if (!cache) return report(cache.error(), options.cache.folder);
    std::map<std::string_view, std::uint64_t> kinds;
    std::uint64_t others = 0, damaged = 0;
    const Status read = each_entry(
        **cache,
        [&](const ShownEntry& entry) {
            ++kinds[kind_text(entry.kind)];
            others += entry.label.build != translate::build_number() ? 1U : 0U;
        },
        [&](const cache::Key&, std::string_view) { ++damaged; });
    if (!read) return report(read.error(), options.cache.folder);
    const auto whole = (*cache)->store()->size();
    if (!whole) return report(whole.error(), options.cache.folder);
    const auto add = [&, size = *whole](auto& to) {
        to.member("folder", shown_name(options.cache.folder));
        to.member("entries", size.entries);
        to.member("bytes", size.bytes);
        to.member("limit", (*cache)->settings().most_bytes);
        to.member("file_bytes", size.file_bytes);
        to.member("of_other_translators", others);
        to.member("damaged", damaged);
        to.member("kinds", [&](JsonWriter& json) {
            json.begin_object();
            for (const auto& [kind, count] : kinds) json.member(kind, count);
            json.end();
        });
    };
    Lines lines;
    add(lines);
    return answer(options, lines.text, add);
}

Exit show_entry(const Options& options, std::span<const std::string> words) {
    const auto cache = open_cache(options.cache, true);
    if (!cache) return report(cache.error(), options.cache.folder);
    JsonWriter json = begin_entries();
    Lines lines;
    for (std::uint8_t number = 1; !translate::name_of(static_cast<translate::EntryKind>(number)).empty(); ++number) {
        const auto kind = static_cast<translate::EntryKind>(number);
        const cache::Key key = translate::key_of(words[0], kind);
        const auto bytes = (*cache)->store()->find(key);
        if (!bytes) return report(bytes.error(), options.cache.folder);
        const auto entry = *bytes ? cache::open_entry(**bytes) : std::unexpected(cache::Flaw::Short);
        if (!entry || entry->label.key != key || entry->label.kind != number) continue;
        const ShownEntry shown{entry->label, kind, entry->stored};
        const std::optional<std::uint64_t> age = (*cache)->store()->age_of(key);
        if (!lines.text.empty()) lines.text += '\n';
        add_members(lines, shown, age);
        json.begin_object();
        add_members(json, shown, age);
        json.end();
    }
    if (lines.text.empty())
        return report({FaultKind::BadInput, fmt::format("no entry has the key {}", words[0]), {}, 0, 0},
                      options.cache.folder);
    return answer(options, options.json ? end_entries(json) : lines.text);
}

} // namespace relit::cli
