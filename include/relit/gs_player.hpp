// Plays dumps of the PlayStation 2 GS: by packet, by draw, by frame, with what each draw is and what it leaves. Self-contained;
// C++23.
#pragma once

#include <relit/gs_machine.hpp>

namespace relit::api::gs {

/// Where a player stands: how much is done, and the packet that it is in.
struct Position {
    std::uint64_t draws = 0, frames = 0, transfers = 0; // transfers: begun
    std::uint64_t packet = 0, offset = 0;               // number, from 0, and its offset in the unpacked dump
};

/// A vertex as it was latched. x and y are 12.4 before XYOFFSET, u and v 10.4 texels; s, t and q the bits of floats.
struct Vertex {
    std::uint16_t x = 0, y = 0;
    std::uint32_t z = 0;
    std::array<std::uint8_t, 4> rgba{};
    std::uint32_t s = 0, t = 0, q = 0;
    std::uint16_t u = 0, v = 0;
    std::uint8_t fog = 0;
};

struct RegisterValue {
    std::string_view name; // with its context: "FRAME_1"
    std::uint8_t address = 0;
    std::uint64_t value = 0;
};

/// One primitive: strips and fans are taken apart.
struct Draw {
    std::uint64_t number = 0; // the first of a dump is 1
    std::string_view primitive;
    std::vector<Vertex> vertices;         // 1 of a point, 2 of a line or a sprite, 3 of a triangle
    std::vector<RegisterValue> registers; // all that its pixels depend on, by address; PRIM has the attributes in force
};

/// What a draw works with.
enum class Buffer : std::uint8_t {
    Colour,  // as wide as the frame, down to the last row of the scissor
    Depth,   // the same, in grey: the smallest value there is black, the largest white
    Texture, // level 0 through its palette, at most 1024 pixels to a side
    Palette, // 16 entries to a row
};

struct PlayerOptions {
    RendererChoice renderer;
    VsyncOptions display; // but for `field`, which the dump says
};

/// Steps go forward; each does its work at once. Callbacks are called in the thread that steps, and must not step.
class Player {
public:
    /// Reads what stands in front of the packets. `dump` fills the front of a span with the next bytes and gives how many,
    /// 0 at the end; it is called while the player lives. Fails with code 3 where nothing of a dump is there, and with code 2
    /// where there is no renderer of the name.
    [[nodiscard]] static Expected<Player> open(Read dump, const PlayerOptions& options = {});
    ~Player();
    Player(Player&&) noexcept;
    Player& operator=(Player&&) noexcept;

    /// Each goes on to the end of the packet (of a long one, of the next 256 KiB), behind the next primitive, or behind the
    /// next vsync. False at the end of the dump, and where it is damaged; all before has been done then.
    bool step_packet();
    bool step_draw();
    bool step_frame();
    [[nodiscard]] Position position() const;
    /// What is wrong with the dump; known when a step has given false.
    [[nodiscard]] std::optional<Error> damage() const;

    /// Called before and after each primitive, after each vsync with what it shows, and for SIGNAL, FINISH and LABEL.
    void before_draw(std::function<void(const Draw&)> told);
    void after_draw(std::function<void(const Draw&)> told);
    void on_frame(std::function<void(const Image&)> told);
    void on_event(std::function<void(const Event&)> told);

    /// What the last vsync showed; without pixels before the first.
    [[nodiscard]] const Image& frame() const;
    /// What the last primitive, or within before_draw() the next one, works with, as memory holds it now; alpha 255. Without
    /// pixels where it has none.
    [[nodiscard]] Image image(Buffer buffer) const;
    /// Local memory, 4 MiB; there until the next step.
    [[nodiscard]] std::span<const std::uint8_t> memory() const;
    /// General registers by address, and privileged ones by their offset from 0x12000000, as they are behind the whole packet.
    [[nodiscard]] std::optional<std::uint64_t> read_register(std::uint8_t address) const;
    [[nodiscard]] std::optional<std::uint64_t> read_privileged(std::uint16_t offset) const;

private:
    struct Inner;
    explicit Player(std::unique_ptr<Inner> inner);
    std::unique_ptr<Inner> inner_;
};

} // namespace relit::api::gs
