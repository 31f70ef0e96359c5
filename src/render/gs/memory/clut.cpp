#include "render/gs/memory/clut.hpp"
#include "machine/gs/state/palette.hpp"

namespace relit::render::gs {
namespace {

using machine::gs::entry_count, machine::gs::entry_format, machine::gs::Tex0, machine::gs::TexClut;

constexpr std::uint32_t kUpper = 256; // where the upper halves of entries of 32 bits begin

/// How TEX0 takes the buffer.
struct Entries {
    bool are_words;
    std::uint32_t count, offset; // offset in entries

    explicit Entries(const Tex0& tex0)
        : are_words(entry_format(tex0) == PixelFormat::Ct32), count(entry_count(tex0)),
          offset(tex0[Tex0::clut_offset] * 16) {}

    /// The first halfword of an entry.
    [[nodiscard]] std::uint32_t halfword_of(std::uint32_t index) const {
        if (!are_words) return (offset + index) % Clut::kHalfwords;
        // 256 words fill the buffer: CSA is or-ed to the group of 16 that is read [HW].
        return count == 256 ? index | (offset % kUpper) : offset % kUpper + index;
    }
    [[nodiscard]] std::uint32_t raw(const std::array<std::uint16_t, Clut::kHalfwords>& from,
                                    std::uint32_t index) const {
        const std::uint32_t at = halfword_of(index);
        return are_words ? from[at] | std::uint32_t{from[at + kUpper]} << 16 : from[at];
    }
};

} // namespace

void Clut::load(const Memory& memory, const Tex0& tex0, const TexClut& texclut) {
    const machine::gs::PaletteSource source(tex0, texclut);
    const PixelBits bits(source.buffer.format);
    for (std::uint32_t i = 0; i < entry_count(tex0); ++i) store(tex0, i, memory.raw(bits, source.address(i)));
}

void Clut::store(const Tex0& tex0, std::uint32_t index, std::uint32_t value) {
    const Entries entries(tex0);
    std::uint32_t halfword = entries.halfword_of(index);
    if (entries.are_words) {
        if (entries.count == 256) {
            // Each group goes to its own halfwords, and groups before CSA, which nothing reads, stay as they are [EMU].
            if (index / 16 < tex0[Tex0::clut_offset] % 16) return;
            halfword = index;
        }
        halfwords_[halfword + kUpper] = static_cast<std::uint16_t>(value >> 16);
    }
    halfwords_[halfword] = static_cast<std::uint16_t>(value);
}

std::uint32_t Clut::raw(const Tex0& tex0, std::uint32_t index) const { return Entries(tex0).raw(halfwords_, index); }

std::array<Colour, 256> Clut::colours(const Tex0& tex0, Texa texa) const {
    std::array<Colour, 256> colours{};
    const Entries entries(tex0);
    const PixelFormat format = entry_format(tex0);
    for (std::uint32_t i = 0; i < entries.count; ++i) colours[i] = expand(format, entries.raw(halfwords_, i), texa);
    return colours;
}

} // namespace relit::render::gs
