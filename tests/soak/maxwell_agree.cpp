// Random Maxwell kernels in the interpreter and on the device: everything that each thread leaves in registers.
#include "tests/soak/soak.hpp"
#include "tests/support/maxwell_programs.hpp"

#include "base/bytes.hpp"
#include "pass/pass.hpp"
#include "render/vk/device.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::soak {
namespace {

/// Whether a literal 0 is added to a float or multiplies it: lavapipe loses the sign of 0 and NaN (docs/devices.md).
bool has_literal_zero(const ir::Module& module) {
    using enum ir::Op;
    const auto is_zero = [&](ir::Id id, unsigned sign_bits) {
        const ir::Inst& inst = module[id];
        const unsigned cut = 64 - bits_of(inst.type.kind) + sign_bits;
        const auto lane_is_zero = [&](std::uint64_t lane) { return lane << cut == 0; };
        return inst.op == Const && std::ranges::any_of(module.literal(inst), lane_is_zero);
    };
    const auto counts = [&](ir::Id id) {
        const ir::Inst& inst = module[id];
        const auto either = [&](unsigned sign_bits) {
            return is_zero(inst.operands[0], sign_bits) || is_zero(inst.operands[1], sign_bits);
        };
        switch (inst.op) {
            case FAdd:
            case FSub: return either(0);
            case FMul: return either(1);
            case FFma: return either(1) || is_zero(inst.operands[2], 0);
            default: return false;
        }
    };
    return std::ranges::any_of(module.functions[0].blocks,
                               [&](const ir::Block& block) { return std::ranges::any_of(block.insts, counts); });
}

std::string check(render::vk::Device& device, std::uint64_t seed) {
    const auto kernel = test::random_kernel(seed);
    if (!kernel) return kernel.error().text;
    auto module = test::module_of(*kernel, test::Warps::ShareMemory);
    if (!module) return "is refused: " + module.error().text;
    if (const Status done = pass::run_passes(*module, pass::optimising_passes()); !done) return done.error().text;
    if (has_literal_zero(*module)) return {};
    const auto wanted = test::interpret(*kernel, test::Warps::ShareMemory);
    if (!wanted) return "in the interpreter: " + wanted.error().text;
    const auto got = test::run_on(device, *kernel);
    if (!got) return "on the device: " + got.error().text;
    for (std::size_t i = 0; i < wanted->size(); i += 4) {
        const auto word = [&](const std::vector<std::uint8_t>& bytes) {
            return little_endian(Bytes(bytes).subspan(i, 4));
        };
        if (word(*wanted) == word(*got)) continue;
        return fmt::format("thread {}, word {}: {:08x} on the device, not {:08x}\n{}", i / 128, i % 128 / 4, word(*got),
                           word(*wanted), test::random_kernel_text(seed));
    }
    return {};
}

} // namespace

std::string maxwell_agree(std::uint64_t first, std::uint64_t end) {
    auto device = render::vk::Device::open({});
    if (!device) return device.error().text;
    for (std::uint64_t seed = first; seed < end; ++seed) {
        if (const std::string text = check(*device, seed); !text.empty()) return fmt::format("seed {}: {}", seed, text);
    }
    return {};
}

} // namespace relit::soak
