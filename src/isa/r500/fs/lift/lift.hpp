// A fragment program in IR.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/r500/fs/encoding/program.hpp"

namespace relit::isa::r500::fs {

inline constexpr std::uint32_t kConstantBinding = 1, kTextureBinding = 0;

/// Lifts a program in its literal form. context_keys.inc says what of the context it reads.
[[nodiscard]] Result<ir::Module> lift(const Program& program, ir::ContextReader& context);

} // namespace relit::isa::r500::fs
