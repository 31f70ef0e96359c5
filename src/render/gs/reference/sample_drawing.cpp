#include "render/gs/reference/sample_drawing.hpp"

namespace relit::render::gs::reference {

std::uint64_t draw_samples(Samples& samples, Memory& resolved, const Clut& clut, const machine::gs::Draw& draw,
                           const machine::gs::DrawState& state, bool snaps, const Rules& rules) {
    samples.copy_transfers(resolved);
    std::uint64_t covered = 0;
    const std::span<const SamplePosition> positions = sample_positions(samples.rate());
    for (unsigned i = 0; i < samples.rate(); ++i) {
        const PixelPosition position = snaps ? PixelPosition() : PixelPosition{positions[i].x, positions[i].y};
        const SampleTarget target{samples.plane(i), resolved, position, samples.drawn().frame, samples.drawn().depth};
        covered += reference::draw(target, clut, state, draw.vertices, rules);
    }
    samples.resolve(resolved, state, machine::gs::pixels_of(draw, state));
    return covered;
}

} // namespace relit::render::gs::reference
