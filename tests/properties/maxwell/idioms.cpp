// Operations as NVIDIA's compilers spell them give what plain arithmetic does; one wrong mode in them does not. The soak of the
// same name runs more operands.
#include "tests/support/maxwell/idioms/idioms.hpp"
#include "tests/support/maxwell/samples.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace relit::test::maxwell_idioms_properties {
namespace {

constexpr std::size_t kShare = 320, kFew = 64;

const std::vector<MaxwellGiven>& share(Operands kind) {
    static std::map<Operands, std::vector<MaxwellGiven>> made;
    auto& samples = made[kind];
    if (samples.empty()) samples = idiom_operands(kind, kShare, 0);
    return samples;
}

TEST(MaxwellIdioms, GiveWhatPlainArithmeticDoes) {
    for (const MaxwellIdiom& idiom : maxwell_idioms()) {
        const auto& samples = share(idiom.operands);
        EXPECT_EQ(difference(idiom, samples, left_by(idiom.text, samples)), "");
    }
}

/// A few operands show most of what is wrong.
bool is_shown(const MaxwellIdiom& idiom, std::string_view text) {
    const std::span<const MaxwellGiven> samples = share(idiom.operands);
    for (const auto some : {samples.first(kFew), samples})
        if (!difference(idiom, some, left_by(text, some)).empty()) return true;
    return false;
}

TEST(MaxwellIdioms, ShowEveryWrongMode) {
    for (const MaxwellIdiom& idiom : maxwell_idioms()) {
        EXPECT_FALSE(idiom.wrongs.empty()) << idiom.name;
        for (const MaxwellIdiom::Wrong& wrong : idiom.wrongs) {
            const std::string text = spelled_wrong(idiom, wrong);
            ASSERT_NE(text, "") << idiom.name << ": no " << wrong.mode << " in\n" << idiom.text;
            EXPECT_TRUE(is_shown(idiom, text)) << idiom.name << ": " << wrong.instead << " for " << wrong.mode << "\n"
                                               << idiom.text;
        }
    }
}

TEST(MaxwellIdioms, HaveNamesOfTheirOwn) {
    std::set<std::string_view> names;
    for (const MaxwellIdiom& idiom : maxwell_idioms()) EXPECT_TRUE(names.insert(idiom.name).second) << idiom.name;
}

} // namespace
} // namespace relit::test::maxwell_idioms_properties
