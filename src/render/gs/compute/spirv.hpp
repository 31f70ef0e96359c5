// The shaders of this folder, compiled while the program is built.
#pragma once

#include <cstdint>
#include <span>

namespace relit::render::gs::compute {

[[nodiscard]] std::span<const std::uint32_t> shade_spirv();
[[nodiscard]] std::span<const std::uint32_t> display_spirv();
[[nodiscard]] std::span<const std::uint32_t> feedback_spirv();

} // namespace relit::render::gs::compute
