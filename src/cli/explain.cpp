// relit explain: every bit of every instruction.
#include "cli/program.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

std::string runs_of(const isa::ExplainedField& field) {
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

std::string as_text(const isa::Listing& listing, const std::vector<isa::Explanation>& all) {
    std::string text;
    for (const isa::Explanation& e : all) {
        const isa::Line& line = listing.lines[e.line];
        text += fmt::format("0x{:04x}  {}\n        {}\n", line.offset, indented(line.text), e.summary);
        for (const isa::ExplainedField& field : e.fields) {
            text += fmt::format("        {:>11}  {:<12} {:<6} {}\n", runs_of(field), field.name, field.value,
                                field.meaning);
        }
        text += '\n';
    }
    return text;
}

std::string as_json(const isa::Listing& listing, const std::vector<isa::Explanation>& all) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const isa::Explanation& e : all) {
        nlohmann::ordered_json fields = nlohmann::ordered_json::array();
        for (const isa::ExplainedField& field : e.fields) {
            fields.push_back(
                {{"bits", runs_of(field)}, {"name", field.name}, {"value", field.value}, {"meaning", field.meaning}});
        }
        const isa::Line& line = listing.lines[e.line];
        json.push_back({{"offset", line.offset}, {"text", line.text}, {"summary", e.summary}, {"fields", fields}});
    }
    return json.dump(2) + "\n";
}

} // namespace

Exit explain(const Options& options) {
    const std::string& file = options.files[0];
    const Result<Program> program = open_program(options, file);
    if (!program) return report(program.error(), file);
    const auto listing = program->guest->list(program->bytes, options.text);
    if (!listing) return report(listing.error(), file);
    const auto explained = program->guest->explain(program->bytes, options.text);
    if (!explained) return report(explained.error(), file);
    const std::string text = options.json ? as_json(*listing, *explained) : as_text(*listing, *explained);
    return answer(options, text);
}

} // namespace relit::cli
