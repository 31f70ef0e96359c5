#include "tests/soak/soak.hpp"
#include "tests/support/ir/lowering_meaning.hpp"

namespace relit::soak {

std::string lowerings(std::uint64_t first, std::uint64_t end) {
    return each_seed(first, end, test::difference_by_lowerings);
}

} // namespace relit::soak
