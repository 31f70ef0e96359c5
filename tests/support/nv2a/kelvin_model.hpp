// The arithmetic of the Kelvin transform unit a second time: the rules of reference nv2a.md, sections 3 to 5 and 14, in
// plain C++, one number at a time, with wide integers and no tricks. Numbers are float bits.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace relit::test {

using KelvinLanes = std::array<std::uint32_t, 4>;

/// Seeds and pieces of the curves, as the file kelvin_tables.json of the test data has them.
struct KelvinTables {
    std::vector<std::uint32_t> rcp, rsq, exp_base, exp_slope, log_base, log_slope;
};
[[nodiscard]] KelvinTables read_kelvin_tables(const std::string& path);

[[nodiscard]] std::uint32_t kelvin_multiply(std::uint32_t x, std::uint32_t y);
/// Two to four terms in one accumulator.
[[nodiscard]] std::uint32_t kelvin_add(std::span<const std::uint32_t> terms);
/// Of bits as numbers with a sign: -NaN < ... < -0 < +0 < ... < NaN.
[[nodiscard]] bool kelvin_less(std::uint32_t a, std::uint32_t b);
/// The floor, clamped to 32 bits; denormals and NaN of either sign count as the reference has them for fixed numbers.
[[nodiscard]] std::int32_t kelvin_floor(std::uint32_t x);

/// The operations of the MAC by their numbers (1 MOV to 12 SGE).
[[nodiscard]] KelvinLanes kelvin_mac(unsigned op, const KelvinLanes& a, const KelvinLanes& b, const KelvinLanes& c);
/// The operations of the ILU by their numbers (1 MOV to 7 LIT).
[[nodiscard]] KelvinLanes kelvin_ilu(unsigned op, const KelvinLanes& c, const KelvinTables& tables);

} // namespace relit::test
