// The context keys that translations of this guest may read, each as a row of context_keys.inc has it.
#pragma once

#include "ir/context.hpp"
#include "isa/rsx/vp/context_values.hpp"

namespace relit::isa::rsx::vp::key {

#define CONTEXT_KEY(identifier, name, values, usual, purpose) \
    inline constexpr ir::ContextKey identifier{name, values, usual, purpose};
#include "isa/rsx/vp/context_keys.inc"
#undef CONTEXT_KEY

} // namespace relit::isa::rsx::vp::key
