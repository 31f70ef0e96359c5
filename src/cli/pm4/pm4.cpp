// relit pm4: a command stream of R500, packet by packet.
#include "cli/pm4/pm4.hpp"

#include "base/zip.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/verbs.hpp"
#include "codec/whole_file.hpp"
#include "content/foreign.hpp"
#include "guests/recognise.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using machine::r500::Capture;
using machine::r500::Draw;
using machine::r500::listed;
using machine::r500::ListedLine;
using machine::r500::Memory;
using machine::r500::range_text;
using machine::r500::Stage;
using machine::r500::Submission;
using machine::r500::Violation;
using machine::r500::Walker;
using machine::r500::Whose;

/// Writes the text; programs of a draw are repeated only where they are others than those of the draw before.
class TextWriter {
public:
    TextWriter(Output& out, const Capture& capture) : out_(out), capture_(capture), memory_(capture) {}

    void begin() {
        if (!capture_.title.empty()) line(0, fmt::format("{}: {}, {}", capture_.title, capture_.source, capture_.chip));
    }
    void begin_submission(std::uint32_t number) {
        const Submission& submission = capture_.submissions[number];
        memory_.advance(number);
        line(0, fmt::format(
                    "submission {}: {}, {}", number,
                    submission.is_part ? range_text(submission) : fmt::format("{} dwords", submission.dwords.size()),
                    submission.relocations ? fmt::format("{} relocations", submission.relocations->size())
                                           : "relocations not known: sizes of buffers are not checked"));
    }
    void packet(const Walker& walker) {
        const Submission& submission = capture_.submissions[walker.submission()];
        for (const ListedLine& one : listed(walker, submission.dwords))
            line(1, fmt::format("{:>6}  {}{}{}", submission.first + one.line.at, one.line.text,
                                one.note.empty() ? "" : "  // ", one.note));
        if (walker.draw() != nullptr) draw(*walker.draw(), streams::kFewVertices);
    }
    void draw(const Draw& draw, std::uint32_t most) {
        line(5, fmt::format("draw {}: {}", draw.number, streams::summary(draw)));
        for (const std::string& text : streams::vertex_lines(draw, memory_, most)) line(6, text);
        program(draw, Stage::Vertex, "vertex program", programs_[0]);
        program(draw, Stage::Fragment, "fragment program", programs_[1]);
    }
    void state(const Draw& draw) {
        memory_.advance(draw.submission);
        this->draw(draw, draw.count);
        line(5, "state");
        for (const std::string& text : streams::state_lines(draw.state)) line(6, text);
    }

private:
    struct Last {
        std::vector<std::uint8_t> stream;
        std::uint32_t draw = 0;
    };

    void line(unsigned depth, std::string_view text) { out_.write(fmt::format("{:{}}{}\n", "", 2 * depth, text)); }
    void program(const Draw& draw, Stage stage, std::string_view name, Last& last) {
        std::vector<std::uint8_t> stream = program_stream(draw.state, stage);
        if (last.draw != 0 && stream == last.stream)
            return line(6, fmt::format("{}: that of draw {}", name, last.draw));
        last = {std::move(stream), draw.number};
        line(6, name);
        for (const std::string& text : streams::program_lines(capture_, draw.state, stage)) line(7, text);
    }

    Output& out_;
    const Capture& capture_;
    Memory memory_;
    Last programs_[2];
};

struct Totals {
    std::uint64_t packets = 0, draws = 0, kernel = 0;
};

void note(Totals& totals, const Walker& walker) {
    ++totals.packets;
    totals.draws += walker.draw() != nullptr ? 1 : 0;
    for (const Violation& violation : walker.violations())
        totals.kernel += rule_info(violation.rule).whose == Whose::Kernel ? 1 : 0;
}

Totals write_text(Output& out, const Capture& capture) {
    TextWriter text(out, capture);
    Totals totals;
    text.begin();
    std::optional<std::uint32_t> submission;
    for (Walker walker(capture); walker.next();) {
        for (; submission != walker.submission();)
            text.begin_submission(*(submission = submission ? *submission + 1 : 0));
        text.packet(walker);
        note(totals, walker);
        if (!out.status()) break;
    }
    out.write(fmt::format("{} packets, {} draws, {} violations of the kernel's rules\n", totals.packets, totals.draws,
                          totals.kernel));
    return totals;
}

/// Goes through a capture once, a submission at a time.
class Pass {
public:
    explicit Pass(const Capture& capture) : walker_(capture), goes_on_(walker_.next()) {}

    /// Calls visit(walker) for each packet of the next submission, by its index in Capture::submissions.
    template <class Visit>
    void submission(std::size_t index, Visit&& visit) {
        for (; goes_on_ && walker_.submission() == index; goes_on_ = walker_.next()) visit(walker_);
    }

private:
    Walker walker_;
    bool goes_on_;
};

/// {"submissions": [{"packets": [...], "draws": [...]}]}: nothing is kept of the packets while their draws are written.
void write_json(Output& out, const Capture& capture) {
    Memory memory(capture);
    Pass packets(capture), draws(capture);
    JsonWriter json = json_answer(out);
    const auto add_packet = [&](const Walker& walker) {
        json.begin_object();
        streams::add_members(json, walker, capture.submissions[walker.submission()].dwords);
        json.end();
    };
    const auto add_draw = [&](const Walker& walker) {
        if (walker.draw() == nullptr) return;
        json.begin_object();
        streams::add_members(json, *walker.draw(), capture, memory, false);
        json.end();
    };
    json.begin_object();
    json.member("problems", capture.problems);
    if (!capture.warnings.empty()) json.member("warnings", capture.warnings);
    json.begin_array("submissions");
    for (std::size_t i = 0; i < capture.submissions.size(); ++i) {
        memory.advance(static_cast<std::uint32_t>(i));
        json.begin_object();
        json.member("submission", i);
        if (capture.submissions[i].is_part)
            json.members({{"stream", capture.submissions[i].index}, {"first", capture.submissions[i].first}});
        json.begin_array("packets");
        packets.submission(i, add_packet);
        json.end();
        json.begin_array("draws");
        draws.submission(i, add_draw);
        json.end();
        json.end();
    }
    json.end();
    json.end();
    json.take();
}

Status write_draw(const Options& options, Output& out, const Capture& capture) {
    Walker walker(capture);
    std::uint64_t draws = 0;
    while (draws < options.draw && walker.next()) draws += walker.draw() != nullptr ? 1 : 0;
    if (draws < options.draw)
        return fail(FaultKind::Usage, fmt::format("--draw {}: there are {} draws", options.draw, draws));
    Memory memory(capture);
    memory.advance(walker.submission());
    if (options.json)
        out.write(
            json_text([&](JsonWriter& json) { streams::add_members(json, *walker.draw(), capture, memory, true); }));
    else
        TextWriter(out, capture).state(*walker.draw());
    return {};
}

/// Any dwords can be listed: those of a file that shows what it is are no stream. One that shows nothing may be; texts and
/// archives have readers that refuse others.
Status check_other_kind(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return {};
    const auto input = open_input(file);
    std::vector<std::uint8_t> begin;
    if (!input || !codec::read_up_to(input->read, codec::kLookedAt, begin)) return {};
    if (is_zip(begin) || isa::is_text(begin)) return {};
    std::string other = content::foreign_kind(begin, false);
    const std::vector<guests::Candidate> kinds = guests::likely(guests::candidates_of(begin), file);
    const bool is_stream =
        std::ranges::any_of(kinds, [](const auto& one) { return one.codec->name.starts_with("r500"); });
    if (!kinds.empty() && !is_stream)
        other = fmt::format("a {} {}", kinds.front().codec->name, kinds.front().codec->content);
    return other.empty() || is_stream ? Status() : fail(fmt::format("this is {}, not a command stream of R500", other));
}

} // namespace

Exit pm4(const Options& options) {
    const std::string& file = options.files[0];
    if (const Status stream = check_other_kind(file); !stream) return report(stream.error(), file);
    const auto opened = streams::open(file);
    if (!opened) return report(opened.error(), file);
    const Capture& capture = opened->loaded.capture;
    streams::report_warnings(capture, file);
    auto out = Output::open(options.output, file);
    if (!out) return report(out.error(), options.output);
    if (options.draw != 0) {
        if (const Status done = write_draw(options, *out, capture); !done) return report(done.error(), file);
    } else if (options.json) {
        write_json(*out, capture);
    } else {
        write_text(*out, capture);
    }
    if (const Status closed = out->close(); !closed) return report(closed.error(), options.output);
    return streams::report_problems(capture, file);
}

} // namespace relit::cli
