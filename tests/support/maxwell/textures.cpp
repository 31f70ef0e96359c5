#include "tests/support/maxwell/textures.hpp"

#include "ir/names.hpp"
#include "tests/support/maxwell/corpus.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>

namespace relit::test {
namespace {

struct TextureLine {
    std::uint32_t unit = 0, width = 1, height = 1, depth = 1, seed = 0, levels = 1;
    std::string type, format, kind, filter, compare;
};
TextureLine texture_line(std::istringstream& words) {
    TextureLine line;
    words >> line.unit >> line.type >> line.width >> line.height >> line.depth >> line.format >> line.kind >> line.seed;
    if (!(words >> line.levels)) line.levels = 1;
    words >> line.filter >> line.compare;
    return line;
}

/// Bytes from 0 to 1 become floats; other texels are words.
std::vector<std::uint8_t> words_of(ir::ImageFormat format, std::vector<std::uint8_t> bytes) {
    if (format != ir::ImageFormat::Rgba8) return bytes;
    std::vector<std::uint8_t> words(bytes.size() * 4);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const float value = static_cast<float>(bytes[i]) / 255.0F;
        std::memcpy(&words[4 * i], &value, sizeof value);
    }
    return words;
}

/// Levels one after another, as the corpus keeps them.
ir::TextureData texture_of(const TextureLine& line, std::uint32_t lanes, const std::vector<std::uint8_t>& bytes) {
    const bool layered = line.type == "2darray" || line.type == "cube";
    ir::TextureData texture{.layers = layered ? line.depth : 1};
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < line.levels; ++i) {
        ir::Level level{.width = std::max(line.width >> i, 1U), .height = std::max(line.height >> i, 1U)};
        if (!layered) level.depth = std::max(line.depth >> i, 1U);
        level.texels.resize(std::size_t{level.width} * level.height * level.depth * texture.layers);
        for (ir::Texel& texel : level.texels) {
            const std::size_t size = std::min<std::size_t>(std::size_t{4} * lanes, bytes.size() - at);
            std::memcpy(texel.data(), bytes.data() + at, size);
            at += size;
        }
        texture.levels.push_back(std::move(level));
    }
    return texture;
}

} // namespace

std::uint32_t lanes_of(ir::ImageFormat format) {
    using enum ir::ImageFormat;
    return format == R32f || format == R32ui || format == R32i ? 1 : 4;
}

std::vector<std::uint8_t> bytes_of_image(const ir::TextureData& texture, std::uint32_t lanes) {
    std::vector<std::uint8_t> bytes;
    for (const ir::Texel& texel : texture.levels[0].texels) {
        const auto* first = reinterpret_cast<const std::uint8_t*>(texel.data());
        bytes.insert(bytes.end(), first, first + std::size_t{4} * lanes);
    }
    return bytes;
}

std::pair<std::uint32_t, MaxwellTexture> read_maxwell_texture(const std::filesystem::path& folder,
                                                              const std::string& set, const std::string& what,
                                                              std::istringstream& words) {
    const TextureLine line = texture_line(words);
    // As the context key maxwell.texture#.shape counts them.
    constexpr std::string_view kShapesOfKey[] = {"",       "1d",      "2d",      "3d",       "cube",
                                                 "buffer", "1darray", "2darray", "cubearray"};
    MaxwellTexture made;
    made.shape = static_cast<std::uint64_t>(std::ranges::find(kShapesOfKey, line.type) - std::begin(kShapesOfKey));
    const auto* format = std::ranges::find(ir::kFormatNames, line.format == "d32f" ? "r32f" : line.format);
    made.format = static_cast<ir::ImageFormat>(format - ir::kFormatNames.begin());
    const auto bytes = bytes_of(folder / (set + "." + what + std::to_string(line.unit) + ".in.bin"));
    made.texture = texture_of(line, lanes_of(made.format), words_of(made.format, bytes));
    if (line.filter == "linear") made.sampler.magnify = made.sampler.minify = ir::Filter::Linear;
    return {line.unit, std::move(made)};
}

void add_texture_keys(const MaxwellTextures& textures, const MaxwellTextures& images, ir::Context& context) {
    constexpr std::uint64_t kUnsigned = 2;
    for (const auto& [unit, texture] : textures) {
        const std::string name = "maxwell.texture" + std::to_string(unit);
        if (texture.format == ir::ImageFormat::Rgba32ui) context.values[name + ".texels"] = kUnsigned;
        context.values[name + ".shape"] = texture.shape;
    }
    for (const auto& [unit, image] : images)
        context.values["maxwell.image" + std::to_string(unit) + ".format"] = static_cast<std::uint64_t>(image.format);
}

} // namespace relit::test
