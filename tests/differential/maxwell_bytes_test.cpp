// Threads of Maxwell kernels that store bytes and halves of one word at once, on the device through both languages: all of them
// arrive, as they do on a console.
#include "render/vk/dispatch.hpp"
#include "tests/support/device.hpp"
#include "tests/support/maxwell/kernel.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace relit::test::maxwell_bytes_test {
namespace {

constexpr std::uint32_t kThreads = 32;

struct Width {
    std::string_view name;
    std::uint32_t bytes;
};
constexpr Width kWidths[] = {{"U8", 1}, {"S8", 1}, {"U16", 2}, {"S16", 2}};

std::uint32_t worth(std::uint32_t thread) { return thread * 0x1235 + 0x9c81; }

/// Each thread stores its part to shared memory, then what lies in the place of another to the result, then that part again
/// behind all of these.
std::string text_of(const Width& width, std::string_view guard) {
    const std::uint32_t shift = width.bytes - 1;
    return fmt::format(
        "S2R R0, SR_TID.X ;\nXMAD R1, R0, 0x1235, RZ ;\nIADD32I R1, R1, 0x9c81 ;\nSHL R2, R0, 0x{0:x} ;\n"
        "ISETP.NE.AND P0, PT, R0, 0x5, PT ;\nSHL R3, R0, 0x2 ;\nMOV32I R7, 0x55555555 ;\nSTS [R3], R7 ;\n"
        "BAR.SYNC 0x0 ;\n{1}STS.{2} [R2], R1 ;\nBAR.SYNC 0x0 ;\nLOP32I.XOR R6, R2, 0x{3:x} ;\nLDS.{2} R6, [R6] ;\n"
        "IADD R4.CC, R4, R2 ;\nIADD.X R5, R5, RZ ;\nSTG.E.{2} [R4], R6 ;\n{1}STG.E.{2} [R4+0x40], R1 ;\nEXIT ;\n",
        shift, guard, width.name, width.bytes * 3);
}

std::vector<std::uint8_t> wanted_of(const Width& width, bool is_guarded) {
    std::vector<std::uint8_t> all(128);
    for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
        const std::uint32_t other = thread ^ 3U;
        for (std::uint32_t i = 0; i < width.bytes; ++i) {
            const bool is_there = !is_guarded || other != 5;
            all[thread * width.bytes + i] = is_there ? static_cast<std::uint8_t>(worth(other) >> 8 * i) : 0x55;
        }
    }
    for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
        if (is_guarded && thread == 5) continue;
        for (std::uint32_t i = 0; i < width.bytes; ++i)
            all[0x40 + thread * width.bytes + i] = static_cast<std::uint8_t>(worth(thread) >> 8 * i);
    }
    return all;
}

Result<std::vector<std::uint8_t>> run_on_device(render::vk::Device& device, const MaxwellVector& kernel,
                                                BackEnd back_end) {
    auto lifted = module_of(kernel, Warps::ShareMemory);
    if (!lifted) return std::unexpected(lifted.error());
    const lang::Target target = with_language_of(back_end, device.target({}));
    const auto module = translate::prepare(std::move(*lifted), target, {});
    if (!module) return std::unexpected(module.error());
    const auto words = back_end(*module, target);
    if (!words) return std::unexpected(words.error());
    std::vector<ir::Bound> bound(module->resources.size());
    std::size_t result = 0;
    for (std::size_t i = 0; i < bound.size(); ++i) {
        bound[i].bytes.resize(std::max(module->resources[i].size, kernel.result_bytes));
        if (module->resources[i].kind == ir::ResourceKind::StorageBuffer) result = i;
    }
    const Status done = render::vk::run_native(device, *words, *module, bound, {1, 1, 1});
    if (!done) return std::unexpected(done.error());
    return std::move(bound[result].bytes);
}

TEST(MaxwellBytes, NeighboursInOneWordAllArrive) {
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    for (const Width& width : kWidths) {
        for (const bool is_guarded : {false, true}) {
            const auto kernel = kernel_of(text_of(width, is_guarded ? "@P0 " : ""), kThreads, 32);
            const auto wanted = wanted_of(width, is_guarded);
            const auto told = interpret(kernel, Warps::ShareMemory);
            ASSERT_TRUE(told) << told.error().text;
            EXPECT_EQ(*told, wanted) << width.name;
            for (const BackEnd back_end : {directly, through_glsl}) {
                const auto bytes = run_on_device(*device, kernel, back_end);
                ASSERT_TRUE(bytes) << bytes.error().text;
                EXPECT_EQ(*bytes, wanted) << width.name << (back_end == directly ? " SPIR-V" : " GLSL");
            }
        }
    }
}

} // namespace
} // namespace relit::test::maxwell_bytes_test
