// Random R500 vertex programs in the interpreter and on the device: everything that either leaves in registers.
#include "isa/r500/vs/vs.hpp"
#include "tests/soak/on_device.hpp"
#include "tests/soak/soak.hpp"

namespace relit::soak {
namespace {

using isa::r500::vs::kFrontend;

constexpr ProgramSizes kSizes{32 * 16, 64 * 16};

std::string check(render::vk::Device& device, std::uint64_t seed) {
    const ir::Context context{{{"r500.vs.rules", seed % 4 == 0 ? 1U : 0U},
                               {"r500.vs.clip_cntl", seed % 4 == 1 ? 0x2aU : 0U},
                               {"r500.vs.vte_cntl", seed % 4 == 2 ? 0x300U : 0x400U}}};
    ir::ContextReader reader(context);
    const auto module = isa::lift(kFrontend, short_sample(kFrontend.codec, seed, kSizes), reader);
    if (!module) return module.error().text;
    return difference_on_device(device, *module, seed);
}

} // namespace

std::string r500_vs_agree(std::uint64_t first, std::uint64_t end) { return each_seed_on_device(first, end, check); }

} // namespace relit::soak
