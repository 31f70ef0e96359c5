#include "report/compact.hpp"

#include "base/json/document.hpp"
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "base/lines.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace relit::report {
namespace {

/// Of documents that this program printed.
constexpr JsonLimits kLimits{.bytes = std::uint64_t{1} << 32, .depth = 16, .values = std::size_t{1} << 28};

/// Distinct texts by the order in which they came.
class Table {
public:
    std::size_t index_of(std::string text) {
        const auto [found, is_new] = numbers_.try_emplace(std::move(text), texts_.size());
        if (is_new) texts_.push_back(&found->first);
        return found->second;
    }
    [[nodiscard]] const std::vector<const std::string*>& texts() const { return texts_; }

private:
    std::unordered_map<std::string, std::size_t> numbers_;
    std::vector<const std::string*> texts_;
};

using Json = nlohmann::ordered_json;

Fault other_document() { return {FaultKind::Internal, "is no document of its verb", {}, 0, 0}; }

/// The instructions go to `json`, the rows to `rows`, each as JSON. Throws if a member lacks or is of another type.
void add_instruction(JsonWriter& json, Table& rows, const Json& one) {
    json.begin_object();
    json.member("offset", one.at("offset").get<std::uint64_t>());
    if (one.contains("summary")) json.member("summary", one.at("summary").get_ref<const std::string&>());
    json.begin_array("fields");
    for (const Json& field : one.at("fields")) {
        const Json row = Json::array({field.at("bits"), field.at("name"), field.at("value"), field.at("meaning")});
        json.value(rows.index_of(row.dump(-1, ' ', true)));
    }
    json.end();
    json.end();
}

/// Throws if a member lacks or is of another type.
void add_step(JsonWriter& json, Table& lines, const nlohmann::json& step) {
    json.member("name", step.at("name").get_ref<const std::string&>());
    json.begin_array("lines");
    for (const std::string_view line : TextLines(step.at("text").get_ref<const std::string&>()))
        json.value(lines.index_of(std::string(line)));
    json.end();
}

/// A document of another shape is a fault, not an exception.
Status unless_thrown(const auto& act) {
    try {
        act();
    } catch (const nlohmann::json::exception&) {
        return std::unexpected(other_document());
    }
    return {};
}

} // namespace

Result<std::string> compact_explanation(std::string_view text) {
    Table rows;
    JsonWriter json({.one_line = true, .only_ascii = true});
    json.begin_array();
    const Bytes bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const auto read = read_json(reader_of(bytes), kLimits, [&](const Json& value, bool is_item) -> Status {
        if (!is_item) return std::unexpected(other_document());
        return unless_thrown([&] { add_instruction(json, rows, value); });
    });
    if (!read) return std::unexpected(read.error());
    json.end();
    std::string result = "{\"rows\":[";
    for (std::size_t i = 0; i < rows.texts().size(); ++i) result.append(i == 0 ? "" : ",").append(*rows.texts()[i]);
    result += "],\"instructions\":";
    result += json.take();
    result.back() = '}'; // in place of the line end
    return result;
}

Result<std::string> compact_steps(std::string_view text) {
    const auto document = read_json(text, kLimits);
    if (!document) return std::unexpected(document.error());
    Table lines;
    JsonWriter json({.one_line = true, .only_ascii = true});
    const Status done = unless_thrown([&] {
        json.begin_object();
        json.objects("steps", (*document)->at("steps"),
                     [&](const nlohmann::json& step) { add_step(json, lines, step); });
    });
    if (!done) return std::unexpected(done.error());
    json.begin_array("lines");
    for (const std::string* line : lines.texts()) json.value(*line);
    json.end();
    json.end();
    return json.take();
}

std::string without_blanks(std::string_view json) {
    std::string result;
    result.reserve(json.size() / 2);
    bool is_text = false, is_escaped = false;
    for (const char c : json) {
        const bool is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (is_text || !is_blank) result += c;
        if (c == '"' && !is_escaped) is_text = !is_text;
        is_escaped = is_text && c == '\\' && !is_escaped;
    }
    return result;
}

} // namespace relit::report
