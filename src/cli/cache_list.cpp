// relit cache list, stat, show: what there is.
#include "cli/cache.hpp"
#include "cli/json_items.hpp"
#include "cli/messages.hpp"
#include "ir/names.hpp"

#include <map>

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
        say_warning(shown_name(options.cache.folder), fmt::format("{} entries are damaged and left out", damaged));
}

Json values_json(const ir::Context& context) {
    Json json = Json::object();
    for (const auto& [name, value] : context.values) json[std::string(name)] = value;
    return json;
}

Json names_of(const translate::KeySets& sets) {
    Json all = Json::array();
    for (const ir::Context& set : sets) {
        Json& names = all.emplace_back(Json::array());
        for (const auto& [name, value] : set.values) names.push_back(name);
    }
    return all;
}

void add_reason(Json& json, const translate::Reason& reason) {
    json["program_key"] = reason.program_key;
    json["context"] = values_json(reason.read);
    json["given"] = values_json(reason.said);
}

void add_origin(Json& json, const translate::Origin& origin) {
    json["translator"] = origin.translator;
    json["target"] = origin.target;
    json["passes"] = origin.passes;
    json["programs"] = Json::array();
    for (const translate::ProgramFiles& one : origin.programs) {
        json["programs"].push_back({{"guest", one.guest}, {"sizes", Json::array()}});
        for (const auto& file : one.files) json["programs"].back()["sizes"].push_back(file.size());
    }
}

Json shown(const ShownEntry& entry, std::optional<std::uint64_t> age) {
    Json json{{"key", entry.key()}, {"kind", kind_text(entry.kind)}, {"size", entry.value.size()}};
    if (age) json["age"] = *age;
    json["is_of_this_translator"] = entry.label.build == translate::build_number();
    if (entry.kind == translate::EntryKind::Source) {
        if (const auto origin = translate::origin_of(entry.value)) add_origin(json, *origin);
    } else if (translate::kind_of(entry.kind).join != nullptr) {
        if (const auto sets = translate::key_sets_of(entry.value)) json["sets"] = names_of(*sets);
    } else if (const auto reason = translate::reason_of(entry.value)) {
        add_reason(json, *reason);
    }
    return json;
}

/// "name: value" a line.
std::string lines_of(const Json& json) {
    std::string text;
    for (const auto& [name, value] : json.items())
        text += fmt::format("{}: {}\n", name, value.is_string() ? value.get<std::string>() : value.dump());
    return text;
}

} // namespace

Exit list_entries(const Options& options, std::span<const std::string>) {
    const auto cache = open_cache(options.cache, true);
    if (!cache) return report(cache.error(), options.cache.folder);
    Json json{{"entries", Json::array()}};
    std::string text;
    std::size_t damaged = 0;
    const Status read = each_entry(
        **cache,
        [&](const ShownEntry& entry) {
            text += fmt::format("{} {:>9} {}\n", entry.key(), entry.value.size(), kind_text(entry.kind));
            json["entries"].push_back(
                {{"key", entry.key()}, {"kind", kind_text(entry.kind)}, {"size", entry.value.size()}});
        },
        [&](const cache::Key&, std::string_view) { ++damaged; });
    if (!read) return report(read.error(), options.cache.folder);
    note_damage(options, damaged);
    return answer(options, text, json);
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
    const cache::StoreSize size = (*cache)->store()->size();
    Json json{{"folder", options.cache.folder},
              {"entries", size.entries},
              {"bytes", size.bytes},
              {"limit", (*cache)->settings().most_bytes},
              {"file_bytes", size.file_bytes},
              {"of_other_translators", others},
              {"damaged", damaged},
              {"kinds", Json::object()}};
    for (const auto& [kind, count] : kinds) json["kinds"][std::string(kind)] = count;
    return answer(options, lines_of(json), json);
}

Exit show_entry(const Options& options, std::span<const std::string> words) {
    const auto cache = open_cache(options.cache, true);
    if (!cache) return report(cache.error(), options.cache.folder);
    Json json{{"entries", Json::array()}};
    std::string text;
    for (std::uint8_t number = 1; !translate::name_of(static_cast<translate::EntryKind>(number)).empty(); ++number) {
        const auto kind = static_cast<translate::EntryKind>(number);
        const cache::Key key = translate::key_of(words[0], kind);
        const auto bytes = (*cache)->store()->find(key);
        const auto entry = bytes ? cache::open_entry(*bytes) : std::unexpected(cache::Flaw::Short);
        if (!entry || entry->label.key != key || entry->label.kind != number) continue;
        const Json one = shown({entry->label, kind, entry->stored}, (*cache)->store()->age_of(key));
        text += (text.empty() ? "" : "\n") + lines_of(one);
        json["entries"].push_back(one);
    }
    if (text.empty())
        return report({FaultKind::BadInput, fmt::format("no entry has the key {}", words[0]), {}, 0, 0},
                      options.cache.folder);
    return answer(options, text, json);
}

} // namespace relit::cli
