#include "render/r500/pixels.hpp"

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

/// A component of a pixel: its bits, and the place in the texel that it goes to.
struct Component {
    std::uint32_t low = 0, width = 0, to = 0;
};

/// Selects count alpha, red, green, blue; texels begin with red.
std::vector<Component> components_of(const ColourFormat& format, const ColourView& view) {
    std::vector<Component> all;
    std::uint32_t low = 0;
    for (std::uint32_t i = 0; i < kComponents; ++i) {
        const std::uint32_t width = format.widths[i];
        if (width != 0) all.push_back({low, width, (view.selects[format.channels[i]] + 3U) % kComponents});
        low += width;
    }
    return all;
}

std::uint64_t most_of(std::uint32_t width) { return (std::uint64_t{1} << width) - 1; }

/// Integers of one width as those of another, rounded to nearest.
std::uint64_t rescaled(std::uint64_t value, std::uint32_t from, std::uint32_t to) {
    if (from == to) return value;
    return (value * most_of(to) + most_of(from) / 2) / most_of(from);
}

std::uint64_t bits_at(Bytes pixel, const Component& component) {
    if (component.width >= 16 && component.low % 8 == 0)
        return little_endian(pixel.subspan(component.low / 8, component.width / 8));
    return little_endian(pixel) >> component.low & most_of(component.width);
}

void put(std::span<std::uint8_t> bytes, std::uint64_t value) {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(value), value >>= 8;
}

std::uint32_t width_of(TexelKind kind) { return 2 * bytes_of(kind); } // bits of one of four components

/// What alpha 1 is.
std::uint64_t one_of(TexelKind kind) {
    switch (kind) {
        case TexelKind::Unorm8: return 0xff;
        case TexelKind::Unorm16: return 0xffff;
        case TexelKind::Half: return 0x3c00;
        case TexelKind::Float: return 0x3f800000;
    }
    return 0;
}

/// Of pixels of four bytes, whose components all go to other places: where each byte goes. Most are.
std::optional<std::array<std::size_t, kComponents>> byte_order(const ColourFormat& format, const ColourView& view) {
    if (format.widths != std::array<std::uint8_t, 4>{8, 8, 8, 8}) return std::nullopt;
    std::array<std::size_t, kComponents> order{};
    std::uint32_t places = 0;
    for (std::size_t i = 0; i < kComponents; ++i) {
        order[i] = (view.selects[format.channels[i]] + 3U) % kComponents;
        places |= 1U << order[i];
    }
    return places == 0xf ? std::optional(order) : std::nullopt;
}

} // namespace

TexelKind kind_of(const ColourFormat& format) {
    if (format.encoding == TexelEncoding::Half) return TexelKind::Half;
    if (format.encoding == TexelEncoding::Float) return TexelKind::Float;
    return std::ranges::max(format.widths) > 8 ? TexelKind::Unorm16 : TexelKind::Unorm8;
}

std::uint32_t bytes_of(TexelKind kind) { return kind == TexelKind::Unorm8 ? 4 : kind == TexelKind::Float ? 16 : 8; }

std::uint32_t stored_channels(const ColourFormat& format) {
    std::uint32_t channels = 0;
    for (std::uint32_t i = 0; i < kComponents; ++i)
        if (format.widths[i] != 0) channels |= 1U << format.channels[i];
    return channels;
}

void unpack(const ColourFormat& format, const ColourView& view, Bytes pixels, std::span<std::uint8_t> texels) {
    if (const auto order = byte_order(format, view)) {
        for (std::size_t at = 0; at < pixels.size(); at += kComponents)
            for (std::size_t i = 0; i < kComponents; ++i) texels[at + (*order)[i]] = pixels[at + i];
        return;
    }
    const TexelKind kind = kind_of(format);
    const std::size_t from = bits_of(format) / 8, to = bytes_of(kind), each = to / kComponents;
    const bool is_integer = kind == TexelKind::Unorm8 || kind == TexelKind::Unorm16;
    const std::vector<Component> components = components_of(format, view);
    std::ranges::fill(texels, std::uint8_t{0});
    for (; !pixels.empty(); pixels = pixels.subspan(from), texels = texels.subspan(to)) {
        put(texels.subspan(3 * each, each), one_of(kind));
        for (const Component& one : components) {
            const std::uint64_t bits = bits_at(pixels.first(from), one);
            put(texels.subspan(one.to * each, each), is_integer ? rescaled(bits, one.width, width_of(kind)) : bits);
        }
    }
}

void pack(const ColourFormat& format, const ColourView& view, Bytes texels, std::span<std::uint8_t> pixels) {
    if (const auto order = byte_order(format, view)) {
        for (std::size_t at = 0; at < pixels.size(); at += kComponents)
            for (std::size_t i = 0; i < kComponents; ++i) pixels[at + i] = texels[at + (*order)[i]];
        return;
    }
    const TexelKind kind = kind_of(format);
    const std::size_t to = bits_of(format) / 8, from = bytes_of(kind), each = from / kComponents;
    const bool is_integer = kind == TexelKind::Unorm8 || kind == TexelKind::Unorm16;
    const std::vector<Component> components = components_of(format, view);
    for (; !pixels.empty(); pixels = pixels.subspan(to), texels = texels.subspan(from)) {
        std::array<std::uint8_t, 16> pixel{};
        for (const Component& one : components) {
            const std::uint64_t value = little_endian(texels.subspan(one.to * each, each));
            const std::uint64_t bits = is_integer ? rescaled(value, width_of(kind), one.width) : value;
            const std::uint64_t shifted = bits << one.low % 8;
            for (std::size_t i = one.low / 8; i < (one.low + one.width + 7) / 8; ++i)
                pixel[i] |= static_cast<std::uint8_t>(shifted >> 8 * (i - one.low / 8));
        }
        std::memcpy(pixels.data(), pixel.data(), to);
    }
}

} // namespace relit::render::r500
