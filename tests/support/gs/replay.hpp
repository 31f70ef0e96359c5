// Whole GS dumps through the reference renderer, for tests that compare what they leave.
#pragma once

#include "machine/gs/dump/playback.hpp"
#include "render/gs/reference/renderer.hpp"

#include <functional>

namespace relit::test {

/// What a replay leaves; `display` is that of the last vsync.
struct GsReplay {
    render::gs::reference::Renderer renderer;
    machine::gs::Privileged display;

    /// The frame that circuit 1 reads, without display.
    [[nodiscard]] Image frame(std::uint32_t width, std::uint32_t height) const;
};

struct GsReplayHooks {
    /// May change work before it is done.
    std::function<void(machine::gs::Draw& draw, const machine::gs::DrawState& state)> change;
    std::function<void(const render::gs::Memory& memory, const machine::gs::Vsync& vsync)> see;
};
[[nodiscard]] GsReplay gs_replay(const machine::gs::Dump& dump, const render::gs::reference::Rules& rules,
                                 const GsReplayHooks& hooks = {});

/// How far two images are apart: pixels that differ, those by more than 2, and the most.
struct GsApart {
    std::size_t pixels = 0, far = 0;
    int most = 0;
    [[nodiscard]] bool operator==(const GsApart&) const = default;
};
/// All pixels where the sizes differ.
[[nodiscard]] GsApart gs_apart(const Image& a, const Image& b);

} // namespace relit::test
