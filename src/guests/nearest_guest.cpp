#include "guests/nearest_guest.hpp"

#include "base/lines.hpp"
#include "base/text.hpp"
#include "guests/recognise.hpp"

#include <algorithm>
#include <tuple>

namespace relit::guests {
namespace {

/// Puts blanks in place of comments between /* and */. One without an end is none: other texts have file names like "src/*".
std::string without_blocks(std::string_view text) {
    std::string result(text);
    for (std::size_t begin = result.find("/*"); begin != std::string::npos; begin = result.find("/*", begin)) {
        const std::size_t end = result.find("*/", begin + 2);
        if (end == std::string::npos) break;
        for (; begin < end + 2; ++begin)
            if (result[begin] != '\n') result[begin] = ' ';
    }
    return result;
}

/// The lines that are neither empty nor a comment of any guest.
std::size_t count_code(std::string_view text) {
    std::size_t count = 0;
    const std::string without = without_blocks(text);
    for (std::string_view line : TextLines(without)) {
        line = trim(line);
        const bool has_dashes =
            line.starts_with("--") && !line.starts_with("--:"); // "--:-:-:Y:0" is Maxwell's scheduling
        const bool is_comment = line.starts_with("//") || line.starts_with('#') || line.starts_with(';') || has_dashes;
        count += line.empty() || is_comment ? 0 : 1;
    }
    return count;
}

/// How far an assembler gets.
struct Progress {
    std::size_t refused = 0;            // lines of code
    std::uint32_t line = 0, column = 0; // of the first mistake; 0: there is none with a place
};

/// The text with some of its lines made blank.
class Shrinking {
public:
    explicit Shrinking(std::string_view text) : text_(text), plain_(without_blocks(text)) {
        for (std::size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size() - 1) + 1)
            lines_.push_back(at);
        lines_.push_back(text.size());
    }
    [[nodiscard]] std::string_view text() const { return text_; }
    /// Counts from 1. A statement that is not ended begins in an earlier line than the fault has. With one comment, which may be
    /// one of another guest, all are removed; also with a line in which a comment of several begins or ends.
    bool remove_at_or_before(std::uint32_t line) {
        line = std::min(line, static_cast<std::uint32_t>(lines_.size() - 1));
        while (line != 0 && is_blank(line)) --line;
        if (line == 0) return false;
        const bool is_code = !is_comment(line);
        if (!is_code || without_blocks(of(text_, line)) != of(plain_, line)) remove_comments();
        if (is_code) make_blank(line);
        return true;
    }
    /// The lines before one.
    [[nodiscard]] std::string_view before(std::uint32_t line) const {
        return std::string_view(text_).substr(0, lines_[std::min<std::size_t>(std::max(line, 1U), lines_.size()) - 1]);
    }

private:
    [[nodiscard]] std::string_view of(std::string_view text, std::uint32_t line) const {
        return text.substr(lines_[line - 1], lines_[line] - lines_[line - 1]);
    }
    [[nodiscard]] bool is_blank(std::uint32_t line) const {
        return of(text_, line).find_first_not_of(" \n") == text_.npos;
    }
    [[nodiscard]] bool is_comment(std::uint32_t line) const {
        return !is_blank(line) && count_code(of(plain_, line)) == 0;
    }
    void make_blank(std::uint32_t line) {
        for (std::size_t at = lines_[line - 1]; at < lines_[line]; ++at)
            if (text_[at] != '\n') text_[at] = plain_[at] = ' ';
    }
    void remove_comments() {
        text_ = plain_;
        for (std::uint32_t each = 1; each < lines_.size(); ++each)
            if (is_comment(each)) make_blank(each);
    }

    std::string text_, plain_;       // with comments of blocks, and without
    std::vector<std::size_t> lines_; // their beginnings, and the end
};

/// Returns true if all code is numbers and what stands between them.
bool has_numbers_alone(std::string_view text) {
    constexpr std::string_view kOfLists = "0123456789abcdefABCDEFxXuUlL,;{} \t\r";
    const std::string without = without_blocks(text);
    for (const std::string_view line : TextLines(without))
        if (count_code(line) != 0 && line.substr(0, line.find("//")).find_first_not_of(kOfLists) != line.npos)
            return false;
    return true;
}

/// Returns true if a list of numbers assembles and is no program all the same: they mean something else.
bool is_other_list(const codec::Codec& codec, std::string_view text, const codec::TextOptions& options) {
    if (!has_numbers_alone(text) || !codec::assemble(codec, text, options)) return false;
    const Bytes bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const auto found = codec.recognise_text != nullptr ? codec.recognise_text(text) : codec.recognise(bytes);
    return found.sureness == Sureness::No;
}

/// Of a text with `total` lines of code.
Progress progress_of(const codec::Codec& codec, std::string_view text, std::size_t total,
                     const codec::TextOptions& given) {
    const codec::TextOptions options =
        codec::check_text_options(codec, given).has_value() ? given : codec::TextOptions{};
    Shrinking left(text);
    Progress progress;
    std::uint32_t first = 0; // of the lines that are refused
    for (unsigned count = 0; count <= kMostRefused; ++count) {
        const auto assembled = codec::assemble(codec, left.text(), options);
        if (assembled) {
            if (is_other_list(codec, left.text(), options)) progress.refused = total;
            return progress;
        }
        const Fault& fault = assembled.error();
        if (count == 0) progress.line = fault.line, progress.column = fault.column;
        first = count == 0 ? fault.line : std::min(first, fault.line);
        ++progress.refused;
        if (progress.refused >= total) return progress; // nothing is left
        if (!left.remove_at_or_before(fault.line)) return progress;
    }
    const std::string_view before = left.before(first);
    progress.refused = is_other_list(codec, before, options) ? total : total - std::min(total, count_code(before));
    return progress;
}

/// Returns true if the only line of code begins with a word that the assembler knows: without comments the first mistake is behind
/// the word, and elsewhere than with letters in its place that are no word.
bool reads_word(const codec::Codec& codec, std::string_view text) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    std::string code = without_blocks(text);
    const auto as_it_is = codec::assemble(codec, code);
    const std::uint32_t column = as_it_is ? 0 : as_it_is.error().column;
    std::size_t at = 0;
    for (const std::string_view line : TextLines(code)) {
        if (count_code(line) != 0) break;
        at = std::min(code.find('\n', at), code.size() - 1) + 1;
    }
    const std::size_t line_begin = at;
    at = std::min(code.find_first_not_of(" \t.", at), code.size());
    const std::size_t begin = at;
    while (at < code.size() && is_letter(code[at])) code[at++] = 'q';
    if (at == begin || (!as_it_is && column <= begin - line_begin + 1)) return false;
    const auto assembled = codec::assemble(codec, code);
    return !assembled && assembled.error().column != column;
}

} // namespace

bool has_no_code(std::string_view text) { return count_code(text) == 0; }

const codec::Codec* nearest_guest(std::string_view text, std::string_view file_name,
                                  std::span<const codec::Codec* const> codecs, const codec::TextOptions& options) {
    if (text.size() > kMostTried) text = text.substr(0, text.substr(0, kMostTried).rfind('\n') + 1);
    const std::size_t total = count_code(text);
    const codec::Codec* best = nullptr;
    std::tuple<std::size_t, std::uint32_t, std::uint32_t, bool> most;
    for (const codec::Codec* const codec : codecs) {
        const Progress progress = progress_of(*codec, text, total, options);
        // A list of words, which its codec has found to be no program.
        if (progress.refused == 0) continue;
        const std::size_t read = total - std::min(total, progress.refused);
        const bool reads_one = total == 1 && reads_word(*codec, text);
        if ((2 * read < total || total == 0) && !reads_one) continue;
        const std::tuple so_far{read, progress.line, progress.column, is_meant(*codec, file_name)};
        if (best == nullptr || so_far > most) best = codec, most = so_far;
    }
    return best;
}

} // namespace relit::guests
