#include "tests/soak/soak.hpp"
#include "tests/support/cache/trials.hpp"

namespace relit::soak {

std::string cache_kills(std::uint64_t first, std::uint64_t end) {
    return test::random_kills_fault(first, end, test::Processes::Together);
}

} // namespace relit::soak
