#include "tests/soak/soak.hpp"
#include "tests/support/ir/meaning.hpp"

namespace relit::soak {

std::string ir_text(std::uint64_t first, std::uint64_t end) { return each_seed(first, end, test::difference_by_text); }

} // namespace relit::soak
