// A fragment program in IR.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/r500/fs/encoding/program.hpp"

#include <string>

namespace relit::isa::r500::fs {

inline constexpr std::uint32_t kConstantBinding = 1, kTextureBinding = 0;

/// Appends the text of an instruction: what ir::Module::origins shows.
using PrintOrigin = void (*)(std::string& text, const Word192& word);

/// Lifts a program in its literal form. context_keys.inc has the context keys that it reads.
[[nodiscard]] Result<ir::Module> lift(const Program& program, ir::ContextReader& context, PrintOrigin print_origin);

} // namespace relit::isa::r500::fs
