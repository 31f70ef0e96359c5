// relit diff: two programs aligned by their lines, or two command streams of R500 draw by draw.
#include "cli/diff/line_diff.hpp"
#include "cli/io/product.hpp"
#include "cli/pm4/pm4.hpp"
#include "cli/verbs.hpp"
#include "codec/whole_file.hpp"
#include "machine/r500/capture/compare.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

using machine::r500::Capture;
using machine::r500::Draw;
using machine::r500::Stage;
using machine::r500::Walker;

/// The side on which a line stands, by its mark in a diff.
enum class In : char { Both = ' ', Left = '-', Right = '+' };

std::string_view name_of(In in) { return in == In::Both ? "both" : in == In::Left ? "left" : "right"; }

struct Line {
    In in;
    std::string text;
};

struct DrawComparison {
    std::uint32_t number = 0;
    In in = In::Both; // else the other stream has no such draw
    std::vector<machine::r500::Difference> state{};
    std::vector<std::pair<std::string_view, std::vector<Line>>> programs{}; // that differ, by their stages

    [[nodiscard]] bool differs() const { return in != In::Both || !state.empty() || !programs.empty(); }
};

/// Shared lines stand between those that differ.
Result<std::vector<Line>> compare_lines(std::span<const std::string> left, std::span<const std::string> right) {
    const auto aligned = align(left, right);
    if (!aligned) return std::unexpected(aligned.error());
    std::vector<Line> lines;
    for (const AlignedLine& line : *aligned)
        lines.push_back({line.is_shared() ? In::Both
                         : line.left      ? In::Left
                                          : In::Right,
                         line.left ? left[*line.left] : right[*line.right]});
    return lines;
}

std::string as_text(std::span<const Line> lines, std::string_view indent = {}) {
    std::string text;
    for (const Line& line : lines) text += fmt::format("{}{} {}\n", indent, static_cast<char>(line.in), line.text);
    return text;
}

std::string as_text(const DrawComparison& draw) {
    if (draw.in != In::Both)
        return fmt::format("draw {}: in the {} stream alone\n", draw.number, draw.in == In::Left ? "first" : "second");
    std::string text = fmt::format("draw {}\n", draw.number);
    for (const auto& [what, left, right] : draw.state) text += fmt::format("  {}: {} | {}\n", what, left, right);
    for (const auto& [stage, lines] : draw.programs)
        text += fmt::format("  {} program\n{}", stage, as_text(lines, "    "));
    return text;
}

void add_lines(JsonWriter& json, std::string_view name, std::span<const Line> lines) {
    json.objects(name, lines, [&](const Line& line) {
        json.member("in", name_of(line.in));
        json.member("text", line.text);
    });
}

void add_members(JsonWriter& json, const DrawComparison& draw) {
    json.member("draw", draw.number);
    if (draw.in != In::Both) return json.member("in", name_of(draw.in));
    json.objects("state", draw.state, [&](const machine::r500::Difference& difference) {
        json.member("what", difference.what);
        json.member("left", difference.left);
        json.member("right", difference.right);
    });
    for (const auto& [stage, lines] : draw.programs) add_lines(json, fmt::format("{}_program", stage), lines);
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

Result<DrawComparison> compare_draw(const Draw& left, const Draw& right, const Capture& left_capture,
                                    const Capture& right_capture) {
    DrawComparison draw{.number = left.number, .state = machine::r500::compare(left, right)};
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
        const std::vector<std::string> a = streams::program_lines(left_capture, left.state, stage),
                                       b = streams::program_lines(right_capture, right.state, stage);
        if (a == b) continue;
        auto lines = compare_lines(a, b);
        if (!lines) return std::unexpected(lines.error());
        draw.programs.emplace_back(stage == Stage::Vertex ? "vertex" : "fragment", std::move(*lines));
    }
    return draw;
}

/// Goes on to the next draw; false where there is none.
bool next_draw(Walker& walker) {
    while (walker.next())
        if (walker.draw() != nullptr) return true;
    return false;
}

/// The draws that differ, of how many that were looked at.
struct ComparedDraws {
    std::uint64_t count = 0;
    std::vector<DrawComparison> different{};
};

Result<ComparedDraws> compare_streams(const Options& options, const Capture& left, const Capture& right) {
    ComparedDraws compared;
    Walker a(left), b(right);
    bool has_left = next_draw(a), has_right = next_draw(b);
    for (std::uint32_t number = 1; has_left || has_right; ++number) {
        const bool is_asked = options.draw == 0 || options.draw == number, has_both = has_left && has_right;
        if (is_asked) ++compared.count;
        if (is_asked && !has_both)
            compared.different.push_back({.number = number, .in = has_left ? In::Left : In::Right});
        if (!has_both && (is_asked || options.draw == 0)) return compared;
        if (is_asked) {
            auto draw = compare_draw(*a.draw(), *b.draw(), left, right);
            if (!draw) return std::unexpected(draw.error());
            if (draw->differs()) compared.different.push_back(std::move(*draw));
            if (options.draw != 0) return compared;
        }
        has_left = has_left && next_draw(a), has_right = has_right && next_draw(b);
    }
    return compared;
}

/// `add_differences` writes a list of this name; `not_compared` says why nothing was compared, if so.
Exit answer_comparison(const Options& options, std::string_view kind, bool differs, std::string_view text,
                       std::string_view not_compared,
                       const std::function<void(JsonWriter& json, std::string_view name)>& add_differences) {
    const bool is_same = !differs && not_compared.empty();
    JsonWriter json = json_answer();
    json.begin_object();
    json.member("kind", kind);
    json.member("same", is_same);
    if (!not_compared.empty()) json.member("not_compared", not_compared);
    add_differences(json, "differences");
    json.end();
    const std::string nothing =
        not_compared.empty() ? std::string() : fmt::format("nothing was compared: {}\n", not_compared);
    const Exit exit = answer(options, options.json ? json.take() : fmt::format("{}{}", text, nothing));
    return exit != Exit::Done ? exit : is_same ? Exit::Done : Exit::No;
}

Exit diff_streams(const Options& options) {
    const auto left = streams::open(options.files[0]);
    if (!left) return report(left.error(), options.files[0]);
    const auto right = streams::open(options.files[1]);
    if (!right) return report(right.error(), options.files[1]);
    const auto draws = compare_streams(options, left->loaded.capture, right->loaded.capture);
    if (!draws) return report(draws.error(), options.files[0]);
    if (draws->count == 0 && options.draw != 0)
        return report(
            {FaultKind::Usage, fmt::format("--draw {}: neither stream has this draw", options.draw), {}, 0, 0},
            options.files[0]);
    std::string text;
    for (const DrawComparison& draw : draws->different) text += as_text(draw);
    const std::string_view not_compared = draws->count == 0 ? "neither stream has a draw" : "";
    return answer_comparison(
        options, "draws", !draws->different.empty(), text, not_compared, [&](JsonWriter& json, std::string_view name) {
            json.objects(name, draws->different, [&](const DrawComparison& draw) { add_members(json, draw); });
        });
}

} // namespace

Exit diff(const Options& options) {
    Options whole = options; // the kind of both files does not depend on a draw
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
    const auto compared = compare_lines(lines[0], lines[1]);
    if (!compared) return report(compared.error(), options.files[0]);
    const bool same = std::ranges::all_of(*compared, [](const Line& line) { return line.in == In::Both; });
    const std::string_view not_compared = compared->empty() ? "neither program has an instruction" : "";
    return answer_comparison(options, "lines", !same, as_text(*compared), not_compared,
                             [&](JsonWriter& json, std::string_view name) { add_lines(json, name, *compared); });
}

} // namespace relit::cli
