#include "isa/nv2a/encoding/word.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "tests/soak/soak.hpp"
#include "verify/device_run.hpp"
#include "verify/samples.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::soak {
namespace {

// A software device compiles some 20 ms for an exact instruction, so most programs are cut; one in 16 is not.
constexpr std::size_t kUsualSlots = 12;
constexpr unsigned kNv2aSets = 8; // of inputs, awkward values among them, for each program

std::vector<std::uint8_t> nv2a_program(std::uint64_t seed) {
    std::vector<std::uint8_t> bytes = isa::nv2a::kCodec.sample(seed);
    if (seed % 16 != 0 && bytes.size() > kUsualSlots * 16) {
        bytes.resize(kUsualSlots * 16);
        bytes[bytes.size() - 4] |= 1; // FINAL
    }
    // The first dword of a slot says nothing, but what stands there could make a cut file look like a push buffer.
    for (std::size_t slot = 0; slot < bytes.size(); slot += 16) std::fill_n(bytes.begin() + slot, 4, 0);
    return bytes;
}

std::string check_nv2a(render::vk::Device& device, std::uint64_t seed) {
    const ir::Context context{{{"nv2a.arithmetic", 1}, {"nv2a.all_outputs", 1}, {"nv2a.constant_range", 1}}};
    ir::ContextReader reader(context);
    const auto module = isa::lift(isa::nv2a::kFrontend, nv2a_program(seed), reader);
    if (!module) return module.error().text;
    const auto built = verify::build(*module, verify::BackEnd::SpirV, device, 0);
    if (!built) return built.error().text;
    std::vector<run::State> wanted;
    for (unsigned i = 0; i < kNv2aSets; ++i) wanted.push_back(verify::sample_state(*module, seed * kNv2aSets + i));
    std::vector<run::State> got = wanted;
    if (const Status ran = run::run(*module, wanted); !ran) return ran.error().text;
    if (const Status ran = verify::run_on(*module, device, *built, got); !ran) return ran.error().text;
    for (unsigned i = 0; i < kNv2aSets; ++i) {
        if (const auto differs = verify::compare(*module, wanted[i], got[i], {})) {
            return fmt::format("inputs {}: {} is {:08x} on the device, not {:08x}", i, differs->where, differs->got,
                               differs->wanted);
        }
    }
    return {};
}

} // namespace

std::string nv2a_agree(std::uint64_t first, std::uint64_t end) { return each_seed_on_device(first, end, check_nv2a); }

} // namespace relit::soak
