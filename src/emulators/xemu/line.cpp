#include "emulators/xemu/line.hpp"

#include <charconv>
#include <optional>

namespace relit::emulators::xemu {
namespace {

constexpr std::string_view kEvent = "nv2a_pgraph_method ";

/// Removes a number "0x1f" from the front of a text.
std::optional<std::uint32_t> take_number(std::string_view& text) {
    if (!text.starts_with("0x")) return {};
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), number, 16);
    if (error != std::errc()) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

/// Removes spaces and then "0x97" or "NAME<0x97>".
std::optional<std::uint32_t> take_named(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.starts_with("0x")) return take_number(text);
    const std::size_t open = text.find_first_of("< ");
    if (open == text.npos || text[open] != '<') return {};
    text.remove_prefix(open + 1);
    const auto number = take_number(text);
    if (!number || !text.starts_with('>')) return {};
    text.remove_prefix(1);
    return number;
}

/// The text behind the event's name, and behind the number of the subchannel; nothing where the line has none.
std::optional<std::string_view> after_event(std::string_view text) {
    const std::size_t at = text.find(kEvent);
    if (at == text.npos || (at != 0 && text[at - 1] != ' ' && text[at - 1] != ':')) return {};
    text.remove_prefix(at + kEvent.size());
    const std::size_t colon = text.find(':');
    if (colon == text.npos || text.substr(0, colon).find_first_not_of("-0123456789") != text.npos) return {};
    return text.substr(colon + 1);
}

/// The argument: the first number in hexadecimal, which ends at no letter or digit.
std::optional<std::uint32_t> argument_in(std::string_view text) {
    const std::size_t at = text.find("0x");
    if (at == text.npos) return {};
    text.remove_prefix(at);
    const auto number = take_number(text);
    return number && (text.empty() || std::string_view(" )>\t\r").find(text.front()) != text.npos) ? number
                                                                                                   : std::nullopt;
}

} // namespace

Line read_line(std::string_view text) {
    auto rest = after_event(text);
    if (!rest) return {};
    const auto graphics_class = take_named(*rest);
    if (!graphics_class || !rest->starts_with(" -> ")) return {};
    rest->remove_prefix(3);
    const auto address = take_named(*rest);
    if (!address) return {};
    const auto word = argument_in(*rest);
    return {word ? LineKind::Method : LineKind::NoArgument, *graphics_class, *address, word.value_or(0)};
}

} // namespace relit::emulators::xemu
