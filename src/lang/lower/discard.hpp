// What a target has for discards.
#pragma once

#include "lang/target.hpp"

namespace relit::lang {

/// Returns true if a writer has discards: fragments of a pipeline have.
[[nodiscard]] bool has_discards(const ir::Module& module, const Target& target);

} // namespace relit::lang
