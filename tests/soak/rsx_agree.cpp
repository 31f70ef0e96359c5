// Random RSX programs in the interpreter and on the device: everything that either leaves in registers.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/soak/on_device.hpp"
#include "tests/soak/soak.hpp"

namespace relit::soak {
namespace {

constexpr ProgramSizes kSizes{24 * 16, 32 * 16};

/// Both ways to compute, in turn, and context keys that all programs may ask for. Not the legacy rules of vertex programs: they order
/// NaN by its sign, and which NaN arithmetic gives is the device's choice (docs/devices.md).
ir::Context context_of(const isa::Frontend& guest, std::uint64_t seed) {
    const std::string name(guest.name());
    return {{{name + ".arithmetic", seed % 2},
             {name + ".branch_bits", seed * 0x9e3779b9 & 0xffffffff},
             {name + ".two_sided", seed / 2 % 2}}};
}

std::string check_rsx(const isa::Frontend& guest, render::vk::Device& device, std::uint64_t seed) {
    const ir::Context context = context_of(guest, seed);
    ir::ContextReader reader(context);
    const auto module = isa::lift(guest, short_sample(guest.codec, seed, kSizes), reader);
    if (!module) return module.error().text;
    return difference_on_device(device, *module, seed);
}

std::string check_all(const isa::Frontend& guest, std::uint64_t first, std::uint64_t end) {
    return each_seed_on_device(
        first, end, [&](render::vk::Device& device, std::uint64_t seed) { return check_rsx(guest, device, seed); });
}

} // namespace

std::string rsx_vp_agree(std::uint64_t first, std::uint64_t end) {
    return check_all(isa::rsx::vp::kFrontend, first, end);
}
std::string rsx_fp_agree(std::uint64_t first, std::uint64_t end) {
    return check_all(isa::rsx::fp::kFrontend, first, end);
}

} // namespace relit::soak
