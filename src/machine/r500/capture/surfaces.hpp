// The surfaces of a capture: what its draws bind as textures, render targets and depth.
#pragma once

#include "machine/r500/capture/capture.hpp"
#include "machine/r500/surface/bound.hpp"

#include <vector>

namespace relit::machine::r500 {

/// A surface, and the draws that bind it in the same form.
struct CaptureSurface {
    BoundSurface surface;                        // as the last of these draws binds it
    std::uint32_t first_draw = 0, last_draw = 0; // from 1
    std::uint32_t submission = 0;                // of the last draw
};

/// Which draws count; all by default.
struct DrawRange {
    std::optional<std::uint64_t> draw;       // from 1
    std::optional<std::uint64_t> submission; // from 0
};

/// In the order of the first draw. Fails where the capture has no such draw or submission.
[[nodiscard]] Result<std::vector<CaptureSurface>> capture_surfaces(const Capture& capture, const DrawRange& range);

} // namespace relit::machine::r500
