// What a graphics stage passes on when it ends, or with each vertex that it makes, beyond what the program stores itself.
#pragma once

#include "isa/maxwell/lift/lifter.hpp"

namespace relit::isa::maxwell {

/// Code without a header is a compute program's.
[[nodiscard]] ir::Stage pipeline_stage(const Program& program);
/// Sets the properties of the module's stage: primitives, patches, tests.
void describe_stage(ir::Module& module, const Program& program, ir::ContextReader& context);
/// Before the program: inputs that it has in another way than the pipeline gives them, and what of its outputs the header
/// does not name, where another stage may read it.
void begin(Lift& lift);
/// At the end of the program: colours and depth from registers, or the last changes of a vertex.
void write_epilogue(Lift& lift);
/// A vertex of a geometry program.
void emit_vertex(Lift& lift);

} // namespace relit::isa::maxwell
