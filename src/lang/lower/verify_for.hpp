// What a writer may rely on.
#pragma once

#include "lang/target.hpp"

namespace relit::lang {

/// Fails with an internal fault that names the first thing in a module which lower() never leaves to a writer for this target. A
/// legal module (ir::verify) may still have
///     of what is written as a tree: a function without one, or a block with parameters, or a value that is used where the
///     sequence of the tree that computes it is closed
///     of what is written block by block: a choice or a loop without the block after it, or blocks out of order
///     a store of fewer than 32 bits to memory that invocations share (native interface)
///     an operation in a rounding that the writer does not have, and that has another form
///     an operation that flushes denormals, unless the device does it for the whole shader
[[nodiscard]] Status verify_for(const ir::Module& module, const Target& target);

/// The same before values go through registers, where the sizes of integers can be seen: an operation that no host has so
/// (is_host_integer()).
[[nodiscard]] Status verify_integers(const ir::Module& module, const Target& target);

} // namespace relit::lang
