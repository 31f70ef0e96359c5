// Random Maxwell kernels in the interpreter and on the device: everything that each thread leaves in registers.
#include "tests/soak/soak.hpp"
#include "tests/support/maxwell/programs.hpp"

#include "base/bytes.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace relit::soak {
namespace {

/// The first word that is another; nothing where all are the same.
std::string difference_of_kernel(const std::vector<std::uint8_t>& wanted, const std::vector<std::uint8_t>& got) {
    for (std::size_t i = 0; i < wanted.size(); i += 4) {
        const auto word = [&](const std::vector<std::uint8_t>& bytes) {
            return little_endian(Bytes(bytes).subspan(i, 4));
        };
        if (word(wanted) == word(got)) continue;
        return fmt::format("thread {}, word {}: {:08x} on the device, not {:08x}", i / 128, i % 128 / 4, word(got),
                           word(wanted));
    }
    return {};
}

constexpr std::uint64_t kNeverCompiled = 4076; // by lavapipe (docs/devices.md)

/// What lavapipe computes with a 0 that it knows is no fault of ours (docs/devices.md): a kernel that differs may do so
/// only as long as the numbers that it multiplies are shown.
std::string check_maxwell(render::vk::Device& device, std::uint64_t seed) {
    if (seed == kNeverCompiled) {
        fmt::print(stderr, "seed {}: not run, lavapipe does not come to an end compiling it\n", seed);
        return {};
    }
    const auto kernel = test::random_kernel(seed);
    if (!kernel) return kernel.error().text;
    const auto wanted = test::interpret(*kernel, test::Warps::ShareMemory);
    if (!wanted) return "in the interpreter: " + wanted.error().text;
    std::string differs;
    for (const test::Factors factors : {test::Factors::Shown, test::Factors::Hidden}) {
        const auto got = test::run_on(device, *kernel, factors);
        if (!got) return "on the device: " + got.error().text;
        const bool again = !differs.empty();
        differs = difference_of_kernel(*wanted, *got);
        if (differs.empty() && again) fmt::print(stderr, "seed {}: holds with its factors hidden\n", seed);
        if (differs.empty()) return {};
    }
    return differs + "\n" + test::random_kernel_text(seed);
}

} // namespace

std::string maxwell_agree(std::uint64_t first, std::uint64_t end) {
    return each_seed_on_device(first, end, check_maxwell);
}

} // namespace relit::soak
