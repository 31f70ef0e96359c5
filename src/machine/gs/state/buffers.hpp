// Where a primitive's colour and depth go, and where its texture lies.
#pragma once

#include "machine/gs/state/layout.hpp"
#include "machine/gs/state/words.hpp"

#include <array>

namespace relit::machine::gs {

/// Frames of T8H, T4HL and T4HH are words of which the colour's alpha, or a half of it, is written (reference 7.3, rule 13).
[[nodiscard]] constexpr bool is_alpha_alone(PixelFormat format) {
    return format == PixelFormat::T8h || format == PixelFormat::T4hl || format == PixelFormat::T4hh;
}
/// The format by which a frame is drawn to.
[[nodiscard]] constexpr PixelFormat format_of(const Frame& frame) {
    return is_alpha_alone(frame[Frame::format]) ? PixelFormat::Ct32 : frame[Frame::format];
}
/// Bits of the colour A B G R, eight each, that drawing keeps: FBMSK, and those that the format does not have.
[[nodiscard]] constexpr std::uint32_t kept_of(const Frame& frame) {
    const PixelFormat format = frame[Frame::format];
    if (!is_alpha_alone(format)) return frame[Frame::keep];
    const Layout& layout = layout_of(format);
    return frame[Frame::keep] | ~(layout.value_mask() << layout.shift);
}
[[nodiscard]] constexpr Buffer frame_of(const Frame& frame) {
    return {format_of(frame), frame[Frame::base] * kBlocksOfPage, frame[Frame::width]};
}
/// The depth buffer is as wide as the frame. Two buffers never share a numbering of blocks: with colour in a Z format
/// depth lies as colour does (both public renderers of docs/machine/gs.md).
[[nodiscard]] constexpr Buffer depth_of(const ZBuf& zbuf, const Frame& frame) {
    constexpr std::uint32_t kDepth = 0x30;
    const bool swapped = (static_cast<std::uint32_t>(frame[Frame::format]) & kDepth) == kDepth;
    return {static_cast<PixelFormat>(zbuf[ZBuf::format] | (swapped ? 0 : kDepth)), zbuf[ZBuf::base] * kBlocksOfPage,
            frame[Frame::width]};
}
/// A level of a texture, 0 to 6.
[[nodiscard]] constexpr Buffer level_of(const Tex0& tex0, const std::array<MipBases, 2>& mips, unsigned level) {
    const PixelFormat format = tex0[Tex0::format];
    if (level == 0) return {format, tex0[Tex0::base], tex0[Tex0::width]};
    const MipBases& three = mips[(level - 1) / 3];
    switch ((level - 1) % 3) {
        case 0: return {format, three[MipBases::base0], three[MipBases::width0]};
        case 1: return {format, three[MipBases::base1], three[MipBases::width1]};
        default: return {format, three[MipBases::base2], three[MipBases::width2]};
    }
}

} // namespace relit::machine::gs
