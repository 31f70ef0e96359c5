// What a graphics stage hands on when it ends, or with each vertex that it makes, beyond what the program stores itself.
#pragma once

#include "isa/maxwell/lift/lifter.hpp"

namespace relit::isa::maxwell {

/// Code without a header is a compute program's.
[[nodiscard]] ir::Stage pipeline_stage(const Program& program);
/// Sets what the module says of the stage as a whole: primitives, patches, tests.
void describe_stage(ir::Module& module, const Program& program, ir::ContextReader& context);
/// Before the program: inputs that it has in another way than the pipeline gives them, and what of its outputs the header
/// does not name, where another stage may read it.
void begin(Lift& lift);
/// At the end of the program: colours and depth from registers, or the last changes of a vertex.
void write_epilogue(Lift& lift);
/// Of a fragment program: how many registers it looks at, from R0 on, or more.
[[nodiscard]] std::uint32_t registers_handed_out(const Sph& sph);
/// A vertex of a geometry program.
void emit_vertex(Lift& lift);

} // namespace relit::isa::maxwell
