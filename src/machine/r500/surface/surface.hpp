// Images of surfaces: textures, render targets and depth, out of the bytes of a buffer.
#pragma once

#include "base/image.hpp"
#include "machine/r500/surface/texel.hpp"
#include "machine/r500/surface/tiling.hpp"

#include <variant>
#include <vector>

namespace relit::machine::r500 {

/// Where the pixels are. For block-compressed textures size and pitch count texels all the same.
struct Plane {
    std::uint64_t offset = 0; // in the buffer
    Extent size;
    std::uint32_t pitch = 0; // in texels
    Tiling tiling{};
    Endian endian = Endian::None;
    [[nodiscard]] auto operator<=>(const Plane&) const = default;
};

/// Where red, green, blue or alpha comes from: TX_FORMAT1.
enum class Select : std::uint8_t { Component0, Component1, Component2, Component3, Zero, One };
struct TextureView {
    std::uint32_t format = 12; // TXFORMAT, and 32 where TXFORMAT_MSB is set
    Signs signs{};
    std::array<Select, 4> rgba{Select::Component2, Select::Component1, Select::Component0, Select::Component3};
    bool removes_gamma = false; // sRGB becomes linear
    bool makes_rgb = false;     // of YUV, as BT.601 has it [assumed]
    bool swaps_uv = false;
    [[nodiscard]] auto operator<=>(const TextureView&) const = default;
};
/// A render target: COLORFORMAT of RB3D_COLORPITCH and US_OUT_FMT.
struct ColourView {
    std::uint32_t format = 6;
    std::uint32_t out_format = 0;
    std::array<std::uint8_t, 4> selects{3, 2, 1, 0}; // of C0 to C3: 0 alpha, 1 red, 2 green, 3 blue
    Signs signs{};
    [[nodiscard]] auto operator<=>(const ColourView&) const = default;
};
/// ZB_FORMAT.
enum class DepthFormat : std::uint8_t { Z16, Z16Float, Z24S8 };
struct DepthView {
    DepthFormat format = DepthFormat::Z24S8;
    bool counts_zeros = false; // INVERT, of Z16Float
    [[nodiscard]] auto operator<=>(const DepthView&) const = default;
};

struct FloatImage {
    Extent size;
    std::vector<Components> rgba; // rows from the lowest address on
};
[[nodiscard]] Result<FloatImage> read_texture(Bytes buffer, const Plane& plane, const TextureView& view);
/// What TX_BORDER_COLOR says of a texture: a texel of its own format where that has at most 32 bits, a component in bits 7:4 of
/// ATI1N, and else eight bits a component (Mesa's driver packs them so). Fails where the format is not known.
struct Border {
    Components rgba;
    bool is_assumed; // no driver packs one of that format
};
[[nodiscard]] Result<Border> border_of(const TextureView& view, std::uint32_t packed);
[[nodiscard]] Result<FloatImage> read_colour(Bytes buffer, const Plane& plane, const ColourView& view);

struct DepthImage {
    Extent size;
    std::vector<float> depth;          // from 0 to 1
    std::vector<std::uint8_t> stencil; // empty where the format has none
    float least = 0, most = 0;         // of all depths
};
[[nodiscard]] Result<DepthImage> read_depth(Bytes buffer, const Plane& plane, const DepthView& view);
/// A depth of 16 bits as ZB_FORMAT 1 has it: three bits count leading ones (or zeros), then 13 bits [D].
[[nodiscard]] float depth_of_13e3(std::uint16_t bits, bool counts_zeros);

/// Eight bits a channel: clamped to 0..1 and rounded; NaN is 0.
[[nodiscard]] Image to_image(const FloatImage& decoded);
/// Grey from the least depth, black, to the most.
[[nodiscard]] GreyImage to_image(const DepthImage& decoded);

struct SurfaceDescription {
    Plane plane;
    std::variant<TextureView, ColourView, DepthView> view;
    [[nodiscard]] auto operator<=>(const SurfaceDescription&) const = default;
};

/// How the pixels of a render target are stored (colours.inc).
struct ColourFormat {
    std::uint32_t format, out_format;
    TexelEncoding encoding;
    std::array<std::uint8_t, 4> widths, channels; // from the lowest bits on: bits, and which of C0 to C3 they are
};
/// Fails where it is not known how the format stores such an output.
[[nodiscard]] Result<const ColourFormat*> colour_format(const ColourView& view);
[[nodiscard]] std::uint32_t bits_of(const ColourFormat& format);

/// A surface as blocks: pixels, or the blocks of a compressed texture.
struct SurfaceBlocks {
    Layout layout;
    Extent size;
};
[[nodiscard]] Result<SurfaceBlocks> blocks_of(const SurfaceDescription& description);

/// The bytes of the pixels, or of the blocks of a compressed texture, row by row without tiling and in the CPU's byte order.
[[nodiscard]] Result<std::vector<std::uint8_t>> surface_bytes(const SurfaceDescription& description, Bytes buffer);
/// The other way: stores such rows into a buffer. Fails where the surface does not lie in it.
[[nodiscard]] Status store_surface_bytes(const SurfaceDescription& description, Bytes rows,
                                         std::span<std::uint8_t> buffer);

} // namespace relit::machine::r500
