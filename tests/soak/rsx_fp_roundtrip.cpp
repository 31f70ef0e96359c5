#include "isa/rsx/fp/fp.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/guest_text.hpp"

namespace relit::soak {

std::string rsx_fp_roundtrip(std::uint64_t first, std::uint64_t end) {
    // The text side of the guest.
    isa::Guest guest{};
    guest.name = "rsx.fp";
    guest.list = isa::rsx::fp::list;
    guest.assemble = isa::rsx::fp::assemble;
    guest.sample = isa::rsx::fp::sample;
    for (std::uint64_t seed = first; seed < end; ++seed) {
        std::string fault = test::round_trip_fault(guest, {}, seed);
        if (!fault.empty()) return fault;
    }
    return {};
}

} // namespace relit::soak
