// What an image holds, counted: for `relit info`.
#pragma once

#include "base/property.hpp"
#include "machine/r500/atom/image.hpp"

#include <vector>

namespace relit::machine::r500::atom {

[[nodiscard]] std::vector<Property> properties_of(const Image& image);

} // namespace relit::machine::r500::atom
