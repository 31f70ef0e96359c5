#include "render/r500/target/fills.hpp"

#include <algorithm>

namespace relit::render::r500 {
namespace {

using machine::r500::BoundSurface;
using machine::r500::Extent;
using machine::r500::State;
namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
namespace program_field = isa::r500::field;

/// Pixels of the bounds of some triangles within a size.
Rectangle bounds_of(const Triangles& triangles, Extent size) {
    float left = static_cast<float>(size.width), top = static_cast<float>(size.height), right = 0, bottom = 0;
    for (const Triangle& triangle : triangles.triangles)
        for (const Corner& corner : triangle.corners) {
            left = std::min(left, corner.position[0]), right = std::max(right, corner.position[0]);
            top = std::min(top, corner.position[1]), bottom = std::max(bottom, corner.position[1]);
        }
    const auto pixel = [](float at, std::uint32_t most) {
        return static_cast<std::uint32_t>(std::clamp(at + 0.5F, 0.0F, static_cast<float>(most)));
    };
    return {pixel(left, size.width), pixel(top, size.height), pixel(right, size.width), pixel(bottom, size.height)};
}

std::uint64_t pixels_in(std::span<const Rectangle> rectangles) {
    std::uint64_t pixels = 0;
    for (const Rectangle& each : rectangles)
        if (!is_empty(each)) pixels += std::uint64_t{each.right - each.left} * (each.bottom - each.top);
    return pixels;
}

} // namespace

void Fills::note(const machine::r500::Packet& packet) {
    clears_depth_ = clears_depth_ || packet.is(machine::r500::Op::ClearZmask);
    clears_colour_ = clears_colour_ || packet.is(machine::r500::Op::ClearCmask);
}

Status Fills::fill(const SurfaceKey& key, std::uint32_t value, std::span<const Rectangle> rectangles) {
    const auto range = range_of(key);
    if (!range) return std::unexpected(range.error());
    if (const Status done = images_.write_back(*range); !done) return done;
    const auto buffer = memory_.write(*range);
    if (!buffer) return std::unexpected(buffer.error());
    const auto blocks = blocks_of(key.description);
    const std::uint32_t bytes = blocks->layout.bits / 8;
    for (const Rectangle& each : rectangles)
        for (std::uint32_t y = each.top; y < each.bottom; ++y)
            for (std::uint32_t x = each.left; x < each.right; ++x) {
                const std::uint64_t at = key.description.plane.offset + offset_of(blocks->layout, x, y);
                if (at + bytes > buffer->size())
                    return fail(FaultKind::NotSupported, "the cleared surface ends after its buffer");
                for (std::uint32_t i = 0; i < bytes; ++i)
                    (*buffer)[at + i] = static_cast<std::uint8_t>(value >> 8 * (i % 4));
            }
    return {};
}

Status Fills::fill_whole(const BoundSurface& surface, std::uint32_t value) {
    if (!surface.buffer || !surface.buffer->handle) return {};
    const Extent size = common_size(std::span(&surface, 1), memory_.capture());
    const Rectangle all{0, 0, size.width, size.height};
    return fill(key_of(surface, size), value, std::span(&all, 1));
}

Status Fills::fast_clear(const State& state, Notes notes) {
    if (clears_depth_ && state[reg::ZB_BW_CNTL][field::ZB_BW_CNTL__FAST_FILL] != 0) {
        clears_depth_ = false;
        const std::uint32_t value = state[reg::ZB_DEPTHCLEARVALUE].raw[0];
        if (const Status done = fill_whole(bound_depth(state), value); !done) return done;
    }
    if (clears_colour_ && state[isa::r500::reg::RB3D_CCTL][program_field::RB3D_CCTL__CMASK_ENABLE] != 0) {
        clears_colour_ = false;
        const BoundSurface target = bound_colour(state, 0);
        const auto blocks = blocks_of(target.description);
        if (blocks && blocks->layout.bits > 32)
            notes.say("RB3D_COLOR_CLEAR_VALUE_AR: wide pixels are cleared to RB3D_COLOR_CLEAR_VALUE, repeated");
        return fill_whole(target, state[reg::RB3D_COLOR_CLEAR_VALUE].raw[0]);
    }
    return {};
}

Status Fills::check(const State& state) {
    const auto is_known = [](const std::optional<machine::r500::BufferRef>& buffer) {
        return buffer && buffer->handle;
    };
    const bool clears = state[reg::ZB_BW_CNTL][field::ZB_BW_CNTL__ZB_CB_CLEAR] != 0;
    if (clears && !is_known(bound_depth(state).buffer))
        return fail(FaultKind::NotSupported, "the cleared buffer is not known");
    if (state[reg::RB3D_AARESOLVE_CTL][field::RB3D_AARESOLVE_CTL__AARESOLVE_MODE] == 0) return {};
    const machine::r500::BufferRef* const into = state.buffer(reg::RB3D_AARESOLVE_OFFSET);
    if (!is_known(bound_colour(state, 0).buffer) || into == nullptr || !into->handle)
        return fail(FaultKind::NotSupported, "the buffers of a resolve are not known");
    return {};
}

Result<std::uint64_t> Fills::clear_through_depth(const State& state, const Triangles& triangles) {
    if (const Status known = check(state); !known) return std::unexpected(known.error());
    const BoundSurface surface = bound_depth(state);
    const Extent size = common_size(std::span(&surface, 1), memory_.capture());
    const Rectangle covered = bounds_of(triangles, size);
    std::vector<Rectangle> rectangles;
    for (const Rectangle& visible : visible_rectangles(state, size))
        rectangles.push_back(intersection(visible, covered));
    const Status done = fill(key_of(surface, size), state[reg::ZB_DEPTHCLEARVALUE].raw[0], rectangles);
    if (!done) return std::unexpected(done.error());
    return pixels_in(rectangles);
}

/// What is written back of samples is their average, so that the resolve is a copy.
Result<std::uint64_t> Fills::resolve(const State& state, Notes notes) {
    const BoundSurface source = bound_colour(state, 0);
    if (const Status known = check(state); !known) return std::unexpected(known.error());
    const machine::r500::BufferRef* const into = state.buffer(reg::RB3D_AARESOLVE_OFFSET);
    const machine::r500::RegisterWord control = state[reg::RB3D_AARESOLVE_CTL];
    if (control[field::RB3D_AARESOLVE_CTL__AARESOLVE_GAMMA] != 0)
        notes.say("RB3D_AARESOLVE_CTL: samples are averaged without gamma");
    if (control[field::RB3D_AARESOLVE_CTL__AARESOLVE_ALPHA] == 0)
        notes.say("RB3D_AARESOLVE_CTL: alpha is averaged, and not taken of sample 0");
    const SurfaceKey from = key_of(source, common_size(std::span(&source, 1), memory_.capture()));
    SurfaceKey to = from;
    to.buffer = *into->handle;
    to.description.plane.offset = state[reg::RB3D_AARESOLVE_OFFSET].raw[0] & ~31U;
    to.description.plane.pitch = 2 * state[reg::RB3D_AARESOLVE_PITCH][field::RB3D_AARESOLVE_PITCH__AARESOLVE_PITCH];
    const auto read = range_of(from), written = range_of(to);
    if (!read) return std::unexpected(read.error());
    if (!written) return std::unexpected(written.error());
    for (const ByteRange& range : {*read, *written})
        if (const Status done = images_.write_back(range); !done) return std::unexpected(done.error());
    const auto bytes = memory_.read(from.buffer);
    if (!bytes) return std::unexpected(bytes.error());
    const auto rows = surface_bytes(from.description, *bytes);
    if (!rows) return std::unexpected(rows.error());
    const auto buffer = memory_.write(*written);
    if (!buffer) return std::unexpected(buffer.error());
    if (const Status done = store_surface_bytes(to.description, *rows, *buffer); !done)
        return std::unexpected(done.error());
    const Extent size = to.description.plane.size;
    return std::uint64_t{size.width} * size.height;
}

} // namespace relit::render::r500
