// Random work for the GS, suite by suite: the Vulkan renderer leaves what the reference leaves. A seed says what is drawn, by
// which rules and with how many samples.
#include "render/gs/reference/renderer.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/gs/random.hpp"
#include "tests/support/gs/renderers.hpp"

#include <fmt/format.h>

namespace relit::soak {
namespace {

namespace reference = render::gs::reference;
using test::GsSuite;

/// Both renderers in one mode. A device is opened once for all seeds.
struct Pair {
    reference::Renderer exact;
    std::unique_ptr<render::gs::Renderer> vulkan;

    [[nodiscard]] std::string compare(GsSuite suite, std::uint64_t seed) {
        const std::vector<std::uint8_t> memory = test::gs_random_memory(seed);
        for (render::gs::Renderer* one : {static_cast<render::gs::Renderer*>(&exact), vulkan.get()})
            one->restore({.memory = memory});
        const std::string wrong = test::gs_difference(exact, *vulkan, test::gs_random_work(suite, seed), 3);
        if (wrong.empty()) return {};
        const auto name = test::kGsSuiteNames[static_cast<std::size_t>(suite)];
        return fmt::format("seed {} of {}: {}", seed, name, wrong);
    }
};

/// The seeds of a range that are drawn in one mode, of these suites.
std::string compare_mode(std::uint64_t mode, std::uint64_t first, std::uint64_t end, std::span<const GsSuite> suites) {
    std::uint64_t seed = test::first_of_gs_mode(mode, first);
    if (seed >= end) return {};
    const auto [rules, rate] = test::gs_mode(mode);
    auto vulkan = test::gs_vulkan_renderer(rules, {.samples = rate});
    if (!vulkan) return vulkan.error().text;
    Pair pair{reference::Renderer(rules, rate), std::move(*vulkan)};
    for (; seed < end; seed += test::kGsModes)
        for (const GsSuite suite : suites)
            if (const std::string wrong = pair.compare(suite, seed); !wrong.empty())
                return fmt::format("{} rules, {} samples: {}", rules.coarse_steps ? "console" : "plain", rate, wrong);
    return {};
}

std::string compare(std::uint64_t first, std::uint64_t end, std::span<const GsSuite> suites) {
    for (std::uint64_t mode = 0; mode < test::kGsModes; ++mode)
        if (const std::string wrong = compare_mode(mode, first, end, suites); !wrong.empty()) return wrong;
    return {};
}
std::string compare(std::uint64_t first, std::uint64_t end, GsSuite suite) {
    return compare(first, end, std::span(&suite, 1));
}

} // namespace

std::string gs_compute(std::uint64_t first, std::uint64_t end) {
    constexpr std::array kAll{GsSuite::Shapes, GsSuite::Textures, GsSuite::Pixels, GsSuite::Memory, GsSuite::Registers};
    static_assert(kAll.size() == test::kGsSuiteNames.size());
    return compare(first, end, kAll);
}

std::string gs_compute_shapes(std::uint64_t first, std::uint64_t end) { return compare(first, end, GsSuite::Shapes); }
std::string gs_compute_textures(std::uint64_t first, std::uint64_t end) {
    return compare(first, end, GsSuite::Textures);
}
std::string gs_compute_pixels(std::uint64_t first, std::uint64_t end) { return compare(first, end, GsSuite::Pixels); }
std::string gs_compute_memory(std::uint64_t first, std::uint64_t end) { return compare(first, end, GsSuite::Memory); }
std::string gs_compute_registers(std::uint64_t first, std::uint64_t end) {
    return compare(first, end, GsSuite::Registers);
}

} // namespace relit::soak
