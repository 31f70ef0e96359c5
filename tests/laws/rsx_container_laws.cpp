// Laws of RSX containers: text carries all of a container, whatever its parts and their order.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/support/cg_container.hpp"

#include <gtest/gtest.h>

namespace relit {
namespace {

constexpr std::uint64_t kSeeds = 500;

TEST(RsxContainerLaw, RandomContainersRoundTripThroughText) {
    const std::pair<const isa::Guest*, std::uint32_t> kinds[] = {{&isa::rsx::vp::kGuest, 0x1b5b},
                                                                 {&isa::rsx::fp::kGuest, 0x1b5c}};
    for (const auto& [guest, profile] : kinds) {
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            const auto file = test::random_cg_container(profile, guest->sample(seed), seed);
            ASSERT_EQ(guest->guess(file), 100U);
            const auto listing = guest->list(file, {});
            ASSERT_TRUE(listing) << guest->name << " seed " << seed << ": " << listing.error().text;
            const std::string text = isa::print(*listing);
            const auto again = guest->assemble(text, {});
            ASSERT_TRUE(again) << guest->name << " seed " << seed << ": line " << again.error().line << ": "
                               << again.error().text << "\n"
                               << text;
            ASSERT_EQ(*again, file) << guest->name << " seed " << seed << "\n" << text;
            EXPECT_TRUE(guest->facts(file) && guest->canonical(file) && guest->presets(file, {}));
        }
    }
}

TEST(RsxContainerLaw, ContainersThatAreCutShortGiveAnAnswer) {
    for (const isa::Guest* guest : {&isa::rsx::vp::kGuest, &isa::rsx::fp::kGuest}) {
        const std::uint32_t profile = guest == &isa::rsx::vp::kGuest ? 0x1b5b : 0x1b5c;
        const auto file = test::random_cg_container(profile, guest->sample(3), 3);
        for (std::size_t size = 8; size < file.size(); size += 5) {
            const auto listing = guest->list(Bytes(file).first(size), {});
            ASSERT_FALSE(listing) << size;
            EXPECT_TRUE(listing.error().offset) << listing.error().text;
        }
    }
}

} // namespace
} // namespace relit
