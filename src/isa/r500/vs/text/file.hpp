// Which of its kinds a file of a vertex program is, and the program in it.
#pragma once

#include "isa/r500/vs/encoding/program.hpp"

namespace relit::isa::r500::vs {

/// The words of instructions, a stream of registers, or text of either.
[[nodiscard]] Result<Program> load(Bytes file);
[[nodiscard]] FileKind kind_of(Bytes file);

} // namespace relit::isa::r500::vs
