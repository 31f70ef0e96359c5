// What a console made of Maxwell's instructions, against the interpreter.
#include "tests/support/maxwell_vectors.hpp"
#include "tests/support/device.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace relit::test {
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

void expect_right_on_device(Lacking lacking, std::size_t first) {
    if (maxwell_vectors().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    const char* shown = std::getenv("RELIT_VECTORS"); // NOLINT(concurrency-mt-unsafe): nothing writes the environment
    const bool all = shown != nullptr && std::string_view(shown) == "all";
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    std::size_t right = 0, wrong = 0, refused = 0;
    for (std::size_t i = first; i < maxwell_vectors().size(); i += all ? 1 : kShare) {
        const MaxwellVector& vector = maxwell_vectors()[i];
        const auto bytes = run_on(*device, vector, Factors::Shown, lacking);
        if (!bytes && lacking != nullptr && bytes.error().text == "the target has no 64-bit floats") continue;
        const bool good = bytes && is_right(vector, *bytes);
        ++(good ? right : bytes ? wrong : refused);
        if (!good) fmt::print("{} {}: {}\n", vector.id, vector.name, bytes ? "wrong" : bytes.error().text);
    }
    fmt::print("on the device: {} right, {} wrong, {} refused\n", right, wrong, refused);
    EXPECT_LE((wrong + refused) * 100, right + wrong + refused); // 1 in 100 at most
    EXPECT_GT(right, maxwell_vectors().size() / kShare / 2);
}

TEST(MaxwellVectors, TheDeviceGivesWhatTheConsoleGave) { expect_right_on_device(nullptr, 0); }
TEST(MaxwellVectors, TheDeviceGivesItWithoutIntegersOf64Bits) { expect_right_on_device(&lang::Target::has_int64, 1); }

} // namespace
} // namespace relit::test
