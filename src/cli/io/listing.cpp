#include "cli/io/listing.hpp"

#include "cli/io/product.hpp"
#include "verify/registers.hpp"

#include <ranges>

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

/// Writes the value of a property.
struct AsJson {
    JsonWriter& json;

    void operator()(std::monostate /*none*/) const { json.value(nullptr); }
    void operator()(const Property::Counts& counts) const {
        json.begin_object();
        for (const auto& [name, count] : counts) json.member(name, count);
        json.end();
    }
    void operator()(const Property::Floats& floats) const {
        json.begin_array();
        for (const std::uint32_t bits : floats.bits) verify::write_lane(json, bits, ir::Kind::F32, true);
        json.end();
    }
    void operator()(const std::vector<Property::Item>& rows) const {
        json.begin_array();
        for (const Property::Item& row : rows) {
            json.begin_object();
            for (const auto& [name, value] : row.fields) {
                json.key(name);
                std::visit(*this, value);
            }
            json.end();
        }
        json.end();
    }
    void operator()(const auto& value) const { json.value(value); }
};

void write_names(JsonWriter& json, const codec::Line& line) {
    if (line.names.empty()) return;
    json.objects("names", line.names, [&](const codec::NamedOperand& one) {
        json.member("operand", one.operand);
        json.member("name", one.name);
        if (one.is_indexed) json.member("indexed", true);
    });
}

} // namespace

void write(JsonWriter& json, const codec::Line& line) {
    json.begin_object();
    json.member("offset", line.offset);
    json.member("text", line.text);
    if (!line.label.empty()) json.member("label", line.label);
    if (!line.note.empty()) json.member("note", line.note);
    write_names(json, line);
    if (!line.known) json.member("known", false);
    if (line.number) json.member("instruction", *line.number);
    const auto hex = [](std::uint32_t word) { return fmt::format("{:08x}", word); };
    if (!line.words.empty()) json.member("words", line.words | std::views::transform(hex));
    json.end();
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
        text += fmt::format("        {:>11}  {:<12} {:<6} {}\n", runs_of(field), field.name, field.value,
                            field.explanation);
    text += '\n';
    return text;
}

void write(JsonWriter& json, const codec::Line& line, const codec::Explanation& explanation) {
    json.begin_object();
    json.member("offset", line.offset);
    json.member("text", line.text);
    json.member("summary", explanation.summary);
    write_names(json, line);
    json.objects("fields", explanation.fields, [&](const codec::ExplainedField& field) {
        json.member("bits", runs_of(field));
        json.member("name", field.name);
        json.member("value", field.value);
        json.member("meaning", field.explanation);
    });
    json.end();
}

std::string properties_as_text(std::string_view isa, std::uint64_t bytes, const std::vector<Property>& properties) {
    std::string text = fmt::format("{:<24} {}\n{:<24} {}\n", "isa", isa, "bytes", bytes);
    for (const auto& [name, shown] : lines_of(properties)) text += fmt::format("{:<24} {}\n", name, shown);
    return text;
}

std::string properties_as_json(std::string_view isa, std::uint64_t bytes, const std::vector<Property>& properties) {
    JsonWriter json = json_answer();
    json.begin_object();
    json.member("isa", isa);
    json.member("bytes", bytes);
    for (auto at = properties.begin(); at != properties.end();) {
        const Property& first = *at;
        json.key(first.name);
        if (!first.repeats) {
            std::visit(AsJson{json}, at++->value);
            continue;
        }
        json.begin_array();
        for (; at != properties.end() && at->name == first.name; ++at) std::visit(AsJson{json}, at->value);
        json.end();
    }
    json.end();
    return json.take();
}

} // namespace relit::cli
