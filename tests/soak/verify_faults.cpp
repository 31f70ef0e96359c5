// The share in the tests is tests/differential/planted_faults_test.cpp.
#include "guests/guests.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/guests/planted_faults.hpp"

#include <fmt/format.h>

namespace relit::soak {

std::string verify_faults(std::uint64_t first, std::uint64_t end) {
    constexpr std::size_t kLeast = 95; // percent
    std::size_t planted = 0, named = 0;
    const auto plant = [&](const isa::Frontend& guest, test::FaultPrograms programs) {
        test::FaultCounts counts;
        const auto check = [&](render::vk::Device& device, std::uint64_t seed) {
            return test::plant_fault(device, guest, seed, counts, {.programs = programs});
        };
        std::string fault = each_seed_on_device(first, end, check);
        fmt::print(stderr, "{}{}: {} faults, {} named, {} with a slice that has it, {} drawn again\n", guest.name(),
                   programs == test::FaultPrograms::Random ? "" : " graphics", counts.planted, counts.named,
                   counts.sliced, counts.drawn_again);
        for (const std::string& miss : counts.misses) fmt::print(stderr, "  {}\n", miss);
        planted += counts.planted;
        named += counts.named;
        return fault;
    };
    for (const isa::Frontend* guest : guests::frontends()) {
        if (guest->codec.sample == nullptr || guest->name() == "ir") continue;
        std::string fault = plant(*guest, test::FaultPrograms::Random);
        if (fault.empty() && guest->name() == "maxwell") fault = plant(*guest, test::FaultPrograms::GraphicsOfMaxwell);
        if (!fault.empty()) return fault;
    }
    return named * 100 >= planted * kLeast ? std::string() : fmt::format("{} of {} faults are named", named, planted);
}

} // namespace relit::soak
