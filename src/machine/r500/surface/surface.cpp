#include "machine/r500/surface/surface.hpp"

#include "base/bits.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

constexpr ColourFormat kColours[] = {
#define R500_COLOUR(format, out, encoding, w0, w1, w2, w3, c0, c1, c2, c3) \
    {format, out, TexelEncoding::encoding, {w0, w1, w2, w3}, {c0, c1, c2, c3}},
#include "machine/r500/surface/colours.inc"
#undef R500_COLOUR
};

std::uint32_t bits_of(const DepthView& view) { return view.format == DepthFormat::Z24S8 ? 32 : 16; }

Result<const TexelFormat*> known_format(const TextureView& view) {
    const TexelFormat* const format = texel_format(view.format);
    if (format == nullptr) return fail(FaultKind::NotSupported, fmt::format("no texture format {}", view.format));
    return format;
}

Status check_size(const Plane& plane) {
    if (plane.size.width == 0 || plane.size.height == 0) return fail("a surface without pixels");
    if (std::uint64_t{plane.size.width} * plane.size.height > kMaxImagePixels)
        return fail(fmt::format("a surface of {}x{} pixels, more than {}", plane.size.width, plane.size.height,
                                kMaxImagePixels));
    return {};
}

/// The blocks of a plane in rows.
Result<std::vector<std::uint8_t>> rows_of(Bytes buffer, const Plane& plane, const SurfaceBlocks& blocks) {
    if (const Status checked = check_size(plane); !checked) return std::unexpected(checked.error());
    if (plane.offset > buffer.size()) return fail_at(buffer.size(), "the surface begins after the end of the buffer");
    auto rows = untile(buffer.subspan(plane.offset), blocks.layout, blocks.size);
    if (rows) swap_bytes(*rows, plane.endian);
    return rows;
}

float linear_of_srgb(float value) {
    return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}

/// U, Y, V of 8 bits to blue, green, red. [assumed]: BT.601 with its headroom.
Components rgb_of_yuv(const Components& yuv) {
    const float luma = 1.164F * (yuv[1] - 16.0F / 255), u = yuv[0] - 128.0F / 255, v = yuv[2] - 128.0F / 255;
    return {luma + 2.018F * u, luma - 0.391F * u - 0.813F * v, luma + 1.596F * v, yuv[3]};
}

Components seen(Components texel, const TextureView& view) {
    if (view.swaps_uv) std::swap(texel[0], texel[2]);
    if (view.makes_rgb) texel = rgb_of_yuv(texel);
    Components rgba{};
    for (unsigned i = 0; i < 4; ++i) {
        const Select select = view.rgba[i];
        rgba[i] = select == Select::One ? 1.0F : select >= Select::Zero ? 0.0F : texel[static_cast<unsigned>(select)];
        if (view.removes_gamma && i < 3) rgba[i] = linear_of_srgb(rgba[i]);
    }
    return rgba;
}

std::uint8_t byte_of(float value) {
    if (!(value > 0)) return 0; // NaN too
    return static_cast<std::uint8_t>(std::lround(255.0F * std::min(value, 1.0F)));
}

struct Word13e3 : Word<Word13e3, 16> {
    static constexpr Field<std::uint32_t> mantissa{"mantissa", 0, 13}, exponent{"exponent", 13, 3};
};

/// Where a depth lies between the least and the most.
float share_of(const DepthImage& decoded, float depth) {
    const float range = decoded.most - decoded.least;
    return range > 0 ? (depth - decoded.least) / range : 0.0F;
}

} // namespace

std::uint32_t bits_of(const ColourFormat& format) {
    std::uint32_t bits = 0;
    for (const std::uint32_t width : format.widths) bits += width;
    return bits;
}

Result<const ColourFormat*> colour_format(const ColourView& view) {
    for (const ColourFormat& row : kColours)
        if (row.format == view.format && row.out_format == view.out_format) return &row;
    return fail(FaultKind::NotSupported, fmt::format("how colour format {} stores an output of format {} is not known",
                                                     view.format, view.out_format));
}

Result<SurfaceBlocks> blocks_of(const SurfaceDescription& description) {
    const Plane& plane = description.plane;
    std::uint32_t bits = 0;
    Extent block{1, 1};
    if (const auto* const texture = std::get_if<TextureView>(&description.view)) {
        const auto format = known_format(*texture);
        if (!format) return std::unexpected(format.error());
        bits = 8 * (*format)->bytes, block = (*format)->block;
    } else if (const auto* const colour = std::get_if<ColourView>(&description.view)) {
        const auto format = colour_format(*colour);
        if (!format) return std::unexpected(format.error());
        bits = bits_of(**format);
    } else {
        bits = bits_of(std::get<DepthView>(description.view));
    }
    return SurfaceBlocks{{bits, divided_up(plane.pitch, block.width), plane.tiling},
                         {divided_up(plane.size.width, block.width), divided_up(plane.size.height, block.height)}};
}

Result<FloatImage> read_texture(Bytes buffer, const Plane& plane, const TextureView& view) {
    const auto known = known_format(view);
    if (!known) return std::unexpected(known.error());
    const TexelFormat* const format = *known;
    if (format->encoding == TexelEncoding::Unknown)
        return fail(FaultKind::NotSupported, fmt::format("texture format {}: {}", format->name, format->reason));
    const auto blocks = surface_bytes({plane, view}, buffer);
    if (!blocks) return std::unexpected(blocks.error());
    FloatImage decoded{plane.size, std::vector<Components>(std::size_t{plane.size.width} * plane.size.height)};
    std::array<Components, kMostTexels> texels{};
    Bytes left = *blocks;
    for (std::uint32_t top = 0; top < plane.size.height; top += format->block.height)
        for (std::uint32_t x0 = 0; x0 < plane.size.width; x0 += format->block.width) {
            decode_block(*format, left.first(format->bytes), view.signs, texels);
            left = left.subspan(format->bytes);
            for (std::uint32_t y = top; y < std::min(top + format->block.height, plane.size.height); ++y)
                for (std::uint32_t x = x0; x < std::min(x0 + format->block.width, plane.size.width); ++x)
                    decoded.rgba[std::size_t{y} * plane.size.width + x] =
                        seen(texels[(y - top) * format->block.width + x - x0], view);
        }
    return decoded;
}

Result<Border> border_of(const TextureView& view, std::uint32_t packed) {
    const auto known = known_format(view);
    if (!known) return std::unexpected(known.error());
    const TexelFormat* format = *known;
    constexpr std::uint32_t kFourBits = 2, kEightBits = 12;
    const TexelEncoding encoding = format->encoding;
    const std::span<const std::uint8_t> widths = format->widths;
    const bool is_odd = encoding == TexelEncoding::Integer && (widths[0] == 11 || widths[1] == 11 || widths[2] == 6);
    const bool is_assumed = is_odd || view.makes_rgb || encoding == TexelEncoding::Derived ||
                            encoding == TexelEncoding::Vyuy || encoding == TexelEncoding::Yvyu;
    if (encoding == TexelEncoding::Ati1n) {
        packed >>= 4;
        format = texel_format(kFourBits);
    } else if (format->block.width > 1 || format->bytes > sizeof packed || encoding == TexelEncoding::Unknown) {
        format = texel_format(kEightBits);
    }
    const std::array<std::uint8_t, 4> bytes = {
        static_cast<std::uint8_t>(packed), static_cast<std::uint8_t>(packed >> 8),
        static_cast<std::uint8_t>(packed >> 16), static_cast<std::uint8_t>(packed >> 24)};
    std::array<Components, kMostTexels> texels{};
    decode_block(*format, Bytes(bytes).first(format->bytes), view.signs, texels);
    return Border{seen(texels[0], view), is_assumed};
}

Result<FloatImage> read_colour(Bytes buffer, const Plane& plane, const ColourView& view) {
    const auto known = colour_format(view);
    if (!known) return std::unexpected(known.error());
    const ColourFormat* const row = *known;
    const std::uint32_t bits = bits_of(*row);
    const auto pixels = surface_bytes({plane, view}, buffer);
    if (!pixels) return std::unexpected(pixels.error());
    FloatImage decoded{plane.size, {}};
    decoded.rgba.reserve(std::size_t{plane.size.width} * plane.size.height);
    for (Bytes left = *pixels; !left.empty(); left = left.subspan(bits / 8)) {
        const Bytes pixel = left.first(bits / 8);
        const Components found = row->encoding == TexelEncoding::Integer
                                     ? decode_integers(pixel, row->widths, view.signs)
                                     : decode_floats(pixel, row->widths);
        Components rgba{0, 0, 0, 1};
        for (unsigned i = 0; i < 4; ++i)
            if (row->widths[i] != 0) rgba[(view.selects[row->channels[i]] + 3U) % 4] = found[i]; // alpha is number 0
        decoded.rgba.push_back(rgba);
    }
    return decoded;
}

float depth_of_13e3(std::uint16_t bits, bool counts_zeros) {
    const Word13e3 word{{{bits}}};
    const std::uint32_t exponent = word[Word13e3::exponent];
    // So many leading bits of one kind leave a range; all seven have no bit of the other kind after them.
    const float range = std::ldexp(1.0F, -static_cast<int>(std::min(exponent + 1, 7U)));
    const float inside = std::ldexp(static_cast<float>(word[Word13e3::mantissa]), -13) * range;
    if (!counts_zeros) return 1.0F - std::ldexp(1.0F, -static_cast<int>(exponent)) + inside;
    return exponent == 7 ? inside : range + inside;
}

Result<DepthImage> read_depth(Bytes buffer, const Plane& plane, const DepthView& view) {
    const std::uint32_t bits = bits_of(view);
    const auto pixels = surface_bytes({plane, view}, buffer);
    if (!pixels) return std::unexpected(pixels.error());
    DepthImage decoded{plane.size, {}, {}, 0, 0};
    for (Bytes left = *pixels; !left.empty(); left = left.subspan(bits / 8)) {
        const auto pixel = static_cast<std::uint32_t>(little_endian(left.first(bits / 8)));
        if (view.format == DepthFormat::Z24S8) {
            decoded.depth.push_back(static_cast<float>((pixel >> 8) / 16777215.0));
            decoded.stencil.push_back(static_cast<std::uint8_t>(pixel));
        } else if (view.format == DepthFormat::Z16) {
            decoded.depth.push_back(static_cast<float>(pixel / 65535.0));
        } else {
            decoded.depth.push_back(depth_of_13e3(static_cast<std::uint16_t>(pixel), view.counts_zeros));
        }
    }
    const auto [least, most] = std::ranges::minmax(decoded.depth);
    decoded.least = least, decoded.most = most;
    return decoded;
}

Image to_image(const FloatImage& decoded) {
    Image image{decoded.size.width, decoded.size.height, {}};
    image.rgba.reserve(4 * decoded.rgba.size());
    for (const Components& pixel : decoded.rgba)
        for (const float value : pixel) image.rgba.push_back(byte_of(value));
    return image;
}

GreyImage to_image(const DepthImage& decoded) {
    GreyImage image{decoded.size.width, decoded.size.height, {}};
    image.grey.reserve(decoded.depth.size());
    for (const float depth : decoded.depth)
        image.grey.push_back(static_cast<std::uint16_t>(std::lround(65535.0F * share_of(decoded, depth))));
    return image;
}

Result<std::vector<std::uint8_t>> surface_bytes(const SurfaceDescription& description, Bytes buffer) {
    const auto blocks = blocks_of(description);
    if (!blocks) return std::unexpected(blocks.error());
    return rows_of(buffer, description.plane, *blocks);
}

Status store_surface_bytes(const SurfaceDescription& description, Bytes rows, std::span<std::uint8_t> buffer) {
    const auto blocks = blocks_of(description);
    if (!blocks) return std::unexpected(blocks.error());
    const Plane& plane = description.plane;
    if (plane.offset > buffer.size()) return fail_at(buffer.size(), "the surface begins after the end of the buffer");
    if (plane.endian == Endian::None) return tile(rows, blocks->layout, blocks->size, buffer.subspan(plane.offset));
    std::vector<std::uint8_t> swapped(rows.begin(), rows.end());
    swap_bytes(swapped, plane.endian);
    return tile(swapped, blocks->layout, blocks->size, buffer.subspan(plane.offset));
}

} // namespace relit::machine::r500
