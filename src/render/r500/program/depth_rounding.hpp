// Depth as the card keeps it before it is tested, where the device keeps it more precisely: done by the fragment program.
#pragma once

#include "ir/module.hpp"

#include <optional>

namespace relit::render::r500 {

/// None: the device rounds as the card does. Ones, Zeros: to a 16-bit float whose exponent counts these (13E3), downwards.
enum class DepthRounding : std::uint8_t { None, Ones, Zeros };

/// The file that a fragment program writes its depth to.
[[nodiscard]] std::optional<std::uint32_t> depth_output(const ir::Module& module);
/// Makes a fragment program write its depth, or that of the pixel, rounded.
void round_depth(ir::Module& module, DepthRounding rounding);

} // namespace relit::render::r500
