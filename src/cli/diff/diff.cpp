// relit diff: two programs aligned by their lines, or two command streams of R500 draw by draw.
#include "cli/diff/line_diff.hpp"
#include "cli/diff/line_stream.hpp"
#include "cli/io/messages.hpp"
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

std::vector<Line> compare_lines(std::span<const std::string> left, std::span<const std::string> right) {
    std::vector<Line> lines;
    const auto see = [&](In in, std::string&& text) { lines.push_back({in, std::move(text)}); };
    (void)diff_lines(lines_of(left), lines_of(right), see); // a program has fewer lines than a window
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

/// Adds the members of a line to the object that is open.
void add_members(JsonWriter& json, In in, std::string_view text) {
    json.member("in", name_of(in));
    json.member("text", text);
}

void add_members(JsonWriter& json, const DrawComparison& draw) {
    json.member("draw", draw.number);
    if (draw.in != In::Both) return json.member("in", name_of(draw.in));
    json.objects("state", draw.state, [&](const machine::r500::Difference& difference) {
        json.member("what", difference.what);
        json.member("left", difference.left);
        json.member("right", difference.right);
    });
    for (const auto& [stage, lines] : draw.programs)
        json.objects(fmt::format("{}_program", stage), lines,
                     [&](const Line& line) { add_members(json, line.in, line.text); });
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

/// The answer of a comparison as it is written: differences one by one, then whether there were any.
class Answer {
public:
    Answer(const Options& options, Output& out, std::string_view kind)
        : options_(options), out_(out), json_(json_answer(out)) {
        if (!options_.json) return;
        json_.begin_object();
        json_.member("kind", kind);
        json_.begin_array("differences");
    }
    /// Returns false if it cannot be written.
    bool add(const DrawComparison& draw) {
        if (options_.json) {
            json_.begin_object();
            add_members(json_, draw);
            json_.end();
        } else {
            out_.write(as_text(draw));
        }
        differs_ = true;
        return out_.status().has_value();
    }
    void add(In in, const std::string& text) {
        if (options_.json) {
            json_.begin_object();
            add_members(json_, in, text);
            json_.end();
        } else {
            out_.write(fmt::format("{} {}\n", static_cast<char>(in), text));
        }
        has_lines_ = true;
        differs_ = differs_ || in != In::Both;
    }
    [[nodiscard]] bool has_lines() const { return has_lines_; }
    /// `not_compared`: the reason if nothing, or not everything, was compared.
    Exit finish(std::string_view not_compared, std::span<const NotAligned> not_aligned = {}) {
        const bool is_same = !differs_ && not_compared.empty();
        if (options_.json)
            finish_json(is_same, not_compared, not_aligned);
        else if (!not_compared.empty())
            out_.write(
                fmt::format("{} compared: {}\n", has_lines_ ? "not everything was" : "nothing was", not_compared));
        if (const Status closed = out_.close(); !closed) return report(closed.error(), options_.output);
        return is_same ? Exit::Done : Exit::No;
    }

private:
    void finish_json(bool is_same, std::string_view not_compared, std::span<const NotAligned> not_aligned) {
        json_.end();
        json_.member("same", is_same);
        if (!not_compared.empty()) json_.member("not_compared", not_compared);
        if (!not_aligned.empty())
            json_.objects("not_aligned", not_aligned, [&](const NotAligned& one) {
                json_.member("left", one.left);
                json_.member("left_count", one.left_count);
                json_.member("right", one.right);
                json_.member("right_count", one.right_count);
            });
        json_.end();
        json_.take();
    }

    const Options& options_;
    Output& out_;
    JsonWriter json_;
    bool differs_ = false, has_lines_ = false;
};

/// Returns whether there are so many draws.
bool has_draw(const Capture& capture, std::uint64_t number) {
    Walker walker(capture);
    while (number > 0 && next_draw(walker)) --number;
    return number == 0;
}

Exit diff_streams(const Options& options) {
    const auto left = streams::open(options.files[0]);
    if (!left) return report(left.error(), options.files[0]);
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
    Answer answer(options, *out, "draws");
    const auto see = [&](const DrawComparison& draw) { return answer.add(draw); };
    const std::uint64_t count = compare_streams(options, a, b, see);
    return answer.finish(count == 0 ? "neither stream has a draw" : "");
}

/// Compares the listings of two files.
Exit diff_listings(const Options& options, std::unique_ptr<codec::Document> left,
                   std::unique_ptr<codec::Document> right) {
    LineStream a(std::move(left)), b(std::move(right));
    auto out = Output::open(options.output, options.files);
    if (!out) return report(out.error(), options.output);
    Answer answer(options, *out, "lines");
    const auto see = [&](In in, std::string&& text) { answer.add(in, text); };
    const NextLine next_left = [&] { return a.next(); };
    const NextLine next_right = [&] { return b.next(); };
    const auto not_aligned = diff_lines(next_left, next_right, see);
    for (const NotAligned& one : not_aligned)
        report_note(shown_name(options.files[0]),
                    fmt::format("lines {} to {} share none with lines {} to {} of {}: they are not aligned", one.left,
                                one.left + one.left_count - 1, one.right, one.right + one.right_count - 1,
                                shown_name(options.files[1])));
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
    std::vector<std::unique_ptr<codec::Document>> documents;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string& file = options.files[i];
        auto opened = open_any(whole, file, i);
        if (!opened) return report(opened.error(), file);
        if (opened->codec->name == "r500") return diff_streams(options);
        if (options.draw != 0)
            return report({FaultKind::Usage, "--draw: this is no command stream of R500", {}, 0, 0}, file);
        auto document = opened->codec->open(std::move(opened->input), opened->text);
        if (!document) return report(document.error(), file);
        if (const auto heading = (*document)->heading(); !heading) return report(heading.error(), file);
        documents.push_back(std::move(*document));
    }
    return diff_listings(options, std::move(documents[0]), std::move(documents[1]));
}

} // namespace relit::cli
