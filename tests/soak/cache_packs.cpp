#include "tests/soak/soak.hpp"
#include "tests/support/cache/trials.hpp"

namespace relit::soak {

std::string cache_packs(std::uint64_t first, std::uint64_t end) { return each_seed(first, end, test::pack_fault); }

} // namespace relit::soak
