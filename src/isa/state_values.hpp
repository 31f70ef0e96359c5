// What a file says of the machine's state, as plain data: a lifter turns it into its context.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace relit::isa {

/// Values by the names of context keys ("rsx.vp.branch_bits").
using StateValues = std::map<std::string, std::uint64_t, std::less<>>;

} // namespace relit::isa
