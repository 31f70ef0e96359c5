// Frames from fields: a field has every other line, and the lines between come from earlier fields or from the lines
// around them.
#pragma once

#include "base/image.hpp"

#include <array>
#include <cstdint>

namespace relit::render::gs {

enum class Deinterlace : std::uint8_t {
    Progressive, // buffers with all lines are shown whole; else as Adaptive
    Weave,       // the field before fills the lines between
    Bob,         // the lines around fill them
    Blend,       // each pair of lines is the mean of both fields
    Adaptive,    // weave where nothing moves, bob where it does
    None,        // fields as they are, half as high
};

/// The last fields, newest first, and which lines the newest has: 0 the even ones, 1 the odd ones.
struct Fields {
    std::array<Image, 4> images;
    unsigned parity = 0;

    void add(Image field, unsigned field_parity);
    void clear() { *this = {}; }
};

/// The frame of the newest field. Until there are as many fields as needed, or where their sizes differ, newer stand in.
[[nodiscard]] Image deinterlace(Deinterlace how, const Fields& fields);

} // namespace relit::render::gs
