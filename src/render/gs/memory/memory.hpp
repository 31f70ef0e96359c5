// The 4 MiB of local memory as bytes and as pixels of any format, and pixels as colours.
#pragma once

#include "base/image.hpp"
#include "machine/gs/state/layout.hpp"
#include "machine/gs/state/words.hpp"
#include "render/gs/memory/word_watch.hpp"
#include "render/gs/memory/written_bits.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <span>
#include <vector>

namespace relit::render::gs {

using machine::gs::Addresses, machine::gs::Buffer, machine::gs::Layout, machine::gs::PixelFormat;
using machine::gs::kMemoryBytes, machine::gs::layout_of;

/// Where the bits of a pixel lie, whatever its format: so many bits from so many bits on, counted from bit 0 of memory.
struct PixelBits {
    std::uint8_t element = 5, shift = 0; // as in Layout
    std::uint32_t mask = ~0U;

    PixelBits() = default;
    explicit constexpr PixelBits(const Layout& layout)
        : element(layout.element), shift(layout.shift), mask(layout.value_mask()) {}
    explicit constexpr PixelBits(PixelFormat format) : PixelBits(layout_of(format)) {}
    [[nodiscard]] constexpr std::uint32_t at(std::uint32_t address) const { return (address << element) + shift; }
};

class Memory {
public:
    Memory() : own_(kMemoryBytes), bytes_(own_) {}
    /// A copy; there are 4 MiB.
    explicit Memory(std::span<const std::uint8_t> bytes) : own_(bytes.begin(), bytes.end()), bytes_(own_) {}
    /// Over bytes that another owner has, such as a device: 4 MiB that live longer than this.
    [[nodiscard]] static Memory over(std::span<std::uint8_t> bytes) { return {std::vector<std::uint8_t>(), bytes}; }
    Memory(const Memory& other) : Memory(other.bytes()) {} // a copy is not watched
    Memory& operator=(const Memory& other) { return *this = Memory(other); }
    Memory(Memory&&) = default;
    Memory& operator=(Memory&&) = default;
    ~Memory() = default;

    [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }
    [[nodiscard]] std::span<std::uint8_t> bytes() { return bytes_; }
    [[nodiscard]] bool operator==(const Memory& other) const { return std::ranges::equal(bytes_, other.bytes_); }
    /// Null, or is notified of every write but those through bytes(); must live as long as memory is written.
    void set_watch(WordWatch* watch) { watch_ = watch; }
    /// The same, of the bits that are written.
    void set_written(WrittenBits* written) { written_ = written; }

    // Indices count what is read or written; they must lie in memory, as addresses that Layout gives do.
    [[nodiscard]] std::uint32_t word(std::uint32_t index) const { return load<std::uint32_t>(index); }
    [[nodiscard]] std::uint16_t halfword(std::uint32_t index) const { return load<std::uint16_t>(index); }
    [[nodiscard]] std::uint8_t byte(std::uint32_t index) const { return load<std::uint8_t>(index); }
    void set_word(std::uint32_t index, std::uint32_t value) { keep(index, value); }
    void set_halfword(std::uint32_t index, std::uint16_t value) { keep(index, value); }
    void set_byte(std::uint32_t index, std::uint8_t value) { keep(index, value); }
    /// The bits of a word from one on, as many as the mask has: what raw() of a pixel there is.
    [[nodiscard]] std::uint32_t bits(std::uint32_t from, std::uint32_t mask) const {
        return word(from / 32) >> (from % 32) & mask;
    }
    [[nodiscard]] std::uint8_t nibble(std::uint32_t index) const {
        return static_cast<std::uint8_t>(byte(index / 2) >> (index % 2 * 4) & 15);
    }

    /// The bits of the pixel at an address, in the low bits of the result.
    [[nodiscard]] std::uint32_t raw(PixelBits pixel, std::uint32_t address) const {
        return bits(pixel.at(address), pixel.mask);
    }
    /// Stores the pixel's bits; what else the word holds stays.
    void set_raw(PixelBits pixel, std::uint32_t address, std::uint32_t value) {
        const std::uint32_t bit = pixel.at(address), mask = pixel.mask << (bit % 32);
        store(bit / 32, (word(bit / 32) & ~mask) | (value << (bit % 32) & mask));
        note(bit / 32, mask);
    }

private:
    Memory(std::vector<std::uint8_t> own, std::span<std::uint8_t> bytes) : own_(std::move(own)), bytes_(bytes) {}

    static_assert(std::endian::native == std::endian::little, "local memory is little-endian and read directly");

    template <class T>
    [[nodiscard]] T load(std::uint32_t index) const {
        assert((index + std::size_t{1}) * sizeof(T) <= kMemoryBytes);
        T value;
        std::memcpy(&value, bytes_.data() + index * sizeof(T), sizeof(T));
        return value;
    }
    template <class T>
    void store(std::uint32_t index, T value) {
        assert((index + std::size_t{1}) * sizeof(T) <= kMemoryBytes);
        std::memcpy(bytes_.data() + index * sizeof(T), &value, sizeof(T));
    }
    template <class T>
    void keep(std::uint32_t index, T value) {
        store(index, value);
        constexpr std::uint32_t kOfWord = 4 / sizeof(T), kMask = static_cast<T>(~T{0});
        note(index / kOfWord, kMask << index % kOfWord * 8 * sizeof(T));
    }
    void note(std::uint32_t word, std::uint32_t bits) {
        if (watch_ != nullptr) watch_->note(word, bits);
        if (written_ != nullptr) written_->note(word, bits);
    }

    std::vector<std::uint8_t> own_; // empty: the bytes belong to the caller
    std::span<std::uint8_t> bytes_; // moves with `own_`
    WordWatch* watch_ = nullptr;
    WrittenBits* written_ = nullptr;
};

/// A colour as memory holds it in CT32: red in the low byte, then green, blue, alpha.
using Colour = std::uint32_t;

/// What TEXA says of alpha that a format lacks.
struct Texa {
    std::uint8_t alpha0 = 0, alpha1 = 0;
    bool black_is_clear = false;

    Texa() = default;
    constexpr Texa(std::uint8_t ta0, std::uint8_t ta1, bool aem) : alpha0(ta0), alpha1(ta1), black_is_clear(aem) {}
    explicit constexpr Texa(const machine::gs::TexA& word)
        : alpha0(static_cast<std::uint8_t>(word[machine::gs::TexA::alpha0])),
          alpha1(static_cast<std::uint8_t>(word[machine::gs::TexA::alpha1])),
          black_is_clear(word[machine::gs::TexA::black_is_clear]) {}
};

/// 5:5:5:1 to 8:8:8:8: colours move up by three bits without repeating them, alpha by seven.
[[nodiscard]] constexpr Colour colour_of_16(std::uint32_t raw) {
    return (raw & 0x1f) << 3 | (raw & 0x3e0) << 6 | (raw & 0x7c00) << 9 | (raw & 0x8000) << 16;
}
/// The other way: low bits are dropped.
[[nodiscard]] constexpr std::uint32_t colour_to_16(Colour colour) {
    return (colour >> 3 & 0x1f) | (colour >> 6 & 0x3e0) | (colour >> 9 & 0x7c00) | (colour >> 16 & 0x8000);
}

/// The colour in a frame's pixel. Alpha that 24 bits lack is 0 here; indices are shades of grey.
[[nodiscard]] constexpr Colour decode(PixelFormat format, std::uint32_t raw) {
    const Layout& layout = layout_of(format);
    switch (layout.bits) {
        case 4: return raw * 0x111111;
        case 8: return raw * 0x010101;
        case 16: return colour_of_16(raw);
        default: return raw;
    }
}

/// A texel of 24 bits: alpha is TA0, or 0 where the colour is 0 and AEM says so.
[[nodiscard]] constexpr Colour expand_24(std::uint32_t raw, Texa texa) {
    const std::uint32_t colour = raw & 0xffffff;
    return texa.black_is_clear && colour == 0 ? 0 : colour | std::uint32_t{texa.alpha0} << 24;
}
/// A texel of 16 bits: bit 15 chooses TA0 or TA1; AEM makes alpha 0 where all sixteen bits are.
[[nodiscard]] constexpr Colour expand_16(std::uint32_t raw, Texa texa) {
    if (texa.black_is_clear && (raw & 0xffff) == 0) return 0;
    const std::uint32_t alpha = (raw & 0x8000) != 0 ? texa.alpha1 : texa.alpha0;
    return (colour_of_16(raw) & 0xffffff) | alpha << 24;
}
/// A texel of a format that is no index, or an entry of a palette.
[[nodiscard]] constexpr Colour expand(PixelFormat format, std::uint32_t raw, Texa texa) {
    const Layout& layout = layout_of(format);
    switch (layout.bits) {
        case 24: return expand_24(raw, texa);
        case 16: return expand_16(raw, texa);
        default: return decode(format, raw);
    }
}

struct Rect {
    std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

/// A part of a buffer as colours. With `opaque` alpha is 255 throughout, as an image to look at wants it.
[[nodiscard]] Image buffer_image(const Memory& memory, const Buffer& buffer, const Rect& rect, bool opaque = false);

} // namespace relit::render::gs
