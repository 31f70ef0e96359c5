// What no compiler of the corpus and no test of a console reaches: differences of four bytes.
#include "tests/support/maxwell/kernel.hpp"

#include <gtest/gtest.h>

namespace relit::test::maxwell_video {
namespace {

/// R0 is 0x80402010, R1 0x10ff3020, R2 0x01020304.
std::uint32_t stored(const std::string& operation) {
    const auto words = words_of(interpret(kernel_of("MOV32I R0, 0x80402010 ;\nMOV32I R1, 0x10ff3020 ;\n"
                                                    "MOV32I R2, 0x01020304 ;\n" +
                                                        operation + " ;\nSTG.E [R4], R3 ;\nEXIT ;\n",
                                                    1, 1),
                                          Warps::AreSubgroups));
    return words.empty() ? 0 : words[0];
}

TEST(MaxwellVideo, DifferencesOfFourBytes) {
    EXPECT_EQ(stored("VABSDIFF4.UD.U8.U8.XYZW R3, R0.3210, R1.7654, R2"), 0x70bf1010U);
    EXPECT_EQ(stored("VABSDIFF4.UD.U8.U8.XW R3, R0.3210, R1.7654, R2"), 0x70020310U);
    EXPECT_EQ(stored("VABSDIFF4.UD.U8.U8.ACC.XYZW R3, R0.3210, R1.7654, R2"), 0x01020304U + 0x70 + 0xbf + 0x10 + 0x10);
}

// -128 and 16, 64 and -1, 32 and 48, 16 and 32.
TEST(MaxwellVideo, BytesMayHaveSigns) {
    EXPECT_EQ(stored("VABSDIFF4.SD.S8.S8.XYZW R3, R0.3210, R1.7654, R2"), 0x90411010U);
    EXPECT_EQ(stored("VABSDIFF4.SD.S8.S8.SAT.XYZW R3, R0.3210, R1.7654, R2"), 0x7f411010U);
}

// Lane 0 takes what the last digit names; from 4 on those of B.
TEST(MaxwellVideo, BytesComeInAnyOrder) {
    EXPECT_EQ(stored("VABSDIFF4.UD.U8.U8.XYZW R3, R0.5432, R1.4444, R2"), 0x10006020U);
}

} // namespace
} // namespace relit::test::maxwell_video
