// A dump being replayed: packet after packet and piece of work after piece of work, by any renderer.
#pragma once

#include "machine/gs/dump/playback.hpp"
#include "render/gs/renderer.hpp"

#include <optional>

namespace relit::render::gs::player {

/// Where a replay stands.
struct Position {
    std::uint64_t draws = 0, frames = 0, transfers = 0; // done so far; transfers: started
    std::uint64_t packet = 0, offset = 0; // number, from 0, and offset in the uncompressed file, of the packet
    std::uint64_t shown_pixels = 0;
};

class Replay {
public:
    /// The bytes of a part must stay until the next part is asked for.
    Replay(const machine::gs::Front& front, machine::gs::NextPart next, std::unique_ptr<Renderer> renderer,
           const ScanoutOptions& scanout);

    /// The piece of work that comes next; takes further packets where those before are done. Null at the end. There until
    /// another packet is taken, with the states of its list.
    [[nodiscard]] const machine::gs::Work* next();
    /// Does the piece of work that next() gave.
    void step();

    /// Takes the next packet without doing its work; false at the end. What is left of the packet before is dropped.
    bool load();
    /// Does what is left of the packet.
    void finish_packet();
    /// Whether there is nothing left of it.
    [[nodiscard]] bool is_done() const { return done_ == work_.items.size(); }
    /// Whether what is left of it may change local memory.
    [[nodiscard]] bool may_change_memory() const;
    /// Those that the packet's draws refer to.
    [[nodiscard]] std::span<const machine::gs::DrawState> states() const { return work_.states; }

    [[nodiscard]] const Position& position() const { return position_; }
    /// The registers after the packet that was taken last, whose work may not be done yet.
    [[nodiscard]] const machine::gs::Machine& machine() const { return playback_.machine(); }
    /// What the packet tells the host: each event after so many pieces of its work.
    [[nodiscard]] std::span<const machine::gs::HostEvent> events() const { return playback_.events(); }
    /// What the packets so far did that no document defines.
    [[nodiscard]] const std::vector<machine::gs::LocatedAssumption>& assumptions() const {
        return playback_.assumptions();
    }
    /// Pieces of the packet's work that are done.
    [[nodiscard]] std::size_t done() const { return done_; }
    /// Pixels drawn, moved and shown so far: what a replay's time goes with.
    [[nodiscard]] std::uint64_t pixels() const {
        return renderer_->counts().pixels + renderer_->counts().moved_pixels + position_.shown_pixels;
    }
    [[nodiscard]] Renderer& renderer() { return *renderer_; }
    [[nodiscard]] const Renderer& renderer() const { return *renderer_; }
    /// That of the last primitive, if there was one.
    [[nodiscard]] const std::optional<machine::gs::DrawState>& last_state() const { return last_state_; }
    /// The last transfer, if there was one.
    [[nodiscard]] const machine::gs::StartTransfer& last_transfer() const { return last_transfer_; }
    /// The last frame that was shown, if there was one.
    [[nodiscard]] const std::optional<Image>& last_frame() const { return last_frame_; }
    /// `shown` is called for each frame from now on, in order, once it is the last one. `later`: work goes on while frames are
    /// made ready. A renderer says how many may be on their way. The replay stays where it is meanwhile, and is not saved or
    /// restored.
    void on_frame(std::function<void(const machine::gs::Vsync&)> shown, bool later) {
        shown_ = std::move(shown), shows_later_ = later;
    }
    /// Shows those that are on their way.
    void finish_frames();

    /// All that doing a packet's work changes.
    struct State {
        RendererState renderer;
        std::size_t done = 0;
        Position position;
        std::vector<Fields> fields;
        std::optional<machine::gs::DrawState> last_state;
        machine::gs::StartTransfer last_transfer;
        std::optional<Image> last_frame;
    };
    /// `room` is a state that is no longer needed: what it has allocated is used again.
    [[nodiscard]] State save(State room);
    [[nodiscard]] State save() { return save(State()); }
    /// Goes back to where it was saved. The same packet is loaded.
    void restore(const State& state);

    /// All that another replay of the same dump needs to go on from here.
    struct Snapshot {
        machine::gs::PlaybackPoint point;
        bool is_before_packet = false; // of which `state` says what is done
        State state;
    };
    /// Shows the frames that are on their way.
    [[nodiscard]] Snapshot snapshot();
    /// For a replay that stands at the beginning. Fails where the dump is another one; the replay is of no use then.
    [[nodiscard]] Status go_to(const Snapshot& snapshot);

private:
    void perform(const machine::gs::Work& work);
    void show(const machine::gs::Vsync& vsync);
    void show(const machine::gs::Vsync& vsync, Image frame);

    ScanoutOptions scanout_;
    machine::gs::WorkList work_;
    machine::gs::Playback playback_;
    std::unique_ptr<Renderer> renderer_;
    std::size_t done_ = 0; // pieces of the packet's work
    std::vector<Fields> fields_;
    Position position_;
    std::optional<machine::gs::DrawState> last_state_;
    machine::gs::StartTransfer last_transfer_;
    std::optional<Image> last_frame_;
    std::function<void(const machine::gs::Vsync&)> shown_;
    bool shows_later_ = false;
};

/// What a vsync shows, and what that writes back. `fields` are those of earlier vsyncs, of each sample that is shown.
[[nodiscard]] Image show(Renderer& renderer, const machine::gs::Vsync& vsync, const ScanoutOptions& options,
                         std::vector<Fields>& fields);
/// The same without waiting: `take` gets the frame as handlers of Renderer::scan_later() do, and `fields` stay until then.
/// Returns the value at which the frame is ready.
Timeline show_later(Renderer& renderer, const machine::gs::Vsync& vsync, const ScanoutOptions& options,
                    std::vector<Fields>& fields, const std::function<void(Image)>& take);

} // namespace relit::render::gs::player
