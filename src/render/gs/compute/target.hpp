// Where primitives draw to, and whether their pixels can be drawn side by side.
#pragma once

#include "machine/gs/state/accesses.hpp"
#include "machine/gs/state/buffers.hpp"

#include <span>

namespace relit::render::gs::compute {

using Box = machine::gs::PixelBox;

/// The smallest box with both; one of them may be empty.
[[nodiscard]] Box united(const Box& a, const Box& b);
[[nodiscard]] constexpr bool contains(const Box& outer, const Box& inner) {
    return inner.x0 >= outer.x0 && inner.y0 >= outer.y0 && inner.x1 <= outer.x1 && inner.y1 <= outer.y1;
}
/// Whether no two pixels of a box share memory: rows wider than the buffer lie on others, and addresses wrap at 4 MiB.
[[nodiscard]] bool is_one_to_one(const machine::gs::Buffer& buffer, const Box& box);

/// A frame and, where it is used, a depth buffer.
struct RenderTarget {
    machine::gs::Buffer frame, depth;
    bool uses_depth = false;
    std::uint32_t split_keep = 0; // with super-sampling: FBMSK where it splits a channel
    Box box;                      // what is drawn to

    RenderTarget() = default;
    RenderTarget(const machine::gs::DrawState& state, const Box& drawn);
    [[nodiscard]] bool is_one_to_one() const;
    /// Whether frame and depth buffer may have a page in common: quick, for those who ask for each primitive.
    [[nodiscard]] bool may_mix() const;
    /// Whether primitives of both can be drawn in one pass: the tile keeps one pixel of each buffer. Samples are resolved once,
    /// at its end; that is the same as after each primitive unless they write different bits of one channel.
    [[nodiscard]] bool fits(const RenderTarget& other) const;
    void add(const RenderTarget& other);
};

/// FBMSK if it keeps some bits of a byte and not others, else 0.
[[nodiscard]] std::uint32_t split_keep_of(std::uint32_t keep);
/// Whether a primitive's frame lies on its depth buffer, so that the order of its pixels decides; by its accesses.
[[nodiscard]] bool mixes_buffers(std::span<const machine::gs::Access> accesses);

} // namespace relit::render::gs::compute
