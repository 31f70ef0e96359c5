// Where pixels of the GS lie: in every format each element of a page and of the whole memory is one pixel's, and the
// position is that which the reference's lists of bits, read here as text, say.
#include "machine/gs/state/layout.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace relit::gs_layout {
namespace {

using namespace relit::machine::gs;

/// A row of the reference's table, its words as they stand there.
struct Described {
    std::vector<PixelFormat> formats;
    std::uint32_t page_width, page_height, block_width, block_height;
    std::string_view block, element;
    std::uint32_t flip, per_block;
};
using enum PixelFormat;
constexpr std::string_view kWord = "y2 y1 x2 x1 y0 x0", kHalfword = "y2 y1 x2 x1 y0 x0 x3";
const std::vector<Described> kReference = {
    {{Ct32, Ct24, T8h, T4hl, T4hh}, 64, 32, 8, 8, "x5 y4 x4 y3 x3", kWord, 0, 64},
    {{Z32, Z24}, 64, 32, 8, 8, "x5 y4 x4 y3 x3", kWord, 0x18, 64},
    {{Ct16}, 64, 64, 16, 8, "y5 x5 y4 x4 y3", kHalfword, 0, 128},
    {{Ct16s}, 64, 64, 16, 8, "x5 y4 y5 x4 y3", kHalfword, 0, 128},
    {{Z16}, 64, 64, 16, 8, "y5 x5 y4 x4 y3", kHalfword, 0x18, 128},
    {{Z16s}, 64, 64, 16, 8, "x5 y4 y5 x4 y3", kHalfword, 0x18, 128},
    {{T8}, 128, 64, 16, 16, "x6 y5 x5 y4 x4", "y3 y2 x2^y1^y2 x1 y0 x0 x3 y1", 0, 256},
    {{T4}, 128, 128, 32, 16, "y6 x6 y5 x5 y4", "y3 y2 x2^y1^y2 x1 y0 x0 x4 x3 y1", 0, 512},
};

std::uint32_t number(std::string_view bits, std::uint32_t x, std::uint32_t y) {
    std::uint32_t value = 0, bit = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
        if (bits[i] == ' ') {
            value = value << 1 | bit;
            bit = 0;
        } else if (bits[i] == 'x' || bits[i] == 'y') {
            bit ^= ((bits[i] == 'x' ? x : y) >> (bits[i + 1] - '0')) & 1;
        }
    }
    return value << 1 | bit;
}

std::uint32_t described_address(const Described& row, const Buffer& buffer, std::uint32_t x, std::uint32_t y) {
    const std::uint32_t pages_across = buffer.width * 64 / row.page_width;
    const std::uint32_t page = y / row.page_height * pages_across + x / row.page_width;
    const std::uint32_t block = number(row.block, x, y) ^ row.flip;
    return ((buffer.base + 32 * page + block) * row.per_block + number(row.element, x, y)) % (16384 * row.per_block);
}

template <class Body>
void for_each_format(Body body) {
    std::size_t seen = 0;
    for (const Described& row : kReference) {
        for (const PixelFormat format : row.formats) body(row, format);
        seen += row.formats.size();
    }
    EXPECT_EQ(seen, kLayoutCount);
}

TEST(GsLayoutProperties, AddressesAreThoseOfTheReference) {
    for_each_format([](const Described& row, PixelFormat format) {
        for (const Buffer& buffer : {Buffer{format, 0, 2}, Buffer{format, 0x1234, 10}, Buffer{format, 0x3ff7, 5}}) {
            const Addresses addresses(buffer);
            for (std::uint32_t y = 0; y < 300; ++y)
                for (std::uint32_t x = 0; x < 300; ++x)
                    ASSERT_EQ(addresses(x, y), described_address(row, buffer, x, y))
                        << "format " << static_cast<int>(format) << " at " << x << ", " << y;
        }
    });
}

TEST(GsLayoutProperties, BlocksAreRectangles) {
    for_each_format([](const Described& row, PixelFormat format) {
        const Addresses addresses(Buffer{format, 0, 2});
        for (std::uint32_t y = 0; y < row.page_height; ++y)
            for (std::uint32_t x = 0; x < row.page_width; ++x)
                ASSERT_EQ(addresses(x, y) / row.per_block,
                          addresses(x / row.block_width * row.block_width, y / row.block_height * row.block_height) /
                              row.per_block);
    });
}

TEST(GsLayoutProperties, EachElementOfMemoryIsOnePixels) {
    for_each_format([](const Described& row, PixelFormat format) {
        const std::uint32_t count = 16384 * row.per_block;
        std::vector<bool> is_taken(count);
        const Addresses addresses(Buffer{format, 0x155, 16}); // 1024 pixels wide, off the pages: all of memory, wrapped
        for (std::uint32_t y = 0; y < count / 1024; ++y) {
            const auto line = addresses.row(y);
            for (std::uint32_t x = 0; x < 1024; ++x) {
                const std::uint32_t at = addresses.in_row(line, x);
                ASSERT_LT(at, count);
                ASSERT_FALSE(is_taken[at]) << "format " << static_cast<int>(format) << " at " << x << ", " << y;
                is_taken[at] = true;
            }
        }
    });
}

TEST(GsLayoutProperties, EachElementOfAPageIsOnePixels) {
    for_each_format([](const Described& row, PixelFormat format) {
        std::vector<bool> is_taken(32 * row.per_block);
        for (std::uint32_t y = 0; y < row.page_height; ++y)
            for (std::uint32_t x = 0; x < row.page_width; ++x) {
                const std::uint32_t at = element_in_page(layout_of(format), x, y);
                ASSERT_LT(at, is_taken.size());
                ASSERT_FALSE(is_taken[at]);
                is_taken[at] = true;
            }
    });
}

} // namespace
} // namespace relit::gs_layout
