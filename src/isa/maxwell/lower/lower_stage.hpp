// After registers became values: simplifies what compilers do with the attributes of graphics stages.
#pragma once

#include "ir/module.hpp"

namespace relit::isa::maxwell {

/// Attributes at addresses and of vertices that turned out to be known are read as such; products of 1/w and w go; words of
/// the patch that a thread would store as it found them are not stored.
void lower_stage(ir::Module& module);

} // namespace relit::isa::maxwell
