// What is bound to a program's resources: bytes, texels, and how a sampler reads them. Plain data, for every back end that runs
// programs.
#pragma once

#include "ir/module.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace relit::ir {

/// Four lanes of 32 bits, as Resource::sampled has them.
using Texel = std::array<std::uint32_t, 4>;

struct Level {
    std::uint32_t width = 1, height = 1, depth = 1;
    std::vector<Texel> texels; // layer after layer, slices, rows; the samples of a texel side by side
};

/// Texels of a texture or an image. Cubes have six layers each: +x -x +y -y +z -z.
struct TextureData {
    std::uint32_t layers = 1, samples = 1;
    std::vector<Level> levels; // each half as large as the one before it, never below 1
};

enum class Filter : std::uint8_t { Nearest, Linear };
enum class Wrap : std::uint8_t { Repeat, Mirror, Clamp, Border, MirrorOnce };
enum class Compare : std::uint8_t { Never, Less, Equal, LessEqual, Greater, NotEqual, GreaterEqual, Always };

struct Sampler {
    Filter magnify = Filter::Nearest, minify = Filter::Nearest, between = Filter::Nearest; // the last: of two levels
    std::array<Wrap, 3> wrap = {Wrap::Repeat, Wrap::Repeat, Wrap::Repeat};
    Compare compare = Compare::LessEqual; // the reference with the texel, for uses with one
    Texel border = {};
    float bias = 0, lowest = 0, highest = 1000; // levels
    bool counts_texels = false;                 // coordinates are not divided by the size
};

/// By Module::resources index.
struct Bound {
    std::vector<std::uint8_t> bytes; // of buffers
    TextureData texture;
    Sampler sampler;
};

} // namespace relit::ir
