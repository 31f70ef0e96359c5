// Memory in bytes and halves of words for hosts that have no integers of these widths.
#pragma once

#include "lang/target.hpp"

namespace relit::lang {

/// Writes loads of kinds that the target lacks as loads of the containing word, stores as a load and a store of it, and
/// extensions of what was cut from a word as operations on words. Call after lower_narrow_stores(): stores to memory that
/// invocations share are that one's. Returns whether anything changed.
bool lower_narrow_memory(ir::Module& module, const Target& target);

} // namespace relit::lang
