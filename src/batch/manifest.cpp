#include "batch/manifest.hpp"

#include "base/json/document.hpp"
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace relit::batch {
namespace {

constexpr int kFormat = 1;
constexpr JsonLimits kLimits{.bytes = std::uint64_t{16} << 20};

using Json = nlohmann::json;

/// Names of files are bytes, and JSON is Unicode: bytes above 0x7f become the characters of the same numbers, and back.
std::string as_characters(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
        } else {
            text += static_cast<char>(0xc0 | byte >> 6);
            text += static_cast<char>(0x80 | (byte & 0x3f));
        }
    }
    return text;
}

Result<std::string> as_bytes(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead < 0x80) {
            bytes += text[i];
        } else if ((lead == 0xc2 || lead == 0xc3) && i + 1 < text.size()) {
            bytes += static_cast<char>((lead & 3) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3f));
        } else {
            return fail("a name has a character above U+00FF");
        }
    }
    return bytes;
}

std::vector<std::string> as_characters(const std::vector<std::string>& all) {
    std::vector<std::string> texts;
    for (const std::string& one : all) texts.push_back(as_characters(one));
    return texts;
}

Result<std::vector<std::string>> all_as_bytes(const Json& array) {
    std::vector<std::string> all;
    for (const Json& one : array) {
        auto bytes = as_bytes(one.get_ref<const std::string&>());
        if (!bytes) return std::unexpected(bytes.error());
        all.push_back(std::move(*bytes));
    }
    return all;
}

Result<Plan> plan_of(const Json& json) {
    if (json.at("format").get<int>() != kFormat)
        return fail(fmt::format("it has format {}; this program reads {}", json.at("format").get<int>(), kFormat));
    auto options = all_as_bytes(json.at("options"));
    if (!options) return std::unexpected(options.error());
    return Plan{json.at("verb").get<std::string>(), std::move(*options),
                json.at("option_files").get<std::vector<std::string>>(), json.at("version").get<std::string>()};
}

Result<Unit> unit_of(const Json& json) {
    auto name = as_bytes(json.at("name").get_ref<const std::string&>());
    auto files = all_as_bytes(json.at("files"));
    const auto inputs = hash_from(json.at("inputs").get_ref<const std::string&>());
    const auto key = hash_from(json.at("key").get_ref<const std::string&>());
    if (!name) return std::unexpected(name.error());
    if (!files) return std::unexpected(files.error());
    if (!inputs) return std::unexpected(inputs.error());
    if (!key) return std::unexpected(key.error());
    Unit unit{std::move(*name), std::move(*files), *inputs, *key};
    if (json.contains("shard")) {
        unit.shard = json.at("shard").get<std::uint32_t>();
        unit.cost = json.at("cost").get<std::uint64_t>();
    }
    if (json.contains("archive")) {
        auto archive = as_bytes(json.at("archive").get_ref<const std::string&>());
        if (!archive) return std::unexpected(archive.error());
        unit.archive = std::move(*archive);
        unit.member = json.at("member").get<std::uint64_t>();
    }
    return unit;
}

/// Calls `make` with the text as JSON; a member that lacks or is of another type is a fault.
template <class T>
Result<T> from_json(std::string_view text, Result<T> (*make)(const Json&)) {
    const auto json = read_json(text, kLimits);
    if (!json) return std::unexpected(json.error());
    try {
        return make(**json);
    } catch (const Json::exception&) {
        return fail("a member lacks, or is of another type");
    }
}

} // namespace

std::string plan_text(const Plan& plan) {
    JsonWriter json({.only_ascii = true});
    json.begin_object();
    json.member("format", kFormat);
    json.member("verb", plan.verb);
    json.member("options", as_characters(plan.options));
    json.member("option_files", plan.option_files);
    json.member("version", plan.version);
    json.end();
    return json.take();
}

Result<Plan> plan_from(std::string_view text) { return from_json(text, plan_of); }

std::string unit_line(const Unit& unit) {
    JsonWriter json({.one_line = true, .only_ascii = true});
    json.begin_object();
    json.member("name", as_characters(unit.name));
    json.member("files", as_characters(unit.files));
    json.member("inputs", to_string(unit.inputs));
    json.member("key", to_string(unit.key));
    if (unit.shard != 0) json.members({{"shard", unit.shard}, {"cost", unit.cost}});
    if (!unit.archive.empty()) json.members({{"archive", as_characters(unit.archive)}, {"member", unit.member}});
    json.end();
    return json.take();
}

Result<Unit> unit_from(std::string_view line) { return from_json(line, unit_of); }

} // namespace relit::batch
