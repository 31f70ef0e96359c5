// The share in the tests is tests/properties/guests/traces.cpp.
#include "tests/support/guests/traces.hpp"
#include "guests/guests.hpp"
#include "tests/soak/soak.hpp"

#include <fmt/format.h>

namespace relit::soak {

std::string traces(std::uint64_t first, std::uint64_t end) {
    for (const isa::Frontend* guest : guests::frontends()) {
        if (guest->codec.sample == nullptr || guest->name() == "ir") continue;
        test::TraceCounts counts;
        const auto check = [&](std::uint64_t seed) { return test::fault_of_trace(*guest, seed, counts); };
        if (std::string fault = each_seed(first, end, check); !fault.empty()) return fault;
        fmt::print(stderr, "{}: {} programs, {} steps\n", guest->name(), counts.programs, counts.steps);
    }
    return {};
}

} // namespace relit::soak
