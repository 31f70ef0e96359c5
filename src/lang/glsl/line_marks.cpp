#include "lang/glsl/line_marks.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace relit::lang::glsl {
namespace {

constexpr char kMark = '\x01'; // in no GLSL that is written here: remarks have no control characters

std::vector<std::uint32_t> instructions_of(std::string_view mark) {
    std::vector<std::uint32_t> numbers;
    for (const char* at = mark.data(); at != mark.data() + mark.size();) {
        std::uint32_t origin = 0;
        at = std::from_chars(at + 1, mark.data() + mark.size(), origin).ptr;
        numbers.push_back(origin - 1);
    }
    std::ranges::sort(numbers);
    const auto rest = std::ranges::unique(numbers);
    numbers.erase(rest.begin(), rest.end());
    return numbers;
}

} // namespace

std::string line_mark(std::span<const std::uint32_t> origins) {
    std::string mark;
    for (const std::uint32_t origin : origins)
        if (origin != 0) add_number(mark += kMark, origin);
    return mark;
}

std::vector<std::vector<std::uint32_t>> take_line_marks(std::string& text) {
    std::vector<std::vector<std::uint32_t>> lines;
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = std::string_view(text).substr(at, end - at);
        const std::string_view shown = line.substr(0, line.find(kMark));
        lines.push_back(instructions_of(line.substr(shown.size())));
        plain.append(shown).append(end < text.size() ? "\n" : "");
        at = end + 1;
    }
    text = std::move(plain);
    return lines;
}

} // namespace relit::lang::glsl
