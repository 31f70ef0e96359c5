#include "render/gs/clut.hpp"

namespace relit::render::gs {
namespace {

using machine::gs::Tex0, machine::gs::TexClut;

constexpr std::uint32_t kUpper = 256; // where the upper halves of entries of 32 bits begin

std::uint32_t entry_count(const Tex0& tex0) { return layout_of(tex0[Tex0::format]).bits == 4 ? 16 : 256; }
bool has_words(const Tex0& tex0) { return entry_format(tex0) == PixelFormat::Ct32; }

/// Where entry `index` of a palette lies in memory.
struct Source {
    Buffer buffer;
    std::uint32_t x = 0, y = 0;
    bool is_row = false; // entries side by side (CSM2), not in rectangles of 8 by 2 (CSM1)
    std::uint32_t repeats_after = 256;

    [[nodiscard]] std::uint32_t address(std::uint32_t index) const {
        if (is_row) return address_of(buffer, x + index % repeats_after, y);
        return address_of(buffer, (index & 7) | (index >> 4 & 1) << 3, (index >> 3 & 1) | (index >> 5) << 1);
    }
};

Source source_of(const Tex0& tex0, const TexClut& texclut) {
    const PixelFormat format = entry_format(tex0);
    if (!tex0[Tex0::clut_linear]) return {{format, tex0[Tex0::clut_base], 1}};
    Source source{{format, tex0[Tex0::clut_base], texclut[TexClut::width]}};
    source.x = texclut[TexClut::u] * 16;
    source.y = texclut[TexClut::v];
    source.is_row = true;
    // CSM2 is meant for 16 bits. Palettes of 256 words there come from the 128 pixels after the first 128, twice [HW].
    if (has_words(tex0) && entry_count(tex0) == 256) {
        source.x += 128;
        source.repeats_after = 128;
    }
    return source;
}

/// The first halfword of an entry.
std::uint32_t place_of(const Tex0& tex0, std::uint32_t index) {
    const std::uint32_t offset = tex0[Tex0::clut_offset] * 16;
    if (!has_words(tex0)) return (offset + index) % Clut::kHalfwords;
    // 256 words fill the buffer: CSA is or-ed to the group of 16 that is read [HW].
    if (entry_count(tex0) == 256) return index | (offset % kUpper);
    return offset % kUpper + index;
}

} // namespace

PixelFormat entry_format(const Tex0& tex0) {
    const std::uint32_t code = tex0[Tex0::clut_format];
    if ((code & 2) == 0) return PixelFormat::Ct32;
    return (code & 8) == 0 ? PixelFormat::Ct16 : PixelFormat::Ct16s;
}

void Clut::load(const Memory& memory, const Tex0& tex0, const TexClut& texclut) {
    const Source source = source_of(tex0, texclut);
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
