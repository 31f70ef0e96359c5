#include "pass/pass.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/ir/meaning.hpp"

namespace relit::soak {

std::string structure_device(std::uint64_t first, std::uint64_t end) {
    const std::string raw = "structure,reg2mem", optimised = std::string(pass::optimising_passes()) + "," + raw;
    return each_seed_on_device(first, end, [&](render::vk::Device& device, std::uint64_t seed) {
        const ir::Module module = test::random_control_flow(seed);
        return test::difference_on(device, module, seed / 4 % 2 == 0 ? raw : optimised, seed);
    });
}

} // namespace relit::soak
