#include "machine/gs/text/fields.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

struct FormRow {
    std::string_view name;
    Form form;
};
constexpr FormRow kForms[] = {
    {"X", Form::Fixed},       {"Y", Form::Fixed},   {"U", Form::Fixed},   {"V", Form::Fixed},   {"OFX", Form::Fixed},
    {"OFY", Form::Fixed},     {"S", Form::Float},   {"T", Form::Float},   {"Q", Form::Float},   {"Z", Form::Hex},
    {"K", Form::SignedFixed}, {"TBP0", Form::Hex},  {"TBP1", Form::Hex},  {"TBP2", Form::Hex},  {"TBP3", Form::Hex},
    {"CBP", Form::Hex},       {"FBP", Form::Hex},   {"ZBP", Form::Hex},   {"SBP", Form::Hex},   {"DBP", Form::Hex},
    {"EXBP", Form::Hex},      {"FBMSK", Form::Hex}, {"VALUE", Form::Hex}, {"LOW", Form::Hex},   {"HIGH", Form::Hex},
    {"ID", Form::Hex},        {"IDMSK", Form::Hex}, {"SIGID", Form::Hex}, {"LBLID", Form::Hex}, {"REGS", Form::Hex},
    {"ADDR", Form::Hex},
};
constexpr unsigned kFractionBits = 4;
constexpr double kFraction = 1 << kFractionBits;

std::int64_t sign_extended(std::uint64_t value, unsigned width) {
    const unsigned unused = 64 - width;
    return static_cast<std::int64_t>(value << unused) >> unused;
}

void print_float(std::string& text, std::uint64_t value) {
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(value));
    if (std::isfinite(number)) {
        text += shortest_decimal(number);
    } else {
        fmt::format_to(std::back_inserter(text), "0x{:08x}", value);
    }
}

/// The digits of a number: hex or decimal, with sign, point and exponent.
std::string_view number_text(Scanner& in) { return in.while_of("0123456789abcdefABCDEFxX.+-"); }

Result<std::uint64_t> read_float(Scanner& in, std::string_view typed) {
    const auto number = parse_decimal(typed);
    if (!number || !std::isfinite(static_cast<float>(*number))) return fail_here(in, "a number is expected");
    return std::bit_cast<std::uint32_t>(static_cast<float>(*number));
}

/// A decimal as a count of 1/16, or of ones.
Result<std::int64_t> read_steps(Scanner& in, std::string_view typed, double step) {
    const auto number = parse_decimal(typed);
    if (!number || std::abs(*number) > 1e9) return fail_here(in, "a number is expected");
    const double scaled = *number * step;
    if (scaled != std::floor(scaled)) return fail_here(in, "finer than the field can hold");
    return static_cast<std::int64_t>(scaled);
}

Result<std::uint64_t> read_hex(Scanner& in, std::string_view digits) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size())
        return fail_here(in, "a number is expected");
    return value;
}

bool is_fixed(Form form) { return form == Form::Fixed || form == Form::SignedFixed; }

/// The value of digits that are not hex, as the bits of the field.
Result<std::uint64_t> read_decimal(Scanner& in, std::string_view typed, Form form, unsigned width) {
    if (form == Form::Float) return read_float(in, typed);
    std::uint64_t whole = 0;
    const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), whole);
    if (!is_fixed(form) && error == std::errc{} && end == typed.data() + typed.size()) return whole;
    const auto steps = read_steps(in, typed, is_fixed(form) ? kFraction : 1);
    if (!steps) return std::unexpected(steps.error());
    const auto bits = static_cast<std::uint64_t>(*steps);
    if (*steps >= 0) return bits;
    const bool fits = is_signed(form) && sign_extended(bits & relit::detail::low_mask(width), width) == *steps;
    if (!fits) return fail_here(in, "the value does not fit");
    return bits & relit::detail::low_mask(width);
}

Result<std::uint64_t> named_value(Scanner& in, const FieldInfo& field, std::string_view name) {
    for (std::size_t i = 0; i < field.value_names.size(); ++i)
        if (!field.value_names[i].empty() && equal_ignoring_case(field.value_names[i], name)) return i;
    return fail_here(in, fmt::format("\"{}\" is not a value of {}", name, field.name));
}

const FieldInfo* field_named(Fields fields, std::string_view name) {
    for (const FieldInfo& field : fields)
        if (field.name != "-" && equal_ignoring_case(field.name, name)) return &field;
    return nullptr;
}

Result<FieldInfo> read_name(Scanner& in, Fields fields, unsigned bits) {
    if (in.accept('[')) return read_run(in, bits);
    Scanner before = in;
    const std::string_view name = in.word();
    if (name.empty()) return fail_here(in, "the name of a field is expected");
    if (const FieldInfo* field = field_named(fields, name)) return *field;
    std::string known;
    for (const FieldInfo& field : fields)
        if (field.name != "-") known += (known.empty() ? "" : " ") + std::string(field.name);
    return fail_here(before, fmt::format("no field \"{}\" here, but {}", name, known.empty() ? "none" : known));
}

/// A word of up to 128 bits whose fields are known by their FieldInfo alone.
struct Wide : Word<Wide, 128> {};

void insert(Units word, const FieldInfo& field, std::uint64_t value) {
    Wide wide;
    std::ranges::copy(word, wide.raw.begin());
    wide.insert(field, value);
    std::copy_n(wide.raw.begin(), word.size(), word.begin());
}

std::uint64_t extract(ConstUnits word, const FieldInfo& field) {
    Wide wide;
    std::ranges::copy(word, wide.raw.begin());
    return wide.extract(field);
}

void print_run(std::string& text, BitRun run, std::uint64_t value) {
    fmt::format_to(std::back_inserter(text), "[{}:{}]=0x{:x}", run.bit + run.width - 1, run.bit, value);
}

} // namespace

Form form_of(std::string_view field) {
    for (const FormRow& row : kForms)
        if (row.name == field) return row.form;
    return field.starts_with("DM") ? Form::Signed : Form::Decimal;
}

void print_value(std::string& text, const FieldInfo& field, std::uint64_t value) {
    auto into = std::back_inserter(text);
    if (const std::string_view name = field.name_of(value); !name.empty()) {
        text += name;
        return;
    }
    switch (form_of(field.name)) {
        case Form::Decimal: fmt::format_to(into, "{}", value); break;
        case Form::Hex: fmt::format_to(into, "0x{:x}", value); break;
        case Form::Float: print_float(text, value); break;
        case Form::Fixed: fmt::format_to(into, "{}", static_cast<double>(value) / kFraction); break;
        case Form::SignedFixed:
            fmt::format_to(into, "{}", static_cast<double>(sign_extended(value, field.width())) / kFraction);
            break;
        case Form::Signed: fmt::format_to(into, "{}", sign_extended(value, field.width())); break;
    }
}

void print_fields(std::string& text, Fields fields, ConstUnits word) {
    const bool alone = std::ranges::count_if(fields, [](const FieldInfo& one) { return one.name != "-"; }) == 1;
    for (const FieldInfo& field : fields) {
        const std::uint64_t value = extract(word, field);
        const bool unnamed = field.name == "-";
        const bool is_switch = field.width() == 1 && field.value_names.empty() && !alone;
        if (value == 0 && (unnamed || is_switch)) continue;
        if (!text.empty() && text.back() != ' ' && text.back() != '(') text += ", ";
        if (unnamed) {
            print_run(text, field.runs[0], value);
            continue;
        }
        text += field.name;
        text += '=';
        print_value(text, field, value);
    }
}

Result<std::uint64_t> read_value(Scanner& in, const FieldInfo& field) {
    const Scanner before = in;
    const unsigned width = field.width();
    const Form form = form_of(field.name);
    Result<std::uint64_t> value = fail("");
    if (in.accept(std::string_view("0x"))) {
        value = read_hex(in, in.while_of("0123456789abcdefABCDEF"));
    } else if (const std::string_view name = in.word(); !name.empty()) {
        in = before;
        value = named_value(in, field, name);
        in.skip(name.size());
        (void)in.peek();
    } else {
        value = read_decimal(in, number_text(in), form, width);
    }
    Scanner at = before;
    if (!value) return fail_here(at, std::move(value.error().text));
    if (width < 64 && *value >> width != 0)
        return fail_here(at, fmt::format("{} has {} bit{}", field.name, width, width == 1 ? "" : "s"));
    return value;
}

Result<FieldInfo> read_run(Scanner& in, unsigned bits) {
    const auto high = read_number(in, bits - 1);
    if (!high) return std::unexpected(high.error());
    if (!in.accept(':')) return fail_here(in, "':' is expected");
    const auto low = read_number(in, *high);
    if (!low) return std::unexpected(low.error());
    if (!in.accept(']')) return fail_here(in, "']' is expected");
    if (*high - *low >= 64) return fail_here(in, "at most 64 bits at once");
    return Field<std::uint64_t>("VALUE", static_cast<unsigned>(*low), static_cast<unsigned>(*high - *low + 1));
}

Status read_field(Scanner& in, Fields fields, Units word) {
    const auto field = read_name(in, fields, static_cast<unsigned>(word.size()) * 32);
    if (!field) return std::unexpected(field.error());
    if (!in.accept('=')) return fail_here(in, "'=' is expected");
    const auto value = read_value(in, *field);
    if (!value) return std::unexpected(value.error());
    insert(word, *field, *value);
    return {};
}

Status read_fields(Scanner& in, Fields fields, Units word) {
    while (!in.at_end() && in.peek() != ')') {
        if (Status read = read_field(in, fields, word); !read) return read;
        if (!in.accept(',') && !in.at_end() && in.peek() != ')') return fail_here(in, "',' is expected");
    }
    return {};
}

std::unexpected<Fault> fail_here(Scanner& in, std::string text) {
    (void)in.peek();
    return fail_line(in.line(), in.column(), std::move(text));
}

Result<std::uint64_t> read_number(Scanner& in, std::uint64_t most) {
    const Scanner before = in;
    const bool hex = in.accept(std::string_view("0x"));
    const std::string_view digits = in.while_of(hex ? "0123456789abcdefABCDEF" : "0123456789");
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
    Scanner at = before;
    if (digits.empty() || error != std::errc{} || value > most)
        return fail_here(at, most == UINT64_MAX ? std::string("a number is expected")
                                                : fmt::format("a number up to {} is expected", most));
    return value;
}

} // namespace relit::machine::gs
