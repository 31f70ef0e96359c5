// The features of a host that a shader in GLSL uses.
#pragma once

#include "lang/target.hpp"

#include <string_view>

namespace relit::lang::glsl {

/// Of those that the target allows, by the types, functions and extensions that the text names.
[[nodiscard]] FeatureSet features_of(std::string_view text, const Target& target);

} // namespace relit::lang::glsl
