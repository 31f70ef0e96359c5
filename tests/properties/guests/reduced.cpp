// Programs of one block are lifted reduced: combine, which visits every instruction, finds nothing in them.
#include "guests/guests.hpp"
#include "ir/text/print.hpp"
#include "isa/frontend.hpp"
#include "pass/pass.hpp"

#include <gtest/gtest.h>

#include <string>

namespace relit::reduced {
namespace {

class Reduced : public testing::TestWithParam<const isa::Frontend*> {};

TEST_P(Reduced, NothingIsLeftForCombine) {
    constexpr std::uint64_t kPrograms = 200;
    std::size_t checked = 0;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        const ir::Context context;
        ir::ContextReader reader(context);
        auto module = isa::lift(*GetParam(), GetParam()->codec.sample(seed), reader);
        if (!module || !module->is_reduced) continue;
        ++checked;
        module->forget_reduced(); // which combine would believe
        const std::string before = ir::print(*module);
        ASSERT_FALSE(pass::combine(*module)) << "program " << seed << ":\n"
                                             << before << "\nbecomes\n"
                                             << ir::print(*module);
    }
    const bool has_any =
        GetParam()->name() != "r500.fs" && GetParam()->name() != "ir"; // several blocks, or read from text
    EXPECT_EQ(checked > 0, has_any);
}

INSTANTIATE_TEST_SUITE_P(Guests, Reduced, testing::ValuesIn(guests::frontends().begin(), guests::frontends().end()),
                         [](const auto& guest) {
                             std::string name(guest.param->name());
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

} // namespace
} // namespace relit::reduced
