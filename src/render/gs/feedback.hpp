// EXTWRITE: what is shown goes back into local memory, at each vsync.
#pragma once

#include "render/gs/display.hpp"

namespace relit::render::gs {

/// Writes what EXTBUF and EXTDATA say; nothing where EXTWRITE is off. No console measurement is known, and few games use
/// it: sizes and colours follow paraLLEl-GS; SX and SY count from the screen's corner, where it ignores them [?].
void feed_back(Memory& memory, const Privileged& registers, unsigned field, const ScanoutOptions& options);

} // namespace relit::render::gs
