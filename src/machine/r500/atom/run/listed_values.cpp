#include "machine/r500/atom/run/listed_values.hpp"

#include "base/lines.hpp"
#include "base/text.hpp"
#include "machine/r500/atom/register_names.hpp"
#include "machine/r500/registers/registers.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

constexpr std::string_view kListedDigits = "0123456789abcdefABCDEFxX";

/// Spaces as locations name them: how many of what their numbers count one location has.
struct SpaceName {
    std::string_view name;
    Space space;
    std::uint32_t unit;
    int digits;
    std::uint32_t most; // number
};
/// Registers beyond those that the card maps are reached through MM_INDEX, whose bit 31 selects memory.
constexpr std::uint32_t kMostAddress = 0x7fffffff;
constexpr SpaceName kSpaceNames[] = {
    {"REG", Space::Register, 1, 4, kMostAddress / kDwordBytes},
    {"PLL", Space::Pll, 1, 2, 0xffff},
    {"MC", Space::MemoryController, 1, 4, 0xffff},
    {"FB", Space::Memory, kDwordBytes, 4, 0xffff},
};

/// Pairs of registers through which others are reached.
struct Pair {
    std::uint32_t index, data; // byte addresses
    Field<std::uint32_t> number;
    Space space;
};
constexpr Field<std::uint32_t> kDwordOfAddress{"address", 2, 30};
constexpr Pair kPairs[] = {
    {reg::MM_INDEX, reg::MM_DATA, kDwordOfAddress, Space::Register},
    {reg::CLOCK_CNTL_INDEX, reg::CLOCK_CNTL_DATA, field::CLOCK_CNTL_INDEX__PLL_ADDR, Space::Pll},
    {reg::MC_IND_INDEX, reg::MC_IND_DATA, field::MC_IND_INDEX__ADDR, Space::MemoryController},
};

std::unexpected<Fault> fail_here(Scanner& in, std::string text) {
    return fail_line(in.line(), in.column(), std::move(text));
}

Result<std::uint32_t> read_listed_number(Scanner& in, std::uint64_t most) {
    (void)in.peek();
    const std::uint32_t column = in.column();
    const std::string_view digits = in.while_of(kListedDigits);
    const auto number = parse_integer(digits);
    if (!number || *number < 0 || static_cast<std::uint64_t>(*number) > most)
        return fail_line(
            in.line(), column,
            digits.empty() ? "expected a number" : fmt::format("{} is no number up to {:#x}", digits, most));
    return static_cast<std::uint32_t>(*number);
}

/// "[N]" after the name of a space.
Result<Location> read_numbered(Scanner& in, const SpaceName& named) {
    const auto number = read_listed_number(in, named.most);
    if (!number) return std::unexpected(number.error());
    if (!in.accept(']')) return fail_here(in, "expected ]");
    return Location{named.space, *number * named.unit};
}

/// A register by its name or byte address, or SPACE[N].
Result<Location> read_location(Scanner& in, RegisterNames names) {
    const char first = in.peek();
    const std::uint32_t column = in.column();
    if (first >= '0' && first <= '9') {
        const auto address = read_listed_number(in, kMostAddress);
        if (!address) return std::unexpected(address.error());
        if (*address % kDwordBytes != 0) return fail_line(in.line(), column, "an address is a multiple of 4");
        return Location{Space::Register, *address / kDwordBytes};
    }
    const std::string_view word = in.word();
    const auto named = std::ranges::find(kSpaceNames, word, &SpaceName::name);
    if (named != std::end(kSpaceNames) && in.accept('[')) return read_numbered(in, *named);
    if (const auto index = register_index(word)) {
        if (names == RegisterNames::R500) return Location{Space::Register, *index};
        return fail_line(in.line(), column,
                         fmt::format("{} is a register of R500, and the image is for another chip", word));
    }
    return fail_line(in.line(), column,
                     word.empty() ? "expected a register or SPACE[N]" : fmt::format("{} is no register", word));
}

std::string_view without_any_comment(std::string_view line) {
    for (const std::string_view mark : {"--", "//", "#"}) line = line.substr(0, line.find(mark));
    return line;
}

} // namespace

RegisterNames names_of(const Image& image) {
    return image.has_known_registers() ? RegisterNames::R500 : RegisterNames::None;
}

std::optional<Location> location_behind(std::uint32_t number,
                                        const std::function<std::optional<std::uint32_t>(std::uint32_t)>& value_of) {
    const auto pair = std::ranges::find(kPairs, kDwordBytes * std::uint64_t{number}, &Pair::data);
    const auto index = pair == std::end(kPairs) ? std::nullopt : value_of(pair->index / kDwordBytes);
    return index ? std::optional(Location{pair->space, word_of(*index)[pair->number]}) : std::nullopt;
}

std::string name_of(const Location& location, RegisterNames names) {
    if (location.space == Space::Register && names == RegisterNames::R500)
        if (std::string name = name_of_register(location.number); !name.empty()) return name;
    const SpaceName& named = *std::ranges::find(kSpaceNames, location.space, &SpaceName::space);
    if (location.number % named.unit != 0) return fmt::format("{}, byte {:#x}", named.name, location.number);
    return fmt::format("{}[0x{:0{}X}]", named.name, location.number / named.unit, named.digits);
}

Result<ListedValues> ListedValues::parse(std::string_view text, RegisterNames names) {
    ListedValues made;
    std::uint32_t number = 0;
    for (const std::string_view line : TextLines(text)) {
        Scanner in(without_any_comment(line), ++number);
        if (in.at_end()) continue;
        const auto location = read_location(in, names);
        if (!location) return std::unexpected(location.error());
        const auto value = read_listed_number(in, 0xffffffff);
        if (!value) return std::unexpected(value.error());
        if (!in.at_end()) return fail_here(in, "expected the end of the line after a value");
        Values& values = made.values_[*location];
        values.listed.push_back(*value);
        values.kept = values.listed[0];
    }
    return made;
}

std::uint32_t ListedValues::kept_at(Location location) const {
    const auto found = values_.find(location);
    return found == values_.end() ? 0 : found->second.kept;
}

Location ListedValues::location_of(Space space, std::uint32_t number) const {
    const Location location{space == Space::Io ? Space::Register : space, number};
    const auto found = values_.find(location);
    if (location.space != Space::Register || (found != values_.end() && !found->second.listed.empty())) return location;
    const auto value_of = [this](std::uint32_t index) { return std::optional(kept_at({Space::Register, index})); };
    return location_behind(number, value_of).value_or(location);
}

std::uint32_t ListedValues::read(Space space, std::uint32_t number) {
    const Location location = location_of(space, number);
    const auto [found, is_new] = values_.try_emplace(location);
    if (is_new) unknown_.push_back(location);
    Values& values = found->second;
    if (values.listed.size() > 1 && values.next < values.listed.size()) values.kept = values.listed[values.next++];
    return values.kept;
}

void ListedValues::write(Space space, std::uint32_t number, std::uint32_t value) {
    values_[location_of(space, number)].kept = value;
}

} // namespace relit::machine::r500::atom
