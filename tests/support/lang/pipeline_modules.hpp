// IR modules that property tests of every language print: with tessellation, and with transform feedback.
#pragma once

#include "ir/module.hpp"

namespace relit::test {

/// Three vertices become four of two registers; a level and a register of the patch are the patch's, written behind a
/// barrier.
[[nodiscard]] ir::Module control_of_patches();
/// Quads, cut oddly, clockwise, as points; of four vertices, an inner level and a register of the patch.
[[nodiscard]] ir::Module evaluation_of_patches();
/// A vertex shader whose position and first register go to buffer 1; it has a point size and a clip distance too.
[[nodiscard]] ir::Module captured_vertices();

} // namespace relit::test
