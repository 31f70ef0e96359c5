#include "pass/pass.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/ir/meaning.hpp"

namespace relit::soak {
namespace {

std::string check_passes(std::uint64_t seed) {
    const ir::Module before = test::random_program(seed);
    for (const pass::Pass& pass : pass::all_passes()) {
        const std::string list(pass.name);
        if (std::string text = test::difference_after(before, list, seed); !text.empty()) return text;
        if (std::string text = test::difference_after(before, "to_ssa,fold," + list, seed); !text.empty()) return text;
    }
    for (std::uint64_t i = 0; i < 4; ++i) {
        const std::string list = test::random_passes(4 * seed + i);
        if (std::string text = test::difference_after(before, list, seed); !text.empty()) return text;
    }
    return test::difference_after(before, std::string(pass::optimising_passes()) + ",structure,reg2mem", seed);
}

} // namespace

std::string passes(std::uint64_t first, std::uint64_t end) { return each_seed(first, end, check_passes); }

} // namespace relit::soak
