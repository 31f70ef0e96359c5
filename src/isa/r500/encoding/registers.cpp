#include "isa/r500/encoding/registers.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace relit::isa::r500 {
namespace {

constexpr RegisterRow kRegisters[] = {
#define R500_REG(offset, stride, count, name, block, purpose) RegisterRow{offset, stride, count, #name, block, purpose},
#include "isa/r500/encoding/registers.inc"
#undef R500_REG
};
constexpr FieldRow kFields[] = {
#define R500_FIELD(reg, name, low, width, reset, purpose) {#reg, field::reg##__##name, reset, purpose},
#include "isa/r500/encoding/fields.inc"
#undef R500_FIELD
};
constexpr ValueRow kValues[] = {
#define R500_VALUE(reg, field, number, name) {#reg, #field, number, #name},
#include "isa/r500/encoding/values.inc"
#undef R500_VALUE
};
static_assert(std::ranges::is_sorted(kRegisters, {}, &RegisterRow::offset), "rows of registers.inc stand by offset");

/// The rows of `all` that follow one another with the same key.
template <class Each, class Matches>
std::span<const Each> run_of(std::span<const Each> all, const Matches& matches) {
    const auto first = std::ranges::find_if(all, matches);
    const auto last = std::find_if_not(first, all.end(), matches);
    return {first, last};
}

std::optional<std::uint32_t> entry_number(std::string_view digits) {
    if (digits.empty() || digits.size() > 3 || (digits.size() > 1 && digits[0] == '0')) return std::nullopt;
    std::uint32_t number = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return number;
}

} // namespace

const RegisterTable& program_registers() {
    static constexpr RegisterTable kTable{kRegisters, kFields, kValues};
    return kTable;
}

std::string Register::name() const {
    std::string text(row->name);
    return row->count == 1 ? text : text + "_" + std::to_string(index);
}

std::optional<Register> register_at(const RegisterTable& table, std::uint32_t number) {
    for (const RegisterRow& row : table.registers) {
        if (number < row.offset || row.stride == 0 || (number - row.offset) % row.stride != 0) continue;
        const std::uint32_t index = (number - row.offset) / row.stride;
        if (index < row.count) return Register{&row, index};
    }
    return std::nullopt;
}

std::optional<Register> register_named(const RegisterTable& table, std::string_view name) {
    for (const RegisterRow& row : table.registers)
        if (equal_ignoring_case(row.name, name)) return Register{&row, 0};
    const std::size_t line = name.rfind('_');
    if (line == std::string_view::npos) return std::nullopt;
    const auto index = entry_number(name.substr(line + 1));
    for (const RegisterRow& row : table.registers)
        if (index && *index < row.count && row.count > 1 && equal_ignoring_case(row.name, name.substr(0, line)))
            return Register{&row, *index};
    return std::nullopt;
}

std::span<const FieldRow> fields_of(const RegisterTable& table, const RegisterRow& row) {
    return run_of(table.fields, [&](const FieldRow& each) { return each.reg == row.name; });
}

const FieldRow* field_named(std::span<const FieldRow> fields, std::string_view name) {
    const auto row =
        std::ranges::find_if(fields, [&](const FieldRow& each) { return equal_ignoring_case(each.field.name, name); });
    return row == fields.end() ? nullptr : &*row;
}

std::span<const ValueRow> values_of(const RegisterTable& table, const FieldRow& field) {
    return run_of(table.values,
                  [&](const ValueRow& each) { return each.reg == field.reg && each.field == field.field.name; });
}

std::string_view name_of(std::span<const ValueRow> values, std::uint32_t number) {
    const auto row = std::ranges::find(values, number, &ValueRow::number);
    return row == values.end() ? std::string_view{} : row->name;
}

std::optional<std::uint32_t> value_named(std::span<const ValueRow> values, std::string_view name) {
    for (const ValueRow& row : values)
        if (equal_ignoring_case(row.name, name)) return row.number;
    return std::nullopt;
}

RegisterWord reset_value(std::span<const FieldRow> fields) {
    RegisterWord word;
    for (const FieldRow& row : fields) word.set(row.field, row.reset);
    return word;
}

} // namespace relit::isa::r500
