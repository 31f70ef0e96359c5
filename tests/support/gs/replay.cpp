#include "tests/support/gs/replay.hpp"

#include <algorithm>
#include <cstdlib>

namespace relit::test {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

Image GsReplay::frame(std::uint32_t width, std::uint32_t height) const {
    const DispFb& fb = display.DISPFB1;
    const Buffer buffer{fb[DispFb::format], fb[DispFb::base] * kBlocksOfPage, fb[DispFb::width]};
    return buffer_image(renderer.memory(), buffer, {fb[DispFb::x], fb[DispFb::y], width, height}, true);
}

GsReplay gs_replay(const Dump& dump, const render::gs::reference::Rules& rules, const GsReplayHooks& hooks) {
    GsReplay replay{render::gs::reference::Renderer(rules), {}};
    std::ranges::copy(dump.state->memory, replay.renderer.memory().bytes().begin());
    WorkList list;
    Playback playback(dump, list);
    do {
        for (Work& work : list.items) {
            if (auto* draw = std::get_if<Draw>(&work); draw != nullptr && hooks.change)
                hooks.change(*draw, list.states[draw->state]);
            replay.renderer.perform(work, list.states);
            const auto* vsync = std::get_if<Vsync>(&work);
            if (vsync != nullptr) replay.display = vsync->registers;
            if (vsync != nullptr && hooks.see) hooks.see(replay.renderer.memory(), *vsync);
        }
        list.clear();
    } while (playback.step(list));
    return replay;
}

GsApart gs_apart(const Image& a, const Image& b) {
    if (a.width != b.width || a.height != b.height) return {std::max(a.rgba.size(), b.rgba.size()) / 4, 0, 255};
    GsApart apart;
    for (std::size_t at = 0; at < a.rgba.size(); at += 4) {
        int most = 0;
        for (std::size_t c = 0; c < 3; ++c) most = std::max(most, std::abs(a.rgba[at + c] - b.rgba[at + c]));
        apart.pixels += most > 0 ? 1 : 0, apart.far += most > 2 ? 1 : 0;
        apart.most = std::max(apart.most, most);
    }
    return apart;
}

} // namespace relit::test
