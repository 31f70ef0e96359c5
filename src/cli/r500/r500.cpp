// relit r500: registers and their values, inline floats, the registers as a C header.
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cli/io/product.hpp"
#include "cli/verbs.hpp"
#include "isa/r500/fs/encoding/inline_float.hpp"
#include "machine/r500/capture/check.hpp"
#include "machine/r500/document.hpp"
#include "machine/r500/registers/text.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using isa::r500::fs::InlineFloats;
using machine::r500::c_header;
using machine::r500::field_text;
using machine::r500::FieldRow;
using machine::r500::is_safe;
using machine::r500::kRegisterBytes;
using machine::r500::parse_value;
using machine::r500::Register;
using machine::r500::register_at;
using machine::r500::register_spaces;
using machine::r500::RegisterRow;
using machine::r500::RegisterSpace;
using machine::r500::RegisterWord;
using machine::r500::set_field;
using machine::r500::value_text;
using machine::r500::ValueRow;
using machine::r500::values_of;
using machine::r500::word_of;

std::string bits_text(const FieldRow& row) {
    const BitRun run = row.field.runs[0];
    return run.width == 1 ? fmt::format("{}", run.bit) : fmt::format("{}:{}", run.bit + run.width - 1, run.bit);
}

/// A register, and where it lies.
struct Found {
    Register reg;
    const RegisterSpace* space = nullptr;

    [[nodiscard]] bool is_of_card() const { return space == register_spaces().data(); }
    [[nodiscard]] std::span<const FieldRow> fields() const { return isa::r500::fields_of(*space->table, *reg.row); }
    /// "0x6080", or "PLL 0x08".
    [[nodiscard]] std::string address_text() const {
        return is_of_card() ? fmt::format("{:#06x}", reg.number())
                            : fmt::format("{} {:#04x}", space->name, reg.number());
    }
    [[nodiscard]] std::string text_of(std::uint32_t value) const {
        return is_of_card() ? value_text(reg.number(), value) : fmt::format("{:#x}", value);
    }
};

/// A register of any kind by its name, or one of the card by its address.
Result<Found> find(std::string_view typed) {
    std::vector<std::string_view> names;
    for (const RegisterSpace& space : register_spaces()) {
        if (const auto named = isa::r500::register_named(*space.table, typed)) return Found{*named, &space};
        for (const RegisterRow& row : space.table->registers) names.push_back(row.name);
    }
    if (const auto number = parse_integer(typed)) {
        if (const auto found = *number >= 0 && *number < kRegisterBytes
                                   ? register_at(static_cast<std::uint32_t>(*number))
                                   : std::nullopt)
            return Found{*found, register_spaces().data()};
        return fail(FaultKind::Usage, fmt::format("no register is known at {}", typed));
    }
    const std::string_view near = nearest_of(typed, names);
    return fail(FaultKind::Usage,
                fmt::format("no register {}{}{}", typed, near.empty() ? "" : "; the nearest is ", near));
}

/// A number, or fields that are set over the reset values.
Result<std::uint32_t> value_of(const Found& found, std::span<const std::string> typed) {
    const Register& reg = found.reg;
    if (typed.size() == 1 && typed[0].find('=') == std::string::npos) {
        Scanner in(typed[0]);
        const auto value = parse_value(in, reg.number());
        if (!value || !in.at_end()) return fail(FaultKind::Usage, fmt::format("{} is no value of 32 bits", typed[0]));
        return *value;
    }
    if (!found.is_of_card()) return fail(FaultKind::Usage, fmt::format("{} has no fields that are known", reg.name()));
    RegisterWord word = isa::r500::reset_value(machine::r500::fields_of(*reg.row));
    for (const std::string& one : typed) {
        const std::size_t equals = one.find('=');
        if (equals == std::string::npos) return fail(FaultKind::Usage, fmt::format("{}: expected FIELD=VALUE", one));
        const Status set = set_field(word, *reg.row, one.substr(0, equals), std::string_view(one).substr(equals + 1));
        if (!set) return fail(FaultKind::Usage, set.error().text);
    }
    return word.raw[0];
}

std::string field_line(const FieldRow& row, std::optional<std::uint32_t> value) {
    const std::string bits = bits_text(row);
    if (!value) {
        std::string text = fmt::format("  {:>5}  {:<28} {}", bits, row.field.name, row.purpose);
        if (row.reset != 0) text += fmt::format(" (reset {:#x})", row.reset);
        for (const ValueRow& one : values_of(row)) text += fmt::format("\n{:38}{:>3} {}", "", one.number, one.name);
        return text + "\n";
    }
    const std::uint32_t part = word_of(*value)[row.field];
    return fmt::format("  {:>5}  {:<28} {:<12} {}\n", bits, row.field.name, field_text(row, part), row.purpose);
}

void add_members(JsonWriter& json, const FieldRow& row, std::optional<std::uint32_t> value) {
    json.members({{"name", row.field.name},
                  {"bit", row.field.runs[0].bit},
                  {"width", row.field.width()},
                  {"reset", row.reset},
                  {"purpose", row.purpose}});
    if (!value) return;
    const std::uint32_t part = word_of(*value)[row.field];
    json.member("value", part);
    if (const std::string_view name = isa::r500::name_of(values_of(row), part); !name.empty())
        json.member("meaning", name);
}

std::string as_json(const Found& found, std::optional<std::uint32_t> value) {
    return json_text([&](JsonWriter& json) {
        const Register& reg = found.reg;
        json.members({{"register", reg.name()},
                      {"space", found.space->name},
                      {"address", reg.number()},
                      {"block", reg.row->block},
                      {"purpose", reg.row->purpose},
                      {"safe", found.is_of_card() && is_safe(reg.number())}});
        if (value) json.members({{"value", *value}, {"text", found.text_of(*value)}});
        json.objects("fields", found.fields(), [&](const FieldRow& row) { add_members(json, row, value); });
    });
}

std::string as_text(const Found& found, std::optional<std::uint32_t> value) {
    const Register& reg = found.reg;
    std::string text = fmt::format("{} ({}): {}\n", reg.name(), found.address_text(), reg.row->purpose);
    if (value) text += fmt::format("{:#010x} = {}\n", *value, found.text_of(*value));
    for (const FieldRow& row : found.fields()) text += field_line(row, value);
    return text;
}

Exit show_register(const Options& options, const Found& found, std::optional<std::uint32_t> value) {
    return answer(options, options.json ? as_json(found, value) : as_text(found, value));
}

Exit registers_verb(const Options& options) {
    const std::span<const std::string> words = std::span(options.files).subspan(1);
    if (words.empty())
        return report(
            {FaultKind::Usage, "expected a register: relit r500 reg NAME|ADDRESS [VALUE | FIELD=VALUE ...]", {}, 0, 0},
            "r500 reg");
    const auto reg = find(words[0]);
    if (!reg) return report(reg.error(), "r500 reg");
    if (words.size() == 1) return show_register(options, *reg, {});
    const auto value = value_of(*reg, words.subspan(1));
    if (!value) return report(value.error(), "r500 reg");
    return show_register(options, *reg, *value);
}

/// The number that a code of an inline float means, and to whom.
struct FloatReading {
    std::string_view by;
    std::uint32_t code = 0;
    float value = 0;
    double error = 0;
};

FloatReading read_float(std::string_view by, InlineFloats reading, double wanted) {
    const auto [code, value] = *isa::r500::fs::nearest_inline_float(static_cast<float>(wanted), reading);
    return {by, code, value, static_cast<double>(value) - wanted};
}

std::string as_text(const FloatReading& one) {
    const std::string error = shortest_decimal(static_cast<float>(one.error));
    return fmt::format("{:<7} float({}) = {}{}\n", one.by, one.code, shortest_decimal(one.value),
                       one.error == 0 ? ", exactly" : ", off by " + error);
}

void add_reading(JsonWriter& json, const FloatReading& one) {
    json.object(one.by, {{"code", one.code}, {"value", one.value}, {"error", one.error}});
}

Exit float_verb(const Options& options) {
    const auto wanted = options.files.size() == 2 ? parse_decimal(options.files[1]) : std::nullopt;
    if (wanted && *wanted < 0)
        return report({FaultKind::Usage, "inline floats are not negative: negate the operand", {}, 0, 0}, "r500 float");
    if (!wanted || !std::isfinite(*wanted))
        return report({FaultKind::Usage, "expected a number: relit r500 float 0.4", {}, 0, 0}, "r500 float");
    const FloatReading readings[] = {read_float("author", InlineFloats::Author, *wanted),
                                     read_float("mesa", InlineFloats::Mesa, *wanted)};
    if (!options.json) {
        std::string text;
        for (const FloatReading& one : readings) text += as_text(one);
        return answer(options, text);
    }
    return answer(options, json_text([&](JsonWriter& json) {
                      json.member("wanted", *wanted);
                      json.begin_object("readings");
                      for (const FloatReading& one : readings) add_reading(json, one);
                      json.end();
                  }));
}

Exit header_verb(const Options& options) {
    const std::string text = c_header();
    return answer(options, options.json ? json_text([&](JsonWriter& json) { json.member("text", text); }) : text);
}

struct R500ActionRow {
    std::string_view name;
    std::size_t most; // words behind it; an action says itself what it misses
    Exit (*run)(const Options& options);
};
constexpr R500ActionRow kR500Actions[] = {
#define ACTION(run, name, words, least, most, purpose) {name, most, run},
#include "cli/r500/actions.inc"
#undef ACTION
};

} // namespace

Exit r500(const Options& options) {
    for (const R500ActionRow& row : kR500Actions)
        if (row.name == options.files[0] && (row.most != 0 || options.files.size() == 1)) return row.run(options);
    return report({FaultKind::Usage, "expected reg, float or header", {}, 0, 0}, "r500");
}

} // namespace relit::cli
