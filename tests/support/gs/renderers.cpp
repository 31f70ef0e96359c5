#include "tests/support/gs/renderers.hpp"

#include "machine/gs/dump/playback.hpp"
#include "render/gs/player/comparison.hpp"
#include "render/gs/player/verifying.hpp"
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs/corpus.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace relit::test {

Result<std::unique_ptr<render::gs::Renderer>> gs_vulkan_renderer(const render::gs::reference::Rules& rules,
                                                                 const render::gs::compute::Settings& settings) {
    const char* name = std::getenv("RELIT_DEVICE");
    return render::gs::compute::Renderer::make(rules, {.device = name != nullptr ? name : "", .validation = true},
                                               settings);
}

std::string gs_difference(render::gs::Renderer& a, render::gs::Renderer& b, const machine::gs::WorkList& list,
                          std::size_t pieces) {
    const std::size_t each = std::max<std::size_t>(list.items.size() / pieces, 1);
    for (std::size_t at = 0; at < list.items.size(); ++at) {
        a.perform(list.items[at], list.states), b.perform(list.items[at], list.states);
        if (at % each != each - 1 && at + 1 != list.items.size()) continue;
        if (const Status good = b.status(); !good) return good.error().text;
        const auto difference = render::gs::player::memory_difference(a, b);
        if (difference.bytes != 0)
            return fmt::format("after work {} of {}: {} bytes differ, the first at {:#x}", at + 1, list.items.size(),
                               difference.bytes, difference.first);
        for (unsigned i = 0; a.samples() > 1 && i < a.samples(); ++i)
            if (!std::ranges::equal(a.read_sample(i), b.read_sample(i)))
                return fmt::format("after work {} of {}: sample {} differs", at + 1, list.items.size(), i);
        if (!(a.clut() == b.clut())) return fmt::format("after work {}: palettes differ", at + 1);
        if (a.counts().pixels != b.counts().pixels)
            return fmt::format("after work {}: {} and {} pixels", at + 1, a.counts().pixels, b.counts().pixels);
    }
    return {};
}

std::string gs_difference(const std::filesystem::path& dump, const render::gs::reference::Rules& rules,
                          const render::gs::compute::Settings& settings) {
    using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work
    auto vulkan = gs_vulkan_renderer(rules, settings);
    if (!vulkan) return vulkan.error().text;
    render::gs::player::VerifyingRenderer both(
        std::make_unique<render::gs::reference::Renderer>(rules, settings.samples), std::move(*vulkan));
    const std::vector<std::uint8_t> file = read_gs_file(dump);
    const Reading reading = read_dump(file);
    if (reading.fault) return reading.fault->text;
    if (reading.dump.state) both.write(0, reading.dump.state->memory);
    WorkList list;
    Playback playback(reading.dump, list);
    do {
        both.perform(list);
        list.clear();
    } while (playback.step(list));
    both.compare();
    const Status good = both.status();
    return good ? std::string() : good.error().text;
}

} // namespace relit::test
