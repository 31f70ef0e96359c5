// Gives the programs of random_flow values that live across blocks, block parameters among them.
#pragma once

#include "ir/module.hpp"

#include <cstdint>

namespace relit::test {

/// Every reachable block gets operations on values (i32, f32x3, bool) of the blocks that dominate it; some get
/// parameters. What is computed is written to the new output `out`.
void add_values(ir::Module& module, std::uint64_t seed);

} // namespace relit::test
