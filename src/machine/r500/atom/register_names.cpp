#include "machine/r500/atom/register_names.hpp"

#include <algorithm>

namespace relit::machine::r500::atom {
namespace {

constexpr std::uint32_t kMcNumber = 0x1ff;

constexpr RegisterRow kDisplay[] = {
#define R500_REG(offset, stride, count, name, block, purpose) {offset, #name, block, purpose},
#include "machine/r500/display_registers.inc"
#undef R500_REG
};
static_assert(std::ranges::adjacent_find(kDisplay, std::ranges::greater_equal{}, &RegisterRow::address) ==
                  std::end(kDisplay),
              "display_registers.inc stands in order, each address once");

constexpr RegisterFieldRow kFields[] = {
#define R500_FIELD(reg, field, low, width, reset, purpose) {#reg, #field, low, width, purpose},
#include "machine/r500/display_fields.inc"
#undef R500_FIELD
};
static_assert(std::ranges::all_of(kFields,
                                  [](const RegisterFieldRow& row) {
                                      return row.low + row.width <= 32 &&
                                             std::ranges::find(kDisplay, row.reg, &RegisterRow::name) !=
                                                 std::end(kDisplay);
                                  }),
              "fields of display_fields.inc lie in registers of display_registers.inc");

constexpr PllRow kPll[] = {
#define ATOM_PLL(index, name, purpose) {index, #name, purpose},
#include "machine/r500/atom/pll_registers.inc"
#undef ATOM_PLL
};

constexpr McRow kMc[] = {
#define ATOM_MC(index, chip, name, purpose) {index, #chip, #name, purpose},
#include "machine/r500/atom/mc_registers.inc"
#undef ATOM_MC
};

std::string display_name(std::uint32_t byte_address) {
    const auto found = std::ranges::lower_bound(kDisplay, byte_address, {}, &RegisterRow::address);
    return found == std::end(kDisplay) || found->address != byte_address ? std::string() : std::string(found->name);
}

std::optional<std::uint32_t> display_address(std::string_view name) {
    const auto found = std::ranges::find(kDisplay, name, &RegisterRow::name);
    if (found == std::end(kDisplay)) return std::nullopt;
    return found->address;
}

} // namespace

const RegisterNames kDisplayRegisters = {display_name, display_address};

std::string_view name_of_pll_register(std::uint32_t index) {
    const auto found = std::ranges::find(kPll, index, &PllRow::index);
    return found == std::end(kPll) ? std::string_view{} : found->name;
}

std::string names_of_mc_register(std::uint32_t index) {
    std::string names;
    for (const McRow& row : kMc)
        if (row.index == (index & kMcNumber))
            names.append(names.empty() ? "" : ", ").append(row.name).append(" (").append(row.chip).append(")");
    return names;
}

std::span<const RegisterRow> display_registers() { return kDisplay; }
std::span<const RegisterFieldRow> display_fields() { return kFields; }
std::span<const PllRow> pll_registers() { return kPll; }
std::span<const McRow> mc_registers() { return kMc; }

} // namespace relit::machine::r500::atom
