// Values of registers that follow from other registers, and programs in place of those that a draw has.
#pragma once

#include "render/r500/explain/candidates.hpp"

namespace relit::render::r500::explain {

/// Viewport, scissor, pitches, sizes of vertices, ranges of programs.
void add_derived(const machine::r500::Draw& draw, std::vector<Candidate>& all);
/// Changes of what ports have loaded: of the fragment program's and the vertex program's.
void add_programs(const machine::r500::State& state, std::vector<Candidate>& all);
void apply_program(const Candidate& candidate, machine::r500::State& state);

} // namespace relit::render::r500::explain
