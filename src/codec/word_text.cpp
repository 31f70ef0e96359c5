#include "codec/word_text.hpp"

#include "base/text.hpp"
#include "codec/numbers.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

namespace relit::codec {
namespace {

constexpr std::array<std::string_view, 4> kForms = {"bin", "hex", "c", "rust"};

/// The beginning of the first line.
constexpr std::string_view kHead = "// relit: ";
constexpr std::string_view kBlanks = " \t\r";

/// How the first line calls numbers, and what its next line says of them.
struct LayoutRow {
    WordLayout layout;
    std::string_view text, meaning;
};
constexpr LayoutRow kLayouts[] = {
    {{8, std::endian::little}, "bytes", ""},
    {{32, std::endian::little},
     "words of 32 bits, little-endian",
     "// The least significant byte of each word comes first in the file.\n"},
    {{32, std::endian::big},
     "words of 32 bits, big-endian",
     "// The most significant byte of each word comes first in the file.\n"},
    {{64, std::endian::little},
     "words of 64 bits, little-endian",
     "// The least significant byte of each word comes first in the file.\n"},
    {{64, std::endian::big},
     "words of 64 bits, big-endian",
     "// The most significant byte of each word comes first in the file.\n"},
};

const LayoutRow& row_of(WordLayout layout) {
    const auto* const found = std::ranges::find_if(kLayouts, [&](const LayoutRow& row) {
        return row.layout.bits == layout.bits && (row.layout.bits == 8 || row.layout.order == layout.order);
    });
    return found == std::end(kLayouts) ? kLayouts[0] : *found;
}

std::uint64_t number_of(Bytes bytes, std::endian order) {
    return order == std::endian::little ? little_endian(bytes) : big_endian(bytes);
}

/// 16 bytes a line, and its note behind it.
std::string numbers_text(Bytes file, const WordLayout& layout, Form form, std::span<const std::string> notes) {
    constexpr std::size_t kLine = 16;
    const auto add_note = [&](std::string& text, std::size_t line) {
        if (line < notes.size() && !notes[line].empty()) text += " // " + notes[line];
        text += '\n';
    };
    const std::size_t width = layout.bits / 8;
    const bool is_hex = form == Form::Hex;
    std::string text;
    text.reserve(file.size() / width * (2 * width + 4) + file.size() / kLine * 5);
    for (std::size_t at = 0; at < file.size(); at += width) {
        if (at % kLine == 0 && at != 0) add_note(text, at / kLine - 1);
        text += at % kLine != 0 ? " " : is_hex ? "" : "    ";
        fmt::format_to(std::back_inserter(text), "{}{:0{}x}{}", is_hex ? "" : "0x",
                       number_of(file.subspan(at, width), layout.order), 2 * width, is_hex ? "" : ",");
    }
    add_note(text, (file.size() - 1) / kLine);
    return text;
}

// Keywords and names of types that are identifiers otherwise.
constexpr std::string_view kKeywords[] = {
#define KEYWORD(word) word,
#include "codec/keywords.inc"
#undef KEYWORD
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::size_t kMostNameLetters = 255;

bool is_comment(std::string_view line) {
    return line.starts_with("//") || line.starts_with('#') || line.starts_with(';') || line.starts_with("--") ||
           (line.starts_with("/*") && line.find("*/") == line.size() - 2);
}

/// Reads "rsx.fp, 128 bytes as words of 32 bits, big-endian".
std::optional<WordTextHead> head_of(std::string_view text) {
    const std::size_t comma = text.find(", ");
    if (comma == text.npos) return {};
    WordTextHead head{.what = text.substr(0, comma)};
    text.remove_prefix(comma + 2);
    constexpr std::string_view kSize = " bytes as ";
    const std::size_t size = text.find(kSize);
    if (size == text.npos) return {};
    const auto count = parse_integer(text.substr(0, size));
    const auto* const row = std::ranges::find(kLayouts, text.substr(size + kSize.size()), &LayoutRow::text);
    if (!count || *count <= 0 || row == std::end(kLayouts)) return {};
    head.size = static_cast<std::size_t>(*count);
    head.layout = row->layout;
    return head;
}

/// Hex digits alone have none; their notes may have any character.
bool has_declaration(std::string_view text) {
    return std::ranges::any_of(split_lines(text),
                               [](std::string_view line) { return line.substr(0, line.find("//")).contains('='); });
}

} // namespace

std::optional<Form> form_named(std::string_view name) {
    const auto* const found = std::ranges::find(kForms, name);
    if (found == kForms.end()) return {};
    return static_cast<Form>(found - kForms.begin());
}

std::string word_text(Bytes file, const WordText& how) {
    WordLayout layout = how.layout;
    if (file.size() % (layout.bits / 8) != 0) layout = WordLayout{};
    const LayoutRow& row = row_of(layout);
    const std::size_t count = file.size() / (layout.bits / 8);
    std::string text = fmt::format("{}{}, {} bytes as {}\n{}", kHead, how.what, file.size(), row.text, row.meaning);
    if (how.form == Form::C)
        text += fmt::format("#include <stdint.h>\n\nstatic const uint{}_t {}[{}] = {{\n", layout.bits, how.name, count);
    if (how.form == Form::Rust) text += fmt::format("pub const {}: [u{}; {}] = [\n", how.name, layout.bits, count);
    text += numbers_text(file, layout, how.form, how.notes);
    return text + (how.form == Form::C ? "};\n" : how.form == Form::Rust ? "];\n" : "");
}

Status check_array_name(std::string_view name) {
    const bool is_word = !name.empty() && name.size() <= kMostNameLetters && is_letter(name[0]) &&
                         std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c); });
    if (!is_word)
        return fail(FaultKind::Usage,
                    "the name of an array has letters, digits and underscores, and no digit in front");
    if (name == "_" || std::ranges::find(kKeywords, name) != std::end(kKeywords))
        return fail(FaultKind::Usage, fmt::format("{} is a word of C or Rust, and no name of an array", name));
    return {};
}

std::string array_name_of(std::string_view file, Form form) {
    const std::size_t slash = file.rfind('/');
    if (slash != file.npos) file.remove_prefix(slash + 1);
    const std::size_t dot = file.find('.', 1);
    std::string name(file.substr(0, std::min(dot, kMostNameLetters - 8)));
    for (char& c : name) {
        if (!is_letter(c) && !is_digit(c)) c = '_';
        if (form == Form::Rust && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    const bool is_name =
        check_array_name(name).has_value() && std::ranges::any_of(name, [](char c) { return c != '_'; });
    if (is_name) return name;
    const std::string_view prefix = form == Form::Rust ? "PROGRAM" : "program";
    return name.find_first_not_of('_') == name.npos ? std::string(prefix) : fmt::format("{}_{}", prefix, name);
}

Result<std::optional<WordTextHead>> find_word_text_head(std::string_view text) {
    text = text.substr(0, 2 * kWordTextHeadWithin); // a line that begins in the first half ends in the second
    std::uint32_t number = 1;
    for (std::size_t at = 0; at < std::min(text.size(), kWordTextHeadWithin); ++number) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = trim(text.substr(at, end - at));
        if (line.starts_with(kHead)) {
            const auto head = head_of(line.substr(kHead.size()));
            if (head) return head;
            return fail_line(number, 1,
                             "expected \"// relit: GUEST, N bytes as words of 32 bits, big-endian\" or alike");
        }
        if (!line.empty() && !is_comment(line)) break;
        at = end + 1;
    }
    return std::nullopt;
}

Result<std::vector<std::uint8_t>> read_word_text(std::string_view text, const WordTextHead& head) {
    const NumberRules rules{.order = head.layout.order, .element = head.layout.bits / 8};
    auto made = has_declaration(text) ? read_arrays(text, rules) : read_hex(text, rules);
    if (!made) return std::unexpected(made.error());
    if (made->bytes.size() == head.size) return std::move(made->bytes);
    return fail(fmt::format("the first line says {} bytes, and the numbers are {}", head.size, made->bytes.size()));
}

} // namespace relit::codec
