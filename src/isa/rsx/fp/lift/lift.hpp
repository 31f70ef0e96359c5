// A fragment program in IR.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/rsx/fp/encoding/program.hpp"

namespace relit::isa::rsx::fp {

/// Lifts a program in its literal form. context_keys.inc says what of the context it reads.
[[nodiscard]] Result<ir::Module> lift(const Program& program, ir::ContextReader& context);

} // namespace relit::isa::rsx::fp
