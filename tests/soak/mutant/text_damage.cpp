#include "tests/soak/mutant/text_damage.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace relit::soak::mutant {
namespace {

/// A text with offsets in it.
struct Scene {
    std::string text;
    std::string_view donor;
    Chance& chance;
};

struct TextRange {
    std::size_t begin = 0, size = 0;
};

std::size_t offset_in_text(std::string_view text, Chance& chance) { return chance.below(text.size() + 1); }

/// The line that contains a random offset, with its end; empty if the text is.
TextRange line_in(std::string_view text, Chance& chance) {
    const std::size_t offset = chance.below(text.size());
    const std::size_t before = text.rfind('\n', offset == 0 ? 0 : offset - 1);
    const std::size_t begin = before == text.npos || offset == 0 ? 0 : before + 1, end = text.find('\n', begin);
    return {begin, (end == text.npos ? text.size() : end + 1) - begin};
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

/// The first word at or behind a random offset.
TextRange word_in(std::string_view text, Chance& chance, bool (*is_part)(char)) {
    auto begin = static_cast<std::size_t>(
        std::find_if(text.begin() + static_cast<std::ptrdiff_t>(chance.below(text.size())), text.end(), is_part) -
        text.begin());
    while (begin > 0 && begin < text.size() && is_part(text[begin - 1])) --begin;
    std::size_t end = begin;
    while (end < text.size() && is_part(text[end])) ++end;
    return {begin, end - begin};
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string change_number(Scene& scene) {
    constexpr std::string_view kNumbers[] = {"0",          "1",          "-1",          "2147483647",
                                             "2147483648", "4294967295", "4294967296",  "18446744073709551615",
                                             "1e39",       "1e400",      "-1e-46",      "0x",
                                             "0xffffffff", "nan",        "inf",         "99999999999999999999999999",
                                             "0.5",        "63",         "64",          "255",
                                             "256",        "65535",      "65536",       "-2147483649",
                                             "1e",         "00",         "0x8000000000"};
    const TextRange number = word_in(scene.text, scene.chance, is_digit);
    const std::string_view with = scene.chance.any_of(kNumbers);
    scene.text.replace(number.begin, number.size, with);
    return fmt::format("number at {} is {}", number.begin, with);
}

std::string change_word(Scene& scene) {
    const TextRange word = word_in(scene.text, scene.chance, is_word);
    const bool from_itself = scene.donor.empty() || scene.chance.one_in(2);
    const std::string_view source = from_itself ? std::string_view(scene.text) : scene.donor;
    const TextRange other = word_in(source, scene.chance, is_word);
    const std::string with(source.substr(other.begin, other.size));
    scene.text.replace(word.begin, word.size, with);
    return fmt::format("word at {} is another", word.begin);
}

std::string remove_word(Scene& scene) {
    const TextRange word = word_in(scene.text, scene.chance, is_word);
    scene.text.erase(word.begin, word.size);
    return fmt::format("word at {} removed", word.begin);
}

std::string remove_line(Scene& scene) {
    const TextRange line = line_in(scene.text, scene.chance);
    scene.text.erase(line.begin, line.size);
    return fmt::format("line at {} removed", line.begin);
}

std::string duplicate_line(Scene& scene) {
    constexpr std::size_t kMost = 1 << 20; // bytes
    const TextRange line = line_in(scene.text, scene.chance);
    const std::string copy = scene.text.substr(line.begin, line.size);
    const std::uint64_t times = scene.chance.one_in(4) ? 1000 : 1;
    std::string copies;
    for (std::uint64_t i = 0; i < times && copies.size() < kMost; ++i) copies += copy;
    const std::size_t to = line_in(scene.text, scene.chance).begin;
    scene.text.insert(to, copies);
    return fmt::format("line at {} {} times more at {}", line.begin, times, to);
}

std::string foreign_line(Scene& scene) {
    if (scene.donor.empty()) return "no line inserted";
    const TextRange line = line_in(scene.donor, scene.chance);
    const std::size_t to = line_in(scene.text, scene.chance).begin;
    scene.text.insert(to, scene.donor.substr(line.begin, line.size));
    return fmt::format("line of another file inserted at {}", to);
}

std::string insert_characters(Scene& scene) {
    using namespace std::string_view_literals;
    constexpr std::string_view kCharacters[] = {"\0"sv, "\x1b[2J"sv, "\xff"sv,        "\xc3"sv,       "\xef\xbb\xbf"sv,
                                                "\r"sv, "\t"sv,      "\x7f"sv,        "\xe2\x80\xae", "\""sv,
                                                "'"sv,  "\\"sv,      ","sv,           ";"sv,          "//"sv,
                                                "/*"sv, "#"sv,       "\n"sv,          "."sv,          "-"sv,
                                                ":"sv,  "{"sv,       "}"sv,           "]"sv,          "["sv,
                                                "("sv,  ")"sv,       "\xed\xa0\x80"sv};
    const std::size_t offset = offset_in_text(scene.text, scene.chance);
    const std::string_view what = scene.chance.any_of(kCharacters);
    scene.text.insert(offset, what);
    return fmt::format("characters inserted at {}", offset);
}

std::string long_word(Scene& scene) {
    const std::size_t offset = offset_in_text(scene.text, scene.chance),
                      size = std::size_t{1} << scene.chance.below(18);
    scene.text.insert(offset, size, scene.chance.one_in(2) ? 'A' : '9');
    return fmt::format("{} characters inserted at {}", size, offset);
}

std::string nest(Scene& scene) {
    constexpr std::string_view kOpenings[] = {"[", "{\"a\":", "(", "-", "[[", ".repeat 2\n", "!", "{"};
    const std::size_t offset = scene.chance.one_in(2) ? 0 : offset_in_text(scene.text, scene.chance);
    const std::string_view opening = scene.chance.any_of(kOpenings);
    const std::uint64_t depth = std::uint64_t{1} << scene.chance.below(18);
    std::string all;
    for (std::uint64_t i = 0; i < depth; ++i) all += opening;
    scene.text.insert(offset, all);
    return fmt::format("nested {} times at {}", depth, offset);
}

constexpr std::string (*kDamages[])(Scene&) = {change_number, change_number, change_word,       change_word,
                                               remove_word,   remove_line,   duplicate_line,    foreign_line,
                                               foreign_line,  long_word,     insert_characters, insert_characters};

} // namespace

std::string damage_text(FileBytes& bytes, Bytes donor, Chance& chance) {
    constexpr std::uint64_t kNestsSeldom = 24;
    Scene scene{std::string(text_of(bytes)), text_of(donor), chance};
    const std::string how = chance.one_in(kNestsSeldom) ? nest(scene) : chance.any_of(kDamages)(scene);
    bytes.assign(scene.text.begin(), scene.text.end());
    return how;
}

} // namespace relit::soak::mutant
