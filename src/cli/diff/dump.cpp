#include "cli/diff/dump.hpp"

#include "base/hash/hash.hpp"
#include "base/thread.hpp"
#include "cli/diff/dump_draws.hpp"
#include "cli/diff/hunks.hpp"
#include "cli/diff/line_stream.hpp"
#include "cli/diff/sections.hpp"
#include "cli/io/messages.hpp"
#include "machine/gs/text/text.hpp"

#include <limits>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
/// Fewer lines than programs have in a window: packets are aligned already, and there are more lines.
constexpr std::size_t kDumpWindow = 2048;
constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();

/// The lines of a dump as `disasm` prints them, without comments.
ListLines lines_of_dump(ReadBytes input, std::function<void(const gs::DumpReader&)> opened) {
    return [input = std::move(input), opened = std::move(opened)](const ListedSink& sink) -> Status {
        gs::DumpReader reader(input);
        opened(reader);
        if (!reader.has_anything() && reader.fault()) return std::unexpected(*reader.fault());
        bool is_done = false;
        const auto next = [&] { return is_done ? std::nullopt : reader.next(); };
        gs::print_text(reader.front(), next, {gs::Notes::None}, [&](const gs::TextLine& line) {
            is_done = is_done || !sink({std::string(std::size_t{4} * line.depth, ' ') + line.text, line.offset,
                                        line.packet, line.draws});
        });
        return reader.fault() ? std::unexpected(*reader.fault()) : Status();
    };
}

/// The lines of one dump up to the end of a section.
class DumpSide {
public:
    explicit DumpSide(ListLines list) : lines_(std::move(list)) { ahead_ = lines_.next(); }

    /// `end`: the packets before it belong to the section.
    void go_to(std::uint64_t end) {
        end_ = end;
        first_ = taken_;
    }
    std::optional<std::string> next() {
        if (!ahead_ || (end_ != kEnd && ahead_->packet > end_)) return std::nullopt;
        locations_.push_back(location_of(*ahead_));
        std::string text = std::move(ahead_->text);
        ahead_ = lines_.next();
        ++taken_;
        return text;
    }
    /// Returns that of the line that comes next in the comparison; at the end that of the last one.
    [[nodiscard]] DumpLocation location() const {
        if (!locations_.empty()) return locations_.front();
        return ahead_ ? location_of(*ahead_) : last_;
    }
    void pass() {
        last_ = locations_.front();
        locations_.pop_front();
    }
    /// Lines before the section.
    [[nodiscard]] std::uint64_t first() const { return first_; }
    [[nodiscard]] const Status& status() const { return lines_.status(); }

private:
    static DumpLocation location_of(const ListedLine& line) { return {line.packet, line.offset, line.draws}; }

    LineStream lines_;
    std::optional<ListedLine> ahead_;
    std::deque<DumpLocation> locations_; // of lines that were taken and not compared yet
    DumpLocation last_;
    std::uint64_t end_ = 0, taken_ = 0, first_ = 0;
};

/// A text for each packet: a hash of all that the dump has of it.
NextLine packets_of(gs::DumpReader& reader) {
    return [&reader]() -> std::optional<std::string> {
        std::vector<std::uint8_t> hashes;
        for (;;) {
            const auto part = reader.next();
            if (!part) return std::nullopt;
            const Hash128 hash = hash_of(part->bytes);
            const std::array<std::uint64_t, 4> words{hash.high, hash.low,
                                                     std::uint64_t{part->event.size} << 32 |
                                                         static_cast<std::uint64_t>(part->event.kind) << 8 |
                                                         part->event.detail,
                                                     part->from};
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
            hashes.insert(hashes.end(), bytes, bytes + sizeof(words));
            if (part->is_last) return to_string(hash_of(hashes));
        }
    };
}

/// Of two files, which are read once more for it; all in one section where one of them cannot be. Reports why there are none.
std::expected<std::vector<Section>, Exit> aligned_packets(const Options& options) {
    std::vector<std::unique_ptr<gs::DumpReader>> readers;
    for (std::size_t i = 0; i < 2; ++i) {
        if (!is_read_again(options.files[i])) return std::vector{Section{kEnd, kEnd, false}};
        auto reader = read_again(options, i);
        if (!reader) return std::unexpected(report(reader.error(), options.files[i]));
        readers.push_back(std::move(*reader));
    }
    const NextLine left = packets_of(*readers[0]), right = packets_of(*readers[1]);
    return align_sections(left, right);
}

/// The same in a thread of its own: those that list the dumps take over its memory.
std::expected<std::vector<Section>, Exit> sections_of(const Options& options) {
    std::expected<std::vector<Section>, Exit> sections;
    Thread aligning([&] { sections = aligned_packets(options); });
    aligning.join();
    return sections;
}

class DumpDiff {
public:
    DumpDiff(const Options& options, DumpSide& left, DumpSide& right, DiffAnswer& answer)
        : options_(options), left_(left), right_(right), hunks_(answer) {}

    void run(std::span<const Section> sections) {
        for (const Section& section : sections) {
            left_.go_to(section.left_end), right_.go_to(section.right_end);
            const NextLine next_left = [&] { return left_.next(); }, next_right = [&] { return right_.next(); };
            const auto see = [&](In in, std::string&& text) { this->see(in, std::move(text)); };
            for (NotAligned one : diff_lines(next_left, next_right, see, kDumpWindow)) {
                one.left += left_.first(), one.right += right_.first();
                tell(one);
            }
        }
        hunks_.finish();
    }
    [[nodiscard]] std::span<const NotAligned> not_aligned() const { return not_aligned_; }

private:
    void see(In in, std::string&& text) {
        hunks_.add(in, std::move(text), left_.location(), right_.location());
        if (in != In::Right) left_.pass();
        if (in != In::Left) right_.pass();
    }
    void tell(const NotAligned& one) {
        constexpr std::size_t kMostTold = 1000;
        if (not_aligned_.size() == kMostTold) {
            if (!std::exchange(is_cut_, true))
                report_note(shown_name(options_.files[0]), "further blocks of lines are not aligned either");
            return;
        }
        not_aligned_.push_back(one);
        report_note(shown_name(options_.files[0]), not_aligned_text(one, shown_name(options_.files[1])));
    }

    const Options& options_;
    DumpSide &left_, &right_;
    Hunks hunks_;
    std::vector<NotAligned> not_aligned_;
    bool is_cut_ = false; // there were more
};

} // namespace

Exit diff_dumps(const Options& options, Opened left, Opened right) {
    if (options.diff_draws) return diff_dump_draws(options);
    const auto sections = sections_of(options);
    if (!sections) return sections.error();
    std::array<std::vector<std::string>, 2> warnings;
    const auto warnings_to = [&](std::size_t i) {
        return [&warnings, i](const gs::DumpReader& reader) { warnings[i] = reader.front().warnings; };
    };
    DumpSide a(lines_of_dump(std::move(left.input), warnings_to(0))),
        b(lines_of_dump(std::move(right.input), warnings_to(1)));
    auto out = Output::open(options.output, options.files);
    if (!out) return report(out.error(), options.output);
    DiffAnswer answer(options, *out, "packets");
    DumpDiff diff(options, a, b, answer);
    diff.run(*sections);
    for (std::size_t i = 0; i < 2; ++i)
        for (const std::string& warning : warnings[i]) report_warning(shown_name(options.files[i]), warning);
    const bool is_whole = a.status() && b.status();
    const Exit exit = answer.finish(is_whole ? "" : "a file is damaged", diff.not_aligned());
    if (!a.status()) return report(a.status().error(), options.files[0]);
    if (!b.status()) return report(b.status().error(), options.files[1]);
    return exit;
}

} // namespace relit::cli
