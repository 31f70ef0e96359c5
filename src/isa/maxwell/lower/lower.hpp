// Steps on lifted programs that only Maxwell requires: buffers for addresses, textures for handles, attributes of stages.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/maxwell/encoding/program.hpp"

namespace relit::isa::maxwell {

/// Whether lower() may run before operations are combined.
[[nodiscard]] bool lowers_uncombined(const ir::Module& module);
/// To be called once registers are values. `program` is the one that was lifted, of two the second.
[[nodiscard]] Status lower(const Program& program, ir::Module& module, ir::ContextReader& context);

} // namespace relit::isa::maxwell
