// relit disasm: a program as text.
#include "cli/program.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

std::string as_json(const isa::Listing& listing) {
    nlohmann::ordered_json lines = nlohmann::ordered_json::array();
    for (const isa::Line& line : listing.lines) {
        nlohmann::ordered_json row{{"offset", line.offset}, {"text", line.text}};
        if (!line.label.empty()) row["label"] = line.label;
        if (!line.note.empty()) row["note"] = line.note;
        if (!line.known) row["known"] = false;
        for (const std::uint32_t word : line.words) row["words"].push_back(fmt::format("{:08x}", word));
        lines.push_back(std::move(row));
    }
    const nlohmann::ordered_json all{
        {"isa", listing.isa}, {"unknown", listing.unknown}, {"warnings", listing.warnings}, {"lines", lines}};
    return all.dump(2) + "\n";
}

/// Instructions stand out, what is for people only is dim.
std::string in_color(const isa::Listing& listing) {
    isa::Listing shown = listing;
    for (isa::Line& line : shown.lines) {
        if (line.text.empty()) continue;
        const char* color = !line.known ? "\x1b[31m" : line.instruction ? "\x1b[36m" : "\x1b[2m";
        line.text = fmt::format("{}{}\x1b[0m", color, line.text);
    }
    return isa::print(shown);
}

} // namespace

Exit disasm(const Options& options) {
    for (const std::string& file : options.files) {
        const Result<Program> program = open_program(options, file);
        if (!program) return report(program.error(), file);
        const Result<isa::Listing> listing = program->guest->list(program->bytes, options.text);
        if (!listing) return report(listing.error(), file);
        for (const std::string& warning : listing->warnings) {
            fmt::print(stderr, "{}: warning: {}\n", shown_name(file), warning);
        }
        const std::string text = options.json    ? as_json(*listing)
                                 : options.color ? in_color(*listing)
                                                 : isa::print(*listing);
        if (const Exit exit = answer(options, text); exit != Exit::Done) return exit;
    }
    return Exit::Done;
}

} // namespace relit::cli
