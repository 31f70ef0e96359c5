// Lists of hex words as the text of an NV2A program.
#include "base/words.hpp"
#include "isa/nv2a/text/foreign_text.hpp"
#include "isa/nv2a/text/spelling.hpp"
#include "isa/text.hpp"

#include <charconv>

namespace relit::isa::nv2a {
namespace {

/// Semicolons begin comments, as in the vsh dialect; ends of lines say nothing.
constexpr TextRules kHexListRules = {
    .line_comment = ';', .new_lines_end_statements = false, .semicolons_end_statements = false};
constexpr std::size_t kBareDigits = 8; // of a word without 0x

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "0x0836106c", "0836106c", or a plain 0.
std::optional<std::uint32_t> hex_word(Reader& in) {
    std::string_view digits = in.dotted_word();
    if (digits == "0") return 0;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        digits.remove_prefix(2);
        if (digits.size() > kBareDigits) return {};
    } else if (digits.size() != kBareDigits) {
        return {};
    }
    std::uint32_t value = 0;
    const auto [stopped, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error != std::errc{} || stopped != digits.data() + digits.size()) return {};
    return value;
}

void skip_punctuation(Reader& in) {
    while (in.accept(',') || in.accept('{') || in.accept('}')) {}
}

} // namespace

bool looks_like_hex_list(std::string_view text) {
    Reader in(text, kHexListRules);
    const char first = in.peek();
    return first == '{' || is_digit(first);
}

Result<std::vector<std::uint8_t>> assemble_hex_list(std::string_view text) {
    Reader in(text, kHexListRules);
    std::vector<std::uint8_t> bytes;
    for (skip_punctuation(in); !in.at_end(); skip_punctuation(in)) {
        const std::size_t at = in.token_offset();
        if (bytes.size() == std::size_t{kMaxSlots} * kSlotBytes)
            return std::unexpected(in.fault(at, "more than 136 slots"));
        const auto word = hex_word(in);
        if (!word) return std::unexpected(in.fault(at, "a hex word of 32 bits is expected"));
        add_word(bytes, *word);
    }
    if (bytes.empty()) return std::unexpected(in.fault(in.at(), "there is no word"));
    if (const std::size_t left = bytes.size() % kSlotBytes / 4; left != 0)
        return std::unexpected(in.fault(in.at(), "the last slot has " + std::to_string(left) + " of its 4 words"));
    return bytes;
}

} // namespace relit::isa::nv2a
