// What draws store without a fragment program: clears through the depth unit, fast clears, resolves of samples.
#pragma once

#include "machine/r500/capture/walk.hpp"
#include "render/r500/geometry/notes.hpp"
#include "render/r500/geometry/triangles.hpp"
#include "render/r500/target/fixed_state.hpp"
#include "render/r500/target/surface_images.hpp"

namespace relit::render::r500 {

class Fills {
public:
    /// Both must outlive this.
    Fills(VideoMemory& memory, SurfaceImages& images) : memory_(memory), images_(images) {}

    /// A packet that draws nothing may begin a fast clear, which waits until a draw says the value.
    void note(const machine::r500::Packet& packet);
    /// Fast clears for which the draw has a value: whole buffers become it.
    [[nodiscard]] Status fast_clear(const machine::r500::State& state, Notes notes);
    /// Fails where the buffers of such a draw are not known.
    [[nodiscard]] static Status check(const machine::r500::State& state);
    /// The depth unit stores a dword to each pixel that the draw covers, at the address of depth, which lies in a colour buffer. Returns
    /// how many pixels these are.
    [[nodiscard]] Result<std::uint64_t> clear_through_depth(const machine::r500::State& state,
                                                            const Triangles& triangles);
    /// Stores the average of the samples of target 0 to the address of resolves. Returns how many pixels it stored.
    [[nodiscard]] Result<std::uint64_t> resolve(const machine::r500::State& state, Notes notes);

private:
    [[nodiscard]] Status fill(const SurfaceKey& key, std::uint32_t value, std::span<const Rectangle> rectangles);
    [[nodiscard]] Status fill_whole(const machine::r500::BoundSurface& surface, std::uint32_t value);

    VideoMemory& memory_;
    SurfaceImages& images_;
    bool clears_depth_ = false, clears_colour_ = false; // fast clears that wait for a draw
};

} // namespace relit::render::r500
