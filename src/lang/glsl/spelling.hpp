// The table of spellings.inc, and names of types and constants: what needs no knowledge of a module.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace relit::lang::glsl {

/// How an operation is spelled; empty texts: by code of its own. `stem`: what a temporary that holds its result is called,
/// before its number.
struct Spelling {
    std::string_view name, scalar, vector, stem;
};
[[nodiscard]] const Spelling& spelling(ir::Op op);

/// "uvec3", "float", "f16vec2"; `is_signed` takes the signed type of an integer.
[[nodiscard]] std::string type_text(ir::Type type, bool is_signed = false);
/// The bits as an expression that reads back to exactly them.
[[nodiscard]] std::string constant(ir::Type type, std::span<const std::uint64_t> lanes);
/// ".xz" for the lanes of `mask`.
[[nodiscard]] std::string swizzle(std::uint32_t mask);
/// A name that GLSL allows and that none of ours takes: keywords and the like get an underscore.
[[nodiscard]] std::string legal_name(std::string_view wanted);

} // namespace relit::lang::glsl
