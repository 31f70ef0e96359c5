// The context keys that translations of this guest may read, each as a row of context_keys.inc has it.
#pragma once

#include "ir/context.hpp"

namespace relit::isa::r500::fs::key {

#define CONTEXT_KEY(identifier, name, values, usual, purpose) \
    inline constexpr ir::ContextKey identifier{name, values, usual, purpose};
#include "isa/r500/fs/context_keys.inc"
#undef CONTEXT_KEY

} // namespace relit::isa::r500::fs::key
