// Names of the registers that AtomBIOS reaches: those of the card by their dword, those of PLLs and of the memory controller by number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace relit::machine::r500::atom {

inline constexpr std::uint32_t kDwordBytes = 4;

/// The name of the register at a dword of the card's, or an empty string.
[[nodiscard]] std::string name_of_register(std::uint32_t index);
/// Its dword by its name.
[[nodiscard]] std::optional<std::uint32_t> register_index(std::string_view name);
/// The name of a PLL register, or an empty string.
[[nodiscard]] std::string name_of_pll_register(std::uint32_t index);
/// "RV515_MC_CNTL, R520_MC_AGP_LOCATION": the names of a register of the memory controller, or an empty string. The low nine bits are
/// its number, those above select parts of the controller (the programs of indirect IO of an RV530 take them so).
[[nodiscard]] std::string names_of_mc_register(std::uint32_t index);

/// Names of what SET_ATI_PORT selects.
inline constexpr std::string_view kPortNames[] = {"MM", "PLL", "MC", "PCIE", "PCIE_PORT"};
enum class Port : std::uint8_t { Direct, Pll, MemoryController, Pcie, PciePort };

} // namespace relit::machine::r500::atom
