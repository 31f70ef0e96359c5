// Blocks of operands of operations as NVIDIA's compilers spell them, against plain arithmetic.
#include "tests/soak/soak.hpp"
#include "tests/support/maxwell/idioms/idioms.hpp"

namespace relit::soak {
namespace {

constexpr std::size_t kBlock = 10 * test::kMostSamples; // of operands, of each operation

std::string check_idiom(std::uint64_t seed) {
    for (const test::MaxwellIdiom& idiom : test::maxwell_idioms()) {
        const auto samples = test::idiom_operands(idiom.operands, kBlock, seed);
        const auto left = test::run_over(idiom.text, samples);
        if (!left) return idiom.name + ": " + left.error().text;
        if (std::string fault = test::difference(idiom, samples, *left); !fault.empty()) return fault;
    }
    return {};
}

} // namespace

std::string maxwell_idioms(std::uint64_t first, std::uint64_t end) { return each_seed(first, end, check_idiom); }

} // namespace relit::soak
