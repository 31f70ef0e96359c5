// The ways from a module to SPIR-V of a harness: written at once, or as GLSL that glslang compiles.
#pragma once

#include "base/result.hpp"
#include "lang/target.hpp"

#include <cstdint>
#include <vector>

namespace relit::test {

/// Something that a target is to be without, whatever the device has; nullptr: nothing.
using Lacking = bool lang::Target::*;
[[nodiscard]] inline lang::Target without(lang::Target target, Lacking lacking) {
    if (lacking != nullptr) target.*lacking = false;
    return target;
}

/// Lowers the operations of a module that has trees, as passes alone leave it. The functions that this adds get trees, too.
[[nodiscard]] Status lower_operations(ir::Module& module, const lang::Target& target);

using BackEnd = Result<std::vector<std::uint32_t>> (*)(const ir::Module& module, const lang::Target& target);

[[nodiscard]] Result<std::vector<std::uint32_t>> directly(const ir::Module& module, const lang::Target& target);
/// The same target, but GLSL 450 for Vulkan. What glslang or the validator says is in the fault, after the text.
[[nodiscard]] Result<std::vector<std::uint32_t>> through_glsl(const ir::Module& module, const lang::Target& target);
/// The target with the back end's language, for which modules are prepared.
[[nodiscard]] inline lang::Target with_language_of(BackEnd back_end, lang::Target target) {
    target.dialect = back_end == through_glsl ? lang::Dialect::GlslVulkan : lang::Dialect::SpirV;
    return target;
}

} // namespace relit::test
