#include "tests/soak/soak.hpp"
#include "tests/support/ir/check.hpp"

namespace relit::soak {

std::string ir_mutants(std::uint64_t first, std::uint64_t end) {
    return each_seed(first, end,
                     [](std::uint64_t seed) { return test::fault_of_ir_text(test::damaged_ir_text(seed)); });
}

} // namespace relit::soak
