#include "pass/pass.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/meaning.hpp"

#include <fmt/format.h>

namespace relit::soak {

std::string structure_device(std::uint64_t first, std::uint64_t end) {
    auto device = render::vk::Device::open({});
    if (!device) return device.error().text;
    const std::string raw = "structure,demote", optimised = std::string(pass::optimising_passes()) + "," + raw;
    for (std::uint64_t seed = first; seed < end; ++seed) {
        const ir::Module module = test::random_control_flow(seed);
        const std::string& list = seed / 4 % 2 == 0 ? raw : optimised;
        const std::string text = test::difference_on(*device, module, list, seed);
        if (!text.empty()) return fmt::format("seed {}: {}", seed, text);
    }
    return {};
}

} // namespace relit::soak
