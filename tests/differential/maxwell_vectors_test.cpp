// What a console made of Maxwell's instructions, against the interpreter.
#include "tests/support/device.hpp"
#include "tests/support/maxwell/kernel.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace relit::test::maxwell_vectors_test {
namespace {

/// What the interpreter gives otherwise, and why.
const std::map<std::string, std::string> kKnownMisses = {
    {"hw03950", "the cosine of the float next to pi/2 is -4e-8; the console's, made in turns, is 0"},
};

struct Score {
    std::size_t right = 0, wrong = 0, refused = 0;
};

// RELIT_VECTORS=group prints what is wrong in that group.
TEST(MaxwellVectors, TheInterpreterGivesWhatTheConsoleGave) {
    if (maxwell_vectors().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    const char* shown = std::getenv("RELIT_VECTORS"); // NOLINT(concurrency-mt-unsafe): nothing writes the environment
    std::map<std::string, Score> groups;
    std::map<std::string, std::size_t> reasons;
    Score all;
    for (const MaxwellVector& vector : maxwell_vectors()) {
        const std::string group = vector.name.substr(0, vector.name.find(':'));
        const auto bytes = interpret(vector, Warps::AreSubgroups);
        const bool right = bytes && is_right(vector, *bytes);
        for (Score* score : {&groups[group], &all}) ++(right ? score->right : bytes ? score->wrong : score->refused);
        if (!bytes) ++reasons[bytes.error().text];
        EXPECT_EQ(right, !kKnownMisses.contains(vector.id)) << vector.id << " " << vector.name;
        if (right || shown == nullptr || group != shown) continue;
        fmt::print("{} {}: {}", vector.id, vector.name, bytes ? "got" : bytes.error().text);
        for (std::size_t i = 0; bytes && i < bytes->size(); ++i) fmt::print(" {:02x}", (*bytes)[i]);
        fmt::print(", the console");
        for (const std::uint8_t byte : vector.expected) fmt::print(" {:02x}", byte);
        fmt::print(", input");
        for (const std::uint8_t byte : vector.input) fmt::print(" {:02x}", byte);
        fmt::print("\n");
    }
    for (const auto& [group, score] : groups)
        if (score.wrong + score.refused != 0)
            fmt::print("{:<10} {:4} right {:4} wrong {:4} refused\n", group, score.right, score.wrong, score.refused);
    for (const auto& [reason, count] : reasons) fmt::print("{:4} {}\n", count, reason);
    fmt::print("{} of {} right, {} wrong, {} refused\n", all.right, maxwell_vectors().size(), all.wrong, all.refused);
}

// What threads of a warp tell each other, through shared memory.
TEST(MaxwellVectors, WarpsThatShareMemoryGiveWhatTheConsoleGave) {
    if (maxwell_vectors().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    std::size_t count = 0;
    for (const MaxwellVector& vector : maxwell_vectors()) {
        const bool exchanges = vector.name.starts_with("shfl") || vector.name.starts_with("vote");
        if (!exchanges) continue;
        ++count;
        const auto bytes = interpret(vector, Warps::ShareMemory);
        ASSERT_TRUE(bytes) << vector.id << " " << bytes.error().text;
        EXPECT_TRUE(is_right(vector, *bytes)) << vector.id << " " << vector.name;
    }
    EXPECT_NE(count, 0U);
}

/// One of so many runs on the device in every test run; RELIT_VECTORS=all: each.
constexpr std::size_t kShare = 4;

void expect_right_on_device(Lacking lacking, std::size_t first, std::size_t percent = 1) {
    if (maxwell_vectors().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    const char* shown = std::getenv("RELIT_VECTORS"); // NOLINT(concurrency-mt-unsafe): nothing writes the environment
    const bool all = shown != nullptr && std::string_view(shown) == "all";
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    std::size_t right = 0, wrong = 0, refused = 0;
    for (std::size_t i = first; i < maxwell_vectors().size(); i += all ? 1 : kShare) {
        const MaxwellVector& vector = maxwell_vectors()[i];
        const auto bytes = run_on(*device, vector, Factors::Shown, lacking);
        const bool good = bytes && is_right(vector, *bytes);
        ++(good ? right : bytes ? wrong : refused);
        if (!good) fmt::print("{} {}: {}\n", vector.id, vector.name, bytes ? "wrong" : bytes.error().text);
    }
    fmt::print("on the device: {} right, {} wrong, {} refused\n", right, wrong, refused);
    EXPECT_LE((wrong + refused) * 100, percent * (right + wrong + refused)); // 1 in 100 at most, as a rule
    EXPECT_GT(right, maxwell_vectors().size() / kShare / 2);
}

TEST(MaxwellVectors, TheDeviceGivesWhatTheConsoleGave) { expect_right_on_device(nullptr, 0); }
TEST(MaxwellVectors, TheDeviceGivesItWithoutIntegersOf64Bits) { expect_right_on_device(&lang::Target::has_int64, 1); }
TEST(MaxwellVectors, TheDeviceGivesItWithoutDoubles) { expect_right_on_device(&lang::Target::has_float64, 2); }
// Some round otherwise than to nearest, or flush: refused.
TEST(MaxwellVectors, TheDeviceGivesItWithoutHalves) { expect_right_on_device(&lang::Target::has_float16, 3, 2); }
TEST(MaxwellVectors, TheDeviceGivesItWithoutShorts) { expect_right_on_device(&lang::Target::has_int16, 0, 2); }

// 40 threads change four numbers of 64 bits; the results do not depend on who comes first.
TEST(MaxwellKernels, ChangeNumbersOf64BitsInOneStep) {
    const MaxwellVector kernel = kernel_of(
        "S2R R0, SR_TID.X ;\nMOV32I R2, 0x9e3779b9 ;\nIMUL.U32.U32 R6, R0, R2 ;\nIMUL.U32.U32.HI R8, R6, R2 ;\n"
        "LOP.XOR R7, R6, R2 ;\nATOM.E.ADD.U64 R10, [R4], R6 ;\nRED.E.MAX.S64 [R4+0x8], R6 ;\n"
        "ATOM.E.XOR.U64 R10, [R4+0x10], R6 ;\nRED.E.MAX.U64 [R4+0x18], R6 ;\nEXIT ;\n",
        40, 8);
    std::uint64_t sum = 0, either = 0, largest = 0;
    std::int64_t highest = 0;
    for (std::uint32_t thread = 0; thread < 40; ++thread) {
        const std::uint32_t low = thread * 0x9e3779b9U, high = low ^ 0x9e3779b9U;
        const std::uint64_t value = std::uint64_t{high} << 32 | low;
        sum += value, either ^= value;
        largest = std::max(largest, value);
        highest = std::max(highest, static_cast<std::int64_t>(value));
    }
    const std::uint64_t wanted[] = {sum, static_cast<std::uint64_t>(highest), either, largest};
    const auto expect = [&](const Result<std::vector<std::uint8_t>>& got) {
        const std::vector<std::uint32_t> words = words_of(got);
        ASSERT_EQ(words.size(), 8U);
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_EQ(std::uint64_t{words[2 * i + 1]} << 32 | words[2 * i], wanted[i]) << i;
    };
    expect(interpret(kernel, Warps::ShareMemory));
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    if (device->info().atomic_int64) expect(run_on(*device, kernel));
    const auto without = run_on(*device, kernel, Factors::Shown, &lang::Target::has_atomic_int64);
    ASSERT_FALSE(without);
    EXPECT_EQ(without.error().text, "SPIR-V: atomicadd of 64 bits, which the target lacks");
}

} // namespace
} // namespace relit::test::maxwell_vectors_test
