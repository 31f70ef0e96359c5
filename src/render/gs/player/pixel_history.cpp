#include "render/gs/player/pixel_history.hpp"

#include "machine/gs/state/buffers.hpp"
#include "render/gs/display/display.hpp"

#include <algorithm>
#include <utility>

namespace relit::render::gs::player {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

void PixelLocations::add(const Work& work, std::span<const DrawState> states) {
    if (const auto* draw = std::get_if<Draw>(&work)) {
        const DrawState& state = states[draw->state];
        const auto within = [](std::int32_t at, std::uint32_t from, std::uint32_t to) {
            return at >= static_cast<std::int32_t>(from) && at <= static_cast<std::int32_t>(to);
        };
        const Scissor& s = state.scissor;
        if (!within(x_, s[Scissor::x0], s[Scissor::x1]) || !within(y_, s[Scissor::y0], s[Scissor::y1])) return;
        add_buffer(frame_of(state.frame), false);
        if (state.test[Test::depth_on]) add_buffer(depth_of(state.zbuf, state.frame), true);
    } else if (const auto* vsync = std::get_if<Vsync>(&work)) {
        const Merge merge(vsync->registers);
        if (merge.first) add_display(vsync->registers.DISPFB1, *merge.first);
        if (merge.second) add_display(vsync->registers.DISPFB2, *merge.second);
    }
}

void PixelLocations::add_display(const DispFb& display, const Circuit& circuit) {
    constexpr std::int32_t kUnit = 64; // pixels of a width
    const std::uint32_t rows = circuit.y + (circuit.lines + circuit.lines_a_pixel - 1) / circuit.lines_a_pixel;
    if (x_ < 0 || y_ < 0 || x_ >= kUnit * static_cast<std::int32_t>(display[DispFb::width])) return;
    if (y_ >= static_cast<std::int32_t>(rows)) return;
    add_buffer({display[DispFb::format], display[DispFb::base] * kBlocksOfPage, display[DispFb::width]}, false);
}

void PixelLocations::add_buffer(const Buffer& buffer, bool is_depth) {
    const PixelBits bits(buffer.format);
    PixelLocation location{.is_depth = is_depth, .buffer = buffer, .mask = bits.mask};
    location.bit = bits.at(address_of(buffer, static_cast<std::uint32_t>(x_), static_cast<std::uint32_t>(y_)));
    const auto is_same = [&](const PixelLocation& one) { return one.bit == location.bit && one.mask == location.mask; };
    if (std::ranges::none_of(all_, is_same)) all_.push_back(location);
}

PixelLocations find_locations(DumpReader& dump, std::int32_t x, std::int32_t y, std::uint64_t draws,
                              std::uint64_t frames) {
    PixelLocations locations(x, y);
    WorkList work;
    Playback playback(dump.front(), [&dump] { return dump.next(); }, work);
    std::uint64_t drawn = 0, shown = 0;
    for (work.clear(); playback.step(work); work.clear()) {
        for (const Work& one : work.items) {
            drawn += std::holds_alternative<Draw>(one) ? 1 : 0;
            shown += std::holds_alternative<Vsync>(one) ? 1 : 0;
            locations.add(one, work.states);
            if ((draws != 0 && drawn == draws) || (frames != 0 && shown == frames)) return locations;
        }
    }
    return locations;
}

PixelHistory::PixelHistory(Replay& replay, std::int32_t x, std::int32_t y, PixelLocations known, Tell tell)
    : replay_(replay), tell_(std::move(tell)), locations_(std::move(known)) {
    tracer_ = {x, y, [this](const TracedFragment& one) { draw(one); }, &words_};
    status_ = replay.renderer().trace(&tracer_);
    watch_new();
}

std::uint32_t PixelHistory::value(const PixelLocation& location) const {
    const Bytes word = replay_.renderer().read({location.bit / 32 * 4, 4});
    return static_cast<std::uint32_t>(little_endian(word)) >> location.bit % 32 & location.mask;
}

/// Takes places into the watch that are new.
void PixelHistory::watch_new() {
    for (; watched_ < locations_.all().size(); ++watched_) {
        PixelLocation& location = locations_.all()[watched_];
        words_.add(location.bit / 32, location.mask << location.bit % 32);
        location.first = location.last = value(location);
        location.came_late = replay_.position().transfers != 0;
    }
}

void PixelHistory::before(const Work& work) {
    position_ = replay_.position();
    work_ = &work;
    locations_.add(work, replay_.states());
    watch_new();
}

void PixelHistory::after(const Work& work) {
    if (!words_.is_hit()) return;
    const bool is_transfer = std::holds_alternative<StartTransfer>(work) || std::holds_alternative<TransferData>(work);
    PixelEvent event{.at = position_, .work = work, .changes = take_changes()};
    // A copy is done when its transfer starts.
    event.at.transfers = replay_.position().transfers;
    if (is_transfer) event.transfer = &replay_.last_transfer();
    tell_(event);
}

void PixelHistory::draw(const TracedFragment& fragment) {
    tell_({position_, *work_, &replay_.states()[std::get<Draw>(*work_).state], &fragment, nullptr, take_changes()});
}

/// What has been written since it was asked last, and what memory holds now.
std::vector<PixelChange> PixelHistory::take_changes() {
    std::vector<PixelChange> changes;
    for (std::size_t i = 0; i < watched_; ++i) {
        PixelLocation& location = locations_.all()[i];
        if ((words_.written(location.bit / 32) >> location.bit % 32 & location.mask) == 0) continue;
        const std::uint32_t now = value(location);
        changes.push_back({i, std::exchange(location.last, now), now});
    }
    words_.clear();
    return changes;
}

} // namespace relit::render::gs::player
