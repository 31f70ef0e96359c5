// Random R500 vertex programs in the interpreter and on the device: everything that either leaves in registers.
#include "cli/agree.hpp"
#include "cli/device_run.hpp"
#include "isa/r500/vs/vs.hpp"
#include "tests/soak/soak.hpp"

#include <fmt/format.h>

namespace relit::soak {
namespace {

using isa::r500::vs::kFrontend;

constexpr unsigned kSets = 8; // of inputs, awkward values among them, for each program
constexpr std::uint32_t kLoopLimit = 64;
// A software device compiles some 20 ms for an instruction, so most programs are short; one in 64 is not.
constexpr std::size_t kUsualBytes = 32 * 16, kMostBytes = 64 * 16;

/// The first of the seed's samples that is not too long.
std::vector<std::uint8_t> program(std::uint64_t seed) {
    const std::size_t most = seed % 64 == 0 ? kMostBytes : kUsualBytes;
    for (std::uint64_t i = seed << 16;; ++i)
        if (std::vector<std::uint8_t> bytes = kFrontend.codec.sample(i); bytes.size() <= most) return bytes;
}

std::string check(render::vk::Device& device, std::uint64_t seed) {
    const ir::Context context{{{"r500.vs.rules", seed % 4 == 0 ? 1U : 0U},
                               {"r500.vs.clip_cntl", seed % 4 == 1 ? 0x2aU : 0U},
                               {"r500.vs.vte_cntl", seed % 4 == 2 ? 0x300U : 0x400U}}};
    ir::ContextReader reader(context);
    const auto module = isa::lift(kFrontend, program(seed), reader);
    if (!module) return module.error().text;
    const auto built = cli::build(*module, cli::BackEnd::SpirV, device, kLoopLimit);
    if (!built) return built.error().text;
    cli::Setting setting{cli::sample_textures(*module, seed), kLoopLimit};
    std::vector<run::State> inputs;
    for (unsigned i = 0; i < kSets; ++i) inputs.push_back(cli::sample_state(*module, seed * kSets + i));
    std::vector<run::State> wanted = inputs, got = inputs;
    if (const Status ran = cli::run_here(*module, wanted, setting); !ran) return ran.error().text;
    if (const Status ran = cli::run_on(*module, device, *built, got, nullptr); !ran) return ran.error().text;
    for (unsigned i = 0; i < kSets; ++i) {
        const auto differs = cli::difference_of(*module, cli::quad_of(inputs, i), wanted[i], got[i], setting);
        if (!differs) return differs.error().text;
        if (!*differs) continue;
        return fmt::format("inputs {}: {} is {:08x} on the device, not {:08x}", i, (*differs)->where, (*differs)->got,
                           (*differs)->wanted);
    }
    return {};
}

} // namespace

std::string r500_vs_agree(std::uint64_t first, std::uint64_t end) { return each_seed_on_device(first, end, check); }

} // namespace relit::soak
