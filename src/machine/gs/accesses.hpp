// Which local memory a piece of work may read and write: what a renderer that defers work asks the hazard tracker about.
// More may be named than is touched, never less.
#pragma once

#include "machine/gs/hazard.hpp"
#include "machine/gs/work.hpp"

namespace relit::machine::gs {

/// Frame and depth within the primitive's bounds; of textures what its coordinates can reach: all of each level unless
/// they are UVs.
[[nodiscard]] std::vector<Access> accesses_of(const Draw& draw, const DrawState& state);
[[nodiscard]] std::vector<Access> accesses_of(const LoadPalette& load);
/// All of the transfer, also of data that has yet to come. What the host reads is a HostRead.
[[nodiscard]] std::vector<Access> accesses_of(const StartTransfer& start);

} // namespace relit::machine::gs
