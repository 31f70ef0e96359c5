#include "machine/gs/state/layout.hpp"

#include <gtest/gtest.h>

#include <random>

namespace relit::machine::gs {
namespace {

struct Vector {
    Buffer buffer;
    std::uint32_t x, y, element;
};

// Computed by a separate program in another language, whose rules were checked by uploads in every format.
// clang-format off
constexpr Vector kVectors[] = {
    {{PixelFormat::Ct32, 0x0, 2}, 61, 9, 0x5cb},
    {{PixelFormat::Ct32, 0x883, 2}, 81, 1644, 0x55a61},
    {{PixelFormat::Ct32, 0x788, 10}, 909, 1475, 0xb25b},
    {{PixelFormat::Ct32, 0x1619, 10}, 434, 1072, 0xd44},
    {{PixelFormat::Ct32, 0x348, 8}, 1066, 1113, 0x9d8c6},
    {{PixelFormat::Ct24, 0x0, 2}, 47, 5, 0x46f},
    {{PixelFormat::Ct24, 0x31a7, 16}, 1019, 728, 0x7e985},
    {{PixelFormat::Ct24, 0x3c9e, 8}, 1146, 365, 0x27566},
    {{PixelFormat::Ct24, 0xec, 10}, 1195, 1276, 0xd01e5},
    {{PixelFormat::Ct24, 0x34fc, 8}, 1735, 1180, 0x719ad},
    {{PixelFormat::Ct16, 0x0, 2}, 39, 16, 0x61a},
    {{PixelFormat::Ct16, 0xa60, 1}, 189, 1895, 0x72d77},
    {{PixelFormat::Ct16, 0x3c51, 10}, 1404, 594, 0x51fb1},
    {{PixelFormat::Ct16, 0x881, 8}, 1690, 830, 0xbec69},
    {{PixelFormat::Ct16, 0x235d, 63}, 752, 1457, 0x90d84},
    {{PixelFormat::Ct16s, 0x0, 2}, 12, 3, 0x35},
    {{PixelFormat::Ct16s, 0x2384, 8}, 972, 500, 0x163851},
    {{PixelFormat::Ct16s, 0x16b9, 16}, 1191, 1880, 0x9891a},
    {{PixelFormat::Ct16s, 0x57a, 1}, 1462, 338, 0x47a38},
    {{PixelFormat::Ct16s, 0x29df, 10}, 74, 1322, 0x18229},
    {{PixelFormat::T8, 0x0, 2}, 9, 18, 0x227},
    {{PixelFormat::T8, 0x38d9, 8}, 1196, 558, 0x3e05e3},
    {{PixelFormat::T8, 0x30d9, 10}, 650, 1357, 0x3e99fa},
    {{PixelFormat::T8, 0x2e81, 1}, 183, 1862, 0x2ea675},
    {{PixelFormat::T8, 0x2ebe, 3}, 1485, 1189, 0x32764e},
    {{PixelFormat::T4, 0x0, 2}, 26, 7, 0xb7},
    {{PixelFormat::T4, 0x7f6, 1}, 226, 690, 0x104a61},
    {{PixelFormat::T4, 0x53b, 3}, 2009, 1020, 0x1031ce},
    {{PixelFormat::T4, 0x48d, 16}, 500, 1199, 0x1bf7d5},
    {{PixelFormat::T4, 0x19a2, 32}, 1956, 826, 0x4f1301},
    {{PixelFormat::T8h, 0x0, 2}, 4, 14, 0xb8},
    {{PixelFormat::T8h, 0x38c4, 32}, 1018, 1752, 0x4b0c4},
    {{PixelFormat::T8h, 0x3fd1, 8}, 768, 129, 0x15442},
    {{PixelFormat::T8h, 0x208f, 1}, 1037, 992, 0x99c09},
    {{PixelFormat::T8h, 0x1da0, 8}, 1708, 1071, 0x7cfa},
    {{PixelFormat::T4hl, 0x0, 2}, 14, 25, 0x2ce},
    {{PixelFormat::T4hl, 0x3f44, 1}, 1587, 380, 0xf0a5},
    {{PixelFormat::T4hl, 0x1aff, 32}, 677, 1378, 0x213d9},
    {{PixelFormat::T4hl, 0x3c51, 10}, 1290, 1720, 0x4704},
    {{PixelFormat::T4hl, 0x2257, 8}, 1386, 1606, 0x5c234},
    {{PixelFormat::T4hh, 0x0, 2}, 5, 25, 0x28b},
    {{PixelFormat::T4hh, 0x227d, 3}, 247, 685, 0xab4ef},
    {{PixelFormat::T4hh, 0x3c70, 63}, 1653, 1599, 0x63bb},
    {{PixelFormat::T4hh, 0x6b, 8}, 865, 642, 0x586d1},
    {{PixelFormat::T4hh, 0x20f0, 1}, 474, 1621, 0xa0766},
    {{PixelFormat::Z32, 0x0, 2}, 20, 21, 0x52a},
    {{PixelFormat::Z32, 0x3846, 63}, 108, 323, 0x1cbda},
    {{PixelFormat::Z32, 0xe74, 1}, 2002, 1052, 0x59aa4},
    {{PixelFormat::Z32, 0x54b, 3}, 1485, 326, 0x30139},
    {{PixelFormat::Z32, 0x2602, 1}, 1420, 306, 0xa7cd8},
    {{PixelFormat::Z24, 0x0, 2}, 39, 24, 0x8d},
    {{PixelFormat::Z24, 0x3e4a, 8}, 1638, 389, 0x35cae},
    {{PixelFormat::Z24, 0xea6, 2}, 1498, 1777, 0x7d6c6},
    {{PixelFormat::Z24, 0x38dc, 32}, 274, 802, 0x75e14},
    {{PixelFormat::Z24, 0x3d45, 10}, 1730, 484, 0x4df64},
    {{PixelFormat::Z16, 0x0, 2}, 19, 20, 0xf4a},
    {{PixelFormat::Z16, 0x2b56, 63}, 1059, 19, 0x16b52e},
    {{PixelFormat::Z16, 0xb6, 3}, 1277, 495, 0x2dcf7},
    {{PixelFormat::Z16, 0x3e45, 2}, 1983, 310, 0x185fb},
    {{PixelFormat::Z16, 0x34a1, 8}, 1201, 1461, 0x673c6},
    {{PixelFormat::Z16s, 0x0, 2}, 40, 29, 0xc5},
    {{PixelFormat::Z16s, 0x386a, 10}, 1810, 1604, 0xda248},
    {{PixelFormat::Z16s, 0x2037, 3}, 1483, 1392, 0x15858b},
    {{PixelFormat::Z16s, 0x3779, 3}, 338, 589, 0x1dca4c},
    {{PixelFormat::Z16s, 0x2486, 3}, 1523, 808, 0x15fa8a},
};
// clang-format on

TEST(GsLayout, AddressesOfManyBuffers) {
    for (const auto& [buffer, x, y, element] : kVectors) {
        EXPECT_EQ(address_of(buffer, x, y), element)
            << std::hex << static_cast<int>(buffer.format) << " " << x << " " << y;
        EXPECT_EQ(Addresses(buffer)(x, y), element);
    }
}

TEST(GsLayout, ListsSayWhatBitsSay) {
    std::mt19937 random(4);
    for (const Layout& layout : kLayouts) {
        for (int i = 0; i < 2000; ++i) {
            const Buffer buffer{layout.format, static_cast<std::uint32_t>(random() % kBlocks),
                                static_cast<std::uint32_t>(random() % 64)};
            const auto x = static_cast<std::uint32_t>(random() % 4096), y = static_cast<std::uint32_t>(random() % 4096);
            ASSERT_EQ(Addresses(buffer)(x, y), address_of(buffer, x, y))
                << "format " << static_cast<int>(layout.format);
        }
    }
}

TEST(GsLayout, UnlistedCodesAreStoredAsWords) {
    EXPECT_EQ(layout_of(static_cast<PixelFormat>(0x3f)).format, PixelFormat::Ct32);
    EXPECT_EQ(layout_of(PixelFormat::Z16s).format, PixelFormat::Z16s);
}

TEST(GsLayout, PartsOfWords) {
    EXPECT_EQ(layout_of(PixelFormat::T8h).shift, 24);
    EXPECT_EQ(layout_of(PixelFormat::T4hl).shift, 24);
    EXPECT_EQ(layout_of(PixelFormat::T4hh).shift, 28);
    EXPECT_EQ(layout_of(PixelFormat::Z24).value_mask(), 0xffffffU);
    EXPECT_EQ(layout_of(PixelFormat::Z32).value_mask(), 0xffffffffU);
}

} // namespace
} // namespace relit::machine::gs
