// relit replay --window: a replay in a window, frame by frame or draw by draw.
#pragma once

#include "cli/replay/sdl_window.hpp"
#include "render/gs/player/replay.hpp"

#include <functional>

namespace relit::cli {

class WatchedReplay {
public:
    /// `seen` makes what is shown of a frame. `most`: pixels, as --max-pixels; 0: any number.
    WatchedReplay(render::gs::player::Replay& replay, Window& window, std::function<Image(const Image&)> seen,
                  std::uint64_t most)
        : replay_(replay), window_(window), seen_(std::move(seen)), most_(most) {}

    /// Until a key ends it, or something fails.
    [[nodiscard]] Status watch();
    /// The image that was shown last.
    [[nodiscard]] const Image& shown() const { return shown_; }

private:
    [[nodiscard]] Status press(char key);
    template <class Kind>
    [[nodiscard]] Status step_to();
    [[nodiscard]] Status show();
    [[nodiscard]] std::string title() const;

    render::gs::player::Replay& replay_;
    Window& window_;
    std::function<Image(const Image&)> seen_;
    std::uint64_t most_;
    Image shown_;
    bool is_paused_ = false, is_at_end_ = false, has_quit_ = false;
};

} // namespace relit::cli
