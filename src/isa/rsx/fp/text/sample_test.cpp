// Random fragment programs are legal, differ in kind, and survive their text.
#include "isa/rsx/fp/encoding/control_flow.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace relit::isa::rsx::fp {
namespace {

constexpr std::uint64_t kSeeds = 300;

TEST(RsxFpSample, IsLegalAndRoundTrips) {
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const std::vector<std::uint8_t> file = sample(seed);
        const auto program = load_binary(file);
        ASSERT_TRUE(program) << seed << ": " << program.error().text;
        EXPECT_TRUE(program->warnings.empty()) << seed << ": " << program->warnings.front();
        EXPECT_TRUE(program->rest.empty()) << seed;
        EXPECT_TRUE(nesting_of(*program).proper) << seed;
        const auto listing = list(file, {});
        ASSERT_TRUE(listing);
        EXPECT_EQ(listing->unknown, 0U) << seed;
        const auto again = assemble(print(*listing), {});
        ASSERT_TRUE(again) << seed << ": " << again.error().line << ": " << again.error().text << "\n"
                           << print(*listing);
        ASSERT_EQ(*again, file) << seed << "\n" << print(*listing);
    }
}

TEST(RsxFpSample, UsesEverything) {
    std::set<Op> ops;
    bool indexed = false, halves_over_full = false, tested = false, deep = false;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const auto program = load_binary(sample(seed));
        bool full = false, half = false;
        for (const Instruction& one : program->instructions) {
            ops.insert(one.word[Word128::op]);
            indexed = indexed || one.word[Word128::indexed];
            tested = tested || one.word[Word128::cc_tested] != 0;
            if (writes_register(one.word)) (one.word[Word128::dst_half] ? half : full) = true;
        }
        halves_over_full = halves_over_full || (full && half);
        deep = deep || nesting_of(*program).depth > 2;
    }
    std::size_t defined = 0;
    for (const OpInfo& row : kOpRows) defined += row.mnemonic.empty() ? 0 : 1;
    EXPECT_EQ(ops.size(), defined);
    EXPECT_TRUE(indexed && halves_over_full && tested && deep);
}

/// Whether the program reads a register by the other name than the one it was last written by.
bool reads_other_name(const Program& program) {
    std::array<int, kTemps> written{}; // 1: as a full one, 2: as a half
    for (const Instruction& one : program.instructions) {
        const Word128& word = one.word;
        for (unsigned i = 0; i < 3; ++i) {
            const Source from = source(word, i);
            if (!reads(word, i) || from.type != Type::Temp) continue;
            const int last = written[from.half ? from.temp / 2 : from.temp];
            if (last != 0 && last != (from.half ? 2 : 1)) return true;
        }
        const bool half = word[Word128::dst_half];
        if (writes_register(word)) written[half ? word[Word128::dst] / 2 : word[Word128::dst]] = half ? 2 : 1;
    }
    return false;
}

TEST(RsxFpSample, ReadsRegistersByTheirOtherName) {
    unsigned count = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) count += reads_other_name(*load_binary(sample(seed))) ? 1 : 0;
    EXPECT_GT(count, kSeeds / 4);
}

} // namespace
} // namespace relit::isa::rsx::fp
