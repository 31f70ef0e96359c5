// Where a primitive's colour and depth go.
#pragma once

#include "machine/gs/layout.hpp"
#include "machine/gs/words.hpp"

namespace relit::machine::gs {

[[nodiscard]] constexpr Buffer frame_of(const Frame& frame) {
    return {frame[Frame::format], frame[Frame::base] * kBlocksOfPage, frame[Frame::width]};
}
/// The depth buffer is as wide as the frame. Two buffers never share a numbering of blocks: with colour in a Z format
/// depth lies as colour does (both public renderers of docs/machine/gs.md).
[[nodiscard]] constexpr Buffer depth_of(const ZBuf& zbuf, const Frame& frame) {
    constexpr std::uint32_t kDepth = 0x30;
    const bool swapped = (static_cast<std::uint32_t>(frame[Frame::format]) & kDepth) == kDepth;
    return {static_cast<PixelFormat>(zbuf[ZBuf::format] | (swapped ? 0 : kDepth)), zbuf[ZBuf::base] * kBlocksOfPage,
            frame[Frame::width]};
}

} // namespace relit::machine::gs
