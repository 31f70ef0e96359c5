// The registers that vertex and fragment programs of R500 depend on, as rows: by number, by name, and as constants.
#pragma once

#include "base/bits.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace relit::isa::r500 {

/// The value of any register.
struct RegisterWord : Word<RegisterWord, 32> {
    static constexpr Field<std::uint32_t> value{"value", 0, 32};
    static constexpr auto fields = fields_of(value);
};

/// One register, or `count` of them: entry i is at offset + i * stride and is called NAME_i. Offsets are in bytes.
struct RegisterRow {
    std::uint32_t offset = 0, stride = 4, count = 1;
    std::string_view name, block, purpose;
};
struct FieldRow {
    std::string_view reg; // name of its RegisterRow
    Field<std::uint32_t> field;
    std::uint32_t reset = 0;
    std::string_view purpose;
};
struct ValueRow {
    std::string_view reg, field;
    std::uint32_t number = 0;
    std::string_view name;
};

/// Rows of registers by offset; fields and values in the order of their registers.
struct RegisterTable {
    std::span<const RegisterRow> registers;
    std::span<const FieldRow> fields;
    std::span<const ValueRow> values;
};
/// The registers of registers.inc.
[[nodiscard]] const RegisterTable& program_registers();

/// One register of a row.
struct Register {
    const RegisterRow* row = nullptr;
    std::uint32_t index = 0;
    [[nodiscard]] std::uint32_t number() const { return row->offset + index * row->stride; }
    [[nodiscard]] std::string name() const; // "RS_IP_3"
    [[nodiscard]] bool operator==(const Register&) const = default;
};

/// The register at a byte address; nothing where the table has none.
[[nodiscard]] std::optional<Register> register_at(const RegisterTable& table, std::uint32_t number);
/// "RS_IP_3" or "rs_ip_3"; of several also "RS_IP", which is the first.
[[nodiscard]] std::optional<Register> register_named(const RegisterTable& table, std::string_view name);
[[nodiscard]] std::span<const FieldRow> fields_of(const RegisterTable& table, const RegisterRow& row);
/// Of the fields of one register, in any case of letters; nullptr where none has the name.
[[nodiscard]] const FieldRow* field_named(std::span<const FieldRow> fields, std::string_view name);
[[nodiscard]] std::span<const ValueRow> values_of(const RegisterTable& table, const FieldRow& field);
/// Empty where the value has no name.
[[nodiscard]] std::string_view name_of(std::span<const ValueRow> values, std::uint32_t number);
[[nodiscard]] std::optional<std::uint32_t> value_named(std::span<const ValueRow> values, std::string_view name);
/// All fields at their reset values.
[[nodiscard]] RegisterWord reset_value(std::span<const FieldRow> fields);

/// Numbers of registers: reg::RS_IP + 4 * i.
namespace reg {
#define R500_REG(offset, stride, count, name, block, purpose) inline constexpr std::uint32_t name = offset;
#include "isa/r500/encoding/registers.inc"
#undef R500_REG
} // namespace reg

/// Their fields: word[field::RS_IP__TEX_PTR_S].
namespace field {
#define R500_FIELD(reg, name, low, width, reset, purpose) \
    inline constexpr Field<std::uint32_t> reg##__##name{#name, low, width};
#include "isa/r500/encoding/fields.inc"
#undef R500_FIELD
} // namespace field

} // namespace relit::isa::r500
