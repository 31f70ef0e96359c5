// What Maxwell's threads tell each other where the host's subgroups are no warps.
#include "tests/support/maxwell/kernel.hpp"

#include <gtest/gtest.h>

namespace relit::test::maxwell_threads {
namespace {

// Each thread stores R1 at its number.
constexpr std::string_view kStore =
    "SHL R3, R0, 0x2 ;\nIADD R4.CC, R4, R3 ;\nIADD.X R5, R5, RZ ;\nSTG.E [R4], R1 ;\nEXIT ;\n";

std::vector<std::uint32_t> stored(const std::string& text, std::uint32_t threads, Warps warps = Warps::ShareMemory) {
    const auto kernel = kernel_of("S2R R0, SR_TID.X ;\n" + text + std::string(kStore), threads, threads);
    return words_of(interpret(kernel, warps));
}

// Of 40 threads the first three say yes.
TEST(MaxwellThreads, BarriersCountAndJoinWhatThreadsSay) {
    const std::string three = "ISETP.LT.U32.AND P0, PT, R0, 0x3, PT ;\n",
                      many = "ISETP.LT.U32.AND P0, PT, R0, 0x40, PT ;\n";
    const auto asked = [](const std::string& who, std::string_view how) {
        return stored(who + "BAR.RED." + std::string(how) + " 0x0, P0 ;\nB2R.RESULT PT, R1, 0x0 ;\n", 40);
    };
    EXPECT_EQ(asked(three, "POPC"), std::vector<std::uint32_t>(40, 3));
    EXPECT_EQ(asked(three, "AND"), std::vector<std::uint32_t>(40, 0));
    EXPECT_EQ(asked(three, "OR"), std::vector<std::uint32_t>(40, 1));
    EXPECT_EQ(asked(many, "AND"), std::vector<std::uint32_t>(40, 1));
}

// 40 threads are a whole warp and a part of one; odd threads do not ask.
TEST(MaxwellThreads, VotesAreOfTheWarpAndOfThoseWhoseGuardHolds) {
    const auto words = stored(
        "LOP.AND R2, R0, 0x1 ;\nISETP.EQ.AND P0, PT, R2, RZ, PT ;\n"
        "ISETP.LT.U32.AND P1, PT, R0, 0x26, PT ;\n@P0 VOTE.ANY R1, P2, P1 ;\n",
        40);
    ASSERT_EQ(words.size(), 40U);
    for (std::uint32_t i = 0; i < 40; ++i) EXPECT_EQ(words[i], i % 2 != 0 ? 0U : i < 32 ? 0x55555555U : 0x15U) << i;
}

TEST(MaxwellThreads, LanesAreCountedWithinTheWarp) {
    const auto words = stored("SHFL.BFLY PT, R1, R0, 0x1, 0x1f ;\nS2R R2, SR_LANEID ;\nISCADD R1, R2, R1, 0x8 ;\n", 40);
    ASSERT_EQ(words.size(), 40U);
    for (std::uint32_t i = 0; i < 40; ++i) EXPECT_EQ(words[i], (i ^ 1) + (i % 32 << 8)) << i;
}

// 60 threads of a workgroup of 5 x 3 x 4, whose size the program knows or not.
TEST(MaxwellThreads, LanesAreCountedAlongAllSides) {
    constexpr std::string_view kNumber =
        "S2R R0, SR_TID.X ;\nS2R R1, SR_TID.Y ;\nS2R R2, SR_TID.Z ;\nMOV32I R6, 0x5 ;\nMOV32I R7, 0xf ;\n"
        "XMAD R0, R1, R6, R0 ;\nXMAD R0, R2, R7, R0 ;\nS2R R1, SR_LANEID ;\n";
    for (const bool is_open : {false, true}) {
        MaxwellVector kernel = kernel_of(std::string(kNumber) + std::string(kStore), 60, 60);
        kernel.workgroup = {5, 3, 4};
        if (is_open) kernel.context = {{"maxwell.workgroup0", 0}, {"maxwell.workgroup1", 0}, {"maxwell.workgroup2", 0}};
        const auto words = words_of(interpret(kernel, Warps::ShareMemory));
        ASSERT_EQ(words.size(), 60U);
        for (std::uint32_t i = 0; i < words.size(); ++i) EXPECT_EQ(words[i], i % 32) << i << is_open;
    }
}

// One back_end and the other.
TEST(MaxwellThreads, SharedMemoryGivesWhatSubgroupsGive) {
    for (const std::string_view how : {"UP", "DOWN", "IDX", "BFLY"}) {
        const std::string text = "SHFL." + std::string(how) + " P0, R1, R0, 0x3, 0x181f ;\n@!P0 IADD R1, R1, 0x100 ;\n";
        EXPECT_EQ(stored(text, 32), stored(text, 32, Warps::AreSubgroups)) << how;
    }
}

// Hosts have as little as 16 KB of it for all that a workgroup shares.
TEST(MaxwellThreads, VotesShareAWordForEachWarp) {
    for (const auto& [threads, bytes] : {std::pair{32U, 4U}, {33U, 8U}, {64U, 8U}, {1024U, 128U}}) {
        const auto module = module_of(kernel_of("S2R R0, SR_TID.X ;\nISETP.LT.U32.AND P1, PT, R0, 0x26, PT ;\n"
                                                "VOTE.ANY R1, P2, P1 ;\n" +
                                                    std::string(kStore),
                                                threads, threads),
                                      Warps::ShareMemory);
        ASSERT_TRUE(module) << module.error().text;
        std::uint32_t shared = 0;
        for (const ir::Resource& resource : module->resources)
            if (resource.kind == ir::ResourceKind::Shared) shared += resource.size;
        EXPECT_EQ(shared, bytes) << threads;
    }
}

} // namespace
} // namespace relit::test::maxwell_threads
