// Names of the registers that AtomBIOS reaches: those of the card directly, those of PLLs and of the memory controller by index.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace relit::machine::r500::atom {

/// Names of registers at byte addresses, both ways; a table of more registers than ours can take its place.
struct RegisterNames {
    std::string (*name)(std::uint32_t byte_address); // empty where it has none
    std::optional<std::uint32_t> (*address)(std::string_view name);
};
/// Those of machine/r500/display_registers.inc.
extern const RegisterNames kDisplayRegisters;

/// The name of a PLL register, or an empty view.
[[nodiscard]] std::string_view name_of_pll_register(std::uint32_t index);
/// "MC_STATUS (R520)": the names of a register of the memory controller, or an empty string. The low nine bits are its number,
/// those above select parts of the controller (the programs of indirect IO of an RV530 take them so).
[[nodiscard]] std::string names_of_mc_register(std::uint32_t index);

struct RegisterRow {
    std::uint32_t address;
    std::string_view name, block, purpose;
};
[[nodiscard]] std::span<const RegisterRow> display_registers();
struct RegisterFieldRow {
    std::string_view reg, name;
    std::uint32_t low, width;
    std::string_view purpose;
};
/// In the order of display_fields.inc: fields of one register stand together.
[[nodiscard]] std::span<const RegisterFieldRow> display_fields();
struct PllRow {
    std::uint32_t index;
    std::string_view name, purpose;
};
[[nodiscard]] std::span<const PllRow> pll_registers();
struct McRow {
    std::uint32_t index;
    std::string_view chip, name, purpose;
};
[[nodiscard]] std::span<const McRow> mc_registers();

/// Names of what SET_ATI_PORT selects.
inline constexpr std::string_view kPortNames[] = {"MM", "PLL", "MC", "PCIE", "PCIE_PORT"};
enum class Port : std::uint8_t { Direct, Pll, MemoryController, Pcie, PciePort };

} // namespace relit::machine::r500::atom
