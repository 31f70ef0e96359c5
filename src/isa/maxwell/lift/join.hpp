// Two vertex programs in a row (VertexA and VertexB): what goes from the first into the second.
#pragma once

#include "isa/maxwell/lift/lifter.hpp"

namespace relit::isa::maxwell {

/// Where the first ends: each attribute that the second reads is what the first made of it; what it does not make
/// (by `first`, its own header) is the vertex's own.
void hand_on(Lift& from, const Lift& to, const Sph& first);

} // namespace relit::isa::maxwell
