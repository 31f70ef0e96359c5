#include "machine/r500/capture/test_text.hpp"
#include "machine/r500/capture/walk.hpp"
#include "machine/r500/stream/packet_text.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

// A point of four dwords on a target of 64 x 64 pixels: nothing is wrong with it.
constexpr std::string_view kGood = R"(
ZB_CNTL = 0
SC_SCISSOR1 = {XS1=63, YS1=63}
RB3D_CCTL = 0
RB3D_COLOR_CHANNEL_MASK = 15
RB3D_COLOROFFSET_0 = 0
NOP 0
RB3D_COLORPITCH_0 = {COLORPITCH=32, COLORFORMAT=ARGB8888}
VAP_VTX_SIZE = 4
3D_DRAW_IMMD_2 {PRIM_TYPE=POINTS, PRIM_WALK=VERTEX_EMBEDDED, NUM_VERTICES=1}
+ 0, 0, 0, 0
)";

Capture capture_of(std::vector<std::uint32_t> dwords) {
    Capture capture;
    capture.chip = "R580";
    capture.buffers = {{7, {16384, 0}}, {8, {4096, 0}}};
    Submission submission;
    submission.dwords = std::move(dwords);
    submission.relocations = {{7, 4, 4, 0}, {8, 4, 4, 0}};
    capture.submissions.push_back(std::move(submission));
    return capture;
}

/// "12 unsafe-register" of each violation of the kernel.
std::string violations_of(const Capture& capture) {
    std::string text;
    for (Walker walker(capture); walker.next();)
        for (const Violation& violation : walker.violations())
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", violation.dword, rule_info(violation.rule).name);
    return text;
}
std::string violations_of(std::string_view text) {
    auto dwords = parse_packets(text);
    if (!dwords) return describe(dwords.error(), "text");
    return violations_of(capture_of(std::move(*dwords)));
}

TEST(KernelCheck, TakesAGoodStream) { EXPECT_EQ(violations_of(kGood), ""); }

// The five streams that the project promises to reject, each with the dword at fault.
TEST(KernelCheck, RejectsAMissingRelocation) {
    EXPECT_EQ(violations_of(replaced(kGood, "NOP 0\n", "")), "9 missing-relocation, 14 no-color-buffer");
}
TEST(KernelCheck, RejectsAnUnsafeRegister) {
    EXPECT_EQ(violations_of(replaced(kGood, "RB3D_CCTL = 0\n", "RB3D_CCTL = 0\nCP_RB_BASE = 4096\n")),
              "7 unsafe-register");
}
TEST(KernelCheck, RejectsATargetThatIsLargerThanItsBuffer) {
    EXPECT_EQ(violations_of(replaced(kGood, "YS1=63", "YS1=64")), "16 color-buffer-small");
    EXPECT_EQ(violations_of(replaced(kGood, "NOP 0", "NOP 4")), "16 color-buffer-small");
}
TEST(KernelCheck, RejectsDepthWithoutABuffer) {
    EXPECT_EQ(violations_of(replaced(kGood, "ZB_CNTL = 0", "ZB_CNTL = {Z_ENABLE=1}")), "16 no-depth-buffer");
    EXPECT_EQ(violations_of(replaced(kGood, "ZB_CNTL = 0\n", "")), "14 no-depth-buffer")
        << "depth counts as tested at first";
}
TEST(KernelCheck, RejectsAWrongWalk) {
    EXPECT_EQ(violations_of(replaced(kGood, "VERTEX_EMBEDDED", "VERTEX_LIST")), "16 wrong-walk");
    EXPECT_EQ(violations_of(replaced(kGood, "VERTEX_EMBEDDED", "STATE")), "16 wrong-walk");
}

TEST(KernelCheck, RejectsPackets) {
    EXPECT_EQ(violations_of(".dword 0x40000000, 0, 0"), "0 type-1");
    EXPECT_EQ(violations_of(".dword 0xc0031000, 0, 0"), "0 cut-packet");
    EXPECT_EQ(violations_of("packet3[0x77] 0"), "0 unknown-operation");
    EXPECT_EQ(violations_of("LOAD_PALETTE 0"), "0 unknown-operation");
    EXPECT_EQ(violations_of("3D_CLEAR_ZMASK 0, 1, 0"), "0 hyperz-not-granted");
    EXPECT_EQ(violations_of("3D_CLEAR_CMASK 0, 1, 0"), "0 cmask-not-granted");
    EXPECT_EQ(violations_of("ZB_BW_CNTL = {FAST_FILL=1}"), "1 hyperz-not-granted");
    EXPECT_EQ(violations_of("FG_ZBREG_DEST = 1"), "1 wrong-chip");
}

TEST(KernelCheck, RejectsRelocations) {
    EXPECT_EQ(violations_of("ZB_DEPTHOFFSET = 0\nNOP 8"), "2 relocation-beyond");
    EXPECT_EQ(violations_of("ZB_DEPTHOFFSET = 0x10000\nNOP 0"), "1 address-beyond");
    EXPECT_EQ(violations_of("RB3D_COLOROFFSET_0 = 0\n+ RB3D_COLOROFFSET_1 = 0\nNOP 0"), "2 missing-relocation");
}

TEST(KernelCheck, RejectsFormats) {
    EXPECT_EQ(violations_of("RB3D_COLORPITCH_1 = {COLORFORMAT=8}"), "1 color-format");
    EXPECT_EQ(violations_of("ZB_FORMAT = 3"), "1 depth-format");
    EXPECT_EQ(violations_of("TX_FORMAT1_2 = {TXFORMAT=19}"), "1 texture-format");
}

// A texture of 64 x 64 texels of 4 bytes fits 16384 bytes; with its levels it does not.
TEST(KernelCheck, CountsTexturesAsTheKernelDoes) {
    constexpr std::string_view kTexture = R"(
TX_ENABLE = 1
TX_FORMAT0_0 = {TXWIDTH=63, TXHEIGHT=63, NUM_LEVELS=0}
TX_FORMAT1_0 = {TXFORMAT=12}
TX_FORMAT2_0 = 0
TX_OFFSET_0 = 0
NOP 0
)";
    const auto with = [&](std::string_view what, std::string_view by) {
        return violations_of(replaced(kTexture, what, by) + std::string(kGood));
    };
    EXPECT_EQ(with("NUM_LEVELS=0", "NUM_LEVELS=0"), "");
    EXPECT_EQ(with("NUM_LEVELS=0", "NUM_LEVELS=1"), "28 texture-small");
    EXPECT_EQ(with("TXFORMAT=12", "TXFORMAT=12, TEX_COORD_TYPE=2"), "28 texture-small");
    EXPECT_EQ(with("TXFORMAT=12", "TXFORMAT=12, TEX_COORD_TYPE=3"), "28 texture-kind");
    EXPECT_EQ(with("TXWIDTH=63", "TXWIDTH=64"), "28 texture-small") << "a width is rounded up to a power of two";
    EXPECT_EQ(with("TX_OFFSET_0 = 0\nNOP 0\n", ""), "24 no-texture-buffer");
}

TEST(KernelCheck, RejectsVertices) {
    EXPECT_EQ(violations_of(replaced(kGood, "NUM_VERTICES=1", "NUM_VERTICES=2")), "16 embedded-size");
    constexpr std::string_view kArrays = R"(
3D_LOAD_VBPNTR {VTX_NUM_ARRAYS=1}
+ {VTX_AOS_COUNT0=4, VTX_AOS_STRIDE0=4}, 0
NOP 4
3D_DRAW_VBUF_2 {PRIM_TYPE=POINTS, PRIM_WALK=VERTEX_LIST, NUM_VERTICES=257}
)";
    EXPECT_EQ(violations_of(std::string(kGood) + std::string(kArrays)), "") << "256 strides of 16 bytes are 4096";
    EXPECT_EQ(violations_of(std::string(kGood) + replaced(kArrays, "257", "258")), "28 vertex-buffer-small");
    EXPECT_EQ(violations_of(std::string(kGood) + replaced(kArrays, "257", "0")), "28 vertex-buffer-small")
        << "1 is taken from the count, which has no sign";
    EXPECT_EQ(violations_of(std::string(kGood) + replaced(kArrays, "NOP 4\n", "")),
              "25 missing-relocation, 26 no-vertex-buffer");
    EXPECT_EQ(violations_of(std::string(kGood) + replaced(kArrays, "VTX_NUM_ARRAYS=1", "VTX_NUM_ARRAYS=2")),
              "22 short-body");
}

} // namespace
} // namespace relit::machine::r500
