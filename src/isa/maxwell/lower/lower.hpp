// Steps on lifted programs that only Maxwell requires: buffers for addresses, textures for handles, attributes of stages.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/maxwell/encoding/program.hpp"

namespace relit::isa::maxwell {

/// To be called once registers are values and operations are combined. `program` is the one that was lifted, of two the second.
[[nodiscard]] Status lower(const Program& program, ir::Module& module, ir::ContextReader& context);

} // namespace relit::isa::maxwell
