// Where a vertex program passes on what a fragment program is given: locations that both programs know, whatever is present.
#pragma once

#include <cstdint>

namespace relit::isa::r500 {

/// Texture coordinates, then colours. The position has no location.
inline constexpr std::uint32_t kVaryingCoordinates = 8, kVaryingColours = 4;
inline constexpr std::uint32_t kCoordinateLocation = 0, kColourLocation = kVaryingCoordinates;

} // namespace relit::isa::r500
