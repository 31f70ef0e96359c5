#include "render/gs/clut.hpp"
#include "machine/gs/palette.hpp"

namespace relit::render::gs {
namespace {

using machine::gs::entry_count, machine::gs::entry_format, machine::gs::Tex0, machine::gs::TexClut;

constexpr std::uint32_t kUpper = 256; // where the upper halves of entries of 32 bits begin

bool has_words(const Tex0& tex0) { return entry_format(tex0) == PixelFormat::Ct32; }

/// The first halfword of an entry.
std::uint32_t place_of(const Tex0& tex0, std::uint32_t index) {
    const std::uint32_t offset = tex0[Tex0::clut_offset] * 16;
    if (!has_words(tex0)) return (offset + index) % Clut::kHalfwords;
    // 256 words fill the buffer: CSA is or-ed to the group of 16 that is read [HW].
    if (entry_count(tex0) == 256) return index | (offset % kUpper);
    return offset % kUpper + index;
}

} // namespace

void Clut::load(const Memory& memory, const Tex0& tex0, const TexClut& texclut) {
    const machine::gs::PaletteSource source(tex0, texclut);
    const PixelBits bits(source.buffer.format);
    for (std::uint32_t i = 0; i < entry_count(tex0); ++i) store(tex0, i, memory.raw(bits, source.address(i)));
}

void Clut::store(const Tex0& tex0, std::uint32_t index, std::uint32_t value) {
    std::uint32_t place = place_of(tex0, index);
    if (has_words(tex0)) {
        if (entry_count(tex0) == 256) {
            // Each group goes to its own place, and groups before CSA, which nothing reads, stay as they are [EMU].
            if (index / 16 < tex0[Tex0::clut_offset] % 16) return;
            place = index;
        }
        halfwords_[place + kUpper] = static_cast<std::uint16_t>(value >> 16);
    }
    halfwords_[place] = static_cast<std::uint16_t>(value);
}

std::uint32_t Clut::raw(const Tex0& tex0, std::uint32_t index) const {
    const std::uint32_t place = place_of(tex0, index);
    if (!has_words(tex0)) return halfwords_[place];
    return halfwords_[place] | std::uint32_t{halfwords_[place + kUpper]} << 16;
}

std::array<Colour, 256> Clut::colours(const Tex0& tex0, Texa texa) const {
    std::array<Colour, 256> colours{};
    const PixelFormat format = entry_format(tex0);
    for (std::uint32_t i = 0; i < entry_count(tex0); ++i) colours[i] = expand(format, raw(tex0, i), texa);
    return colours;
}

} // namespace relit::render::gs
