// Literal text of random programs, through GLSL on the device, against the module that it is printed from in the interpreter.
#include "cli/agree.hpp"
#include "cli/device_run.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace relit::soak {
namespace {

constexpr unsigned kSets = 8; // of inputs, awkward values among them, for each program; two quads
constexpr std::uint32_t kLoopLimit = 64;
constexpr std::size_t kMostBytes = 512; // a software device compiles some 20 ms for an instruction

struct Guest {
    const isa::Frontend& frontend;
    bool is_exact; // in exact arithmetic at odd seeds
};
// Exact arithmetic of an RSX fragment program has a text of its own (docs/decisions/0004).
const std::array<Guest, 5> kGuests = {{{isa::nv2a::kFrontend, false},
                                       {isa::rsx::vp::kFrontend, true},
                                       {isa::rsx::fp::kFrontend, false},
                                       {isa::r500::vs::kFrontend, false},
                                       {isa::r500::fs::kFrontend, false}}};

/// The first of the seed's samples that is not too long.
std::vector<std::uint8_t> program(const isa::Frontend& guest, std::uint64_t seed) {
    for (std::uint64_t i = seed << 16;; ++i)
        if (std::vector<std::uint8_t> bytes = guest.codec.sample(i); bytes.size() <= kMostBytes) return bytes;
}

/// GLSL of a compute shader, which the harness is, has none.
bool has_derivatives(const ir::Module& module) {
    return std::ranges::any_of(module.insts,
                               [](const ir::Inst& inst) { return inst.op == ir::Op::FDdx || inst.op == ir::Op::FDdy; });
}

/// Quarters: literal text does not say in which order a dot product adds up, nor what may be fused.
run::State quarters(const ir::Module& module, std::uint64_t seed) {
    test::Random random(seed);
    run::State state = cli::sample_state(module, seed);
    const auto any = [&] { return std::bit_cast<std::uint32_t>((static_cast<float>(random.below(65)) - 32) / 4); };
    for (std::size_t i = 0; i < module.files.size(); ++i)
        if (module.files[i].role == ir::Role::Input && module.files[i].kind == ir::Kind::F32)
            for (std::uint64_t& lane : state.files[i]) lane = any();
    for (std::vector<std::uint8_t>& bytes : state.resources)
        for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
            const std::uint32_t word = any();
            for (unsigned byte = 0; byte < 4; ++byte) bytes[at + byte] = static_cast<std::uint8_t>(word >> (8 * byte));
        }
    return state;
}

std::string check(render::vk::Device& device, std::uint64_t seed) {
    const Guest& guest = kGuests[seed % kGuests.size()];
    const std::string name(guest.frontend.name());
    const bool is_exact = guest.is_exact && seed / kGuests.size() % 2 != 0;
    const ir::Context context{{{name + ".arithmetic", is_exact ? 1U : 0U}}};
    ir::ContextReader reader(context, {.readable = true, .named = true});
    const std::vector<std::uint8_t> bytes = program(guest.frontend, seed);
    const auto module = isa::lift(guest.frontend, bytes, reader);
    if (!module) return name + ": " + module.error().text;
    if (has_derivatives(*module)) return {};
    const auto built = cli::build(*module, cli::BackEnd::LiteralGlsl, device, kLoopLimit);
    if (!built) return name + ": " + built.error().text;
    cli::Setting setting{cli::sample_textures(*module, seed), kLoopLimit};
    std::vector<run::State> inputs;
    for (unsigned i = 0; i < kSets; ++i) inputs.push_back(quarters(*module, seed * kSets + i));
    std::vector<run::State> wanted = inputs, got = inputs;
    if (const Status ran = cli::run_here(*module, wanted, setting); !ran) return ran.error().text;
    if (const Status ran = cli::run_on(*module, device, *built, got, &setting.textures); !ran) return ran.error().text;
    for (unsigned i = 0; i < kSets; ++i) {
        const auto differs = cli::difference_of(*module, cli::quad_of(inputs, i), wanted[i], got[i], setting);
        if (!differs) return differs.error().text;
        if (!*differs) continue;
        const auto listing = codec::list(guest.frontend.codec, bytes, {});
        return fmt::format("{}, inputs {}: {} is {:08x} on the device, not {:08x}\n{}", name, i, (*differs)->where,
                           (*differs)->got, (*differs)->wanted, listing ? codec::print(*listing) : "");
    }
    return {};
}

} // namespace

std::string literal_agree(std::uint64_t first, std::uint64_t end) { return each_seed_on_device(first, end, check); }

} // namespace relit::soak
