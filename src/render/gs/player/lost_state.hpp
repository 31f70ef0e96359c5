// Names the state of a machine that the state block of dumps (machine/gs/state/saved.hpp) cannot hold.
#pragma once

#include "machine/gs/state/machine.hpp"
#include "machine/gs/state/saved.hpp"
#include "render/gs/renderer.hpp"

#include <string>
#include <vector>

namespace relit::render::gs::player {

/// What a replay that begins with `state` does without, one thing each: "2 vertices that wait for the rest of their primitive".
/// Nothing where the block holds all that `machine` and `renderer` go on from.
[[nodiscard]] std::vector<std::string> lost_in(const machine::gs::SavedState& state,
                                               const machine::gs::Machine& machine, const RendererState& renderer);

} // namespace relit::render::gs::player
