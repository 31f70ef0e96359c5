// A vertex program in IR.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/rsx/vp/encoding/program.hpp"

#include <string>

namespace relit::isa::rsx::vp {

/// Appends the text of an instruction: what ir::Module::origins shows.
using PrintOrigin = void (*)(std::string& text, const Word128& word);

/// Lifts a program in its literal form. context_keys.inc says what of the context it reads.
[[nodiscard]] Result<ir::Module> lift(const Program& program, ir::ContextReader& context, PrintOrigin print_origin);

} // namespace relit::isa::rsx::vp
