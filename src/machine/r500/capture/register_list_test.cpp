#include "machine/r500/capture/register_list.hpp"

#include <gtest/gtest.h>

namespace relit::machine::r500 {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs pairs_of(std::string_view text) {
    EXPECT_TRUE(is_named_list(text)) << text;
    Pairs pairs;
    const auto list =
        read_named_list(text, [&](const ListedRegister& one) { pairs.emplace_back(one.number, one.value); });
    EXPECT_TRUE(list) << text << (list ? "" : list.error().text);
    return pairs;
}

TEST(R500RegisterList, ReadsEveryForm) {
    EXPECT_EQ(pairs_of("RB3D_COLOROFFSET_0 = 0x0\nZB_CNTL = 2\n"), (Pairs{{0x4e28, 0}, {0x4f00, 2}}));
    EXPECT_EQ(pairs_of("zb_cntl\t0x00000002\r\n"), (Pairs{{0x4f00, 2}}));
    EXPECT_EQ(pairs_of("ZB_CNTL\t00000012\n"), (Pairs{{0x4f00, 0x12}})) << "tools print eight hex digits";
    EXPECT_EQ(pairs_of("(4f00) ZB_CNTL 00000012 (18)\n"), (Pairs{{0x4f00, 0x12}}));
    EXPECT_EQ(pairs_of("(0x4F00) ZB_CNTL = 18\n"), (Pairs{{0x4f00, 18}}));
    EXPECT_EQ(pairs_of("ZB_CNTL (00004f00)\t00000012 (18)\n"), (Pairs{{0x4f00, 0x12}}));
    EXPECT_EQ(pairs_of("00004f00\t00000012 (18)\n"), (Pairs{{0x4f00, 0x12}}));
    EXPECT_EQ(pairs_of("ZB_CNTL\t18 (decimal)\n"), (Pairs{{0x4f00, 18}}));
    EXPECT_EQ(pairs_of("ZB_CNTL: 2;\n"), (Pairs{{0x4f00, 2}}));
    EXPECT_EQ(pairs_of("ZB_CNTL = 2\n0x4f04 = 3\nreg[0x5abc] = 4\n"), (Pairs{{0x4f00, 2}, {0x4f04, 3}, {0x5abc, 4}}));
    EXPECT_EQ(pairs_of("SU_DEPTH_SCALE = 1.0\n"), (Pairs{{0x42c0, 0x3f800000}}));
}

TEST(R500RegisterList, ReadsNamesOfDriversHeaders) {
    EXPECT_EQ(pairs_of("R300_RB3D_COLOROFFSET0 = 0x20\n"), (Pairs{{0x4e28, 0x20}}));
    EXPECT_EQ(pairs_of("RB3D_COLOROFFSET1 = 0x20\n"), (Pairs{{0x4e2c, 0x20}}));
    EXPECT_EQ(pairs_of("R500_ZB_CNTL = 1\n"), (Pairs{{0x4f00, 1}}));
    EXPECT_EQ(pairs_of("AVIVO_D1CRTC_CONTROL\t00000001\n"), (Pairs{{0x6080, 1}}));
    EXPECT_EQ(pairs_of("R_006080_D1CRTC_CONTROL = 1\n"), (Pairs{{0x6080, 1}}));
}

void ignore(const ListedRegister& /*one*/) {}

void expect_fault(std::string_view text, std::uint32_t line, std::uint32_t column, std::string_view wanted) {
    const auto list = read_named_list(text, ignore);
    ASSERT_FALSE(list) << text;
    EXPECT_EQ(list.error().text, wanted);
    EXPECT_EQ(list.error().line, line) << text;
    EXPECT_EQ(list.error().column, column) << text;
}

TEST(R500RegisterList, NamesWhatIsWrong) {
    expect_fault("ZB_CNTL = 2\nZB_CTNL = 2\n", 2, 1, "ZB_CTNL is no register that is known; the nearest is ZB_CNTL");
    expect_fault("ZB_CNTL =\n", 1, 1, "ZB_CNTL has no value");
    expect_fault("  ZB_CNTL\n", 1, 3, "ZB_CNTL has no value");
    expect_fault("ZB_CNTL = x\n", 1, 11, "x is no value of 32 bits");
    expect_fault("ZB_CNTL = 1 2\n", 1, 13, "expected the end of the line after the value");
    expect_fault("(4f04) ZB_CNTL 00000012\n", 1, 2, "ZB_CNTL is at 0x4f00, not at 4f04");
    expect_fault("ffffff00 00000012 (18)\n", 1, 1, "ffffff00 is no address of a register");
}

TEST(R500RegisterList, SaysWhatItLeavesOut) {
    std::size_t registers = 0;
    const auto warnings = read_named_list("Depth:\nZB_CNTL\t00000012\n\tEnable:\t1\nXQJ_WVWV_KKK\t00000001\n",
                                          [&](const ListedRegister& /*one*/) { ++registers; });
    ASSERT_TRUE(warnings) << warnings.error().text;
    EXPECT_EQ(registers, 1U);
    EXPECT_EQ(*warnings, (std::vector<std::string>{
                             "line 4: XQJ_WVWV_KKK is no register that is known, and none has a name near it: left out",
                             "2 lines give no register a value: left out",
                             "1 values of eight digits without 0x are taken for hex"}));
}

TEST(R500RegisterList, HasALimit) {
    std::string text = "ZB_CNTL = 1\n";
    for (std::size_t i = 0; i < kMostOtherLines; ++i) text += "word\n";
    EXPECT_TRUE(read_named_list(text, ignore));
    EXPECT_FALSE(read_named_list(text + "word\n", ignore));
}

TEST(R500RegisterList, OtherTextIsNone) {
    for (const std::string_view text :
         {"MOV R0, v[1];", "mov oPos, v0", "!!ARBvp1.0", "out[0].xyzw = VE_ADD in[0].xyzw", "1 2", "-- no"})
        EXPECT_FALSE(is_named_list(text)) << text;
}

} // namespace
} // namespace relit::machine::r500
