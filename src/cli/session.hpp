// A dump being replayed: packet after packet and draw after draw, with a renderer beside it.
#pragma once

#include "machine/gs/playback.hpp"
#include "render/gs/feedback.hpp"
#include "render/gs/reference/renderer.hpp"
#include "render/gs/scanout.hpp"

#include <optional>

namespace relit::cli {

/// Where a session stands.
struct Position {
    std::uint64_t draws = 0, frames = 0, transfers = 0; // done so far; transfers: begun
    std::uint64_t packet = 0, offset = 0;               // number, from 0, and place in the unpacked file of the packet
    std::uint64_t shown_pixels = 0;
};

class Session {
public:
    Session(const machine::gs::Front& front, machine::gs::NextPart next, const render::gs::reference::Rules& rules,
            const render::gs::ScanoutOptions& scanout);

    /// Takes the next packet without doing its work, which then is in pending() for perform(); false at the end.
    bool load();
    [[nodiscard]] const machine::gs::WorkList& pending() const { return work_; }
    void perform(const machine::gs::Work& work);

    [[nodiscard]] const Position& position() const { return position_; }
    /// Pixels drawn, moved and shown so far: what a replay's time goes with.
    [[nodiscard]] std::uint64_t pixels() const {
        return renderer_.counts().pixels + renderer_.counts().moved_pixels + position_.shown_pixels;
    }
    [[nodiscard]] render::gs::reference::Renderer& renderer() { return renderer_; }
    [[nodiscard]] const render::gs::reference::Renderer& renderer() const { return renderer_; }
    /// That of the last primitive, if there was one.
    [[nodiscard]] const std::optional<machine::gs::DrawState>& last_state() const { return last_state_; }
    /// The transfer that was begun last, if there was one.
    [[nodiscard]] const machine::gs::StartTransfer& last_transfer() const { return last_transfer_; }
    /// What the last vsync showed, if there was one.
    [[nodiscard]] const std::optional<Image>& last_frame() const { return last_frame_; }
    /// That of the primitive that is being drawn.
    [[nodiscard]] const machine::gs::DrawState* drawn_state() const { return drawn_state_; }
    /// Where a session stands apart from its renderer, to go back to before the same packet's work is done again.
    struct Mark {
        Position position;
        render::gs::Fields fields;
        std::optional<machine::gs::DrawState> state;
    };
    [[nodiscard]] Mark mark() const { return {position_, fields_, last_state_}; }
    /// The packet that was loaded last stays loaded.
    void go_back(const Mark& mark);

private:
    void show(const machine::gs::Vsync& vsync);

    render::gs::ScanoutOptions scanout_;
    machine::gs::WorkList work_;
    machine::gs::Playback playback_;
    render::gs::reference::Renderer renderer_;
    render::gs::Fields fields_;
    Position position_;
    const machine::gs::DrawState* drawn_state_ = nullptr;
    std::optional<machine::gs::DrawState> last_state_;
    machine::gs::StartTransfer last_transfer_;
    std::optional<Image> last_frame_;
};

} // namespace relit::cli
