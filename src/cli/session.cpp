#include "cli/session.hpp"

#include <algorithm>

namespace relit::cli {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

Session::Session(const Front& front, NextPart next, const render::gs::reference::Rules& rules,
                 const render::gs::ScanoutOptions& scanout)
    : scanout_(scanout), playback_(front, std::move(next), work_), renderer_(rules) {
    if (front.state) std::ranges::copy(front.state->memory, renderer_.memory().bytes().begin());
    renderer_.perform(work_);
}

bool Session::load() {
    work_.clear();
    if (!playback_.step(work_)) return false;
    position_.packet = playback_.packet()->number;
    position_.offset = playback_.packet()->event.offset;
    return true;
}

void Session::go_back(const Mark& mark) {
    const std::uint64_t packet = position_.packet, offset = position_.offset;
    position_ = mark.position;
    position_.packet = packet, position_.offset = offset;
    fields_ = mark.fields;
    last_state_ = mark.state;
}

void Session::perform(const Work& work) {
    const auto* draw = std::get_if<Draw>(&work);
    drawn_state_ = draw != nullptr ? &work_.states[draw->state] : nullptr;
    renderer_.perform(work, work_.states);
    if (draw != nullptr) {
        ++position_.draws;
        last_state_ = *drawn_state_;
    }
    if (const auto* start = std::get_if<StartTransfer>(&work)) {
        ++position_.transfers;
        last_transfer_ = *start;
    }
    if (const auto* vsync = std::get_if<Vsync>(&work)) show(*vsync);
}

void Session::show(const Vsync& vsync) {
    ++position_.frames;
    last_frame_ = scanout(renderer_.memory(), vsync.registers, vsync.field, scanout_, fields_);
    position_.shown_pixels += std::uint64_t{last_frame_->width} * last_frame_->height;
    feed_back(renderer_.memory(), vsync.registers, vsync.field, scanout_);
}

} // namespace relit::cli
