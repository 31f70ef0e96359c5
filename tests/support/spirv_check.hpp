// Asks SPIRV-Tools whether a module is valid for Vulkan, and shows it as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace relit::test {

/// Empty where the module is valid, else what the validator says.
[[nodiscard]] std::string spirv_error(std::span<const std::uint32_t> words);
[[nodiscard]] std::string spirv_text(std::span<const std::uint32_t> words);

} // namespace relit::test
