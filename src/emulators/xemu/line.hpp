// A line of a log of methods of the console's graphics unit, as xemu, nv2a-trace and nv2apretty write it.
#pragma once

#include <cstdint>
#include <string_view>

namespace relit::emulators::xemu {

/// Other: the line is about something else. NoArgument: it names a method, and its argument is missing or no number.
enum class LineKind : std::uint8_t { Other, Method, NoArgument };

/// Addresses and arguments are those of the method; `graphics_class` is 0x97 for the 3D engine.
struct Line {
    LineKind kind = LineKind::Other;
    std::uint32_t graphics_class = 0, address = 0, word = 0;
};

/// Reads "nv2a_pgraph_method 0: 0x97 -> 0x0b00 NV097_SET_TRANSFORM_PROGRAM[0] 0x0" behind anything that ends with a space
/// or a colon; the name may be missing. A class, a method and an argument may also stand as "NAME<0x97>" and as
/// "(0x1 => 1.0)" or "(1 <0x1>)".
[[nodiscard]] Line read_line(std::string_view text);

} // namespace relit::emulators::xemu
