// Faults are planted into what the device gets of a translation, and verify must name the guest instruction that has one;
// ./go soak verify_faults plants more.
#include "tests/support/guests/planted_faults.hpp"
#include "guests/guests.hpp"

#include <gtest/gtest.h>

#include <fmt/ranges.h>

namespace relit::test {
namespace {

constexpr std::uint64_t kFaults = 2; // of each guest
constexpr std::size_t kMostInsts = 150, kMostOfKernels = kMostFaultInsts;
constexpr std::size_t kLeastNamed = 95, kLeastSliced = 90, kAll = 100; // percent

TEST(Verify, NamesTheInstructionThatHasAFault) {
    auto device = render::vk::Device::open({});
    ASSERT_TRUE(device) << device.error().text;
    FaultCounts counts;
    for (const isa::Frontend* guest : guests::frontends()) {
        if (guest->codec.sample == nullptr || guest->name() == "ir") continue;
        const std::size_t most_insts = guest->name() == "maxwell" ? kMostOfKernels : kMostInsts;
        for (std::uint64_t seed = 0; seed < kFaults; ++seed)
            ASSERT_EQ(plant_fault(*device, *guest, seed, counts, {.most_insts = most_insts}), "");
        for (std::uint64_t seed = 0; guest->name() == "maxwell" && seed < kFaults; ++seed)
            ASSERT_EQ(plant_fault(*device, *guest, seed, counts, {kMostInsts, FaultPrograms::GraphicsOfMaxwell}), "");
    }
    EXPECT_EQ(counts.planted, 7 * kFaults);
    EXPECT_GE(counts.named * kAll, counts.planted * kLeastNamed) << fmt::format("{}", fmt::join(counts.misses, "\n"));
    EXPECT_GE(counts.sliced * kAll, counts.named * kLeastSliced)
        << "branches that the interpreter did not take have none";
}

} // namespace
} // namespace relit::test
