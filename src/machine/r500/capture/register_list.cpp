#include "machine/r500/capture/register_list.hpp"

#include "base/lines.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "isa/r500/encoding/stream.hpp"
#include "machine/r500/registers/text.hpp"

#include <map>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

constexpr std::string_view kWordLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
constexpr std::string_view kDecimal = "0123456789";
/// Drivers' headers put these in front of the names of AMD's document.
constexpr std::string_view kPrefixes[] = {"R300_", "R500_", "RV515_", "RADEON_", "AVIVO_"};
constexpr std::size_t kBareDigits = 8, kMostNamed = 8, kLookedAt = std::size_t{1} << 16;

/// A line that gives a register a value: the parts that it has.
struct ListedLineParts {
    std::string_view name, address, value;
    std::size_t value_at = 0; // in the line
};

std::string_view without_comment(std::string_view line) {
    for (const std::string_view mark : {"--", "//", "#", "/*"}) line = line.substr(0, line.find(mark));
    return line;
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
    return equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}

/// "RB3D_COLOROFFSET0" as "RB3D_COLOROFFSET_0"
std::string with_entry_number(std::string_view name) {
    const std::size_t digits = name.find_last_not_of(kDecimal) + 1;
    return fmt::format("{}_{}", name.substr(0, digits), name.substr(digits));
}

/// The register of a name of AMD's document, of a header of Mesa or of Linux ("R_006080_D1CRTC_CONTROL").
std::optional<std::uint32_t> number_of(std::string_view name) {
    constexpr std::size_t kLinuxPrefix = 9;
    if (const auto number = register_number(name)) return number;
    if (const auto number = register_number(with_entry_number(name))) return number;
    for (const std::string_view prefix : kPrefixes)
        if (starts_with_ignoring_case(name, prefix)) return number_of(name.substr(prefix.size()));
    const bool is_linux =
        starts_with_ignoring_case(name, "R_") && name.size() > kLinuxPrefix && name[kLinuxPrefix - 1] == '_';
    return is_linux && parse_hex(name.substr(2, 6), 6) ? number_of(name.substr(kLinuxPrefix)) : std::nullopt;
}

std::string_view nearest_name(std::string_view name) {
    static const std::vector<std::string_view> kNames = [] {
        std::vector<std::string_view> names;
        for (const RegisterRow& row : registers().registers) names.push_back(row.name);
        return names;
    }();
    std::string upper(name);
    for (char& c : upper) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    for (const std::string_view prefix : kPrefixes)
        if (upper.starts_with(prefix)) upper.erase(0, prefix.size());
    return nearest_of(upper, kNames);
}

/// "(6080)", "(0x6080)": what stands between the brackets.
std::string_view bracketed(Scanner& in) {
    if (!in.accept('(')) return {};
    const std::string_view inside = in.while_of(kWordLetters);
    return in.accept(')') ? inside : std::string_view{};
}

ListedLineParts parts_of_line(std::string_view line) {
    Scanner in(line);
    ListedLineParts row;
    if (in.accept("MC:")) return row; // of the memory controller, which streams do not reach
    row.address = bracketed(in);
    (void)in.peek(); // skips blanks
    row.name = in.while_of(kWordLetters);
    if (equal_ignoring_case(row.name, "reg") && in.accept('[')) { // as listings have registers without a name
        row.name = in.while_of(kWordLetters);
        (void)in.accept(']');
    }
    if (row.address.empty()) row.address = bracketed(in);
    (void)(in.accept('=') || in.accept(':'));
    if (!in.at_end()) row.value = trim(in.rest()), row.value_at = in.column() - 1;
    return row;
}

bool is_bare_hex(std::string_view text) { return parse_hex(text, kBareDigits).has_value(); }
bool begins_with_number(std::string_view text) {
    return (!text.empty() && kDecimal.contains(text[0])) || is_bare_hex(text.substr(0, kBareDigits));
}
std::optional<std::uint32_t> address_of(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
    const auto number = text.empty() || text.size() > kBareDigits ? std::nullopt : parse_hex(text, text.size());
    return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}
/// An address that stands alone: eight digits, as tools print it, or with 0x.
bool is_bare_address(const ListedLineParts& row) {
    const bool is_prefixed = row.name.starts_with("0x") || row.name.starts_with("0X");
    return row.address.empty() && (is_bare_hex(row.name) || (is_prefixed && address_of(row.name)));
}

std::unexpected<Fault> fail_in(std::uint32_t line, std::string_view whole, std::string_view part, std::string text) {
    return fail_line(line, static_cast<std::uint32_t>(part.data() - whole.data()) + 1, std::move(text));
}

class ListReader {
public:
    explicit ListReader(const std::function<void(const ListedRegister&)>& see) : see_(see) {}

    Status line(std::string_view whole, std::uint32_t number) {
        const std::string_view line = without_comment(whole);
        if (trim(line).empty()) return {};
        const ListedLineParts row = parts_of_line(line);
        const auto found = register_of(row, number, line);
        if (!found) return std::unexpected(found.error());
        if (!*found) return leave_out(line, row, number);
        if (row.value.empty()) return fail_in(number, line, row.name, fmt::format("{} has no value", row.name));
        const auto value = value_of(row, **found, number, line);
        if (!value) return std::unexpected(value.error());
        has_registers_ = true;
        see_({**found, *value, number});
        return {};
    }
    Result<std::vector<std::string>> take_warnings() {
        if (!has_registers_)
            return fail_line(1, 1, warnings_.empty() ? "the text names no register" : warnings_.front());
        if (unknown_ > kMostNamed)
            warn(fmt::format("{} more names are those of no register that is known", unknown_ - kMostNamed));
        if (others_ != 0) warn(fmt::format("{} lines give no register a value: left out", others_));
        if (bare_ != 0) warn(fmt::format("{} values of eight digits without 0x are taken for hex", bare_));
        return std::move(warnings_);
    }

private:
    void warn(std::string text) { warnings_.push_back(std::move(text)); }

    /// Nothing where the line is of no register that is known.
    Result<std::optional<std::uint32_t>> register_of(const ListedLineParts& row, std::uint32_t line,
                                                     std::string_view whole) {
        const auto number = is_bare_address(row) ? address_of(row.name) : known(row.name);
        const auto address = row.address.empty() ? number : address_of(row.address);
        if (number && address != number)
            return fail_in(line, whole, row.address,
                           fmt::format("{} is at {:#06x}, not at {}", row.name, *number, row.address));
        if (number && (*number >= kRegisterBytes || *number % 4 != 0))
            return fail_in(line, whole, row.name, fmt::format("{} is no address of a register", row.name));
        return number;
    }
    /// The number of a name, which most lists have on several lines.
    std::optional<std::uint32_t> known(std::string_view name) {
        const auto found = known_.find(name);
        if (found != known_.end()) return found->second;
        const auto number = number_of(name);
        if (number) known_.emplace(name, *number);
        return number;
    }
    Status leave_out(std::string_view line, const ListedLineParts& row, std::uint32_t number) {
        if (unknown_ + others_ >= kMostOtherLines)
            return fail_line(number, 1,
                             fmt::format("more than {} lines give no known register a value", kMostOtherLines));
        // Headings, and lines of single fields, have no such names.
        const bool is_name = row.name.find('_') != std::string_view::npos && !row.value.empty();
        if (!is_name) return ++others_, Status{};
        if (const std::string_view near = nearest_name(row.name); !near.empty())
            return fail_in(number, line, row.name,
                           fmt::format("{} is no register that is known; the nearest is {}", row.name, near));
        if (++unknown_ <= kMostNamed)
            warn(fmt::format("line {}: {} is no register that is known, and none has a name near it: left out", number,
                             row.name));
        return {};
    }
    Result<std::uint32_t> value_of(const ListedLineParts& row, std::uint32_t number, std::uint32_t line,
                                   std::string_view whole) {
        const std::string_view first = row.value.substr(0, row.value.find_first_of(" \t,;"));
        if (is_bare_hex(first)) return ++bare_, static_cast<std::uint32_t>(*parse_hex(first, kBareDigits));
        Scanner in(whole, line);
        in.skip(row.value_at);
        const auto value = parse_value(in, number);
        if (!value) return value;
        (void)(in.accept(',') || in.accept(';'));
        // Tools repeat a value in decimal, or say that it is.
        if (in.accept('(') && (in.while_of(kWordLetters).empty() || !in.accept(')')))
            return fail_line(line, in.column(), "expected a word in brackets");
        if (!in.at_end()) return fail_line(line, in.column(), "expected the end of the line after the value");
        return value;
    }

    const std::function<void(const ListedRegister&)>& see_;
    std::vector<std::string> warnings_;
    bool has_registers_ = false;
    std::map<std::string, std::uint32_t, std::less<>> known_;
    std::uint64_t unknown_ = 0, others_ = 0, bare_ = 0;
};

} // namespace

bool is_named_list(std::string_view text) {
    constexpr std::size_t kMostHeadings = 32;
    std::size_t headings = 0;
    for (const std::string_view whole : TextLines(text.substr(0, kLookedAt))) {
        const std::string_view line = without_comment(whole);
        if (trim(line).empty()) continue;
        const ListedLineParts row = parts_of_line(line);
        if (is_bare_address(row))
            return is_bare_hex(row.value.substr(0, kBareDigits)) && row.value.find('(') != row.value.npos;
        const bool is_name = row.name.find('_') != row.name.npos;
        if (is_name && number_of(row.name)) return true;
        if (is_name) return begins_with_number(row.value) && !nearest_name(row.name).empty();
        if (++headings > kMostHeadings) return false;
    }
    return false;
}

Result<std::vector<std::string>> read_named_list(std::string_view text,
                                                 const std::function<void(const ListedRegister&)>& see) {
    ListReader reader(see);
    const auto read_line = [&](std::string_view line, std::uint32_t number) { return reader.line(line, number); };
    if (const Status read = each_line(text, read_line); !read) return std::unexpected(read.error());
    return reader.take_warnings();
}

} // namespace relit::machine::r500
