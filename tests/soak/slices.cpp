// The share in the tests is tests/properties/guests/slices.cpp.
#include "tests/support/guests/slices.hpp"
#include "guests/guests.hpp"
#include "tests/soak/soak.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::soak {

std::string slices(std::uint64_t first, std::uint64_t end) {
    for (const isa::Frontend* guest : guests::frontends()) {
        if (guest->codec.sample == nullptr || guest->name() == "ir") continue;
        test::SliceCounts counts;
        const auto check = [&](std::uint64_t seed) { return test::fault_of_slice(*guest, seed, counts); };
        if (std::string fault = each_seed(first, end, check); !fault.empty()) return fault;
        std::ranges::sort(counts.sizes);
        fmt::print(stderr, "{}: {} programs, median slice {}, {} of {} changes inside show\n", guest->name(),
                   counts.programs, counts.sizes.empty() ? 0 : counts.sizes[counts.sizes.size() / 2], counts.moved,
                   counts.inside);
    }
    return {};
}

} // namespace relit::soak
