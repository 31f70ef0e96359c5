#include "machine/r500/surface/texel.hpp"

#include "base/bits.hpp"
#include "base/half.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace relit::machine::r500 {
namespace {

constexpr TexelFormat kFormats[] = {
#define R500_TEXEL(code, name, bytes, w, h, encoding, c0, c1, c2, c3, reason) \
    {code, name, bytes, {w, h}, TexelEncoding::encoding, {c0, c1, c2, c3}, reason},
#include "machine/r500/surface/formats.inc"
#undef R500_TEXEL
};
static_assert(
    [] {
        for (std::uint32_t i = 0; i < std::size(kFormats); ++i) {
            const TexelFormat& row = kFormats[i];
            unsigned bits = 0;
            for (const unsigned width : row.widths) bits += width;
            if (row.code != i || bits > 8 * row.bytes) return false;
            if (row.encoding == TexelEncoding::Integer && bits != 8 * row.bytes) return false;
        }
        return true;
    }(),
    "formats.inc stands in order of codes, and integers fill their texels");

/// Up to 128 bits of a block.
struct BlockWord : Word<BlockWord, 128> {};

BlockWord block_word(Bytes bytes) {
    BlockWord word;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        word.raw[i / 4] |= static_cast<std::uint32_t>(bytes[i]) << (8 * (i % 4));
    return word;
}

std::uint64_t bits_at(const BlockWord& word, unsigned bit, unsigned width) {
    return word.extract(Field<std::uint64_t>("", bit, width));
}

float unsigned_number(std::uint64_t value, unsigned width) {
    return static_cast<float>(static_cast<double>(value) / static_cast<double>((std::uint64_t{1} << width) - 1));
}

/// The smallest number and the one above it are both -1.
float signed_number(std::uint64_t value, unsigned width) {
    if (width < 2) return value == 0 ? 0.0F : -1.0F;
    const auto half = std::int64_t{1} << (width - 1);
    const std::int64_t number = (static_cast<std::int64_t>(value) ^ half) - half;
    return std::max(-1.0F, static_cast<float>(static_cast<double>(number) / static_cast<double>(half - 1)));
}

float number(std::uint64_t value, unsigned width, bool is_signed) {
    return is_signed ? signed_number(value, width) : unsigned_number(value, width);
}

float mixed(float a, float b, float share) { return a + (b - a) * share; }

/// Component order of DXT: blue, green, red, alpha. The colours of a palette have 5, 6 and 5 bits.
Components colour_565(std::uint64_t colour) {
    const BlockWord word{{{static_cast<std::uint32_t>(colour)}}};
    return {unsigned_number(bits_at(word, 0, 5), 5), unsigned_number(bits_at(word, 5, 6), 6),
            unsigned_number(bits_at(word, 11, 5), 5), 1.0F};
}

void decode_colours(Bytes colours, bool may_be_transparent, std::span<Components, kMostTexels> texels) {
    const auto palette = dxt_palette(colours, may_be_transparent);
    const BlockWord word = block_word(colours);
    for (unsigned i = 0; i < kMostTexels; ++i) texels[i] = palette[bits_at(word, 32 + 2 * i, 2)];
}

/// Puts the eight bytes of a ramp into a component of the texels.
void decode_ramp(Bytes bytes, bool is_signed, unsigned component, std::span<Components, kMostTexels> texels) {
    const auto ramp = ramp_of_eight(bytes[0], bytes[1], is_signed);
    const BlockWord word = block_word(bytes);
    for (unsigned i = 0; i < kMostTexels; ++i) texels[i][component] = ramp[bits_at(word, 16 + 3 * i, 3)];
}

void decode_dxt3(Bytes block, std::span<Components, kMostTexels> texels) {
    decode_colours(block.subspan(8), false, texels);
    const BlockWord word = block_word(block.first(8));
    for (unsigned i = 0; i < kMostTexels; ++i) texels[i][3] = unsigned_number(bits_at(word, 4 * i, 4), 4);
}

void decode_dxt5(Bytes block, std::span<Components, kMostTexels> texels) {
    decode_colours(block.subspan(8), false, texels);
    decode_ramp(block.first(8), false, 3, texels);
}

void decode_ati(Bytes block, const Signs& signs, unsigned channels, std::span<Components, kMostTexels> texels) {
    for (unsigned i = 0; i < channels; ++i) decode_ramp(block.subspan(8 * i, 8), signs[i], i, texels);
}

/// Two texels share U and V. `luma` is the byte of the first Y.
void decode_yuv(Bytes block, unsigned luma, std::span<Components, kMostTexels> texels) {
    const unsigned chroma = 1 - luma;
    for (unsigned i = 0; i < 2; ++i)
        texels[i] = {unsigned_number(block[chroma], 8), unsigned_number(block[luma + 2 * i], 8),
                     unsigned_number(block[chroma + 2], 8), 1.0F};
}

Components decode_derived(Bytes texel) {
    Components found = decode_integers(texel, {8, 8, 0, 0}, {true, true, false, false});
    found[2] = std::sqrt(std::max(0.0F, 1.0F - found[0] * found[0] - found[1] * found[1]));
    return found;
}

Components decode_depth(Bytes texel) {
    const BlockWord word = block_word(texel);
    return {unsigned_number(bits_at(word, 8, 24), 24), unsigned_number(bits_at(word, 0, 8), 8), 0, 0};
}

} // namespace

std::span<const TexelFormat> texel_formats() { return kFormats; }

const TexelFormat* texel_format(std::uint32_t code) { return code < std::size(kFormats) ? &kFormats[code] : nullptr; }

Components decode_integers(Bytes pixel, const std::array<std::uint8_t, 4>& widths, const Signs& signs) {
    const BlockWord word = block_word(pixel);
    Components found{};
    unsigned bit = 0;
    for (unsigned i = 0; i < 4; bit += widths[i++])
        if (widths[i] != 0) found[i] = number(bits_at(word, bit, widths[i]), widths[i], signs[i]);
    return found;
}

Components decode_floats(Bytes pixel, const std::array<std::uint8_t, 4>& widths) {
    const BlockWord word = block_word(pixel);
    Components found{};
    unsigned bit = 0;
    for (unsigned i = 0; i < 4; bit += widths[i++]) {
        if (widths[i] == 16) found[i] = float_from_half(static_cast<std::uint16_t>(bits_at(word, bit, 16)));
        if (widths[i] == 32) found[i] = std::bit_cast<float>(static_cast<std::uint32_t>(bits_at(word, bit, 32)));
    }
    return found;
}

std::array<Components, 4> dxt_palette(Bytes colours, bool may_be_transparent) {
    const std::uint64_t first = little_endian(colours.first(2)), second = little_endian(colours.subspan(2, 2));
    const Components a = colour_565(first), b = colour_565(second);
    std::array<Components, 4> palette{a, b, Components{}, Components{}};
    const bool has_four = !may_be_transparent || first > second;
    for (unsigned i = 0; i < 3; ++i) {
        palette[2][i] = mixed(a[i], b[i], has_four ? 1.0F / 3 : 0.5F);
        if (has_four) palette[3][i] = mixed(a[i], b[i], 2.0F / 3);
    }
    palette[2][3] = 1.0F;
    palette[3][3] = has_four ? 1.0F : 0.0F;
    return palette;
}

std::array<float, 8> ramp_of_eight(std::uint8_t first, std::uint8_t second, bool is_signed) {
    const float a = number(first, 8, is_signed), b = number(second, 8, is_signed);
    const bool has_eight =
        is_signed ? static_cast<std::int8_t>(first) > static_cast<std::int8_t>(second) : first > second;
    std::array<float, 8> ramp{a, b};
    const unsigned steps = has_eight ? 7 : 5;
    for (unsigned i = 1; i < steps; ++i) ramp[i + 1] = mixed(a, b, static_cast<float>(i) / static_cast<float>(steps));
    if (!has_eight) {
        ramp[6] = is_signed ? -1.0F : 0.0F;
        ramp[7] = 1.0F;
    }
    return ramp;
}

void decode_block(const TexelFormat& format, Bytes block, const Signs& signs,
                  std::span<Components, kMostTexels> texels) {
    switch (format.encoding) {
        case TexelEncoding::Integer: texels[0] = decode_integers(block, format.widths, signs); return;
        case TexelEncoding::Half:
        case TexelEncoding::Float: texels[0] = decode_floats(block, format.widths); return;
        case TexelEncoding::Dxt1: return decode_colours(block, true, texels);
        case TexelEncoding::Dxt3: return decode_dxt3(block, texels);
        case TexelEncoding::Dxt5: return decode_dxt5(block, texels);
        case TexelEncoding::Ati1n: return decode_ati(block, signs, 1, texels);
        case TexelEncoding::Ati2n: return decode_ati(block, signs, 2, texels);
        case TexelEncoding::Vyuy: return decode_yuv(block, 0, texels);
        case TexelEncoding::Yvyu: return decode_yuv(block, 1, texels);
        case TexelEncoding::Derived: texels[0] = decode_derived(block); return;
        case TexelEncoding::Depth: texels[0] = decode_depth(block); return;
        case TexelEncoding::Unknown: break;
    }
    std::ranges::fill(texels, Components{});
}

} // namespace relit::machine::r500
