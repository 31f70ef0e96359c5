#include "isa/r500/text/kernel_log.hpp"

#include "base/lines.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <deque>
#include <optional>

#include <fmt/format.h>

namespace relit::isa::r500 {
namespace {

constexpr std::string_view kDecimalDigits = "0123456789", kHexLetters = "0123456789abcdefABCDEF", kBlanks = " \t";
constexpr std::string_view kStreamEnd = "invalid command stream";
constexpr std::size_t kValueDigits = 8, kMostNamed = 8, kMostText = 400;

/// A dword with what a line says of it.
struct LogDword {
    std::uint32_t index = 0;
    std::optional<std::uint32_t> value; // none: the line is cut off
    std::string_view rest;              // after it: another line where the end of this one is missing
};

/// True where a message of the kernel can begin after this text: it is empty, or ends as prefixes of logs do.
bool is_prefix(std::string_view text) {
    text = trim(text);
    return text.empty() || text.ends_with(']') || text.ends_with(':') || text.ends_with('>');
}

/// The line from "ib[" on; nothing where it does not begin a message: "No reloc for ib[13]=0x4E28" is one about a dword.
std::optional<std::string_view> dword_part(std::string_view line) {
    for (std::size_t at = line.find('['); at != std::string_view::npos; at = line.find('[', at + 1))
        if (at >= 2 && equal_ignoring_case(line.substr(at - 2, 2), "ib") && is_prefix(line.substr(0, at - 2)))
            return line.substr(at + 1);
    return std::nullopt;
}

/// Takes the characters of `allowed` from the front of a text.
std::string_view take_while(std::string_view& text, std::string_view allowed) {
    const std::string_view taken = text.substr(0, text.find_first_not_of(allowed));
    text.remove_prefix(taken.size());
    return taken;
}
bool accept_text(std::string_view& text, std::string_view wanted) {
    if (!equal_ignoring_case(text.substr(0, wanted.size()), wanted)) return false;
    text.remove_prefix(wanted.size());
    return true;
}

std::optional<LogDword> dword_in(std::string_view line) {
    const auto part = dword_part(line);
    if (!part) return std::nullopt;
    std::string_view rest = *part;
    const auto index = parse_integer(take_while(rest, kDecimalDigits));
    if (!index || *index > 0x3fffffff) return std::nullopt;
    LogDword one{static_cast<std::uint32_t>(*index), {}, {}};
    if (!accept_text(rest, "]")) return rest.empty() ? std::optional(one) : std::nullopt;
    (void)take_while(rest, kBlanks);
    const bool has_sign = accept_text(rest, "=");
    (void)take_while(rest, kBlanks);
    if (!has_sign || !accept_text(rest, "0x")) return rest.size() < 2 ? std::optional(one) : std::nullopt;
    const auto value = parse_hex(take_while(rest, kHexLetters), kValueDigits);
    if (value) one.value = static_cast<std::uint32_t>(*value);
    one.rest = trim(rest);
    return one;
}

/// A line without the clock and the names that dmesg, syslog and journalctl put in front.
std::string message_of(std::string_view line) {
    constexpr std::string_view kKernel = "kernel: ";
    if (const std::size_t at = line.find(kKernel); at != std::string_view::npos)
        line.remove_prefix(at + kKernel.size());
    for (std::size_t at = line.find('['); at != std::string_view::npos; at = line.find('[', at + 1)) {
        std::string_view clock = line.substr(at + 1);
        (void)take_while(clock, kBlanks);
        if (take_while(clock, kDecimalDigits).empty() || !accept_text(clock, ".") ||
            take_while(clock, kDecimalDigits).empty() || !accept_text(clock, "]"))
            continue;
        line = clock;
        break;
    }
    std::string text = printable(trim(line).substr(0, kMostText));
    std::ranges::replace(text, '\t', ' ');
    return text;
}

/// "0 to 11 and 16", the first few of them.
std::string ranges_text(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& ranges) {
    std::string text;
    for (std::size_t i = 0; i < ranges.size() && i < kMostNamed; ++i) {
        const auto& [begin, end] = ranges[i];
        text += i == 0 ? "" : i + 1 == ranges.size() ? " and " : ", ";
        text += end - begin == 1 ? fmt::format("{}", begin) : fmt::format("{} to {}", begin, end - 1);
    }
    if (ranges.size() > kMostNamed) text += fmt::format(" and {} more ranges", ranges.size() - kMostNamed);
    return text;
}

/// Collects the lines of a log stream by stream.
class LogReader {
public:
    explicit LogReader(std::string_view text) : text_(text) {
        constexpr std::size_t kFewestCharacters = std::string_view("ib[0]=0x00000000").size();
        const auto brackets = static_cast<std::size_t>(std::ranges::count(text, '['));
        dwords_.reserve(std::min(brackets, text.size() / kFewestCharacters));
    }

    Status run() {
        return each_line(text_, [&](std::string_view text, std::uint32_t number) { return line(text, number); });
    }
    /// The first line that gives a dword of a stream this value, or any where none is named; 0 where no line does.
    std::uint32_t find_line(std::size_t stream, std::uint32_t dword, std::optional<std::uint32_t> value = {}) {
        wanted_ = Wanted{stream, dword, value};
        [[maybe_unused]] const Status read = run(); // it was read before
        return line_found_;
    }
    Result<KernelLog> take() {
        if (last_) give_pending(*last_);
        if (const Status ended = end_stream(); !ended) return std::unexpected(ended.error());
        if (log_.streams.empty()) return fail_line(1, 1, "no dword of the log is whole");
        if (cut_ > kMostNamed) warn(fmt::format("{} more lines are cut off", cut_ - kMostNamed));
        if (left_out_ != 0) warn(fmt::format("{} lines of the log stand beside no dword: left out", left_out_));
        return std::move(log_);
    }

private:
    struct Entry {
        std::uint32_t index = 0, value = 0;
    };

    Status line(std::string_view text, std::uint32_t number) {
        for (;;) {
            const auto dword = dword_in(text);
            if (!dword) return message(text), Status{};
            if (const Status added = dword->value ? add(*dword, number) : cut(*dword, number); !added) return added;
            text = dword->rest;
            if (text.empty()) return {};
        }
    }
    void warn(std::string text) { log_.warnings.push_back(std::move(text)); }
    Status add(const LogDword& dword, std::uint32_t line) {
        if (is_ended_)
            if (const Status ended = end_stream(); !ended) return ended;
        dwords_.push_back({dword.index, *dword.value});
        if (wanted_ && line_found_ == 0 && wanted_->stream == log_.streams.size() && wanted_->dword == dword.index &&
            wanted_->value.value_or(*dword.value) == *dword.value)
            line_found_ = line;
        give_pending(dword.index);
        last_ = dword.index;
        return {};
    }
    Status cut(const LogDword& dword, std::uint32_t line) {
        if (++cut_ <= kMostNamed)
            warn(fmt::format("line {}: ib[{}] has no value of eight hex digits: left out", line, dword.index));
        return {};
    }
    void message(std::string_view line) {
        std::string text = message_of(line);
        if (text.empty()) return;
        const bool ends = last_ && to_lower(text).find(kStreamEnd) != std::string::npos;
        pending_.push_back(std::move(text));
        if (ends) {
            give_pending(*last_);
            is_ended_ = true;
        }
        if (pending_.size() > kMostLinesBeside) pending_.pop_front(), ++left_out_;
    }
    void give_pending(std::uint32_t dword) {
        for (std::string& text : pending_) messages_.push_back({dword, std::move(text)});
        pending_.clear();
    }

    Status end_stream() {
        if (dwords_.empty()) return {};
        if (const Status sorted = sort_dwords(); !sorted) return sorted;
        LogStream stream;
        for (const Entry& entry : dwords_) {
            if (stream.runs.empty() || stream.runs.back().end() != entry.index) {
                if (++runs_ > kMostLogRuns)
                    return fail_line(line_of(entry), 1,
                                     fmt::format("the log has more than {} runs of dwords", kMostLogRuns));
                stream.runs.push_back({entry.index, {}});
            }
            stream.runs.back().dwords.push_back(entry.value);
        }
        std::ranges::stable_sort(messages_, {}, &LogMessage::dword);
        stream.messages = std::exchange(messages_, {});
        if (log_.streams.size() < kMostNamed) warn(missing_text(stream));
        log_.streams.push_back(std::move(stream));
        dwords_.clear();
        last_.reset();
        is_ended_ = false;
        return {};
    }
    /// The line of a dword of the stream that ends; its entries have none, since there are millions.
    [[nodiscard]] std::uint32_t line_of(const Entry& entry) const {
        if (wanted_) return 0; // the reader below, which is not asked
        return LogReader(text_).find_line(log_.streams.size(), entry.index, entry.value);
    }
    /// By index, each once. Fails where a line gives a dword another value than a line before.
    Status sort_dwords() {
        if (!std::ranges::is_sorted(dwords_, {}, &Entry::index)) std::ranges::stable_sort(dwords_, {}, &Entry::index);
        const auto differs = [](const Entry& a, const Entry& b) { return a.index == b.index && a.value != b.value; };
        if (const auto at = std::ranges::adjacent_find(dwords_, differs); at != dwords_.end()) {
            const Entry &first = at[0], &other = at[1];
            return fail_line(
                line_of(other), 1,
                fmt::format("ib[{}] is {:#010x} here and {:#010x} in line {}, with no end of a stream between",
                            other.index, other.value, first.value, line_of(first)));
        }
        const auto doubles = std::ranges::unique(dwords_, {}, &Entry::index);
        dwords_.erase(doubles.begin(), doubles.end());
        return {};
    }
    /// Says which dwords of the stream the log has not.
    [[nodiscard]] std::string missing_text(const LogStream& stream) const {
        std::vector<std::pair<std::uint64_t, std::uint64_t>> gaps;
        std::uint64_t end = 0;
        for (const LogRun& run : stream.runs) {
            if (run.first != end) gaps.emplace_back(end, run.first);
            end = run.end();
        }
        const std::string which = log_.streams.empty() ? "" : fmt::format("stream {}: ", log_.streams.size());
        if (gaps.empty()) return fmt::format("{}the log has no dword after {}", which, end - 1);
        return fmt::format(
            "{}dwords {} are not in the log, and none after {}: what they set is not known; a packet is taken to "
            "begin after each gap",
            which, ranges_text(gaps), end - 1);
    }

    KernelLog log_;
    std::vector<Entry> dwords_;         // of the stream that is read, in the order of lines
    std::vector<LogMessage> messages_;  // of it
    std::deque<std::string> pending_;   // messages whose dword is not known yet
    std::optional<std::uint32_t> last_; // the dword that was read last
    bool is_ended_ = false;
    std::uint64_t left_out_ = 0, cut_ = 0, runs_ = 0;
    std::string_view text_;
    struct Wanted {
        std::size_t stream = 0;
        std::uint32_t dword = 0;
        std::optional<std::uint32_t> value;
    };
    std::optional<Wanted> wanted_;
    std::uint32_t line_found_ = 0;
};

} // namespace

bool is_kernel_log(std::string_view text) {
    for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
        if (at < 2 || !equal_ignoring_case(text.substr(at - 2, 2), "ib")) continue;
        const std::size_t begin = text.rfind('\n', at) + 1; // 0 where there is none
        const auto dword = dword_in(text.substr(begin, text.find('\n', at) - begin));
        if (dword && dword->value) return true;
    }
    return false;
}

Result<KernelLog> read_kernel_log(std::string_view text) {
    LogReader reader(text);
    if (const Status read = reader.run(); !read) return std::unexpected(read.error());
    return reader.take();
}

std::uint32_t line_in_kernel_log(std::string_view text, std::size_t stream, std::uint32_t dword) {
    return LogReader(text).find_line(stream, dword);
}

} // namespace relit::isa::r500
