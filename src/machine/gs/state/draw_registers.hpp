// A primitive's registers by name, and its vertices as numbers.
#pragma once

#include "machine/gs/state/work.hpp"

#include <vector>

namespace relit::machine::gs {

struct RegisterValue {
    const RegisterInfo* info = nullptr;
    std::uint64_t value = 0;
};
/// All registers of a state under their names in its context, by address. PRIM has the attributes in force, be they from
/// PRIM or from PRMODE.
[[nodiscard]] std::vector<RegisterValue> registers_of(const DrawState& state);

/// S, T and Q as the GS has them: the largest exponent is one like the others, there are no infinities.
[[nodiscard]] double number_of(std::uint32_t float_bits);

} // namespace relit::machine::gs
