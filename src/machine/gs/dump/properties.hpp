// What a dump holds, counted: for `relit info`.
#pragma once

#include "base/property.hpp"
#include "machine/gs/dump/reader.hpp"

#include <vector>

namespace relit::machine::gs {

/// Reads a dump to its end.
[[nodiscard]] std::vector<Property> properties_of(DumpReader& reader);

} // namespace relit::machine::gs
