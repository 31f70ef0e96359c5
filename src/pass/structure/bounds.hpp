// From where on pass/structure makes control flow flat, in place of loops inside one another.
#pragma once

#include "ir/module.hpp"

#include <cstdint>

namespace relit::pass {

struct StructureBounds {
    /// Iterations that open one level of cycles inside cycles each; what is left then is made flat at once, so that the cost stays
    /// near-linear in the size of the function.
    std::uint32_t iterations = 8;
    /// Loops and choices around the body of a loop. With the choices of two more loops and a few tests that is well within the 1,023
    /// that SPIR-V promises; the validator of SPIRV-Tools takes the cube of how deep loops stand, 24 s for 400.
    std::uint32_t deepest_loop = 64;
};

/// The pass `structure` with other bounds.
bool structure_within(ir::Module& module, const StructureBounds& bounds);

} // namespace relit::pass
