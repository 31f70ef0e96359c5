#include "tests/soak/soak.hpp"
#include "tests/support/ir/random_module.hpp"
#include "tests/support/ir/random_values.hpp"
#include "tests/support/ir/walk.hpp"

namespace relit::soak {
namespace {

// Some large ones among many small ones.
std::uint32_t blocks_for(std::uint64_t seed) {
    const auto small = static_cast<std::uint32_t>(2 + seed % 50);
    return seed % 97 == 0 ? 20 * small : small;
}

std::string check_structure(std::uint64_t seed) {
    ir::Module before = test::random_flow(seed, blocks_for(seed));
    if (seed % 8 != 0) test::add_values(before, seed);
    const auto input = static_cast<std::uint32_t>(seed);
    if (std::string fault = test::structure_fault(before, {}, input); !fault.empty()) return fault;
    const pass::StructureBounds tight{.iterations = input % 3, .deepest_loop = input / 3 % 5};
    if (const std::string fault = test::structure_fault(before, tight, input); !fault.empty())
        return "within tight bounds: " + fault;
    return {};
}

} // namespace

std::string structure(std::uint64_t first, std::uint64_t end) { return each_seed(first, end, check_structure); }

} // namespace relit::soak
