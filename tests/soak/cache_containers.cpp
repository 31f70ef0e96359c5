#include "tests/soak/soak.hpp"
#include "tests/support/cache/trials.hpp"

namespace relit::soak {

std::string cache_containers(std::uint64_t first, std::uint64_t end) {
    if (std::string why = test::not_contained(); !why.empty()) return why;
    return test::random_kills_fault(first, end, test::Processes::Contained);
}

} // namespace relit::soak
