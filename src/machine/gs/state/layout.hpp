// How pixels of each format lie in the 4 MiB of local memory: pages, blocks, columns, and the bits they own of a word.
#pragma once

#include "machine/gs/state/codes.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace relit::machine::gs {

inline constexpr std::uint32_t kMemoryBytes = 1U << 22, kPageBytes = 8192, kBlockBytes = 256;
inline constexpr std::uint32_t kPages = kMemoryBytes / kPageBytes, kBlocks = kMemoryBytes / kBlockBytes;
inline constexpr std::uint32_t kBlocksOfPage = kPageBytes / kBlockBytes;

/// One bit of an address: the exclusive or of the coordinate bits in these masks.
struct AddressBit {
    std::uint8_t x = 0, y = 0;
    [[nodiscard]] constexpr AddressBit operator^(AddressBit other) const {
        return {static_cast<std::uint8_t>(x ^ other.x), static_cast<std::uint8_t>(y ^ other.y)};
    }
    [[nodiscard]] constexpr std::uint32_t of(std::uint32_t at_x, std::uint32_t at_y) const {
        return static_cast<std::uint32_t>(std::popcount(at_x & x) + std::popcount(at_y & y)) & 1;
    }
};

/// A row of the table of formats. An element is what addresses count: a word, halfword, byte or nibble.
struct Layout {
    PixelFormat format = PixelFormat::Ct32;
    std::uint8_t page_x = 6, page_y = 5; // pixels of a page, as powers of two
    std::uint8_t element = 5;            // bits of an element, as a power of two
    std::uint8_t shift = 0, bits = 32;   // the pixel's bits in its element
    std::uint8_t block_flip = 0;         // Z formats number the blocks of a page in another order
    std::array<AddressBit, 5> block{};   // which block of the page; most significant bit first
    std::array<AddressBit, 9> within{};  // which element of the block, likewise; those past within_bits are unused

    [[nodiscard]] constexpr unsigned within_bits() const { return 11U - element; } // a block has 256 bytes
    /// Elements of a page, as a power of two.
    [[nodiscard]] constexpr unsigned page_shift() const { return within_bits() + 5; }
    /// The last element of memory: addresses wrap by it.
    [[nodiscard]] constexpr std::uint32_t last_element() const { return (kMemoryBytes * 8U >> element) - 1; }
    [[nodiscard]] constexpr std::uint32_t value_mask() const { return bits == 32 ? ~0U : (1U << bits) - 1; }
    /// Pages in a row of a buffer of `width` * 64 pixels. Pages 128 pixels wide halve it, rounded down [EMU].
    [[nodiscard]] constexpr std::uint32_t pages_across(std::uint32_t width) const { return width >> (page_x - 6U); }
};

namespace detail {
[[nodiscard]] constexpr AddressBit x(unsigned bit) { return {static_cast<std::uint8_t>(1U << bit), 0}; }
[[nodiscard]] constexpr AddressBit y(unsigned bit) { return {0, static_cast<std::uint8_t>(1U << bit)}; }

using BlockBits = std::array<AddressBit, 5>;
using WithinBits = std::array<AddressBit, 9>;
inline constexpr BlockBits kBlocks32{x(5), y(4), x(4), y(3), x(3)};
inline constexpr BlockBits kBlocks16{y(5), x(5), y(4), x(4), y(3)}, kBlocks16s{x(5), y(4), y(5), x(4), y(3)};
inline constexpr BlockBits kBlocks8{x(6), y(5), x(5), y(4), x(4)}, kBlocks4{y(6), x(6), y(5), x(5), y(4)};
// The first two bits number the column of 64 bytes.
inline constexpr WithinBits kWords{y(2), y(1), x(2), x(1), y(0), x(0)};
inline constexpr WithinBits kHalfwords{y(2), y(1), x(2), x(1), y(0), x(0), x(3)};
inline constexpr AddressBit kCrossed = x(2) ^ y(1) ^ y(2);
inline constexpr WithinBits kBytes{y(3), y(2), kCrossed, x(1), y(0), x(0), x(3), y(1)};
inline constexpr WithinBits kNibbles{y(3), y(2), kCrossed, x(1), y(0), x(0), x(4), x(3), y(1)};
} // namespace detail

inline constexpr std::size_t kLayoutCount = 13;
/// The table, in the order of the formats' codes.
// clang-format off
inline constexpr std::array<Layout, kLayoutCount> kLayouts{{
    //                    page  element  shift, bits  flip  blocks              elements
    {PixelFormat::Ct32,   6, 5, 5,       0,  32,      0,    detail::kBlocks32,  detail::kWords    },
    {PixelFormat::Ct24,   6, 5, 5,       0,  24,      0,    detail::kBlocks32,  detail::kWords    },
    {PixelFormat::Ct16,   6, 6, 4,       0,  16,      0,    detail::kBlocks16,  detail::kHalfwords},
    {PixelFormat::Ct16s,  6, 6, 4,       0,  16,      0,    detail::kBlocks16s, detail::kHalfwords},
    {PixelFormat::T8,     7, 6, 3,       0,  8,       0,    detail::kBlocks8,   detail::kBytes    },
    {PixelFormat::T4,     7, 7, 2,       0,  4,       0,    detail::kBlocks4,   detail::kNibbles  },
    {PixelFormat::T8h,    6, 5, 5,       24, 8,       0,    detail::kBlocks32,  detail::kWords    },
    {PixelFormat::T4hl,   6, 5, 5,       24, 4,       0,    detail::kBlocks32,  detail::kWords    },
    {PixelFormat::T4hh,   6, 5, 5,       28, 4,       0,    detail::kBlocks32,  detail::kWords    },
    {PixelFormat::Z32,    6, 5, 5,       0,  32,      0x18, detail::kBlocks32,  detail::kWords    },
    {PixelFormat::Z24,    6, 5, 5,       0,  24,      0x18, detail::kBlocks32,  detail::kWords    },
    {PixelFormat::Z16,    6, 6, 4,       0,  16,      0x18, detail::kBlocks16,  detail::kHalfwords},
    {PixelFormat::Z16s,   6, 6, 4,       0,  16,      0x18, detail::kBlocks16s, detail::kHalfwords},
}};
// clang-format on

/// Which row of kLayouts a format has. Codes that are not listed are stored as CT32 [EMU: GSdx].
[[nodiscard]] constexpr std::size_t layout_row(PixelFormat format) {
    for (std::size_t row = 0; row < kLayoutCount; ++row)
        if (kLayouts[row].format == format) return row;
    return 0;
}
[[nodiscard]] constexpr const Layout& layout_of(PixelFormat format) { return kLayouts[layout_row(format)]; }

/// Whether pixels are numbers of palette entries.
[[nodiscard]] constexpr bool is_indexed(PixelFormat format) { return layout_of(format).bits <= 8; }

/// A rectangle of memory that pixels are stored in: a frame, a texture, an end of a transfer.
struct Buffer {
    PixelFormat format = PixelFormat::Ct32;
    std::uint32_t base = 0;  // in blocks of 256 bytes
    std::uint32_t width = 0; // in 64 pixels
    [[nodiscard]] constexpr bool operator==(const Buffer&) const = default;
};

/// The element inside its page that holds a pixel, from the lists of bits.
[[nodiscard]] constexpr std::uint32_t element_in_page(const Layout& layout, std::uint32_t x, std::uint32_t y) {
    std::uint32_t block = 0, element = 0;
    for (const AddressBit& bit : layout.block) block = block << 1 | bit.of(x, y);
    for (unsigned i = 0; i < layout.within_bits(); ++i) element = element << 1 | layout.within[i].of(x, y);
    return (block ^ layout.block_flip) << layout.within_bits() | element;
}

/// The element of memory that holds a pixel; wraps at 4 MiB.
[[nodiscard]] constexpr std::uint32_t address_of(const Buffer& buffer, std::uint32_t x, std::uint32_t y) {
    const Layout& layout = layout_of(buffer.format);
    const std::uint32_t page = (y >> layout.page_y) * layout.pages_across(buffer.width) + (x >> layout.page_x);
    const std::uint32_t first = (buffer.base + page * kBlocksOfPage) << layout.within_bits();
    return (first + element_in_page(layout, x, y)) & layout.last_element();
}

/// Where pixels lie inside their page: element = x[x % 128] ^ y[y % 128]. Every address bit is an exclusive or of
/// coordinate bits, so two short lists say what a list of the whole page (up to 16384 entries) would.
struct PageTable {
    std::array<std::uint16_t, 128> x{}, y{};
};
/// By row of kLayouts.
extern const std::array<PageTable, kLayoutCount> kPageTables;

/// A buffer made ready for loops over pixels: an address without looking at the format again.
class Addresses {
public:
    explicit Addresses(const Buffer& buffer);

    /// What address_of says.
    [[nodiscard]] std::uint32_t operator()(std::uint32_t x, std::uint32_t y) const { return in_row(row(y), x); }

    /// What all pixels of a row share.
    struct RowStart {
        std::uint32_t page = 0, element = 0;
    };
    [[nodiscard]] RowStart row(std::uint32_t y) const {
        return {base_ + (y >> page_y_) * row_of_pages_, table_->y[y & 127]};
    }
    [[nodiscard]] std::uint32_t in_row(RowStart row, std::uint32_t x) const {
        return (row.page + ((x >> page_x_) << page_shift_) + (row.element ^ table_->x[x & 127])) & last_element_;
    }

private:
    const PageTable* table_;
    std::uint32_t base_, row_of_pages_, last_element_;
    std::uint8_t page_x_, page_y_, page_shift_;
};

} // namespace relit::machine::gs
