#include "render/r500/target/pixels.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace relit::render::r500 {
namespace {

using machine::r500::ColourFormat;
using machine::r500::ColourView;
using machine::r500::TexelEncoding;

constexpr std::uint32_t kComponents = 4;

using Widths = std::array<std::uint8_t, kComponents>;
struct TexelRow {
    TexelKind kind;
    std::uint32_t bytes;
    Widths widths, lows; // of red, green, blue, alpha
};
constexpr TexelRow kTexels[] = {
#define TEXEL(kind, format, bytes, wr, wg, wb, wa, lr, lg, lb, la) \
    {TexelKind::kind, bytes, {wr, wg, wb, wa}, {lr, lg, lb, la}},
#include "render/r500/target/texels.inc"
#undef TEXEL
};
const TexelRow& row_of(TexelKind kind) { return kTexels[static_cast<std::size_t>(kind)]; }

/// A run of bits.
struct Bits {
    std::uint32_t low = 0, width = 0;
};
/// A component of a pixel, and where it is kept in the texel.
struct Component {
    Bits pixel, texel;
};

/// The index in a texel of a component of the format. Selects count alpha, red, green, blue; texels begin with red.
std::size_t index_of(const ColourFormat& format, const ColourView& view, std::uint32_t component) {
    return (view.selects[format.channels[component]] + 3U) % kComponents;
}

std::vector<Component> components_of(const PixelLayout& layout) {
    const TexelRow& texel = row_of(layout.kind);
    std::vector<Component> all;
    std::uint32_t low = 0;
    for (std::uint32_t i = 0; i < kComponents; ++i) {
        const std::uint32_t width = layout.format.widths[i];
        const std::size_t to = index_of(layout.format, layout.view, i);
        if (width != 0) all.push_back({{low, width}, {texel.lows[to], texel.widths[to]}});
        low += width;
    }
    return all;
}

std::uint64_t most_of(std::uint32_t width) { return (std::uint64_t{1} << width) - 1; }

/// Integers of one width as those of another, rounded to nearest.
std::uint64_t rescaled(std::uint64_t value, std::uint32_t from, std::uint32_t to) {
    if (from == to || from == 0) return value;
    return (value * most_of(to) + most_of(from) / 2) / most_of(from);
}

std::uint64_t bits_at(Bytes from, const Bits& bits) {
    if (bits.width >= 16 && bits.low % 8 == 0) return little_endian(from.subspan(bits.low / 8, bits.width / 8));
    return little_endian(from) >> bits.low & most_of(bits.width);
}

void put(std::span<std::uint8_t> into, const Bits& bits, std::uint64_t value) {
    const std::uint64_t shifted = value << bits.low % 8, mask = most_of(bits.width) << bits.low % 8;
    for (std::size_t i = bits.low / 8; i < (bits.low + bits.width + 7) / 8; ++i) {
        const std::size_t down = 8 * (i - bits.low / 8);
        into[i] = static_cast<std::uint8_t>((into[i] & ~(mask >> down)) | shifted >> down);
    }
}

/// What alpha 1 is.
std::uint64_t one_of(const TexelRow& texel) {
    if (texel.kind == TexelKind::Half) return 0x3c00;
    if (texel.kind == TexelKind::Float) return 0x3f800000;
    return most_of(texel.widths[3]);
}

/// Of pixels of four bytes, whose components all go to other bytes: where each byte goes. Most are.
std::optional<std::array<std::size_t, kComponents>> byte_order(const PixelLayout& layout) {
    if (layout.format.widths != Widths{8, 8, 8, 8} || layout.kind != TexelKind::Unorm8) return std::nullopt;
    std::array<std::size_t, kComponents> order{};
    std::uint32_t used = 0;
    for (std::size_t i = 0; i < kComponents; ++i) {
        order[i] = index_of(layout.format, layout.view, static_cast<std::uint32_t>(i));
        used |= 1U << order[i];
    }
    return used == 0xf ? std::optional(order) : std::nullopt;
}

} // namespace

TexelKind wide_kind_of(const ColourFormat& format) {
    if (format.encoding == TexelEncoding::Half) return TexelKind::Half;
    if (format.encoding == TexelEncoding::Float) return TexelKind::Float;
    return std::ranges::max(format.widths) > 8 ? TexelKind::Unorm16 : TexelKind::Unorm8;
}

TexelKind exact_kind_of(const ColourFormat& format, const ColourView& view) {
    if (format.encoding != TexelEncoding::Integer) return wide_kind_of(format);
    Widths widths{};
    for (std::uint32_t i = 0; i < kComponents; ++i)
        if (format.widths[i] != 0) widths[index_of(format, view, i)] = format.widths[i];
    const auto found = std::ranges::find_if(kTexels, [&](const TexelRow& row) {
        return row.widths == widths && row.kind != TexelKind::Half && row.kind != TexelKind::Float;
    });
    return found == std::end(kTexels) ? wide_kind_of(format) : found->kind;
}

bool is_wider(TexelKind kind, const ColourFormat& format, const ColourView& view) {
    return std::ranges::any_of(components_of({format, view, kind}),
                               [](const Component& each) { return each.texel.width > each.pixel.width; });
}

std::uint32_t bytes_of(TexelKind kind) { return row_of(kind).bytes; }

std::uint32_t stored_channels(const ColourFormat& format) {
    std::uint32_t channels = 0;
    for (std::uint32_t i = 0; i < kComponents; ++i)
        if (format.widths[i] != 0) channels |= 1U << format.channels[i];
    return channels;
}

void unpack(const PixelLayout& layout, Bytes pixels, std::span<std::uint8_t> texels) {
    if (const auto order = byte_order(layout)) {
        for (std::size_t at = 0; at < pixels.size(); at += kComponents)
            for (std::size_t i = 0; i < kComponents; ++i) texels[at + (*order)[i]] = pixels[at + i];
        return;
    }
    const TexelRow& texel = row_of(layout.kind);
    const std::size_t from = bits_of(layout.format) / 8;
    const bool is_integer = layout.format.encoding == TexelEncoding::Integer;
    const std::vector<Component> components = components_of(layout);
    const Bits alpha{texel.lows[3], texel.widths[3]};
    const bool stores_alpha =
        std::ranges::any_of(components, [&](const Component& each) { return each.texel.low == alpha.low; });
    for (; !pixels.empty(); pixels = pixels.subspan(from), texels = texels.subspan(texel.bytes)) {
        std::array<std::uint8_t, 16> made{};
        if (!stores_alpha) put(made, alpha, one_of(texel));
        for (const Component& one : components) {
            const std::uint64_t bits = bits_at(pixels.first(from), one.pixel);
            put(made, one.texel, is_integer ? rescaled(bits, one.pixel.width, one.texel.width) : bits);
        }
        std::memcpy(texels.data(), made.data(), texel.bytes);
    }
}

void pack(const PixelLayout& layout, Bytes texels, std::span<std::uint8_t> pixels) {
    if (const auto order = byte_order(layout)) {
        for (std::size_t at = 0; at < pixels.size(); at += kComponents)
            for (std::size_t i = 0; i < kComponents; ++i) pixels[at + i] = texels[at + (*order)[i]];
        return;
    }
    const std::size_t to = bits_of(layout.format) / 8, from = bytes_of(layout.kind);
    const bool is_integer = layout.format.encoding == TexelEncoding::Integer;
    const std::vector<Component> components = components_of(layout);
    for (; !pixels.empty(); pixels = pixels.subspan(to), texels = texels.subspan(from)) {
        std::array<std::uint8_t, 16> made{};
        for (const Component& one : components) {
            const std::uint64_t value = bits_at(texels.first(from), one.texel);
            put(made, one.pixel, is_integer ? rescaled(value, one.texel.width, one.pixel.width) : value);
        }
        std::memcpy(pixels.data(), made.data(), to);
    }
}

} // namespace relit::render::r500
