#include "cli/listing.hpp"

#include "cli/json_items.hpp"
#include "cli/registers.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

std::string runs_of(const codec::ExplainedField& field) {
    std::string text;
    for (const BitRun& run : field.runs) {
        if (!text.empty()) text += '+';
        text += run.width == 1 ? fmt::format("{}", run.bit) : fmt::format("{}:{}", run.bit + run.width - 1, run.bit);
    }
    return text;
}

/// A line of a listing can hold several lines of text: they all begin in the same column.
std::string indented(std::string_view text) {
    std::string result;
    for (const char c : text) {
        result += c;
        if (c == '\n') result += "        ";
    }
    return result;
}

struct AsJson {
    nlohmann::ordered_json operator()(std::monostate /*none*/) const { return nullptr; }
    nlohmann::ordered_json operator()(const Property::Counts& counts) const {
        nlohmann::ordered_json json = nlohmann::ordered_json::object();
        for (const auto& [name, count] : counts) json[name] = count;
        return json;
    }
    nlohmann::ordered_json operator()(const Property::Floats& floats) const {
        nlohmann::ordered_json json = nlohmann::ordered_json::array();
        for (const std::uint32_t bits : floats.bits) json.push_back(lane_json(bits, ir::Kind::F32, true));
        return json;
    }
    nlohmann::ordered_json operator()(const std::vector<Property::Item>& rows) const {
        nlohmann::ordered_json json = nlohmann::ordered_json::array();
        for (const Property::Item& row : rows) {
            nlohmann::ordered_json& one = json.emplace_back(nlohmann::ordered_json::object());
            for (const auto& [name, value] : row.fields) one[name] = std::visit(*this, value);
        }
        return json;
    }
    nlohmann::ordered_json operator()(const auto& value) const { return value; }
};

} // namespace

nlohmann::ordered_json json_of(const codec::Line& line) {
    nlohmann::ordered_json row{{"offset", line.offset}, {"text", line.text}};
    if (!line.label.empty()) row["label"] = line.label;
    if (!line.note.empty()) row["note"] = line.note;
    if (!line.known) row["known"] = false;
    for (const std::uint32_t word : line.words) row["words"].push_back(fmt::format("{:08x}", word));
    return row;
}

codec::Line in_color(codec::Line line) {
    if (line.text.empty()) return line;
    const char* color = !line.known ? "\x1b[31m" : line.instruction ? "\x1b[36m" : "\x1b[2m";
    line.text = fmt::format("{}{}\x1b[0m", color, line.text);
    return line;
}

std::string explained_as_text(const codec::Line& line, const codec::Explanation& explanation) {
    std::string text = fmt::format("0x{:04x}  {}\n        {}\n", line.offset, indented(line.text), explanation.summary);
    for (const codec::ExplainedField& field : explanation.fields)
        text +=
            fmt::format("        {:>11}  {:<12} {:<6} {}\n", runs_of(field), field.name, field.value, field.meaning);
    text += '\n';
    return text;
}

nlohmann::ordered_json json_of(const codec::Line& line, const codec::Explanation& explanation) {
    nlohmann::ordered_json fields = nlohmann::ordered_json::array();
    for (const codec::ExplainedField& field : explanation.fields) {
        fields.push_back(
            {{"bits", runs_of(field)}, {"name", field.name}, {"value", field.value}, {"meaning", field.meaning}});
    }
    return {{"offset", line.offset}, {"text", line.text}, {"summary", explanation.summary}, {"fields", fields}};
}

std::string properties_as_text(std::string_view isa, std::uint64_t bytes, const std::vector<Property>& properties) {
    std::string text = fmt::format("{:<24} {}\n{:<24} {}\n", "isa", isa, "bytes", bytes);
    for (const auto& [name, told] : lines_of(properties)) text += fmt::format("{:<24} {}\n", name, told);
    return text;
}

std::string properties_as_json(std::string_view isa, std::uint64_t bytes, const std::vector<Property>& properties) {
    nlohmann::ordered_json json{{"isa", isa}, {"bytes", bytes}};
    for (const Property& property : properties) {
        nlohmann::ordered_json value = std::visit(AsJson{}, property.value);
        if (property.repeats)
            json[property.name].push_back(std::move(value));
        else
            json[property.name] = std::move(value);
    }
    return text_of(json) + "\n";
}

} // namespace relit::cli
