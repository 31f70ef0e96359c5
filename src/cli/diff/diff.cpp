// relit diff: two programs aligned by their lines, two command streams of R500 draw by draw, or two dumps of the GS.
#include "cli/diff/answer.hpp"
#include "cli/diff/dump.hpp"
#include "cli/diff/line_stream.hpp"
#include "cli/io/messages.hpp"
#include "cli/pm4/pm4.hpp"
#include "cli/verbs.hpp"
#include "codec/whole_file.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

using machine::r500::Capture;
using machine::r500::Draw;
using machine::r500::Stage;
using machine::r500::Walker;

std::vector<DiffLine> compare_lines(std::span<const std::string> left, std::span<const std::string> right) {
    std::vector<DiffLine> lines;
    const auto see = [&](In in, std::string&& text) { lines.push_back({in, std::move(text)}); };
    (void)diff_lines(lines_of(left), lines_of(right), see); // a program has fewer lines than a window
    return lines;
}

DrawComparison compare_draw(const Draw& left, const Draw& right, const Capture& left_capture,
                            const Capture& right_capture) {
    DrawComparison draw{.number = left.number, .state = machine::r500::compare(left, right)};
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
        const std::vector<std::string> a = streams::program_lines(left_capture, left.state, stage),
                                       b = streams::program_lines(right_capture, right.state, stage);
        if (a == b) continue;
        draw.programs.emplace_back(stage == Stage::Vertex ? "vertex" : "fragment", compare_lines(a, b));
    }
    return draw;
}

/// Goes on to the next draw; returns false if there is none.
bool next_draw(Walker& walker) {
    while (walker.next())
        if (walker.draw() != nullptr) return true;
    return false;
}

/// Calls see(comparison) for every draw that differs, until it returns false. Returns how many draws were compared.
template <class See>
std::uint64_t compare_streams(const Options& options, const Capture& left, const Capture& right, See&& see) {
    std::uint64_t count = 0;
    Walker a(left), b(right);
    bool has_left = next_draw(a), has_right = next_draw(b);
    for (std::uint32_t number = 1; has_left || has_right; ++number) {
        const bool is_asked = options.draw == 0 || options.draw == number, has_both = has_left && has_right;
        if (is_asked) ++count;
        if (is_asked && !has_both) (void)see(DrawComparison{.number = number, .in = has_left ? In::Left : In::Right});
        if (!has_both && (is_asked || options.draw == 0)) return count;
        if (is_asked) {
            const DrawComparison draw = compare_draw(*a.draw(), *b.draw(), left, right);
            if ((draw.differs() && !see(draw)) || options.draw != 0) return count;
        }
        has_left = has_left && next_draw(a), has_right = has_right && next_draw(b);
    }
    return count;
}

/// Returns whether there are so many draws.
bool has_draw(const Capture& capture, std::uint64_t number) {
    Walker walker(capture);
    while (number > 0 && next_draw(walker)) --number;
    return number == 0;
}

Exit diff_streams(const Options& options) {
    auto left = streams::open(options.files[0]);
    if (!left) return report(left.error(), options.files[0]);
    if (!machine::r500::refers_to_file(left->loaded.container)) std::vector<std::uint8_t>().swap(left->file);
    const auto right = streams::open(options.files[1]);
    if (!right) return report(right.error(), options.files[1]);
    const Capture &a = left->loaded.capture, &b = right->loaded.capture;
    streams::report_warnings(a, options.files[0]);
    streams::report_warnings(b, options.files[1]);
    if (options.draw != 0 && !has_draw(a, options.draw) && !has_draw(b, options.draw))
        return report(
            {FaultKind::Usage, fmt::format("--draw {}: neither stream has this draw", options.draw), {}, 0, 0},
            options.files[0]);
    auto out = Output::open(options.output, options.files);
    if (!out) return report(out.error(), options.output);
    DiffAnswer answer(options, *out, "draws");
    const auto see = [&](const DrawComparison& draw) { return answer.add(draw); };
    const std::uint64_t count = compare_streams(options, a, b, see);
    return answer.finish(count == 0 ? "neither stream has a draw" : "");
}

/// Compares the listings of two files.
Exit diff_listings(const Options& options, std::unique_ptr<codec::Document> left,
                   std::unique_ptr<codec::Document> right) {
    LineStream a(lines_of(std::move(left))), b(lines_of(std::move(right)));
    auto out = Output::open(options.output, options.files);
    if (!out) return report(out.error(), options.output);
    DiffAnswer answer(options, *out, "lines");
    const auto see = [&](In in, std::string&& text) { answer.add(in, text); };
    const auto only_text = [](std::optional<ListedLine> line) {
        return line ? std::optional(std::move(line->text)) : std::nullopt;
    };
    const NextLine next_left = [&] { return only_text(a.next()); };
    const NextLine next_right = [&] { return only_text(b.next()); };
    const auto not_aligned = diff_lines(next_left, next_right, see);
    for (const NotAligned& one : not_aligned)
        report_note(shown_name(options.files[0]), not_aligned_text(one, shown_name(options.files[1])));
    const bool is_whole = a.status() && b.status();
    const std::string_view reason = !is_whole            ? "a file is damaged"
                                    : answer.has_lines() ? ""
                                                         : "neither program has an instruction";
    const Exit exit = answer.finish(reason, not_aligned);
    if (!a.status()) return report(a.status().error(), options.files[0]);
    if (!b.status()) return report(b.status().error(), options.files[1]);
    return exit;
}

} // namespace

Exit diff(const Options& options) {
    Options whole = options; // the kind of both files does not depend on a draw
    whole.draw = 0;
    std::vector<Opened> inputs;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string& file = options.files[i];
        auto opened = open_any(whole, file, i);
        if (!opened) return report(opened.error(), file);
        if (options.diff_draws && opened->codec->name != "gs")
            return report({FaultKind::Usage, "--draws compares dumps of the GS, and this is none", {}, 0, 0}, file);
        if (opened->codec->name == "r500") {
            opened->input = {}; // its beginning is not needed beside the streams
            return diff_streams(options);
        }
        if (options.draw != 0)
            return report({FaultKind::Usage, "--draw: this is no command stream of R500", {}, 0, 0}, file);
        inputs.push_back(std::move(*opened));
    }
    const auto is_dump = [](const Opened& opened) { return opened.codec->name == "gs"; };
    if (is_dump(inputs[0]) && is_dump(inputs[1]))
        return diff_dumps(options, std::move(inputs[0]), std::move(inputs[1]));
    std::vector<std::unique_ptr<codec::Document>> documents;
    for (std::size_t i = 0; i < 2; ++i) {
        auto document = inputs[i].codec->open(std::move(inputs[i].input), inputs[i].text);
        if (!document) return report(document.error(), options.files[i]);
        if (const auto heading = (*document)->heading(); !heading) return report(heading.error(), options.files[i]);
        documents.push_back(std::move(*document));
    }
    return diff_listings(options, std::move(documents[0]), std::move(documents[1]));
}

} // namespace relit::cli
