#include "cli/replay/window.hpp"

#include "render/gs/player/images.hpp"

#include <fmt/format.h>

namespace relit::cli {

namespace gs = machine::gs;
namespace player = render::gs::player;

std::string WatchedReplay::title() const {
    const player::Position& at = replay_.position();
    return fmt::format("frame {}, draw {}{}", at.frames, at.draws,
                       is_at_end_   ? ": the end"
                       : is_paused_ ? ": paused"
                                    : "");
}

Status WatchedReplay::show() { return window_.show(shown_, title()); }

/// Goes on until a piece of work of this kind is done, and shows what came of it.
template <class Kind>
Status WatchedReplay::step_to() {
    for (bool is_it = false; !is_it;) {
        const gs::Work* work = replay_.next();
        if (work == nullptr) {
            is_at_end_ = is_paused_ = true;
            return show();
        }
        is_it = std::holds_alternative<Kind>(*work);
        replay_.step();
        if (most_ != 0 && replay_.pixels() > most_)
            return fail(FaultKind::NotSupported,
                        fmt::format("more than {} pixels by draw {}; --max-pixels N sets the limit, 0 removes it",
                                    most_, replay_.position().draws));
    }
    if constexpr (std::is_same_v<Kind, gs::Vsync>)
        shown_ = seen_(*replay_.last_frame());
    else
        shown_ = player::frame_image(render::gs::Memory(replay_.renderer().read({})), *replay_.last_state());
    if (const Status good = replay_.renderer().status(); !good) return good;
    return show();
}

Status WatchedReplay::press(char key) {
    switch (key) {
        case ' ': is_paused_ = !is_paused_ || is_at_end_; return show();
        case 'f': is_paused_ = true; return step_to<gs::Vsync>();
        case 'd': is_paused_ = true; return step_to<gs::Draw>();
        case 'q': has_quit_ = true; return {};
        default: return {};
    }
}

Status WatchedReplay::watch() {
    constexpr std::chrono::milliseconds kField{16}, kLong{1000};
    Status good = show();
    while (good && !has_quit_) {
        const char key = window_.wait_for_key(is_paused_ ? kLong : kField);
        if (key != 0)
            good = press(key);
        else if (!is_paused_)
            good = step_to<gs::Vsync>();
    }
    return good;
}

} // namespace relit::cli
