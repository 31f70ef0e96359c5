// Replays captures of Radeon R500 on a Vulkan device, draw by draw (docs/machine/r500-replay.md); every buffer can be read after each
// draw. Self-contained; C++23.
#pragma once

#include <relit/relit.hpp>

#include <memory>

namespace relit::api::r500 {

/// A Vulkan device, with the programs and pipelines that replays on it have made: another replay of the same capture makes none. Used
/// by one thread at a time, with all of its players.
class Device {
public:
    /// `name`: part of the device's name, or its index; empty: a CPU device, if any. Fails with code 6 where it cannot be used.
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

/// Rows from top to bottom, four bytes per pixel: red, green, blue, alpha. Mesa's targets begin with the lowest row; they are flipped.
struct Image {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

/// A draw that was performed.
struct Draw {
    std::uint32_t number = 0;     // from 1
    std::uint32_t submission = 0; // from 0
    std::uint32_t dword = 0;      // of its packet in the submission
    std::uint32_t primitive = 0;  // PRIM_TYPE of VAP_VF_CNTL
    std::uint32_t vertices = 0;   // or indices
    [[nodiscard]] bool operator==(const Draw&) const = default;
};

enum class Surface : std::uint8_t { Colour, Depth, Stencil };

/// What a replay has not done as the chip does, and the first such draw.
struct Doubt {
    std::string text;
    std::uint32_t draw = 0;
};

/// Counts since the player was opened; of translations and pipelines those that the device did not have yet.
struct Statistics {
    std::uint64_t draws = 0, left_out = 0, triangles = 0;
    std::uint64_t translations = 0, pipelines = 0;
};

class Player {
public:
    /// A capture in a zip archive (machine formats: docs/machine/r500-replay.md); the device may be closed before the player. Fails
    /// with code 3 where the bytes are no capture, and with code 4 for a stream that comes without its buffers.
    [[nodiscard]] static Expected<Player> open(const Device& device, std::vector<std::uint8_t> archive);
    /// The folder of a capture, or its archive.
    [[nodiscard]] static Expected<Player> open_file(const Device& device, const std::string& path);
    ~Player();
    Player(Player&&) noexcept;
    Player& operator=(Player&&) noexcept;

    /// Performs the next draw; nothing at the end. A draw that cannot be performed is left out, and doubts() say why. Fails with
    /// code 6 where the device does.
    [[nodiscard]] Expected<std::optional<Draw>> step();

    /// Handles of all buffers, ascending.
    [[nodiscard]] std::vector<std::uint32_t> buffers() const;
    /// The bytes of a buffer after the last draw.
    [[nodiscard]] Expected<std::vector<std::uint8_t>> buffer(std::uint32_t handle);
    /// A target of the last draw; depth and stencil in grey. Nothing where the draw has none.
    [[nodiscard]] Expected<std::optional<Image>> image(Surface surface, std::uint32_t target = 0);
    /// The surface that the capture names as its result, as it is now.
    [[nodiscard]] Expected<Image> readout();
    /// The value of a register after the last draw, by its byte address; nothing where it was never written.
    [[nodiscard]] std::optional<std::uint32_t> read_register(std::uint32_t address) const;

    [[nodiscard]] std::vector<Doubt> doubts() const;
    /// What of the capture is missing or damaged.
    [[nodiscard]] const std::vector<std::string>& problems() const;
    [[nodiscard]] Statistics statistics() const;

private:
    struct Inner;
    explicit Player(std::unique_ptr<Inner> inner);
    std::unique_ptr<Inner> inner_;
};

} // namespace relit::api::r500
