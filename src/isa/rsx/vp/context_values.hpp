// Values of context keys that are too many for a row.
#pragma once

#include <string_view>

namespace relit::isa::rsx::vp {

/// Of "rsx.vp.input#.format": a type of docs/isa/rsx.vp.md with so many lanes, or what method 0x1740 has there.
inline constexpr std::string_view kFormatValues =
    "none|"
    "snorm16x1:0x11|snorm16x2:0x21|snorm16x3:0x31|snorm16x4:0x41|"
    "float32x1:0x12|float32x2:0x22|float32x3:0x32|float32x4:0x42|"
    "float16x1:0x13|float16x2:0x23|float16x3:0x33|float16x4:0x43|"
    "unorm8x1:0x14|unorm8x2:0x24|unorm8x3:0x34|unorm8x4:0x44|sint16x1:0x15|"
    "sint16x2:0x25|sint16x3:0x35|sint16x4:0x45|packed:0x16|uint8x1:0x17|"
    "uint8x2:0x27|uint8x3:0x37|uint8x4:0x47|"
    "FORMAT 0..0xff";

} // namespace relit::isa::rsx::vp
