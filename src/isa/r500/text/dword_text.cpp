#include "isa/r500/text/dword_text.hpp"

#include "base/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::isa::r500 {
namespace {

constexpr std::string_view kSeparators = " \t,;{}\r\n";
constexpr std::size_t kHexDigits = 8;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_prefixed(std::string_view word) { return word.starts_with("0x") || word.starts_with("0X"); }

/// Eight hex digits and nothing else.
std::optional<std::uint32_t> bare_hex(std::string_view word) {
    const auto value = parse_hex(word, kHexDigits);
    return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

/// A number of C of 32 bits; its suffix says nothing more.
std::optional<std::uint32_t> dword_of(std::string_view word) {
    while (word.ends_with('u') || word.ends_with('U') || word.ends_with('l') || word.ends_with('L'))
        word.remove_suffix(1);
    const auto number = parse_integer(word);
    if (!number || *number < 0 || *number > 0xffffffff) return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

std::unexpected<Fault> fail_word(const ListedWord& word, std::string text) {
    return fail_line(word.line, word.column, std::move(text));
}

/// Goes past the declaration of an array, if the text begins with one, and gives its first number. Fails where the declaration has
/// no list.
Result<std::optional<ListedWord>> first_number(WordReader& words) {
    const auto first = words.next();
    if (!first || !is_letter(first->text[0]) || bare_hex(first->text)) return first;
    for (auto word = words.next(); word; word = words.next())
        if (word->is_braced) return word;
    return fail_word(*first, fmt::format("{} is no dword, and no array is declared", first->text.substr(0, 40)));
}

/// The numbers of a text, as far as that says how to read each.
struct TextShape {
    std::size_t words = 0;
    bool is_bare = false; // each is eight hex digits without a prefix
};
TextShape shape_of(std::string_view text) {
    TextShape made{0, true};
    WordReader words(text);
    const auto first = first_number(words);
    if (!first) return {};
    for (auto word = *first; word; word = words.next(), ++made.words)
        made.is_bare = made.is_bare && bare_hex(word->text);
    return made;
}

} // namespace

void WordReader::step() {
    if (text_[at_] == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
    }
    ++at_;
}

bool WordReader::skip_comment() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("--") || rest.starts_with("//") || rest.starts_with("#")) {
        at_ += std::min(rest.find('\n'), rest.size());
        return true;
    }
    if (!rest.starts_with("/*")) return false;
    const ListedWord open{rest.substr(0, 2), line_, static_cast<std::uint32_t>(at_ - line_begin_) + 1};
    const std::size_t end = rest.find("*/", 2);
    if (end == std::string_view::npos) open_comment_ = open;
    const std::size_t stop = end == std::string_view::npos ? text_.size() : at_ + end + 2;
    while (at_ < stop) step();
    return true;
}

std::optional<ListedWord> WordReader::next() {
    bool is_braced = false;
    while (at_ < text_.size()) {
        if (skip_comment()) continue;
        if (kSeparators.find(text_[at_]) == std::string_view::npos) break;
        is_braced |= text_[at_] == '{';
        step();
    }
    if (at_ >= text_.size()) return std::nullopt;
    ListedWord word{{}, line_, static_cast<std::uint32_t>(at_ - line_begin_) + 1, is_braced};
    const std::size_t begin = at_;
    constexpr std::string_view kMarks[] = {"--", "//", "#", "/*"};
    const auto ends = [&] {
        return kSeparators.find(text_[at_]) != std::string_view::npos ||
               std::ranges::any_of(kMarks, [&](std::string_view mark) { return text_.substr(at_).starts_with(mark); });
    };
    while (at_ < text_.size() && !ends()) ++at_;
    word.text = text_.substr(begin, at_ - begin);
    return word;
}

bool is_dword_text(std::string_view text) {
    WordReader words(text);
    const auto first = first_number(words);
    if (!first || !*first) return false;
    return is_prefixed((*first)->text) || ((*first)->is_braced && dword_of((*first)->text)) || bare_hex((*first)->text);
}

DwordTextReader::DwordTextReader(std::string_view text) : words_(text) {
    const TextShape all = shape_of(text);
    most_ = std::min(all.words, kMostListedDwords);
    is_bare_ = all.is_bare;
}

Result<std::optional<ListedDword>> DwordTextReader::next() {
    auto word = read_ == 0 ? first_number(words_) : Result<std::optional<ListedWord>>(words_.next());
    if (!word) return std::unexpected(word.error());
    if (!*word) {
        if (const auto open = words_.open_comment()) return fail_word(*open, "nothing ends this comment");
        return std::nullopt;
    }
    const ListedWord& one = **word;
    const auto value = is_bare_ ? bare_hex(one.text) : dword_of(one.text);
    if (!value)
        return fail_word(one,
                         fmt::format("{} is no dword{}", one.text.substr(0, 40),
                                     is_letter(one.text[0]) && read_ != 0 ? ": a file lists those of one stream" : ""));
    if (++read_ > kMostListedDwords)
        return fail_word(one, fmt::format("the text lists more than {} dwords", kMostListedDwords));
    is_hex_dump_ &= is_bare_ || (is_prefixed(one.text) && one.text.size() == kHexDigits + 2);
    return ListedDword{*value, one.line, one.column};
}

Result<DwordText> read_dword_text(std::string_view text) {
    DwordText made;
    DwordTextReader reader(text);
    made.dwords.reserve(reader.most());
    for (;;) {
        const auto dword = reader.next();
        if (!dword) return std::unexpected(dword.error());
        if (!*dword) break;
        made.dwords.push_back((*dword)->value);
    }
    made.is_hex_dump = reader.is_hex_dump();
    return made;
}

} // namespace relit::isa::r500
