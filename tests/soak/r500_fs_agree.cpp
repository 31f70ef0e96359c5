// Random R500 fragment programs in the interpreter and on the device: everything that either leaves in registers.
#include "cli/agree.hpp"
#include "cli/device_run.hpp"
#include "isa/r500/fs/fs.hpp"
#include "lang/hidden_operands.hpp"
#include "tests/soak/soak.hpp"

#include <fmt/format.h>

namespace relit::soak {
namespace {

using isa::r500::fs::kFrontend;

constexpr unsigned kSets = 8; // of inputs, awkward values among them, for each program; two quads
constexpr std::uint32_t kLoopLimit = 64;
// A software device compiles some 20 ms for an instruction, so most programs are short; one in 64 is not.
constexpr std::size_t kUsualBytes = 24 * 24, kMostBytes = 48 * 24;

/// The first of the seed's samples that is not too long.
std::vector<std::uint8_t> program(std::uint64_t seed) {
    const std::size_t most = seed % 64 == 0 ? kMostBytes : kUsualBytes;
    for (std::uint64_t i = seed << 16;; ++i)
        if (std::vector<std::uint8_t> bytes = kFrontend.codec.sample(i); bytes.size() <= most) return bytes;
}

/// Which lane is another on the device; empty where none is.
std::string difference(render::vk::Device& device, const ir::Module& module, std::uint64_t seed,
                       cli::Operands operands) {
    const auto built = cli::build(module, cli::BackEnd::SpirV, device, kLoopLimit, operands);
    if (!built) return built.error().text;
    cli::Setting setting{cli::sample_textures(module, seed), kLoopLimit};
    std::vector<run::State> inputs;
    for (unsigned i = 0; i < kSets; ++i) inputs.push_back(cli::sample_state(module, seed * kSets + i));
    if (const auto zero = ir::file_of(module, ir::FilePurpose::UnknownZero))
        for (run::State& state : inputs) state.files[*zero] = {0};
    std::vector<run::State> wanted = inputs, got = inputs;
    if (const Status ran = cli::run_here(module, wanted, setting); !ran) return ran.error().text;
    if (const Status ran = cli::run_on(module, device, *built, got, &setting.textures); !ran) return ran.error().text;
    for (unsigned i = 0; i < kSets; ++i) {
        const auto differs = cli::difference_of(module, cli::quad_of(inputs, i), wanted[i], got[i], setting);
        if (!differs) return differs.error().text;
        if (!*differs) continue;
        return fmt::format("inputs {}: {} is {:08x} on the device, not {:08x}", i, (*differs)->where, (*differs)->got,
                           (*differs)->wanted);
    }
    return {};
}

std::string check(render::vk::Device& device, std::uint64_t seed) {
    // The rule for 0, both readings of inline floats, kinds of textures, the alpha test, fog, components of texels and targets.
    const ir::Context context{{{"r500.fs.us_config", seed % 4 == 0 ? 0U : 2U},
                               {"r500.fs.floats", seed % 2},
                               {"r500.fs.tx_format1_1", seed % 3 << 25},
                               {"r500.fs.rb3d_cctl", seed % 8 == 1 ? 0x20U : 0U},
                               {"r500.fs.fg_alpha_func", seed % 8 == 2 ? 0x1c80U : 0U},
                               {"r500.fs.fg_fog_blend", seed % 8 == 3 ? 1 | (seed / 8 % 4) << 1 : 0U},
                               {"r500.fs.gb_select", seed / 32 % 6},
                               {"r500.fs.channels", seed % 8 == 4 ? 1U : 0U},
                               {"r500.fs.us_out_fmt_0", 0x1b00U},
                               {"r500.fs.texels", seed % 8 == 5 ? 1U : 0U},
                               {"r500.fs.tx_format1_0", 0x9a46cU},
                               {"r500.fs.tx_filter0_0", seed % 8 == 6 ? 4U | 7U << 3 : 0U},
                               {"r500.fs.tx_filter0_2", seed % 8 == 6 ? 3U | 5U << 3 : 0U}}};
    ir::ContextReader reader(context);
    const auto module = isa::lift(kFrontend, program(seed), reader);
    if (!module) return module.error().text;
    const std::string wrong = difference(device, *module, seed, cli::Operands::Shown);
    if (wrong.empty()) return {};
    // What lavapipe computes with a 0 that it knows is no fault of ours (docs/devices.md).
    ir::Module hidden = module->clone();
    (void)lang::add_unknown_zero(hidden);
    if (!difference(device, hidden, seed, cli::Operands::Hidden).empty()) return wrong;
    fmt::print(stderr, "seed {}: holds with its operands hidden\n", seed);
    return {};
}

} // namespace

std::string r500_fs_agree(std::uint64_t first, std::uint64_t end) { return each_seed_on_device(first, end, check); }

} // namespace relit::soak
