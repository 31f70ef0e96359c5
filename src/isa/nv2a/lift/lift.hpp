// A vertex program in IR.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/nv2a/encoding/program.hpp"

namespace relit::isa::nv2a {

/// Lifts a program in its literal form. context_keys.inc says what of the context it reads.
[[nodiscard]] Result<ir::Module> lift(const Program& program, ir::ContextReader& context);

} // namespace relit::isa::nv2a
