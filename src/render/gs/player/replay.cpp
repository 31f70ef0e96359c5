#include "render/gs/player/replay.hpp"

#include "render/gs/display/scanout.hpp"
#include "render/gs/samples/grid.hpp"

#include <algorithm>

namespace relit::render::gs::player {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

Replay::Replay(const Front& front, NextPart next, std::unique_ptr<Renderer> renderer, const ScanoutOptions& scanout)
    : scanout_(scanout), playback_(front, std::move(next), work_), renderer_(std::move(renderer)) {
    if (front.state) renderer_->write(0, front.state->memory);
    renderer_->perform(work_);
    work_.clear();
}

bool Replay::load() {
    work_.clear();
    done_ = 0;
    if (!playback_.step(work_)) return false;
    position_.packet = playback_.packet()->number;
    position_.offset = playback_.packet()->event.offset;
    return true;
}

const Work* Replay::next() {
    while (is_done())
        if (!load()) return nullptr;
    return &work_.items[done_];
}

void Replay::step() { perform(work_.items[done_++]); }

namespace {

/// Palettes, reads by the host and transfers that only begin leave memory as it is.
bool changes_memory(const Work& work) {
    if (const auto* start = std::get_if<StartTransfer>(&work)) return start->direction == Direction::LocalToLocal;
    return !std::holds_alternative<LoadPalette>(work) && !std::holds_alternative<ReadBack>(work);
}

} // namespace

bool Replay::may_change_memory() const {
    return std::any_of(work_.items.begin() + static_cast<std::ptrdiff_t>(done_), work_.items.end(), changes_memory);
}

void Replay::finish_packet() {
    while (!is_done()) step();
}

Replay::State Replay::save(State room) {
    return {
        renderer_->save(std::move(room.renderer)), done_, position_, fields_, last_state_, last_transfer_, last_frame_};
}

void Replay::restore(const State& state) {
    renderer_->restore(state.renderer);
    done_ = state.done, position_ = state.position, fields_ = state.fields;
    last_state_ = state.last_state, last_transfer_ = state.last_transfer, last_frame_ = state.last_frame;
}

Replay::Snapshot Replay::snapshot() {
    finish_frames();
    const bool is_before = !is_done();
    return {is_before ? playback_.before() : playback_.point(), is_before, save()};
}

Status Replay::go_to(const Snapshot& snapshot) {
    if (const Status found = playback_.go_to(snapshot.point); !found) return found;
    work_.clear();
    if (snapshot.is_before_packet && !playback_.step(work_)) return fail("the dump ends where the snapshot was taken");
    State state = snapshot.state;
    state.done = snapshot.is_before_packet ? state.done : 0;
    if (state.done > work_.items.size()) return fail("the dump has less work than when the snapshot was taken");
    restore(state);
    return {};
}

void Replay::perform(const Work& work) {
    renderer_->perform(work, work_.states);
    if (const auto* draw = std::get_if<Draw>(&work)) {
        ++position_.draws;
        last_state_ = work_.states[draw->state];
    }
    if (const auto* start = std::get_if<StartTransfer>(&work)) {
        ++position_.transfers;
        last_transfer_ = *start;
    }
    if (const auto* vsync = std::get_if<Vsync>(&work)) show(*vsync);
}

void Replay::show(const Vsync& vsync) {
    ++position_.frames;
    if (!shows_later_) return show(vsync, player::show(*renderer_, vsync, scanout_, fields_));
    (void)player::show_later(*renderer_, vsync, scanout_, fields_,
                             [this, vsync](Image frame) { show(vsync, std::move(frame)); });
}

void Replay::show(const Vsync& vsync, Image frame) {
    last_frame_ = std::move(frame);
    position_.shown_pixels += std::uint64_t{last_frame_->width} * last_frame_->height;
    if (shown_) shown_(vsync);
}

void Replay::finish_frames() {
    if (shows_later_) renderer_->wait(renderer_->flush());
}

namespace {

/// Each sample as if it were all there is, and then all of them side by side: fields are joined by sample.
Image show_samples(Renderer& renderer, const Vsync& vsync, const ScanoutOptions& options, std::span<Fields> fields) {
    std::vector<Image> images;
    for (unsigned i = 0; i < renderer.samples(); ++i) {
        const Memory memory(renderer.read_sample(i));
        images.push_back(scanout(memory, vsync.registers, vsync.field, options, fields[i]));
    }
    return with_cells(images);
}

} // namespace

Timeline show_later(Renderer& renderer, const Vsync& vsync, const ScanoutOptions& options, std::vector<Fields>& fields,
                    const std::function<void(Image)>& take) {
    Timeline value = 0;
    if (options.shows_samples && renderer.samples() > 1) {
        renderer.wait(renderer.flush()); // frames come in order
        fields.resize(renderer.samples());
        take(show_samples(renderer, vsync, options, fields));
    } else {
        fields.resize(1);
        value = renderer.scan_later(vsync, options, [&fields, vsync, options, take](Image scan) {
            take(frame_of(std::move(scan), vsync, options, fields[0]));
        });
    }
    renderer.feed_back(vsync, options);
    return value;
}

Image show(Renderer& renderer, const Vsync& vsync, const ScanoutOptions& options, std::vector<Fields>& fields) {
    Image shown;
    renderer.wait(show_later(renderer, vsync, options, fields, [&](Image frame) { shown = std::move(frame); }));
    return shown;
}

} // namespace relit::render::gs::player
