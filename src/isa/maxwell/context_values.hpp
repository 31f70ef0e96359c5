// Values of context keys that are the rows of other tables.
#pragma once

#include <string_view>

namespace relit::isa::maxwell {

/// Of "maxwell.image#.format": as SPIR-V numbers them.
inline constexpr std::string_view kFormatValues = "unknown"
#define IR_FORMAT(name, text) "|" text
#include "ir/formats.inc"
#undef IR_FORMAT
    ;

} // namespace relit::isa::maxwell
