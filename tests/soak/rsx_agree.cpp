// Random RSX programs in the interpreter and on the device: everything that either leaves in registers.
#include "cli/agree.hpp"
#include "cli/device_run.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/soak/soak.hpp"

#include <fmt/format.h>

namespace relit::soak {
namespace {

constexpr unsigned kSets = 8; // of inputs, awkward values among them, for each program; two quads
constexpr std::uint32_t kLoopLimit = 64;
// A software device compiles some 20 ms for an instruction, so most programs are short; one in 64 is not.
constexpr std::size_t kUsualBytes = 24 * 16, kMostBytes = 32 * 16;

/// The first of the seed's samples that is not too long.
std::vector<std::uint8_t> program(const isa::Frontend& guest, std::uint64_t seed) {
    const std::size_t most = seed % 64 == 0 ? kMostBytes : kUsualBytes;
    for (std::uint64_t i = seed << 16;; ++i)
        if (std::vector<std::uint8_t> bytes = guest.codec.sample(i); bytes.size() <= most) return bytes;
}

/// Both ways to compute, in turn, and context keys that all programs may ask for. Not the legacy rules of vertex programs: they order
/// NaN by its sign, and which NaN arithmetic gives is the device's choice (docs/devices.md).
ir::Context context_of(const isa::Frontend& guest, std::uint64_t seed) {
    const std::string name(guest.name());
    return {{{name + ".arithmetic", seed % 2},
             {name + ".branch_bits", seed * 0x9e3779b9 & 0xffffffff},
             {name + ".two_sided", seed / 2 % 2}}};
}

std::string check(const isa::Frontend& guest, render::vk::Device& device, std::uint64_t seed) {
    const ir::Context context = context_of(guest, seed);
    ir::ContextReader reader(context);
    const auto module = isa::lift(guest, program(guest, seed), reader);
    if (!module) return module.error().text;
    const auto built = cli::build(*module, cli::BackEnd::SpirV, device, kLoopLimit);
    if (!built) return built.error().text;
    cli::Setting setting{cli::sample_textures(*module, seed), kLoopLimit};
    std::vector<run::State> inputs;
    for (unsigned i = 0; i < kSets; ++i) inputs.push_back(cli::sample_state(*module, seed * kSets + i));
    std::vector<run::State> wanted = inputs, got = inputs;
    if (const Status ran = cli::run_here(*module, wanted, setting); !ran) return ran.error().text;
    if (const Status ran = cli::run_on(*module, device, *built, got, &setting.textures); !ran) return ran.error().text;
    for (unsigned i = 0; i < kSets; ++i) {
        const auto differs = cli::difference_of(*module, cli::quad_of(inputs, i), wanted[i], got[i], setting);
        if (!differs) return differs.error().text;
        if (!*differs) continue;
        return fmt::format("inputs {}: {} is {:08x} on the device, not {:08x}", i, (*differs)->where, (*differs)->got,
                           (*differs)->wanted);
    }
    return {};
}

std::string check_all(const isa::Frontend& guest, std::uint64_t first, std::uint64_t end) {
    return each_seed_on_device(
        first, end, [&](render::vk::Device& device, std::uint64_t seed) { return check(guest, device, seed); });
}

} // namespace

std::string rsx_vp_agree(std::uint64_t first, std::uint64_t end) {
    return check_all(isa::rsx::vp::kFrontend, first, end);
}
std::string rsx_fp_agree(std::uint64_t first, std::uint64_t end) {
    return check_all(isa::rsx::fp::kFrontend, first, end);
}

} // namespace relit::soak
