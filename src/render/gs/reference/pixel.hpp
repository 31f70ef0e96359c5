// What happens to a pixel once its colour is known: tests, blending, dither, and what is written (reference 8).
#pragma once

#include "machine/gs/state/buffers.hpp"
#include "machine/gs/state/work.hpp"
#include "render/gs/pixel_trace.hpp"

#include <array>

namespace relit::render::gs::reference {

using machine::gs::depth_of, machine::gs::frame_of;

/// What a primitive brings to a pixel after texture and fog.
struct Fragment {
    std::int32_t x = 0, y = 0; // in the window, inside the scissor
    std::uint32_t z = 0;
    Rgba rgba{};
    bool keeps_depth = false; // AA1 edges and lines write no depth
};

/// A frame and a depth buffer made ready for the pixels of one primitive.
class PixelStage {
public:
    /// `state` must outlive the stage. `blends`: ABE, or AA1.
    PixelStage(Memory& memory, const machine::gs::DrawState& state, bool blends);
    /// Both are notified of each bit that is written, and live as long as the stage.
    void note_writes(WrittenBits& frame, WrittenBits& depth) { frame_written_ = &frame, depth_written_ = &depth; }
    Outcome draw(const Fragment& fragment) const;
    /// Where the frame's and the depth buffer's pixel lie: the first bit of each, counted from bit 0 of memory.
    [[nodiscard]] std::uint32_t frame_bit(std::int32_t x, std::int32_t y) const {
        return frame_bits_.at(frame_(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)));
    }
    [[nodiscard]] std::uint32_t depth_bit(std::int32_t x, std::int32_t y) const {
        return depth_bits_.at(depth_(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)));
    }

private:
    [[nodiscard]] bool passes_alpha(std::int32_t alpha) const;
    [[nodiscard]] bool passes_destination(std::uint32_t raw) const;
    [[nodiscard]] bool passes_depth(std::uint32_t z, std::uint32_t before) const;
    [[nodiscard]] Rgba frame_colour(std::uint32_t raw) const;
    [[nodiscard]] Rgba blend(const Rgba& source, const Rgba& frame) const;
    [[nodiscard]] std::uint32_t pack(const Rgba& rgba) const;

    void write(PixelBits bits, std::uint32_t at, std::uint32_t value, std::uint32_t written, WrittenBits* note) const;

    Memory& memory_;
    WrittenBits *frame_written_ = nullptr, *depth_written_ = nullptr;
    const machine::gs::DrawState& state_;
    Addresses frame_, depth_;
    PixelBits frame_bits_, depth_bits_;
    unsigned frame_depth_ = 32; // bits of a pixel
    std::uint32_t keep_ = 0;    // bits of the frame's pixel that stay
    std::uint32_t keep_rgb_only_ = 0;
    bool blends_ = false, dithers_ = false, clamps_ = true, blends_bright_only_ = false, sets_alpha_ = false;
    bool tests_alpha_ = false, tests_destination_ = false, tests_depth_ = false, writes_depth_ = false;
    std::array<std::uint8_t, 4> blend_{}; // A, B, C, D
    std::int32_t fix_ = 0, alpha_reference_ = 0;
    std::uint32_t most_depth_ = ~0U;
    std::array<std::int8_t, 16> dither_{};
};

} // namespace relit::render::gs::reference
