#include "machine/r500/registers/registers.hpp"

#include <algorithm>
#include <array>

namespace relit::machine::r500 {
namespace {

/// A row with the index of its register in the tables, which are in the order of two files until they are sorted.
template <class Rows, class Key>
constexpr Rows sorted(Rows rows, Key key) {
    std::ranges::sort(rows, {}, key);
    return rows;
}

constexpr auto kRegisters = sorted(std::to_array<RegisterRow>({
#define R500_REG(offset, stride, count, name, block, purpose) {offset, stride, count, #name, block, purpose},
#include "machine/r500/registers/registers.inc"
#undef R500_REG
                                   }),
                                   &RegisterRow::offset);
constexpr RegisterRow kPllRegisters[] = {
#define R500_REG(offset, stride, count, name, block, purpose) {offset, stride, count, #name, block, purpose},
#include "machine/r500/registers/pll.inc"
#undef R500_REG
};
constexpr RegisterRow kMcRegisters[] = {
#define R500_REG(offset, stride, count, name, block, purpose) {offset, stride, count, #name, block, purpose},
#include "machine/r500/registers/mc.inc"
#undef R500_REG
};
constexpr FieldRow kFields[] = {
#define R500_FIELD(reg, name, low, width, reset, purpose) {#reg, field::reg##__##name, reset, purpose},
#include "machine/r500/registers/fields.inc"
#undef R500_FIELD
};
constexpr ValueRow kValues[] = {
#define R500_VALUE(reg, field, number, name) {#reg, #field, number, #name},
#include "machine/r500/registers/values.inc"
#undef R500_VALUE
};
constexpr std::string_view kFloats[] = {
#define R500_FLOAT(name) #name,
#include "machine/r500/registers/floats.inc"
#undef R500_FLOAT
};
constexpr RegisterTable kTable{kRegisters, kFields, kValues};
constexpr RegisterTable kPllTable{kPllRegisters, {}, {}}, kMcTable{kMcRegisters, {}, {}};
constexpr RegisterSpace kSpaces[] = {
    {"card", "Registers", "directly, by byte address", &kTable},
    {"PLL", "Registers of PLLs", "through CLOCK_CNTL_INDEX and CLOCK_CNTL_DATA", &kPllTable},
    {"MC", "Registers of the memory controller", "through MC_IND_INDEX and MC_IND_DATA", &kMcTable},
};

constexpr std::uint16_t kNone = 0xffff;

/// What is looked up for every dword of a stream.
struct Index {
    std::array<std::uint16_t, kRegisterBytes / 4> row_at; // index into kRegisters
    std::array<std::span<const FieldRow>, kRegisters.size()> fields;
    std::array<std::span<const ValueRow>, std::size(kFields)> values;
    std::array<bool, kRegisters.size()> floats{};

    Index() {
        row_at.fill(kNone);
        for (std::size_t i = 0; i < kRegisters.size(); ++i) add(i);
        for (std::size_t i = 0; i < std::size(kFields); ++i) values[i] = isa::r500::values_of(kTable, kFields[i]);
    }

private:
    void add(std::size_t i) {
        const RegisterRow& row = kRegisters[i];
        fields[i] = isa::r500::fields_of(kTable, row);
        floats[i] = std::ranges::find(kFloats, row.name) != std::end(kFloats);
        for (std::uint32_t entry = 0; entry < row.count; ++entry)
            row_at[(row.offset + entry * row.stride) / 4] = static_cast<std::uint16_t>(i);
    }
};

const Index& index() {
    static const Index kIndex;
    return kIndex;
}

std::size_t number_of(const RegisterRow& row) { return static_cast<std::size_t>(&row - kRegisters.data()); }

} // namespace

const RegisterTable& registers() { return kTable; }
const RegisterTable& pll_registers() { return kPllTable; }
const RegisterTable& mc_registers() { return kMcTable; }
std::span<const RegisterSpace> register_spaces() { return kSpaces; }

std::optional<Register> register_at(std::uint32_t number) {
    if (number >= kRegisterBytes || number % 4 != 0) return std::nullopt;
    const std::uint16_t at = index().row_at[number / 4];
    if (at == kNone) return std::nullopt;
    const RegisterRow& row = kRegisters[at];
    return Register{&row, (number - row.offset) / row.stride};
}

std::span<const FieldRow> fields_of(const RegisterRow& row) { return index().fields[number_of(row)]; }

std::span<const ValueRow> values_of(const FieldRow& field) {
    return index().values[static_cast<std::size_t>(&field - kFields)];
}

bool is_float(const RegisterRow& row) { return index().floats[number_of(row)]; }

} // namespace relit::machine::r500
