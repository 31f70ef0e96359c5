// Random work for the GS, suite by suite: the Vulkan renderer leaves what the reference leaves, by both sets of rules.
#include "render/gs/reference/renderer.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/gs_random.hpp"
#include "tests/support/gs_renderers.hpp"

#include <fmt/format.h>

namespace relit::soak {
namespace {

namespace reference = render::gs::reference;

/// Both renderers by one set of rules. A device is opened once for all seeds.
struct Pair {
    reference::Renderer exact;
    std::unique_ptr<render::gs::Renderer> vulkan;

    [[nodiscard]] std::string compare(test::GsSuite suite, std::uint64_t seed) {
        const std::vector<std::uint8_t> memory = test::gs_random_memory(seed);
        for (render::gs::Renderer* one : {static_cast<render::gs::Renderer*>(&exact), vulkan.get()})
            one->restore({.memory = memory});
        return test::gs_difference(exact, *vulkan, test::gs_random_work(suite, seed), 3);
    }
};

} // namespace

std::string gs_compute(std::uint64_t first, std::uint64_t end) {
    for (const reference::Rules& rules : {reference::Rules{}, reference::kPlain}) {
        auto vulkan = test::gs_vulkan_renderer(rules);
        if (!vulkan) return vulkan.error().text;
        Pair pair{reference::Renderer(rules), std::move(*vulkan)};
        for (std::uint64_t seed = first; seed < end; ++seed) {
            for (std::size_t suite = 0; suite < test::kGsSuiteNames.size(); ++suite) {
                const std::string wrong = pair.compare(static_cast<test::GsSuite>(suite), seed);
                if (!wrong.empty())
                    return fmt::format("seed {}, suite {}, {} rules: {}", seed, test::kGsSuiteNames[suite],
                                       rules.coarse_steps ? "console" : "plain", wrong);
            }
        }
    }
    return {};
}

} // namespace relit::soak
