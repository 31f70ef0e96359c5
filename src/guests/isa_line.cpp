#include "guests/isa_line.hpp"

#include "base/nearest.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"
#include "guests/guests.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::guests {
namespace {

constexpr std::string_view kDirective = ".isa", kBlanks = " \t\r";
constexpr std::string_view kComments[] = {"//", "#", ";", "--"};

bool is_comment(std::string_view line) {
    const bool is_block = line.starts_with("/*") && line.find("*/") == line.size() - 2;
    return is_block || std::ranges::any_of(kComments, [&](std::string_view mark) { return line.starts_with(mark); });
}

/// Reads ".isa NAME" with nothing but a comment behind it; `line` has no blanks around it.
Result<const codec::Codec*> guest_of(std::string_view line, std::uint32_t number, std::size_t column) {
    const std::string_view rest = trim(line.substr(kDirective.size()));
    const std::string_view name = rest.substr(0, rest.find_first_of(kBlanks));
    const std::string_view behind = trim(rest.substr(name.size()));
    const auto at = [&](std::string_view part) {
        return static_cast<std::uint32_t>(column + static_cast<std::size_t>(part.data() - line.data()) + 1);
    };
    if (name.empty() || is_comment(name))
        return fail_line(number, static_cast<std::uint32_t>(column) + 1, ".isa takes the name of a guest language");
    if (!behind.empty() && !is_comment(behind))
        return fail_line(number, at(behind), "only a comment may follow .isa NAME");
    if (const codec::Codec* const codec = codec_named(name); codec != nullptr) return codec;
    return fail_line(number, at(name), fmt::format(".isa {}: {}", printable(name.substr(0, 40)), unknown_guest(name)));
}

} // namespace

std::string unknown_guest(std::string_view name) {
    std::vector<std::string_view> names;
    for (const codec::Codec* codec : codecs()) names.push_back(codec->name);
    const std::string_view near = nearest_of(name.substr(0, 40), names);
    return fmt::format("no such guest language; there are {}{}", fmt::join(names, ", "),
                       near.empty() ? "" : fmt::format("; the nearest is {}", near));
}

Result<std::optional<IsaLine>> find_isa_line(Bytes begin) {
    if (begin.empty() || !may_have_isa_line(begin.front())) return std::nullopt;
    const std::string_view text{reinterpret_cast<const char*>(begin.data()), std::min(begin.size(), kIsaLineWithin)};
    std::uint32_t number = 1;
    for (std::size_t at = 0; at < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at), content = trim(line);
        const std::size_t column = std::min(line.find_first_not_of(kBlanks), line.size());
        const bool is_named =
            content.starts_with(kDirective) &&
            (content.size() == kDirective.size() || kBlanks.find(content[kDirective.size()]) != kBlanks.npos);
        if (is_named) {
            const auto codec = guest_of(content, number, column);
            if (!codec) return std::unexpected(codec.error());
            return IsaLine{*codec, at, line.size()};
        }
        if (!content.empty() && !is_comment(content)) break;
        at = end + 1;
    }
    return std::nullopt;
}

void blank_out(const IsaLine& line, std::span<std::uint8_t> text) {
    std::ranges::fill(text.subspan(line.begin, line.size), std::uint8_t{' '});
}

Result<const codec::Codec*> take_isa_line(const codec::Codec* named, std::span<std::uint8_t> begin) {
    const auto line = find_isa_line(begin);
    if (!line) return std::unexpected(line.error());
    if (!*line) return named;
    const auto before = begin.first((*line)->begin);
    if (named != nullptr && named != (*line)->codec)
        return fail_line(
            static_cast<std::uint32_t>(std::ranges::count(before, '\n')) + 1, 1,
            fmt::format("the text is of {} by its .isa, and --isa names {}", (*line)->codec->name, named->name));
    blank_out(**line, begin);
    return (*line)->codec;
}

bool may_have_isa_line(std::uint8_t first_byte) {
    constexpr std::string_view kFirst = "./#;-\n";
    const char first = static_cast<char>(first_byte);
    return kFirst.find(first) != kFirst.npos || kBlanks.find(first) != kBlanks.npos;
}

} // namespace relit::guests
