#include "isa/nv2a/nv2a.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/guests/text.hpp"

namespace relit::soak {

std::string nv2a_roundtrip(std::uint64_t first, std::uint64_t end) {
    for (const char* dialect : {"vsh", "gl"}) {
        for (std::uint64_t seed = first; seed < end; ++seed) {
            std::string fault = test::round_trip_fault(isa::nv2a::kFrontend, {{"dialect", dialect}}, seed);
            if (!fault.empty()) return fault;
        }
    }
    return {};
}

} // namespace relit::soak
