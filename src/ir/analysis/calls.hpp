// Properties of functions that follow from their calls.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <vector>

namespace relit::ir {

/// By function: whether it is among `marked`, or calls one that is, itself or by others.
[[nodiscard]] std::vector<bool> with_callers(const Module& module, std::vector<FunctionId> marked);

/// A call does this beside giving its result, which depends on this, on the arguments, and on what never changes.
enum class CallEffect : std::uint8_t {
    None,
    ReadsMemory,   // buffers, shared and scratch memory; nothing else that can change
    ChangesMemory, // the same; nothing else
    Any,           // registers, images, other invocations, ...
};
/// By function.
[[nodiscard]] std::vector<CallEffect> call_effects(const Module& module);
/// Returns true if a call with the effect may go when nothing uses its result.
[[nodiscard]] constexpr bool is_removable(CallEffect effect) { return effect <= CallEffect::ReadsMemory; }

} // namespace relit::ir
