// What the display writes back into local memory (EXTWRITE, EXTBUF, EXTDATA).
#pragma once

#include "render/gs/display/scanout.hpp"

namespace relit::render::gs {

/// Which pixel of a scan begins an axis, and where each of the next is, in the units of DISPLAY.
struct FeedbackAxis {
    std::uint32_t first = 0, step = 1, unit = 1;

    [[nodiscard]] std::uint32_t pixel(std::uint32_t i) const { return (first + i * step) / unit; }
    /// How many of the first `most` lie in a scan of so many pixels.
    [[nodiscard]] std::uint32_t count(std::uint32_t most, std::uint32_t size) const;
};

struct Feedback {
    Circuits from = Circuits::Merged;
    Buffer buffer;
    std::uint32_t x = 0, y = 0; // of its first pixel in the buffer; coordinates count modulo 2048
    std::uint32_t width = 0, height = 0;
    FeedbackAxis columns, rows;
    std::uint32_t colour_mode = 0, alpha_mode = 0;

    Feedback(const Privileged& registers, unsigned field, const ScanoutOptions& options);
};

/// Writes a scan of `from` back.
void feed_back(Memory& memory, const Feedback& feedback, const Image& shown);
/// Does so if EXTWRITE asks for it.
void feed_back(Memory& memory, const Privileged& registers, unsigned field, const ScanoutOptions& options);

} // namespace relit::render::gs
