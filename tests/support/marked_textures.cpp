#include "tests/support/marked_textures.hpp"

#include <bit>
#include <cstring>

namespace relit::test {
namespace {

using ir::ResourceKind;
using ir::TextureDim;

ir::Texel texel_of(const ir::Resource& resource, std::uint32_t x, std::uint32_t y, std::uint32_t z,
                   std::uint32_t level) {
    if (resource.shadow) return {std::bit_cast<std::uint32_t>(static_cast<float>(x) / 8)};
    ir::Texel texel{};
    for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t is = worth(x, y, z, level, k, resource.binding);
        texel[k] = resource.sampled == ir::Kind::F32 ? std::bit_cast<std::uint32_t>(static_cast<float>(is)) : is;
    }
    return texel;
}

} // namespace

std::uint32_t worth(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t level, std::uint32_t lane,
                    std::uint32_t binding) {
    return x + 10 * y + 100 * z + 1000 * level + 10000 * lane + 100000 * (binding % 1000);
}

ir::TextureData marked_texture(const ir::Resource& resource) {
    const bool image = resource.kind == ResourceKind::Image, cube = resource.dim == TextureDim::Cube;
    const bool flat = resource.dim == TextureDim::D1 || resource.dim == TextureDim::Buffer;
    const bool has_levels = !image && !resource.multisampled && resource.dim != TextureDim::Buffer;
    ir::TextureData texture;
    texture.layers = (cube ? 6 : 1) * (resource.arrayed ? 3 : 1);
    texture.samples = resource.multisampled ? 4 : 1;
    for (std::uint32_t i = 0; i < (has_levels ? 2U : 1U); ++i) {
        ir::Level level{.width = 8U >> i, .height = flat ? 1U : cube ? 8U >> i : 4U >> i};
        if (resource.dim == TextureDim::D3) level.depth = 2U >> i;
        for (std::uint32_t z = 0; z < level.depth * texture.layers; ++z)
            for (std::uint32_t y = 0; y < level.height; ++y)
                for (std::uint32_t x = 0; x < level.width; ++x)
                    for (std::uint32_t s = 0; s < texture.samples; ++s)
                        level.texels.push_back(texel_of(resource, x, y, z, i + s));
        texture.levels.push_back(std::move(level));
    }
    return texture;
}

std::vector<ir::Bound> marked_resources(const ir::Module& module, std::size_t stored) {
    std::vector<ir::Bound> bound(module.resources.size());
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (resource.kind == ResourceKind::StorageBuffer) bound[i].bytes.resize(stored);
        if (resource.kind == ResourceKind::Texture || resource.kind == ResourceKind::Image)
            bound[i].texture = marked_texture(resource);
        if (resource.kind != ResourceKind::ConstantBuffer) continue;
        bound[i].bytes.resize(resource.size);
        for (std::uint32_t at = 0; at < resource.size; at += 4) std::memcpy(&bound[i].bytes[at], &at, 4); // all differ
    }
    return bound;
}

std::vector<std::uint32_t> stored_words(const ir::Module& module, const std::vector<ir::Bound>& bound) {
    std::vector<std::uint32_t> words;
    for (std::size_t i = 0; i < bound.size(); ++i) {
        if (module.resources[i].kind != ResourceKind::StorageBuffer) continue;
        words.resize(bound[i].bytes.size() / 4);
        std::memcpy(words.data(), bound[i].bytes.data(), 4 * words.size());
    }
    return words;
}

} // namespace relit::test
