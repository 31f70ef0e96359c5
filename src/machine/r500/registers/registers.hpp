// All registers of R500 that a stream can name, those that programs depend on included: by number, by name, as constants.
#pragma once

#include "isa/r500/encoding/registers.hpp"

namespace relit::machine::r500 {

using isa::r500::FieldRow;
using isa::r500::Register;
using isa::r500::RegisterRow;
using isa::r500::RegisterTable;
using isa::r500::RegisterWord;
using isa::r500::ValueRow;

/// How far a packet reaches: 13 bits of a number of dwords.
inline constexpr std::uint32_t kRegisterBytes = 0x8000;

/// Rows of registers by offset.
[[nodiscard]] const RegisterTable& registers();
/// As isa::r500::register_at(), in constant time.
[[nodiscard]] std::optional<Register> register_at(std::uint32_t number);
/// The fields of a row of registers(), in constant time.
[[nodiscard]] std::span<const FieldRow> fields_of(const RegisterRow& row);
[[nodiscard]] std::span<const ValueRow> values_of(const FieldRow& field);
/// Whether the value is a float (floats.inc).
[[nodiscard]] bool is_float(const RegisterRow& row);

/// Registers that have numbers of their own reached through a pair of others, an index and its data.
[[nodiscard]] const RegisterTable& pll_registers();
[[nodiscard]] const RegisterTable& mc_registers();
/// Where a register lies, and all registers there.
struct RegisterSpace {
    std::string_view name, title, reached;
    const RegisterTable* table = nullptr;
};
/// The first is that of registers().
[[nodiscard]] std::span<const RegisterSpace> register_spaces();

/// Numbers of registers: reg::TX_OFFSET + 4 * i.
namespace reg {
#define R500_REG(offset, stride, count, name, block, purpose) inline constexpr std::uint32_t name = offset;
#include "machine/r500/registers/registers.inc"
#undef R500_REG
} // namespace reg

/// Their fields: word[field::ZB_FORMAT__DEPTHFORMAT].
namespace field {
#define R500_FIELD(reg, name, low, width, reset, purpose) \
    inline constexpr Field<std::uint32_t> reg##__##name{#name, low, width};
#include "machine/r500/registers/fields.inc"
#undef R500_FIELD
} // namespace field

/// The value of a register as a word of fields.
[[nodiscard]] constexpr RegisterWord word_of(std::uint32_t value) {
    RegisterWord word;
    word.raw = {value};
    return word;
}

} // namespace relit::machine::r500
