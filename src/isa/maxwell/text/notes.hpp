// Caveats about one instruction of Maxwell, for the listing, `info` and the report.
#pragma once

#include "isa/maxwell/encoding/instruction.hpp"

#include <string>

namespace relit::isa::maxwell {

/// What is odd about it, clauses joined by "; "; empty for nearly all.
[[nodiscard]] std::string caveats_of(const Instruction& in);

} // namespace relit::isa::maxwell
