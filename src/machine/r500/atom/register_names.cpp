#include "machine/r500/atom/register_names.hpp"

#include "machine/r500/registers/text.hpp"

namespace relit::machine::r500::atom {
namespace {

constexpr std::uint32_t kMcNumber = 0x1ff;

/// The names of all rows of a number.
std::string names_of(const RegisterTable& table, std::uint32_t number) {
    std::string names;
    for (const RegisterRow& row : table.registers)
        if (row.offset == number) names.append(names.empty() ? "" : ", ").append(row.name);
    return names;
}

} // namespace

std::string name_of_register(std::uint32_t index) {
    const auto found = index < kRegisterBytes / kDwordBytes ? register_at(kDwordBytes * index) : std::nullopt;
    return found ? found->name() : std::string();
}

std::optional<std::uint32_t> register_index(std::string_view name) {
    const auto number = register_number(name);
    return number ? std::optional(*number / kDwordBytes) : std::nullopt;
}

std::string name_of_pll_register(std::uint32_t index) { return names_of(pll_registers(), index); }

std::string names_of_mc_register(std::uint32_t index) { return names_of(mc_registers(), index & kMcNumber); }

} // namespace relit::machine::r500::atom
