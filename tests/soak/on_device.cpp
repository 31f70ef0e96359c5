#include "tests/soak/on_device.hpp"

#include "verify/agree.hpp"
#include "verify/rewrite/hidden_operands.hpp"

#include <fmt/format.h>

namespace relit::soak {
namespace {

constexpr unsigned kSets = 8;
constexpr std::uint32_t kLoopLimit = 64;

std::string difference(render::vk::Device& device, const ir::Module& module, std::uint64_t seed,
                       verify::Operands operands) {
    const auto built = verify::build(module, verify::BackEnd::SpirV, device, kLoopLimit, operands);
    if (!built) return built.error().text;
    verify::Setting setting{verify::sample_textures(module, seed), kLoopLimit};
    std::vector<run::State> inputs;
    for (unsigned i = 0; i < kSets; ++i) inputs.push_back(verify::sample_state(module, seed * kSets + i));
    if (const auto zero = ir::file_of(module, ir::FilePurpose::UnknownZero))
        for (run::State& state : inputs) state.files[*zero] = {0};
    std::vector<run::State> wanted = inputs, got = inputs;
    if (const Status ran = verify::run_here(module, wanted, setting); !ran) return ran.error().text;
    if (const Status ran = verify::run_on(module, device, *built, got, &setting.textures); !ran)
        return ran.error().text;
    for (unsigned i = 0; i < kSets; ++i) {
        const auto differs = verify::difference_of(module, verify::quad_of(inputs, i), wanted[i], got[i], setting);
        if (!differs) return differs.error().text;
        if (!*differs) continue;
        return fmt::format("inputs {}: {} is {:08x} on the device, not {:08x}", i, (*differs)->where, (*differs)->got,
                           (*differs)->wanted);
    }
    return {};
}

} // namespace

std::vector<std::uint8_t> short_sample(const codec::Codec& codec, std::uint64_t seed, const ProgramSizes& sizes) {
    const std::size_t most = seed % 64 == 0 ? sizes.most : sizes.usual;
    for (std::uint64_t i = seed << 16;; ++i)
        if (std::vector<std::uint8_t> bytes = codec.sample(i); bytes.size() <= most) return bytes;
}

std::string difference_on_device(render::vk::Device& device, const ir::Module& module, std::uint64_t seed) {
    const std::string wrong = difference(device, module, seed, verify::Operands::Shown);
    if (wrong.empty()) return {};
    ir::Module hidden = module.clone();
    (void)verify::add_unknown_zero(hidden);
    if (!difference(device, hidden, seed, verify::Operands::Hidden).empty()) return wrong;
    fmt::print(stderr, "seed {}: holds with its operands hidden\n", seed);
    return {};
}

} // namespace relit::soak
