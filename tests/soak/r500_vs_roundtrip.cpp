#include "isa/r500/vs/vs.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/guests/text.hpp"

namespace relit::soak {

std::string r500_vs_roundtrip(std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t seed = first; seed < end; ++seed) {
        std::string fault = test::round_trip_fault(isa::r500::vs::kFrontend, {}, seed);
        if (!fault.empty()) return fault;
    }
    return {};
}

} // namespace relit::soak
