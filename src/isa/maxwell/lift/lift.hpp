// Lifts a program to IR. Addresses and handles stay as the code computes them: lower/ finds what they lead to.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/maxwell/encoding/program.hpp"

#include <string>

namespace relit::isa::maxwell {

/// Appends the text of an instruction: what ir::Module::origins shows.
using PrintOrigin = void (*)(std::string& text, const Instruction& instruction);

/// Lifts a program whose code is decoded, in its literal form. context_keys.inc has the context keys that it reads.
[[nodiscard]] Result<ir::Module> lift(const Program& program, ir::ContextReader& context, PrintOrigin print_origin);
/// VertexA and VertexB, both with their headers.
[[nodiscard]] Result<ir::Module> lift_joined(const Program& first, const Program& second, ir::ContextReader& context,
                                             PrintOrigin print_origin);

} // namespace relit::isa::maxwell
