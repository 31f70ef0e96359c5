// Random legal RSX vertex programs: what is in them, and that they lose nothing as text.
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

std::vector<Word128> program_of(std::uint64_t seed) {
    const auto program = load_binary(sample(seed));
    EXPECT_TRUE(program) << "seed " << seed;
    return program ? program->slots : std::vector<Word128>{};
}

TEST(RsxVpSample, IsLegalAndStaysInside) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const std::vector<Word128> slots = program_of(seed);
        EXPECT_EQ(std::ranges::count_if(slots, [](const W& word) { return word[W::end]; }), 1) << "seed " << seed;
        for (const Word128& word : slots) {
            ASSERT_TRUE(is_known(word)) << "seed " << seed;
            if (has_target(word[W::sca])) {
                ASSERT_LT(word[W::target], slots.size()) << "seed " << seed;
            }
        }
    }
}

TEST(RsxVpSample, HasEveryOperationAndForm) {
    std::array<bool, 32> vec{}, sca{};
    bool pair = false, both = false, test = false, second = false, relative = false, rest = false, mesa = false;
    std::array<bool, 4> branches{}; // jumps and the like on a condition: CC.test, twice that they stand beside a result
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        for (const Word128& word : program_of(seed)) {
            vec[static_cast<unsigned>(word[W::vec])] = true;
            sca[static_cast<unsigned>(word[W::sca])] = true;
            pair = pair || (vec_has_result(word) && sca_has_result(word));
            both = both || (vec_writes_temp(word) && writes_output(word) && word[W::out_source] != 0);
            test = test || (writes_condition(word) && is_predicated(word));
            second = second || (writes_condition(word) && word[W::cc_select] != 0);
            if (branches_on_condition(word))
                branches[(word[W::cc_test] ? 1U : 0U) + (vec_has_result(word) ? 2U : 0U)] = true;
            relative = relative || (writes_output(word) && word[W::out_relative]);
            mesa = mesa || bits_in_text(word, Fill::Mesa) == word;
            rest = rest || !(bits_in_text(word, Fill::Mesa) == word || bits_in_text(word, Fill::Sony) == word);
        }
    }
    for (unsigned i = 0; i < 32; ++i) {
        EXPECT_EQ(vec[i], is_defined(static_cast<Vec>(i))) << i;
        EXPECT_EQ(sca[i], is_defined(static_cast<Sca>(i))) << i;
    }
    EXPECT_EQ(branches, (std::array{true, true, true, true}));
    EXPECT_TRUE(pair && both && test && second && relative && rest && mesa);
}

TEST(RsxVpSample, RoundTripsThroughText) {
    for (const char* addresses : {"slots", "bytes", "none"}) {
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const std::vector<std::uint8_t> file = sample(seed);
            const auto listing = list(file, {{"addresses", addresses}});
            ASSERT_TRUE(listing);
            EXPECT_EQ(listing->unknown, 0U);
            const std::string text = print(*listing);
            const auto again = assemble(text, {});
            ASSERT_TRUE(again) << again.error().line << ": " << again.error().text << "\n" << text;
            ASSERT_EQ(*again, file) << "seed " << seed << "\n" << text;
        }
    }
}

TEST(RsxVpSample, NeedsNoFieldListsWhereNothingIsOdd) {
    unsigned plain = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto listing = list(sample(seed), {});
        ASSERT_TRUE(listing);
        plain += print(*listing).find('@') == std::string::npos ? 1 : 0;
    }
    EXPECT_GT(plain, 170U); // one program in eight has any bits in unused fields
}

} // namespace
} // namespace relit::isa::rsx::vp
