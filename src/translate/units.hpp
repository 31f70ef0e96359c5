// Where textures and images of a program are bound in OpenGL, which has few units for them.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

#include <cstdint>

namespace relit::translate {

/// The least GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS of OpenGL 4.2; a `binding` beyond it is not valid GLSL.
inline constexpr std::uint32_t kOpenGlUnits = 80;

/// Textures and images whose number is not below `units` take the lowest numbers that no other of their kind has, in
/// their order. Fails where there are more than `units` of a kind.
[[nodiscard]] Status assign_units(ir::Module& module, std::uint32_t units);

} // namespace relit::translate
