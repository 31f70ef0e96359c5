#include "machine/gs/state/palette.hpp"

namespace relit::machine::gs {
namespace {

/// The low three bits of PSM give the size of indices.
constexpr std::uint32_t kOf8Bits = 3, kOf4Bits = 4;
std::uint32_t low_bits(const Tex0& tex0) { return static_cast<std::uint32_t>(tex0[Tex0::format]) & 7; }

} // namespace

PixelFormat entry_format(const Tex0& tex0) {
    const std::uint32_t code = tex0[Tex0::clut_format];
    if ((code & 2) == 0) return PixelFormat::Ct32;
    return (code & 8) == 0 ? PixelFormat::Ct16 : PixelFormat::Ct16s;
}

bool loads_entries(const Tex0& tex0) { return low_bits(tex0) == kOf8Bits || low_bits(tex0) == kOf4Bits; }

std::uint32_t entry_count(const Tex0& tex0) { return low_bits(tex0) == kOf4Bits ? 16 : 256; }

PaletteSource::PaletteSource(const Tex0& tex0, const TexClut& texclut)
    : buffer{entry_format(tex0), tex0[Tex0::clut_base], 1}, is_row(tex0[Tex0::clut_linear]) {
    if (!is_row) return;
    buffer.width = texclut[TexClut::width];
    x = texclut[TexClut::u] * 16;
    y = texclut[TexClut::v];
    // CSM2 is meant for 16 bits. Palettes of 256 words there come from the 128 pixels after the first 128, twice [HW].
    if (buffer.format == PixelFormat::Ct32 && entry_count(tex0) == 256) {
        x += 128;
        repeats_after = 128;
    }
}

} // namespace relit::machine::gs
