// Two vertex programs in a row (VertexA and VertexB): what goes from the first into the second.
#pragma once

#include "isa/maxwell/lift/lifter.hpp"

namespace relit::isa::maxwell {

/// At the end of the first: each attribute that the second reads gets the value that the first wrote; what it does not write
/// (by `first`, its own header) is the vertex's own.
void pass_outputs(Lift& from, const Lift& to, const Sph& first);

} // namespace relit::isa::maxwell
