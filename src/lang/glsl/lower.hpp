// Prepares a module for GLSL: what the writer then prints has no needless lanes, copies or swizzles.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <vector>

namespace relit::lang::glsl {

struct Lowered {
    ir::Module module;
    std::vector<std::uint32_t>
        dealt_with; // by Id, where the caller wants it: instructions of its block, as it was, up to this one
};

/// The same program, in which no unused lane is computed and no value passes through Copy, Blend or chains
/// of Swizzle and Compose. A store's mask loses its unset low bits, and where holes are left in it the value has one
/// lane for each bit that is set; so what comes out is not always what ir/verify/verify.hpp calls legal. Endings of blocks
/// are not kept up.
[[nodiscard]] Lowered lowered(const ir::Module& module, bool count = false);

} // namespace relit::lang::glsl
