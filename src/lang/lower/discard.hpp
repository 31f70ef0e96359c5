// Discards that writers have.
#pragma once

#include "lang/target.hpp"

namespace relit::lang {

/// Returns true if the writers have discards for the module: it is a fragment program of a pipeline.
[[nodiscard]] bool has_discards(const ir::Module& module, const Target& target);

} // namespace relit::lang
