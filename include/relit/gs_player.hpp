// Plays dumps of the PlayStation 2 GS by packet, draw and frame; each draw can be inspected. Self-contained;
// C++23.
#pragma once

#include <relit/gs_machine.hpp>

namespace relit::api::gs {

/// The position of a player: counts of work done, and the current packet.
struct Position {
    std::uint64_t draws = 0, frames = 0, transfers = 0; // transfers: started
    std::uint64_t packet = 0, offset = 0;               // number, from 0, and its offset in the uncompressed dump
};

/// A vertex as latched. x and y are 12.4 before XYOFFSET, u and v 10.4 texels; s, t and q the bits of floats.
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

/// One primitive; strips and fans are split.
struct Draw {
    std::uint64_t number = 0; // the first of a dump is 1
    std::string_view primitive;
    std::vector<Vertex> vertices;         // 1 of a point, 2 of a line or a sprite, 3 of a triangle
    std::vector<RegisterValue> registers; // its pixels depend on, by address; PRIM: the effective attributes
};

/// The buffers of a draw.
enum class Buffer : std::uint8_t {
    Colour,  // as wide as the frame, down to the last row of the scissor
    Depth,   // the same, in grey: the smallest value is black, the largest white
    Texture, // level 0 through its palette, at most 1024 pixels to a side
    Palette, // 16 entries to a row
    // What the primitive interpolates over its pixels, whether or not they pass the tests; alpha 0 elsewhere.
    ColourInterpolant, // vertex colours
    DepthInterpolant,  // in grey: the smallest is black, the largest white
    TexelInterpolant,  // of a textured one: red and green are U and V within the texture
    FogInterpolant,    // of one with fog: black is all fog
};

/// A count of the work done. "us ..." are microseconds: "us draw" and "us display" on a Vulkan device with timestamps.
struct Count {
    std::string name;
    std::uint64_t value = 0;
};

struct PlayerOptions {
    RendererChoice renderer;
    VsyncOptions display;     // except `field`, which the dump defines
    bool shows_later = false; // frames are shown while a device does later work, which takes less time in all
};

/// Steps go forward; each completes its work. Callbacks run in the thread that steps, and must not step.
class Player {
public:
    /// Reads the header and state. `dump` fills the front of a span with the next bytes and returns their number,
    /// 0 at the end; it is called during the lifetime of the player. Fails with code 3 if the input is not a dump, and with code 2
    /// if there is no renderer of that name (4 or 6: its device cannot be used).
    [[nodiscard]] static Expected<Player> open(Read dump, const PlayerOptions& options = {});
    /// Goes on where a player of the same dump saved a snapshot, with any renderer that has as many samples. `dump` is read from
    /// its beginning on, without work for what was played. Fails like open(); with code 3 and an offset if the snapshot is not one
    /// of a player, of another version, truncated or damaged, or if the dump is another one; with code 4 for another number of
    /// samples.
    [[nodiscard]] static Expected<Player> resume(Read dump, File snapshot, const PlayerOptions& options = {});
    /// All that resume() needs except the dump. Handlers are not part of it. With shows_later, shows the frames that are on their
    /// way. Not within handlers.
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
    /// The damage of the dump; valid after a step returned false.
    [[nodiscard]] std::optional<Error> damage() const;

    /// With shows_later: shows the frames that are on their way. The steps do so at the end of the dump.
    void finish_frames();
    /// What a device did wrong, if anything: work since then is lost.
    [[nodiscard]] std::optional<Error> failure() const;

    /// Handlers for before and after each primitive, for the image of each vsync, and for SIGNAL, FINISH and LABEL. With
    /// shows_later, images come in order, after up to four further vsyncs.
    void before_draw(std::function<void(const Draw&)> handler);
    void after_draw(std::function<void(const Draw&)> handler);
    void on_frame(std::function<void(const Image&)> handler);
    void on_event(std::function<void(const Event&)> handler);

    /// The image of the last vsync, with shows_later of the last that was shown; without pixels before the first.
    [[nodiscard]] const Image& frame() const;
    /// A buffer of the last primitive, or within before_draw() of the next one, with its current contents; alpha 255; or what
    /// that primitive interpolates. Without pixels if the primitive has no such thing.
    [[nodiscard]] Image image(Buffer buffer) const;
    /// What the renderer has done so far, as `relit replay --stats` counts it.
    [[nodiscard]] std::vector<Count> counts() const;
    /// Says what the packets so far did that no document defines, each with its packet and what was done about it: "packet 3 at
    /// 0x1f80: FRAME_1.PSM is 0x05, ...". In order, each kind and code once.
    [[nodiscard]] std::vector<std::string> warnings() const;
    /// Local memory, 4 MiB; valid until the next step.
    [[nodiscard]] std::span<const std::uint8_t> memory() const;
    /// General registers by address, and privileged ones by their offset from 0x12000000, after the whole packet.
    [[nodiscard]] std::optional<std::uint64_t> read_register(std::uint8_t address) const;
    [[nodiscard]] std::optional<std::uint64_t> read_privileged(std::uint16_t offset) const;

private:
    struct Inner;
    explicit Player(std::unique_ptr<Inner> inner);
    std::unique_ptr<Inner> inner_;
};

} // namespace relit::api::gs
