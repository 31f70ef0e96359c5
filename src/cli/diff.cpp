// relit diff: two programs aligned by their lines, or two command streams of R500 draw by draw.
#include "cli/json_items.hpp"
#include "cli/line_diff.hpp"
#include "cli/pm4.hpp"
#include "codec/whole_file.hpp"
#include "machine/r500/compare.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

using machine::r500::Capture;
using machine::r500::compare;
using machine::r500::Difference;
using machine::r500::Draw;
using machine::r500::Stage;
using machine::r500::Walker;
using Json = nlohmann::ordered_json;

/// Lines of a comparison, as text and for programs.
struct Comparison {
    std::string text;
    Json json = Json::array();
    bool differs = false;
};

/// Shared lines stand between those that differ, marked as in any diff.
Status add_lines(Comparison& into, std::string_view indent, Json& json, std::span<const std::string> left,
                 std::span<const std::string> right) {
    const auto lines = align(left, right);
    if (!lines) return std::unexpected(lines.error());
    for (const AlignedLine& line : *lines) {
        const char mark = line.is_shared() ? ' ' : line.left ? '-' : '+';
        const std::string& text = line.left ? left[*line.left] : right[*line.right];
        into.differs = into.differs || !line.is_shared();
        into.text += fmt::format("{}{} {}\n", indent, mark, text);
        json.push_back({{"in", line.is_shared() ? "both" : line.left ? "left" : "right"}, {"text", text}});
    }
    return {};
}

Result<std::vector<std::string>> lines_of_program(const codec::Codec& codec, Bytes bytes,
                                                  const codec::TextOptions& text) {
    const auto listing = codec::list(codec, bytes, text);
    if (!listing) return std::unexpected(listing.error());
    std::vector<std::string> lines;
    for (const codec::Line& line : listing->lines) {
        if (!line.label.empty()) lines.push_back(line.label + ":");
        lines.push_back(line.text);
    }
    return lines;
}

Status compare_programs(Comparison& into, const Draw& left, const Draw& right, const Capture& left_capture,
                        const Capture& right_capture, Json& json) {
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
        const std::vector<std::string> a = streams::program_lines(left_capture, left.state, stage),
                                       b = streams::program_lines(right_capture, right.state, stage);
        if (a == b) continue;
        const std::string_view name = stage == Stage::Vertex ? "vertex_program" : "fragment_program";
        into.text += fmt::format("  {} program\n", stage == Stage::Vertex ? "vertex" : "fragment");
        Json& lines = json[std::string(name)] = Json::array();
        if (const Status added = add_lines(into, "    ", lines, a, b); !added) return added;
    }
    return {};
}

Status compare_draw(Comparison& into, const Draw& left, const Draw& right, const Capture& left_capture,
                    const Capture& right_capture) {
    Comparison one;
    Json json{{"draw", left.number}, {"state", Json::array()}};
    for (const Difference& difference : compare(left, right)) {
        one.differs = true;
        one.text += fmt::format("  {}: {} | {}\n", difference.what, difference.left, difference.right);
        json["state"].push_back({{"what", difference.what}, {"left", difference.left}, {"right", difference.right}});
    }
    if (const Status compared = compare_programs(one, left, right, left_capture, right_capture, json); !compared)
        return compared;
    if (!one.differs) return {};
    into.differs = true;
    into.text += fmt::format("draw {}\n{}", left.number, one.text);
    into.json.push_back(std::move(json));
    return {};
}

/// Goes on to the next draw; false where there is none.
bool next_draw(Walker& walker) {
    while (walker.next())
        if (walker.draw() != nullptr) return true;
    return false;
}

Status compare_streams(const Options& options, const Capture& left, const Capture& right, Comparison& into) {
    Walker a(left), b(right);
    while (true) {
        const bool has_left = next_draw(a), has_right = next_draw(b);
        if (!has_left && !has_right) return {};
        if (has_left != has_right) {
            const std::uint32_t number = (has_left ? a : b).draw()->number;
            into.differs = true;
            into.text += fmt::format("draw {}: in the {} stream alone\n", number, has_left ? "first" : "second");
            into.json.push_back({{"draw", number}, {"in", has_left ? "left" : "right"}});
            return {};
        }
        if (options.draw != 0 && a.draw()->number != options.draw) continue;
        if (const Status compared = compare_draw(into, *a.draw(), *b.draw(), left, right); !compared) return compared;
    }
}

Exit finish(const Options& options, std::string_view kind, const Comparison& comparison) {
    const Json json{{"kind", kind}, {"same", !comparison.differs}, {"differences", comparison.json}};
    const Exit exit = answer(options, options.json ? text_of(json) + "\n" : comparison.text);
    return exit != Exit::Done ? exit : comparison.differs ? Exit::No : Exit::Done;
}

Exit diff_streams(const Options& options) {
    const auto left = streams::open(options.files[0]);
    if (!left) return report(left.error(), options.files[0]);
    const auto right = streams::open(options.files[1]);
    if (!right) return report(right.error(), options.files[1]);
    Comparison comparison;
    const Status done = compare_streams(options, left->loaded.capture, right->loaded.capture, comparison);
    if (!done) return report(done.error(), options.files[0]);
    return finish(options, "draws", comparison);
}

} // namespace

Exit diff(const Options& options) {
    Options whole = options; // what both files are is found out without a draw
    whole.draw = 0;
    std::vector<std::vector<std::string>> lines;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string& file = options.files[i];
        const auto opened = open_any(whole, file, i);
        if (!opened) return report(opened.error(), file);
        if (opened->codec->name == "r500") return diff_streams(options);
        if (options.draw != 0)
            return report({FaultKind::Usage, "--draw: this is no command stream of R500", {}, 0, 0}, file);
        const auto bytes = codec::read_all(opened->input);
        if (!bytes) return report(bytes.error(), file);
        auto program = lines_of_program(*opened->codec, *bytes, opened->text);
        if (!program) return report(program.error(), file);
        lines.push_back(std::move(*program));
    }
    Comparison comparison;
    if (const Status added = add_lines(comparison, "", comparison.json, lines[0], lines[1]); !added)
        return report(added.error(), options.files[0]);
    return finish(options, "lines", comparison);
}

} // namespace relit::cli
