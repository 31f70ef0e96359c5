// Textures and images of the Maxwell corpus, from their lines and files.
#pragma once

#include "ir/bound.hpp"
#include "ir/context.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace relit::test {

/// A texture or an image, and how its texels are kept.
struct MaxwellTexture {
    ir::TextureData texture;
    ir::Sampler sampler;
    ir::ImageFormat format = ir::ImageFormat::Unknown;
    std::uint64_t shape = 0; // value of the context key
};
using MaxwellTextures = std::map<std::uint32_t, MaxwellTexture>; // by unit

/// What the rest of a line "tex ..." or "img ..." of a set's spec says, with its unit.
[[nodiscard]] std::pair<std::uint32_t, MaxwellTexture> read_maxwell_texture(const std::filesystem::path& folder,
                                                                            const std::string& set,
                                                                            const std::string& what,
                                                                            std::istringstream& words);
/// What only the driver knows of textures and images.
void add_texture_keys(const MaxwellTextures& textures, const MaxwellTextures& images, ir::Context& context);
/// Lanes of a texel as the corpus keeps it.
[[nodiscard]] std::uint32_t lanes_of(ir::ImageFormat format);
/// The first level as the corpus keeps it.
[[nodiscard]] std::vector<std::uint8_t> bytes_of_image(const ir::TextureData& texture, std::uint32_t lanes);

} // namespace relit::test
