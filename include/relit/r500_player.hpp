// Replays captures of Radeon R500 on a Vulkan device, draw by draw (docs/machine/r500-replay.md); every buffer can be
// read after each draw. Self-contained; C++23.
#pragma once

#include <relit/relit.hpp>

#include <memory>

namespace relit::api::r500 {

/// A Vulkan device. It keeps the programs and pipelines of replays on it: another replay of the same capture makes
/// none. Only one thread at a time may use it, with all of its players.
class Device {
public:
    /// `name` is part of the device's name, or its index; empty: a CPU device, if any. Fails with code 6 if the device
    /// cannot be used.
    [[nodiscard]] static Expected<Device> open(std::string_view name = {});
    ~Device();
    Device(Device&&) noexcept;
    Device& operator=(Device&&) noexcept;

    [[nodiscard]] const std::string& name() const;

private:
    friend class Player;
    struct Inner;
    explicit Device(std::shared_ptr<Inner> inner);
    std::shared_ptr<Inner> inner_;
};

/// Rows from top to bottom, four bytes per pixel: red, green, blue, alpha. Mesa's targets begin with the lowest row;
/// their images are flipped.
struct Image {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

/// A draw that the player performed.
struct Draw {
    std::uint32_t number = 0;     // from 1
    std::uint32_t submission = 0; // from 0
    std::uint32_t dword = 0;      // of its packet in the submission
    std::uint32_t primitive = 0;  // PRIM_TYPE of VAP_VF_CNTL
    std::uint32_t vertices = 0;   // or indices
    [[nodiscard]] bool operator==(const Draw&) const = default;
};

enum class Surface : std::uint8_t { Colour, Depth, Stencil };

/// A deviation of the replay from the chip, and the first draw with it.
struct Approximation {
    std::string text;
    std::uint32_t draw = 0;
};
using Doubt [[deprecated("Approximation")]] = Approximation;

/// Counts since the player was opened. Translations and pipelines count only if the device did not have them yet.
struct Statistics {
    std::uint64_t draws = 0, left_out = 0, triangles = 0;
    std::uint64_t translations = 0, pipelines = 0;
};

class Player {
public:
    /// Opens a capture in a zip archive (its format: docs/machine/r500-replay.md); the device may be closed before the
    /// player. Fails with code 3 if the bytes are not a capture, and with code 4 if a stream comes without its buffers.
    [[nodiscard]] static Expected<Player> open(const Device& device, std::vector<std::uint8_t> archive);
    /// Opens the folder of a capture, or its archive.
    [[nodiscard]] static Expected<Player> open_file(const Device& device, const std::string& path);
    ~Player();
    Player(Player&&) noexcept;
    Player& operator=(Player&&) noexcept;

    /// Performs the next draw; returns std::nullopt at the end. Leaves out a draw that it cannot perform;
    /// approximations() tells the reason. Fails with code 6 if the device fails.
    [[nodiscard]] Expected<std::optional<Draw>> step();

    /// Returns the handles of all buffers, ascending.
    [[nodiscard]] std::vector<std::uint32_t> buffers() const;
    /// Returns the bytes of a buffer after the last draw.
    [[nodiscard]] Expected<std::vector<std::uint8_t>> buffer(std::uint32_t handle);
    /// Returns a target of the last draw, depth and stencil in grey; std::nullopt if the draw has no such target.
    [[nodiscard]] Expected<std::optional<Image>> image(Surface surface, std::uint32_t target = 0);
    /// Returns the current contents of the surface that the capture names as its result.
    [[nodiscard]] Expected<Image> readout();
    /// Returns the value of a register after the last draw, by its byte address; std::nullopt if it was never written.
    [[nodiscard]] std::optional<std::uint32_t> read_register(std::uint32_t address) const;

    /// Returns the deviations of all draws so far, each once.
    [[nodiscard]] std::vector<Approximation> approximations() const;
    [[deprecated("approximations()")]] [[nodiscard]] std::vector<Approximation> doubts() const {
        return approximations();
    }
    /// Returns the missing and damaged parts of the capture.
    [[nodiscard]] const std::vector<std::string>& problems() const;
    [[nodiscard]] Statistics statistics() const;

private:
    struct Inner;
    explicit Player(std::unique_ptr<Inner> inner);
    std::unique_ptr<Inner> inner_;
};

} // namespace relit::api::r500
