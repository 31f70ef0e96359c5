// Random R500 vertex programs in the interpreter and on the device: everything that either leaves in registers.
#include "isa/r500/vs/vs.hpp"
#include "tests/soak/on_device.hpp"
#include "tests/soak/soak.hpp"

namespace relit::soak {
namespace {

constexpr ProgramSizes kVsSizes{32 * 16, 64 * 16};

std::string check_r500_vs(render::vk::Device& device, std::uint64_t seed) {
    const ir::Context context{{{"r500.vs.rules", seed % 4 == 0 ? 1U : 0U},
                               {"r500.vs.clip_cntl", seed % 4 == 1 ? 0x2aU : 0U},
                               {"r500.vs.vte_cntl", seed % 4 == 2 ? 0x300U : 0x400U}}};
    ir::ContextReader reader(context);
    const auto module =
        isa::lift(isa::r500::vs::kFrontend, short_sample(isa::r500::vs::kFrontend.codec, seed, kVsSizes), reader);
    if (!module) return module.error().text;
    return difference_on_device(device, *module, seed);
}

} // namespace

std::string r500_vs_agree(std::uint64_t first, std::uint64_t end) {
    return each_seed_on_device(first, end, check_r500_vs);
}

} // namespace relit::soak
