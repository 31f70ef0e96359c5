#include "isa/rsx/vp/vp.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/guests/text.hpp"

namespace relit::soak {

std::string rsx_vp_roundtrip(std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t seed = first; seed < end; ++seed) {
        const char* addresses = seed % 3 == 0 ? "slots" : seed % 3 == 1 ? "bytes" : "none";
        std::string fault = test::round_trip_fault(isa::rsx::vp::kFrontend, {{"addresses", addresses}}, seed);
        if (!fault.empty()) return fault;
    }
    return {};
}

} // namespace relit::soak
