// Programs of graphics stages without their pipeline: what a harness, which has inputs and outputs only, can run.
#pragma once

#include "ir/module.hpp"

namespace relit::verify {

/// Rewrites the module so that it needs no pipeline; false where it needed none.
/// - A builtin becomes an input file of its name: "frag_coord", "tess_coord", "instance_index". What a harness numbers
///   itself stays: vertices; a harness has subgroups of four, in which an invocation has its item's number.
/// - Vertices that a geometry program emits become output files: register r of "emitted_o" belongs to vertex
///   r / registers of "o"; "emitted" counts the vertices, "ends" is 1 at each number of vertices where a primitive ended.
/// - A thread of a tessellation control program has its patch for itself: it loads what it stored, and barriers have no effect.
/// Compute programs stay as they are: they run over a grid.
bool lower_pipeline_io(ir::Module& module);

} // namespace relit::verify
