#include "isa/rsx/fp/fp.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/guests/text.hpp"

namespace relit::soak {

std::string rsx_fp_roundtrip(std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t seed = first; seed < end; ++seed) {
        std::string fault = test::round_trip_fault(isa::rsx::fp::kFrontend, {}, seed);
        if (!fault.empty()) return fault;
    }
    return {};
}

} // namespace relit::soak
