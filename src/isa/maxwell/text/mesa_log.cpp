#include "isa/maxwell/text/mesa_log.hpp"

#include "base/lines.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "isa/maxwell/encoding/container.hpp"
#include "isa/maxwell/encoding/instruction.hpp"
#include "isa/shared/printed_programs.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace relit::isa::maxwell {
namespace {

constexpr std::string_view kHeaderBegins = "dumping HDR for type", kHeaderWord = "HDR[",
                           kCodeBegins = "shader binary code (0x", kCodeEnds = " bytes):";
constexpr std::size_t kWordDigits = 8, kHeaderWords = kSphBytes / 4;

/// A number of at most eight hex digits.
std::optional<std::uint32_t> hex_number(std::string_view digits) {
    if (digits.empty() || digits.size() > kWordDigits) return {};
    const auto value = parse_hex(digits, digits.size());
    return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

/// Names of functions stand in comments of listings, and may be any text.
std::string_view without_comment(std::string_view line) { return line.substr(0, line.find("//")); }

/// Collects programs line by line. Lines outside of code that announce nothing are passed over.
class LogReader {
public:
    Status line(std::string_view text, std::uint32_t number) {
        if (left_ != 0) return code(text, number);
        text = without_comment(text);
        if (text.contains(kHeaderBegins)) return header_.clear(), Status();
        if (const std::size_t at = text.find(kHeaderWord); at != text.npos)
            return header_word(text.substr(at + kHeaderWord.size()), number);
        if (const std::size_t at = text.find(kCodeBegins); at != text.npos)
            return begin_code(text.substr(at + kCodeBegins.size()), number);
        return {};
    }
    Result<std::vector<MesaProgram>> take() {
        if (left_ != 0) return cut(last_line_);
        if (programs_.empty()) return fail_line(1, 1, "no program is printed");
        return std::move(programs_);
    }

private:
    /// "00] = 0x00020461": an offset in bytes, and the word.
    Status header_word(std::string_view text, std::uint32_t line) {
        constexpr std::string_view kBetween = "] = 0x";
        const std::size_t between = text.find(kBetween);
        const auto offset = between == text.npos ? std::nullopt : hex_number(text.substr(0, between));
        const auto word =
            offset ? hex_number(trim(text.substr(between + kBetween.size()))) : std::optional<std::uint32_t>();
        if (!word) return fail_line(line, 1, "a word of the program header is cut off");
        if (*offset == 0) header_.clear();
        if (header_.size() == kHeaderWords)
            return fail_line(line, 1, fmt::format("the program header has more than {} words", kHeaderWords));
        if (*offset != 4 * header_.size())
            return fail_line(line, 1, fmt::format("HDR[{:02x}] is expected", 4 * header_.size()));
        header_.push_back(*word);
        return {};
    }
    Status begin_code(std::string_view text, std::uint32_t line) {
        const std::size_t end = text.find(kCodeEnds);
        const auto size = end == text.npos ? std::nullopt : hex_number(text.substr(0, end));
        if (!size || *size == 0 || *size % kWordBytes != 0)
            return fail_line(line, 1, "the size of the code is no number of whole instructions");
        if (*size > kMostCodeBytes) return fail_line(line, 1, "more than 16 MiB of code");
        if (!header_.empty() && header_.size() != kHeaderWords)
            return fail_line(line, 1,
                             fmt::format("the program header has {} of {} words", header_.size(), kHeaderWords));
        // Older versions of Mesa print the empty header of compute programs, too.
        program_ = {.line = line + 1};
        program_.has_header = std::ranges::any_of(header_, [](std::uint32_t word) { return word != 0; });
        if (program_.has_header)
            for (const std::uint32_t word : header_) add_word(program_.bytes, word);
        header_.clear();
        left_ = wanted_ = *size / 4;
        last_line_ = line;
        return {};
    }
    Status code(std::string_view text, std::uint32_t line) {
        last_line_ = line;
        for (text = trim(text); !text.empty() && left_ != 0; text = trim(text)) {
            const std::string_view digits = text.substr(0, text.find(' '));
            const auto word = digits.size() == kWordDigits ? hex_number(digits) : std::nullopt;
            if (!word) return cut(line);
            add_word(program_.bytes, *word);
            text.remove_prefix(digits.size());
            --left_;
        }
        if (!text.empty()) return fail_line(line, 1, "more code is printed than its size says");
        return left_ == 0 ? end_program(line) : Status();
    }
    Status end_program(std::uint32_t line) {
        if (!known_.insert(program_.bytes).second) return {};
        if (programs_.size() >= kMostMesaPrograms)
            return fail_line(line, 1, fmt::format("more than {} programs are printed", kMostMesaPrograms));
        programs_.push_back(std::move(program_));
        return {};
    }
    [[nodiscard]] std::unexpected<Fault> cut(std::uint32_t line) const {
        return fail_line(line, 1,
                         fmt::format("the code is cut off: {} of its {} words are printed", wanted_ - left_, wanted_));
    }

    std::vector<MesaProgram> programs_;
    std::set<std::vector<std::uint8_t>> known_; // bytes of programs_
    std::vector<std::uint32_t> header_;
    MesaProgram program_;
    std::uint32_t left_ = 0, wanted_ = 0; // words of its code
    std::uint32_t last_line_ = 0;
};

} // namespace

bool is_mesa_log(std::string_view text) {
    for (std::size_t at = text.find(kCodeBegins); at != text.npos; at = text.find(kCodeBegins, at)) {
        const std::size_t line = text.substr(0, at).rfind('\n') + 1; // 0 where there is none
        if (!text.substr(line, at - line).contains("//")) return true;
        at = text.find('\n', at);
        if (at == text.npos) break;
    }
    return false;
}

Result<std::vector<MesaProgram>> programs_of_mesa_log(std::string_view text) {
    LogReader reader;
    const auto read_line = [&](std::string_view line, std::uint32_t number) { return reader.line(line, number); };
    if (const Status read = each_line(text, read_line); !read) return std::unexpected(read.error());
    return reader.take();
}

Result<std::vector<std::uint8_t>> bytes_of_mesa_log(std::string_view text) {
    auto programs = programs_of_mesa_log(text);
    if (!programs) return std::unexpected(programs.error());
    return isa::only_printed(std::move(*programs));
}

} // namespace relit::isa::maxwell
