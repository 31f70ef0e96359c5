// Plays a capture on a Vulkan device, draw by draw, and shows what it has drawn.
#pragma once

#include "base/image.hpp"
#include "render/r500/renderer.hpp"

#include <functional>

namespace relit::render::r500 {

/// Where a player stands.
struct Position {
    std::uint32_t submission = 0, draws = 0; // the draws that were performed
};

class Player {
public:
    /// `device` and `capture` must outlive this. `prepared` is what other players on the device have used; without it all is made anew.
    [[nodiscard]] static Result<std::unique_ptr<Player>> make(vk::Device& device, const machine::r500::Capture& capture,
                                                              std::shared_ptr<Prepared> prepared = {});
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    ~Player() = default;

    /// Performs the next draw; false at the end, or where it belongs to a submission after `last`.
    [[nodiscard]] Result<bool> next(std::uint32_t last = ~0U);
    /// Calls this before each draw is performed, with all that was drawn before it; the replay ends where it fails.
    using BeforeDraw = std::function<Status(const machine::r500::Draw& draw)>;
    void before_draws(BeforeDraw call) { before_draw_ = std::move(call); }
    [[nodiscard]] const Position& position() const { return position_; }
    /// The state of the last draw; nullptr before the first.
    [[nodiscard]] const machine::r500::State* state() const { return position_.draws == 0 ? nullptr : &state_; }

    /// The last draw, until the next; nullptr before the first.
    [[nodiscard]] const machine::r500::Draw* draw() const { return position_.draws == 0 ? nullptr : walker_.draw(); }

    /// The bytes of a buffer after the last draw.
    [[nodiscard]] Result<Bytes> buffer(std::uint32_t handle);
    /// A surface of the last draw as it is after it.
    [[nodiscard]] Result<Bytes> buffer_of(const machine::r500::BoundSurface& surface);
    [[nodiscard]] Renderer& renderer() { return *renderer_; }
    [[nodiscard]] const vk::DeviceInfo& device() const { return device_.info(); }
    /// As far as it was written back.
    [[nodiscard]] VideoMemory& memory() { return memory_; }
    /// Another renderer of the same memory, which has all that was drawn so far. It must not outlive this.
    [[nodiscard]] Result<std::unique_ptr<Renderer>> second_renderer();
    [[nodiscard]] const machine::r500::Capture& capture() const { return capture_; }

private:
    Player(vk::Device& device, const machine::r500::Capture& capture, std::shared_ptr<Prepared> prepared)
        : device_(device), capture_(capture), prepared_(std::move(prepared)), memory_(capture), walker_(capture) {}

    vk::Device& device_;
    const machine::r500::Capture& capture_;
    std::shared_ptr<Prepared> prepared_;
    VideoMemory memory_;
    machine::r500::Walker walker_;
    std::unique_ptr<Renderer> renderer_;
    Position position_;
    bool has_packet_ = false; // that walker_ has gone to and that was not taken yet
    machine::r500::State state_;
    BeforeDraw before_draw_;
};

/// The surface that the manifest names; a fault where it names none, or a format that is not known.
[[nodiscard]] Result<SurfaceKey> readout_of(const machine::r500::Capture& capture);
/// Whether the first row of memory is the lowest of the image: Mesa's readouts are made by glReadPixels.
[[nodiscard]] bool is_bottom_up(const machine::r500::Capture& capture);
/// Colours or depth as an image, the first row of memory first.
[[nodiscard]] Result<Image> image_of(const machine::r500::SurfaceDescription& description, Bytes buffer);
/// The stencil values of a depth buffer in grey. Fails where its format has none.
[[nodiscard]] Result<Image> stencil_of(const machine::r500::SurfaceDescription& description, Bytes buffer);
[[nodiscard]] Image flipped(Image image);

} // namespace relit::render::r500
