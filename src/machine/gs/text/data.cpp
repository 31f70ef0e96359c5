#include "machine/gs/text/data.hpp"

#include "base/text.hpp"
#include "machine/gs/text/fields.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

constexpr std::size_t kWordBytes = 4, kWordsOnALine = 8, kRun = 8;
constexpr std::size_t kPeriods[] = {16, 64, 256, 1024}; // bytes that may come again
constexpr std::size_t kWorthAgain = 64;                 // bytes that are said by repeating

std::uint32_t word_at(Bytes bytes, std::size_t at) {
    return static_cast<std::uint32_t>(little_endian(bytes.subspan(at, kWordBytes)));
}

/// Cuts data into lines.
class Printer {
public:
    Printer(Bytes bytes, const DataLine& line)
        : bytes_(bytes), whole_(bytes.size() / kWordBytes * kWordBytes), line_(line) {}

    void run() {
        while (at_ < whole_)
            if (!fill() && !again()) words();
        rest();
    }

private:
    /// How many words from `at` on are the same.
    [[nodiscard]] std::size_t equal_words(std::size_t at, std::size_t most) const {
        const std::uint32_t first = word_at(bytes_, at);
        std::size_t count = 1;
        while (count < most && at + (count + 1) * kWordBytes <= whole_ &&
               word_at(bytes_, at + count * kWordBytes) == first)
            ++count;
        return count;
    }
    bool fill() {
        const std::size_t count = equal_words(at_, SIZE_MAX);
        if (count < kRun) return false;
        say(fmt::format(".fill {}, 0x{:08x}", count, word_at(bytes_, at_)), count * kWordBytes);
        return true;
    }
    [[nodiscard]] std::size_t repeats(std::size_t period) const {
        if (at_ < period) return 0;
        std::size_t count = 0;
        const Bytes before = bytes_.subspan(at_ - period, period);
        while (at_ + (count + 1) * period <= whole_ &&
               std::ranges::equal(before, bytes_.subspan(at_ + count * period, period)))
            ++count;
        return count;
    }
    bool again() {
        for (const std::size_t period : kPeriods) {
            const std::size_t count = repeats(period);
            if (count * period < kWorthAgain) continue;
            say(fmt::format(".again {}, {}", period, count), count * period);
            return true;
        }
        return false;
    }
    void words() {
        std::string text = ".data ";
        std::size_t count = 0;
        do {
            fmt::format_to(std::back_inserter(text), "{}0x{:08x}", count == 0 ? "" : ", ",
                           word_at(bytes_, at_ + count * kWordBytes));
            ++count;
        } while (count < kWordsOnALine && at_ + (count + 1) * kWordBytes <= whole_ &&
                 equal_words(at_ + count * kWordBytes, kRun) < kRun);
        say(std::move(text), count * kWordBytes);
    }
    void rest() {
        if (at_ == bytes_.size()) return;
        std::string text = ".byte ";
        for (std::size_t i = at_; i < bytes_.size(); ++i)
            fmt::format_to(std::back_inserter(text), "{}0x{:02x}", i == at_ ? "" : ", ", bytes_[i]);
        say(std::move(text), bytes_.size() - at_);
    }
    void say(std::string text, std::size_t bytes) {
        line_(at_, std::move(text));
        at_ += bytes;
    }

    Bytes bytes_;
    std::size_t whole_;
    const DataLine& line_;
    std::size_t at_ = 0;
};

/// Appends numbers of `bytes` bytes each.
Status read_list(Scanner& in, std::size_t bytes, std::vector<std::uint8_t>& into, std::size_t most) {
    do {
        const auto value = read_number(in, relit::detail::low_mask(static_cast<unsigned>(8 * bytes)));
        if (!value) return std::unexpected(value.error());
        if (into.size() + bytes > most) return fail_here(in, "more data than fits here");
        for (std::size_t i = 0; i < bytes; ++i) into.push_back(static_cast<std::uint8_t>(*value >> 8 * i));
    } while (in.accept(','));
    return {};
}

Result<std::uint64_t> read_second(Scanner& in, std::uint64_t most) {
    if (!in.accept(',')) return fail_here(in, "',' is expected");
    return read_number(in, most);
}

Status read_fill(Scanner& in, std::vector<std::uint8_t>& into, std::size_t most) {
    Scanner before = in;
    const auto count = read_number(in);
    if (!count) return std::unexpected(count.error());
    if (*count > (most - std::min(most, into.size())) / kWordBytes)
        return fail_here(before, "more data than fits here");
    const auto word = read_second(in, UINT32_MAX);
    if (!word) return std::unexpected(word.error());
    for (std::uint64_t i = 0; i < *count * kWordBytes; ++i)
        into.push_back(static_cast<std::uint8_t>(*word >> 8 * (i % kWordBytes)));
    return {};
}

Status read_again(Scanner& in, std::vector<std::uint8_t>& into, std::size_t most) {
    Scanner before = in;
    const auto period = read_number(in);
    if (!period) return std::unexpected(period.error());
    if (*period == 0 || *period > into.size()) return fail_here(before, "fewer bytes exist than are to be repeated");
    const auto count = read_second(in, UINT32_MAX);
    if (!count) return std::unexpected(count.error());
    if (*count > (most - std::min(most, into.size())) / *period) return fail_here(before, "more data than fits here");
    const std::size_t end = into.size() + static_cast<std::size_t>(*period * *count);
    while (into.size() < end) into.push_back(into[into.size() - static_cast<std::size_t>(*period)]);
    return {};
}

} // namespace

void print_data(Bytes bytes, const DataLine& line) { Printer(bytes, line).run(); }

bool is_data_directive(std::string_view name) {
    return name == "data" || name == "fill" || name == "again" || name == "byte";
}

Status read_data(Scanner& in, std::string_view name, std::vector<std::uint8_t>& into, std::size_t most) {
    if (name == "data") return read_list(in, kWordBytes, into, most);
    if (name == "fill") return read_fill(in, into, most);
    if (name == "again") return read_again(in, into, most);
    return read_list(in, 1, into, most);
}

} // namespace relit::machine::gs
