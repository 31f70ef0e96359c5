// Why a run goes on and on: the loop that it is in, and what that reads.
#pragma once

#include "machine/r500/atom/run/interpreter.hpp"

namespace relit::machine::r500::atom {

/// The fault of a run that has reached its limit of steps. It goes on for a while, with its hardware, to see what repeats: the table, from
/// where to where, who called it, and the registers and memory that are read meanwhile.
[[nodiscard]] Fault endless(const Execution& run);

} // namespace relit::machine::r500::atom
