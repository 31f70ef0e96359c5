// Properties of a stream or capture as a whole.
#pragma once

#include "base/property.hpp"
#include "machine/r500/capture/load.hpp"

namespace relit::machine::r500 {

/// Checks the blobs, whose problems it reports with the others.
[[nodiscard]] std::vector<Property> properties_of(Loaded& loaded);

} // namespace relit::machine::r500
