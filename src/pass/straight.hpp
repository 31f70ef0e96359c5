// to_ssa for what most programs are in the end: one block.
#pragma once

#include "ir/module.hpp"
#include "pass/gather.hpp"

#include <span>

namespace relit::pass {

/// Turns the register files of a module whose entry function has one block into values. False, and nothing done, where it
/// has more or calls functions, or where an access takes less than a lane of its file.
[[nodiscard]] bool straight_to_ssa(ir::Module& module);

/// A store of `parts`, lanes of an output side by side from `access` on, as they are handed on; in `insts`. It came from
/// where its first part did, from `origin` where that is not known.
void hand_on(ir::Module& module, std::pmr::vector<ir::Id>& insts, ir::Access access, std::span<const Part> parts,
             std::uint8_t lanes, std::uint32_t origin);

} // namespace relit::pass
