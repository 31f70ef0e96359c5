// A program in IR, addresses and handles still as the code computes them: lower/ finds what they lead to.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/maxwell/encoding/program.hpp"

namespace relit::isa::maxwell {

/// Lifts a program whose code is decoded, in its literal form. context_keys.inc says what of the context it reads.
[[nodiscard]] Result<ir::Module> lift(const Program& program, ir::ContextReader& context);
/// VertexA and VertexB, both with their headers.
[[nodiscard]] Result<ir::Module> lift_joined(const Program& first, const Program& second, ir::ContextReader& context);

} // namespace relit::isa::maxwell
