// Textures whose texels say by their value where they stand, so that what an access must give follows from the coordinates alone.
#pragma once

#include "ir/bound.hpp"
#include "ir/module.hpp"

#include <cstdint>
#include <vector>

namespace relit::test {

/// What a texel is worth: lane, coordinates, level or sample, and which texture it is of.
[[nodiscard]] std::uint32_t worth(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t level,
                                  std::uint32_t lane, std::uint32_t binding = 0);
/// 8 x 4 (x 2) texels, faces 8 x 8; three layers, two levels, four samples; images are smaller in all of that. Depths
/// are an eighth of x.
[[nodiscard]] ir::TextureData marked_texture(const ir::Resource& resource);
/// Such textures and images, an empty buffer of `stored` bytes for each storage buffer, and constants that are their own
/// addresses.
[[nodiscard]] std::vector<ir::Bound> marked_resources(const ir::Module& module, std::size_t stored);
/// The first words of the storage buffer.
[[nodiscard]] std::vector<std::uint32_t> stored_words(const ir::Module& module, const std::vector<ir::Bound>& bound);

} // namespace relit::test
