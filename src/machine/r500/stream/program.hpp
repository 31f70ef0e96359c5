// A program of a draw with the registers that it depends on, as the stream of register writes that r500.vs and r500.fs read.
#pragma once

#include "machine/r500/stream/state.hpp"

namespace relit::machine::r500 {

enum class Stage : std::uint8_t { Vertex, Fragment };

/// Canonical: registers by number, then constants, then code. What the state was never given is left out. Empty where it has no
/// code of this stage, as where the vertex program is passed by.
[[nodiscard]] std::vector<std::uint8_t> program_stream(const State& state, Stage stage);

} // namespace relit::machine::r500
