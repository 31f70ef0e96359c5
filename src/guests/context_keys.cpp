#include "guests/context_keys.hpp"

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "guests/guests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace relit::guests {
namespace {

using Frontends = std::span<const isa::Frontend* const>;

// ---- names

/// Whether `name` is the row's, where each '#' stands for a number of up to four digits.
bool fits(std::string_view row, std::string_view name) {
    const std::size_t mark = row.find('#');
    if (mark == std::string_view::npos) return row == name;
    if (!name.starts_with(row.substr(0, mark))) return false;
    name.remove_prefix(mark);
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    return digits != 0 && digits <= 4 && fits(row.substr(mark + 1), name.substr(digits));
}

/// "image#.format" of "maxwell.image#.format"
std::string_view without_guest(const isa::Frontend& guest, std::string_view name) {
    return name.substr(guest.name().size() + 1);
}
bool has_prefix(const isa::Frontend& guest, std::string_view name) {
    return name.starts_with(guest.name()) && name.substr(guest.name().size()).starts_with('.');
}

std::vector<FoundKey> keys_with_guest(std::string_view typed) {
    std::vector<FoundKey> found;
    for (const isa::Frontend* guest : frontends())
        for (const isa::ContextKey& row : guest->context_keys)
            if (fits(row.name, typed)) found.push_back({std::string(typed), &row});
    return found;
}
std::vector<FoundKey> keys_without_guest(std::string_view typed, Frontends guests) {
    std::vector<FoundKey> found;
    for (const isa::Frontend* guest : guests)
        for (const isa::ContextKey& row : guest->context_keys)
            if (fits(without_guest(*guest, row.name), typed))
                found.push_back({fmt::format("{}.{}", guest->name(), typed), &row});
    return found;
}

/// Numbers as rows spell them: "image12.format" is "image#.format".
std::string with_marks(std::string_view name) {
    std::string marked;
    for (const char c : name) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit || !marked.ends_with('#')) marked += digit ? '#' : c;
    }
    return marked;
}

struct Near {
    std::size_t distance = 0, order = 0;
    std::string_view name;
};

/// The rows whose names look most like what was typed, if any does.
std::vector<std::string_view> nearest(std::string_view typed, Frontends guests) {
    constexpr std::size_t kMost = 3, kLeastPart = 3;
    const std::string marked = with_marks(typed).substr(0, 128);
    std::vector<Near> near;
    for (const isa::Frontend* guest : guests) {
        for (const isa::ContextKey& row : guest->context_keys) {
            const std::string_view as_typed =
                has_prefix(*guest, typed) ? std::string_view(row.name) : without_guest(*guest, row.name);
            const bool is_part = marked.size() >= kLeastPart && as_typed.find(marked) != std::string_view::npos;
            const std::size_t far = is_part ? 1 : edit_distance(marked, as_typed);
            if (far <= 1 + as_typed.size() / 4) near.push_back({far, near.size(), row.name});
        }
    }
    std::ranges::sort(near, {}, [](const Near& one) { return std::pair(one.distance, one.order); });
    std::vector<std::string_view> names;
    for (const Near& one : std::span(near).first(std::min(near.size(), kMost))) names.push_back(one.name);
    return names;
}

std::string unknown_key(std::string_view typed, Frontends likely) {
    std::vector<const isa::Frontend*> guests;
    for (const isa::Frontend* guest : frontends())
        if (has_prefix(*guest, typed)) guests.push_back(guest);
    if (guests.empty()) guests.assign(likely.begin(), likely.end());
    const bool one_guest = guests.size() == 1;
    const std::string has_not =
        one_guest ? fmt::format("{} does not have this key", guests[0]->name()) : "no guest has this key";
    const auto names = nearest(typed, guests.empty() ? frontends() : Frontends(guests));
    if (!names.empty()) return fmt::format("{}; the nearest: {}", has_not, fmt::join(names, ", "));
    if (!one_guest) return has_not + "; relit docs GUEST lists the keys of a guest";
    std::vector<std::string_view> all;
    for (const isa::ContextKey& row : guests[0]->context_keys) all.push_back(row.name);
    return fmt::format("{}; it has {}", has_not, fmt::join(all, ", "));
}

// ---- values

using Choices = std::vector<ir::ContextChoice>;

Choices choices_of(const isa::ContextKey& row) {
    Choices choices;
    ir::for_each_choice(row.values, [&](const ir::ContextChoice& one) { choices.push_back(one); });
    return choices;
}

std::string expected(const Choices& choices) {
    std::vector<std::string> all;
    for (const ir::ContextChoice& choice : choices)
        all.push_back(choice.name.empty() ? fmt::format("a number from {} to {}", choice.first, choice.last)
                                          : std::string(choice.name));
    return fmt::format("expected {}", fmt::join(all, ", "));
}

bool covers(const Choices& choices, std::uint64_t value) {
    return std::ranges::any_of(choices,
                               [&](const ir::ContextChoice& one) { return value >= one.first && value <= one.last; });
}

} // namespace

Result<FoundKey> find_context_key(std::string_view typed, Frontends likely) {
    std::vector<FoundKey> found = keys_with_guest(typed);
    if (found.empty()) found = keys_without_guest(typed, likely.empty() ? frontends() : likely);
    if (found.empty()) return fail(FaultKind::Usage, unknown_key(typed, likely));
    if (found.size() == 1) return std::move(found.front());
    std::vector<std::string_view> names;
    for (const FoundKey& key : found) names.emplace_back(key.name);
    return fail(FaultKind::Usage, fmt::format("several guests have this key: {}", fmt::join(names, ", ")));
}

Result<std::uint64_t> parse_context_value(const isa::ContextKey& row, std::string_view typed) {
    const Choices choices = choices_of(row);
    for (const ir::ContextChoice& choice : choices)
        if (!choice.name.empty() && equal_ignoring_case(choice.name, typed)) return choice.first;
    const auto whole = parse_integer(typed);
    if (whole && *whole >= 0 && covers(choices, static_cast<std::uint64_t>(*whole)))
        return static_cast<std::uint64_t>(*whole);
    // A float may be told by its bits or as what it is: with a point, as the bits are whole numbers.
    const bool is_float = row.values.starts_with("FLOAT") && typed.find('.') != std::string_view::npos;
    if (const auto real = is_float ? parse_decimal(typed) : std::nullopt)
        return std::bit_cast<std::uint32_t>(static_cast<float>(*real));
    return fail(FaultKind::Usage, expected(choices) + (row.values.starts_with("FLOAT") ? ", or a float as 1.0" : ""));
}

Status check_context(const ir::ContextValues& context) {
    for (const auto& [name, value] : context) {
        const std::vector<FoundKey> found = keys_with_guest(name);
        if (found.empty())
            return fail(FaultKind::Usage, fmt::format("context key {}: {}", name, unknown_key(name, {})));
        const Choices choices = choices_of(*found.front().row);
        if (!covers(choices, value))
            return fail(FaultKind::Usage, fmt::format("context key {} = {}: {}", name, value, expected(choices)));
    }
    return {};
}

} // namespace relit::guests
