#include "machine/r500/registers/text.hpp"

#include "base/nearest.hpp"

#include <bit>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

constexpr std::string_view kWordLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
constexpr std::string_view kNumberLetters = "0123456789abcdefABCDEFxX.+-infatyINFATY";

/// The bits that fields own.
std::uint32_t owned_bits(std::span<const FieldRow> fields) {
    RegisterWord word;
    for (const FieldRow& row : fields) word.set(row.field, ~std::uint32_t{0});
    return word.raw[0];
}

bool is_plain(std::span<const FieldRow> fields) { return fields.size() == 1 && fields[0].field.width() == 32; }

std::string fields_text(std::span<const FieldRow> fields, std::uint32_t value) {
    std::string text = "{";
    for (const FieldRow& row : fields) {
        const std::uint32_t part = word_of(value)[row.field];
        if (part == 0) continue;
        text += fmt::format("{}{}={}", text.size() > 1 ? ", " : "", row.field.name, field_text(row, part));
    }
    return text + "}";
}

std::optional<std::uint32_t> parse_number(std::string_view text) {
    const auto number = parse_integer(text);
    if (!number || *number < -std::int64_t{0x80000000} || *number > std::int64_t{0xffffffff}) return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

std::optional<std::uint32_t> parse_float(std::string_view text) {
    const auto real = parse_decimal(text);
    if (!real) return std::nullopt;
    return std::bit_cast<std::uint32_t>(static_cast<float>(*real));
}

std::string expected_fields(std::span<const FieldRow> fields, std::string_view typed) {
    std::vector<std::string_view> names;
    for (const FieldRow& row : fields) names.push_back(row.field.name);
    const std::string_view near = nearest_of(typed, names);
    return near.empty() ? fmt::format("it has {}", fmt::join(names, ", ")) : fmt::format("the nearest is {}", near);
}

std::unexpected<Fault> fail_here(Scanner& in, std::string text) {
    return fail_line(in.line(), in.column(), std::move(text));
}

Result<std::uint32_t> parse_fields(Scanner& in, std::uint32_t number) {
    const auto found = register_at(number);
    if (!found) return fail_here(in, fmt::format("{} has no fields that are known", register_name(number)));
    RegisterWord word;
    for (bool more = !in.accept('}'); more;) {
        (void)in.peek();
        const std::uint32_t column = in.column();
        const std::string_view name = in.while_of(kWordLetters);
        if (!in.accept('=')) return fail_here(in, "expected FIELD=VALUE");
        (void)in.peek();
        if (const Status set = set_field(word, *found->row, name, in.while_of(kWordLetters)); !set)
            return fail_line(in.line(), column, set.error().text);
        more = in.accept(',');
        if (!more && !in.accept('}')) return fail_here(in, "expected , or } after a field");
    }
    return word.raw[0];
}

} // namespace

std::string register_name(std::uint32_t number) {
    const auto found = register_at(number);
    return found ? found->name() : fmt::format("reg[{:#06x}]", number);
}

std::optional<std::uint32_t> register_number(std::string_view name) {
    const auto found = isa::r500::register_named(registers(), name);
    return found ? std::optional(found->number()) : std::nullopt;
}

std::string field_text(const FieldRow& field, std::uint32_t value) {
    const std::string_view name = isa::r500::name_of(values_of(field), value);
    // A name that looks like a number would be read as one.
    const bool is_name = !name.empty() && (name[0] < '0' || name[0] > '9');
    if (is_name) return std::string(name);
    constexpr unsigned kWide = 16; // masks and addresses rather than counts
    return field.field.width() > kWide ? fmt::format("{:#x}", value) : fmt::format("{}", value);
}

std::string value_text(std::uint32_t number, std::uint32_t value) {
    const auto found = register_at(number);
    const auto fields = found ? fields_of(*found->row) : std::span<const FieldRow>{};
    if (found && is_float(*found->row) && !std::isnan(std::bit_cast<float>(value)))
        return shortest_decimal(std::bit_cast<float>(value));
    if (value == 0) return "0";
    if (fields.empty() || is_plain(fields) || (value & ~owned_bits(fields)) != 0) return fmt::format("{:#x}", value);
    return fields_text(fields, value);
}

Result<std::uint32_t> parse_value(Scanner& in, std::uint32_t number) {
    if (in.accept('{')) return parse_fields(in, number);
    (void)in.peek();
    const std::uint32_t column = in.column();
    const std::string_view typed = in.while_of(kNumberLetters);
    auto value = parse_number(typed);
    const auto found = register_at(number);
    if (!value && found && is_float(*found->row)) value = parse_float(typed);
    if (!value)
        return fail_line(in.line(), column,
                         typed.empty() ? "expected a value" : fmt::format("{} is no value of 32 bits", typed));
    return *value;
}

Status set_field(RegisterWord& word, const RegisterRow& row, std::string_view name, std::string_view value) {
    const auto fields = fields_of(row);
    const FieldRow* const found = isa::r500::field_named(fields, name);
    if (found == nullptr)
        return fail(fmt::format("{} has no field {}; {}", row.name, name, expected_fields(fields, name)));
    auto number = parse_number(value); // some names are digits as well: those are numbers
    if (!number) number = isa::r500::value_named(values_of(*found), value);
    if (!number) return fail(fmt::format("{} is no value of {}", value, name));
    if (const unsigned width = found->field.width(); width < 32 && *number >> width != 0)
        return fail(fmt::format("{} does not fit the {} bits of {}", value, width, name));
    word.set(found->field, *number);
    return {};
}

} // namespace relit::machine::r500
