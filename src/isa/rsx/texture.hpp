// Texture units of the RSX, as far as shaders must do their work: what the sampler of a host cannot.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::rsx {

/// What a program asks of a unit. Coordinates are f32x4; `level` is a scalar: the level itself, or what is added to the
/// computed one; gradients are f32x4, both or none.
struct Lookup {
    enum class Level : std::uint8_t { Computed, Biased, Given };

    unsigned unit = 0;
    ir::Id coordinates = ir::kNone;
    bool projected = false; // xyz are divided by w
    Level how = Level::Computed;
    ir::Id level = ir::kNone;
    ir::Id ddx = ir::kNone, ddy = ir::kNone;
    bool expands = false; // _bx2
};

/// Samples the units of one program. Facts, by unit N, under `prefix` ("rsx.fp.texture"):
///  N.kind          1 one dimension, 2 two (usual), 3 three, 4 cube
///  N.remap         method 0x1a10, low 16 bits: where outputs A R G B come from (usual: 0xaae4, each from itself)
///  N.wrap          three nibbles s t r as in method 0x1a08: 5, 7 and 8 want a sampler with a border and 6 one that clamps to
///                  the edge; the rest is the sampler's alone
///  N.unnormalised  1: coordinates count texels
///  N.shadow        1: z is compared with the texel; the sampler knows how
///  N.depth         1: a depth of 24 bits is read as the bytes of a colour
///  N.signed        channels (x 1, y 2, z 4, w 8) whose texels are signed numbers of 8 bits
///  N.gamma         channels that are turned from sRGB to linear
///  N.biased        channels that _bx2 expands (usual: all)
///  N.alpha_kill    1: a texel of alpha 0 ends the fragment
class Textures {
public:
    Textures(ir::Builder& builder, ir::ContextReader& context, std::string_view prefix)
        : ir_(builder), context_(context), prefix_(prefix) {}

    /// The texel as the program sees it, f32x4.
    [[nodiscard]] ir::Id sample(const Lookup& lookup);

private:
    struct Unit {
        std::uint32_t resource = ~0U;
        std::uint8_t dimensions = 2;
        std::uint64_t remap = 0, wrap = 0, is_signed = 0, gamma = 0, biased = 0;
        bool unnormalised = false, shadow = false, depth = false, alpha_kill = false;
    };
    [[nodiscard]] std::uint64_t fact(unsigned unit, std::string_view name, std::uint64_t usual);
    Unit& unit(unsigned number);
    [[nodiscard]] std::vector<ir::Id> coordinates(const Unit& unit, const Lookup& lookup, ir::Id& reference);
    [[nodiscard]] std::vector<ir::Id> sizes(const Unit& unit);
    [[nodiscard]] ir::Id wrapped(ir::Id coordinate, std::uint64_t mode);
    [[nodiscard]] ir::Id texel(const Unit& unit, const Lookup& lookup);
    [[nodiscard]] ir::Id bytes_of_depth(ir::Id texel);
    [[nodiscard]] ir::Id remapped(ir::Id value, std::uint64_t remap);
    [[nodiscard]] ir::Id signed_numbers(ir::Id value);
    [[nodiscard]] ir::Id linear(ir::Id value);

    ir::Builder& ir_;
    ir::ContextReader& context_;
    std::string prefix_;
    std::array<Unit, 16> units_{};
};

/// Bytes of sRGB as linear light, and back; any lanes, from 0 to 1.
[[nodiscard]] ir::Id to_linear(ir::Builder& ir, ir::Id value);
[[nodiscard]] ir::Id from_linear(ir::Builder& ir, ir::Id value);

} // namespace relit::isa::rsx
