// relit r500: registers and their values, inline floats, the registers as a C header.
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cli/json_items.hpp"
#include "cli/program.hpp"
#include "isa/r500/fs/encoding/inline_float.hpp"
#include "machine/r500/check.hpp"
#include "machine/r500/document.hpp"
#include "machine/r500/register_text.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

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
using Json = nlohmann::ordered_json;

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
    [[nodiscard]] std::string place() const {
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

Json field_json(const FieldRow& row, std::optional<std::uint32_t> value) {
    Json json{{"name", row.field.name},
              {"bit", row.field.runs[0].bit},
              {"width", row.field.width()},
              {"reset", row.reset},
              {"purpose", row.purpose}};
    if (value) {
        const std::uint32_t part = word_of(*value)[row.field];
        json["value"] = part;
        if (const std::string_view name = isa::r500::name_of(values_of(row), part); !name.empty())
            json["meaning"] = name;
    }
    return json;
}

Exit show_register(const Options& options, const Found& found, std::optional<std::uint32_t> value) {
    const Register& reg = found.reg;
    const auto fields = found.fields();
    if (options.json) {
        Json json{{"register", reg.name()},      {"space", found.space->name},
                  {"address", reg.number()},     {"block", reg.row->block},
                  {"purpose", reg.row->purpose}, {"safe", found.is_of_card() && is_safe(reg.number())}};
        if (value) json["value"] = *value, json["text"] = found.text_of(*value);
        json["fields"] = Json::array();
        for (const FieldRow& row : fields) json["fields"].push_back(field_json(row, value));
        return answer(options, text_of(json) + "\n");
    }
    std::string text = fmt::format("{} ({}): {}\n", reg.name(), found.place(), reg.row->purpose);
    if (value) text += fmt::format("{:#010x} = {}\n", *value, found.text_of(*value));
    for (const FieldRow& row : fields) text += field_line(row, value);
    return answer(options, text);
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

Exit float_verb(const Options& options) {
    using isa::r500::fs::InlineFloats;
    const auto wanted = options.files.size() == 2 ? parse_decimal(options.files[1]) : std::nullopt;
    if (wanted && *wanted < 0)
        return report({FaultKind::Usage, "inline floats are not negative: negate the operand", {}, 0, 0}, "r500 float");
    if (!wanted || !std::isfinite(*wanted))
        return report({FaultKind::Usage, "expected a number: relit r500 float 0.4", {}, 0, 0}, "r500 float");
    constexpr std::pair<std::string_view, InlineFloats> kReadings[] = {{"author", InlineFloats::Author},
                                                                       {"mesa", InlineFloats::Mesa}};
    Json json{{"wanted", *wanted}, {"readings", Json::object()}};
    std::string text;
    for (const auto& [name, reading] : kReadings) {
        const auto [code, value] = *isa::r500::fs::nearest_inline_float(static_cast<float>(*wanted), reading);
        const double error = static_cast<double>(value) - *wanted;
        json["readings"][std::string(name)] = {{"code", code}, {"value", value}, {"error", error}};
        text += fmt::format(
            "{:<7} float({}) = {}{}\n", name, code, shortest_decimal(value),
            error == 0 ? ", exactly" : fmt::format(", off by {}", shortest_decimal(static_cast<float>(error))));
    }
    return answer(options, options.json ? text_of(json) + "\n" : text);
}

Exit header_verb(const Options& options) {
    const std::string text = c_header();
    return answer(options, options.json ? text_of({{"text", text}}) + "\n" : text);
}

} // namespace

Exit r500(const Options& options) {
    const std::string& what = options.files[0];
    if (what == "reg") return registers_verb(options);
    if (what == "float") return float_verb(options);
    if (what == "header" && options.files.size() == 1) return header_verb(options);
    return report({FaultKind::Usage, "expected reg, float or header", {}, 0, 0}, "r500");
}

} // namespace relit::cli
