// Where branches to addresses in registers can go: their tables lie in constant buffers, whose contents a file or the
// context may define.
#pragma once

#include "isa/maxwell/encoding/program.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace relit::isa::maxwell {

/// What a constant buffer holds from its start on, in words; empty where that is not known.
using KnownWords = std::function<std::vector<std::uint32_t>(std::uint32_t slot)>;

/// By index in Program::code, the addresses that the branch there can go to, in order.
using BranchTargets = std::map<std::uint32_t, std::vector<std::uint32_t>>;

/// Of every such branch of the program; nothing where the table of one of them is not known: then each can go anywhere, and
/// what is known of the others, too, may not hold. `leads`: by instruction, whether the flow can come there from
/// elsewhere than the one before it.
[[nodiscard]] std::optional<BranchTargets> table_targets(const Program& program, const std::vector<bool>& leads,
                                                         const KnownWords& known);

} // namespace relit::isa::maxwell
