// Plays dumps of the PlayStation 2 GS by packet, draw or frame; a caller can inspect each draw. Self-contained; C++23.
#pragma once

#include <relit/gs_machine.hpp>

namespace relit::api::gs {

/// The position of a player: counts of work done, and the current packet.
struct Position {
    std::uint64_t draws = 0, frames = 0, transfers = 0; // frames: vsyncs; transfers: started
    std::uint64_t packet = 0, offset = 0;               // its number, from 0, and its offset in the uncompressed dump
};

/// A vertex as latched. x and y are 12.4 pixels before XYOFFSET, u and v are 10.4 texels; s, t and q are the bits of
/// floats.
struct Vertex {
    std::uint16_t x = 0, y = 0;
    std::uint32_t z = 0;
    std::array<std::uint8_t, 4> rgba{};
    std::uint32_t s = 0, t = 0, q = 0;
    std::uint16_t u = 0, v = 0;
    std::uint8_t fog = 0;
};

struct RegisterValue {
    std::string_view name; // with its context: "FRAME_1"; valid forever, as is Draw::primitive
    std::uint8_t address = 0;
    std::uint64_t value = 0;
};

/// One primitive; strips and fans are split.
struct Draw {
    std::uint64_t number = 0;             // the first of a dump is 1
    std::string_view primitive;           // the name of PRIM's type: "SPRITE"
    std::vector<Vertex> vertices;         // 1 of a point, 2 of a line or a sprite, 3 of a triangle
    std::vector<RegisterValue> registers; // that its pixels depend on, by address; PRIM: the effective attributes
};

/// The buffers of a draw.
enum class Buffer : std::uint8_t {
    Colour,  // as wide as the frame, down to the last row of the scissor
    Depth,   // the same, in grey: the smallest value is black, the largest white
    Texture, // level 0 through its palette, at most 1024 pixels to a side
    Palette, // 16 entries to a row
    // The values that the primitive interpolates over its pixels, also those that fail the tests; alpha 0 elsewhere.
    ColourInterpolant, // vertex colours
    DepthInterpolant,  // in grey: the smallest is black, the largest white
    TexelInterpolant,  // of a textured primitive: red and green are U and V within the texture
    FogInterpolant,    // of a primitive with fog: black is all fog
};

/// A count of the work done. Names that begin with "us" count microseconds: a Vulkan device with timestamps has "us
/// draw" and "us display".
struct Count {
    std::string name;
    std::uint64_t value = 0;
};

struct PlayerOptions {
    RendererChoice renderer;
    VsyncOptions display;     // except `field`, which the dump defines
    bool shows_later = false; // a device does later work while frames are being shown; a replay then takes less time
};

/// A step moves forward and completes its work. Handlers run in the thread that steps; they must not step. Only one
/// thread at a time may use a player; players share no state.
class Player {
public:
    /// Reads the header and state. `dump` fills the front of a span with the next bytes and returns their number, 0 at
    /// the end; the player calls it during its whole lifetime. Fails with code 3 if the input is not a dump, with code
    /// 2 if no renderer has that name, and with code 4 or 6 if its device cannot be used.
    [[nodiscard]] static Expected<Player> open(Read dump, const PlayerOptions& options = {});
    /// Continues where a player of the same dump saved a snapshot, with any renderer and the same number of samples.
    /// Reads `dump` from its beginning, but does not repeat the work that was played. Fails as open() does; with code 3
    /// and an offset if the snapshot is not a player's, is of another version, truncated or damaged, or belongs to
    /// another dump; with code 4 if the number of samples differs.
    [[nodiscard]] static Expected<Player> resume(Read dump, File snapshot, const PlayerOptions& options = {});
    /// Returns all that resume() requires except the dump; handlers are not part of it. With shows_later, shows the
    /// frames in progress first. A handler must not call it.
    [[nodiscard]] std::vector<std::uint8_t> save_snapshot();
    ~Player();
    Player(Player&&) noexcept;
    Player& operator=(Player&&) noexcept;

    /// Advance to the end of the packet (of the next 256 KiB of a long one), after the next primitive, or after the
    /// next vsync. Return false at the end of the dump and at damage; all work before it is done then.
    bool step_packet();
    bool step_draw();
    bool step_frame();
    [[nodiscard]] Position position() const;
    /// Returns the damage of the dump, if there is any; valid after a step returned false.
    [[nodiscard]] std::optional<Error> damage() const;

    /// With shows_later, shows the frames in progress. The steps do so at the end of the dump.
    void finish_frames();
    /// Returns the error of the device, if there was one; all work since then is lost.
    [[nodiscard]] std::optional<Error> failure() const;

    /// Set the handlers before and after each primitive, for the image of each vsync, and for SIGNAL, FINISH and LABEL.
    /// With shows_later, images come in order, after up to four further vsyncs.
    void before_draw(std::function<void(const Draw&)> handler);
    void after_draw(std::function<void(const Draw&)> handler);
    void on_frame(std::function<void(const Image&)> handler);
    void on_event(std::function<void(const Event&)> handler);

    /// Returns the image of the last vsync, with shows_later of the last one that was shown; valid until the next step. It
    /// has no pixels before the first.
    [[nodiscard]] const Image& frame() const;
    /// Returns the current contents of a buffer, with alpha 255, or the values that a primitive interpolates. The
    /// primitive is the last one, or within before_draw() the next one. The image has no pixels if the primitive has no
    /// such buffer or values.
    [[nodiscard]] Image image(Buffer buffer) const;
    /// Returns the counts of the renderer's work so far, as `relit replay --stats` prints them.
    [[nodiscard]] std::vector<Count> counts() const;
    /// Returns what the packets so far did that no document defines, each with its packet and how the player handled
    /// it: "packet 3 at 0x1f80: FRAME_1.PSM is 0x05, ...". The warnings come in order, each kind and code once.
    [[nodiscard]] std::vector<std::string> warnings() const;
    /// Returns local memory, 4 MiB; valid until the next step.
    [[nodiscard]] std::span<const std::uint8_t> memory() const;
    /// Read general registers by address, and privileged ones by their offset from 0x12000000, after the whole packet.
    [[nodiscard]] std::optional<std::uint64_t> read_register(std::uint8_t address) const;
    [[nodiscard]] std::optional<std::uint64_t> read_privileged(std::uint16_t offset) const;

private:
    struct Inner;
    explicit Player(std::unique_ptr<Inner> inner);
    std::unique_ptr<Inner> inner_;
};

} // namespace relit::api::gs
