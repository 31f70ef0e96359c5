// The PlayStation 2's Graphics Synthesizer as a library: write registers, send packets, read images. Self-contained;
// C++23. Registers and fields have the names of Sony's manual; `relit docs gs` lists them all. An object must be used by one
// thread at a time; objects share no state.
#pragma once

#include <relit/gs.hpp>
#include <relit/gs_registers.hpp>

#include <bit>
#include <functional>
#include <initializer_list>
#include <optional>

namespace relit::api::gs {

/// A field of a register by name: {"FBW", 10}.
struct Field {
    std::string_view name;
    std::uint64_t value = 0;
};
/// The bits of S, T and Q.
[[nodiscard]] constexpr std::uint64_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

enum class EventKind : std::uint8_t { Signal, Finish, Label };
/// A notification of the host: a write of SIGNAL, FINISH or LABEL.
struct Event {
    EventKind kind = EventKind::Signal;
    std::uint32_t id = 0, mask = 0; // of SIGNAL and LABEL, as written
    std::uint32_t value = 0;        // SIGID or LBLID of SIGLBLID afterwards: (before & ~mask) | (id & mask)
    [[nodiscard]] bool operator==(const Event&) const = default;
};

/// Console: as measured. Plain: ideal interpolation, without hardware quirks.
enum class Rules : std::uint8_t { Console, Plain };
/// A renderer, one of renderers(), and its rules. All draw the same, bit for bit.
struct RendererChoice {
    std::string_view name = "reference";
    Rules rules = Rules::Console;
    std::string_view device =
        {};               // for "vulkan": part of the device's name, or its index; by default a CPU device, if any
    unsigned samples = 1; // of a pixel: 1, 2, 4, 8 or 16; memory() is what they resolve to
};
[[nodiscard]] std::vector<std::string_view> renderers();

enum class Deinterlace : std::uint8_t { Progressive, Weave, Bob, Blend, Adaptive, None };

/// Of images in another size than the display's.
enum class Filter : std::uint8_t { Nearest, Bilinear };

/// Rows from top to bottom, four bytes per pixel: red, green, blue, alpha 255. rgba.size() == width * height * 4.
struct Image {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
    bool is_on = false;         // at least one circuit of the display is on
    bool is_interlaced = false; // by SMODE2, before de-interlacing
};

struct VsyncOptions {
    unsigned field = 0; // 0 even, 1 odd
    Deinterlace deinterlace = Deinterlace::Progressive;
    bool keeps_offsets = false;    // images of the size of the screen keep their position in DISPLAY
    bool shows_all = false;        // include overscan: all output of the display circuits
    bool drops_blur = false;       // of two circuits on one buffer a line apart only the first is shown
    bool shows_samples = false;    // samples become pixels: images are 2 or 4 times as wide and high
    unsigned across = 0, down = 0; // 4 and 3: square pixels for such a screen; 0: unscaled pixels
    unsigned scale = 1;            // so many pixels along each side for one; no side has more than 16384
    Filter filter = Filter::Bilinear;
};

/// The position of a path in its packet: the last tag, the number of remaining loops (IMAGE: quadwords), and the
/// next register of the loop.
struct PathState {
    std::array<std::uint32_t, 4> tag{};
    std::uint32_t loops_left = 0, next_register = 0;
};

/// How far the work of a machine is: values that grow. Work that is done at once, as by the reference, has 0, which is always
/// reached.
using Timeline = std::uint64_t;
/// Handlers of what is read or shown later. The bytes are valid during the call.
using TakeBytes = std::function<void(std::span<const std::uint8_t> bytes)>;
using TakeImage = std::function<void(Image image)>;

/// Work since the last call of take_statistics().
struct Statistics {
    std::uint64_t primitives = 0, pixels = 0, palettes = 0, transfers = 0, copies = 0, uploaded_bytes = 0;
};

/// A GS with 4 MiB of memory. Work is done in order: everything that is read or shown is as all work before left it. Results are
/// exact and identical on every platform.
class Machine {
public:
    Machine();
    /// Fails with code 2 if there is no renderer of that name or no such number of samples, with 4 or 6 if the device cannot be
    /// used.
    [[nodiscard]] static Expected<Machine> with(const RendererChoice& choice);
    ~Machine();
    Machine(Machine&&) noexcept;
    Machine& operator=(Machine&&) noexcept;

    /// Writes a register of gs_registers.hpp, general or privileged: gs.write(XYZ2{.X = 16 * 320, .Y = 16 * 32}). Returns
    /// false without an effect if a value does not fit its field. Does no look-up by name.
    template <class Register>
    bool write(const Register& word) {
        if (!word.fits()) return false;
        if constexpr (requires { Register::kAddress; })
            return write_register(Register::kAddress, word.value());
        else
            return write_privileged(Register::kOffset, word.value());
    }
    /// The same by name, for tools; omitted fields are 0. Returns false without an effect if a name is unknown or a
    /// value does not fit.
    bool set(std::string_view name, std::initializer_list<Field> fields);
    /// Writes a general register as A+D does: the low seven bits of an address count. Returns false if there is none.
    bool write_register(std::uint8_t address, std::uint64_t value);
    [[nodiscard]] std::optional<std::uint64_t> read_register(std::uint8_t address) const;
    /// Privileged registers by their offset from 0x12000000.
    bool write_privileged(std::uint16_t offset, std::uint64_t value);
    [[nodiscard]] std::optional<std::uint64_t> read_privileged(std::uint16_t offset) const;

    /// GIF packets; an unfinished tag continues with the path's next bytes. Returns the number of consumed bytes: all
    /// except a remainder of less than 16.
    std::size_t gif_transfer(Path path, std::span<const std::uint8_t> bytes);
    /// Loops of up to sixteen PACKED registers (their descriptors), 16 bytes each. Returns false for an incomplete loop.
    bool write_packed(std::span<const std::uint8_t> descriptors, std::span<const std::uint8_t> quadwords);
    /// Sets up a transfer and sends the rows of a rectangle, packed by its format.
    void write_image_upload(const Upload& to, std::span<const std::uint8_t> pixels);
    /// The data that the host reads from a transfer from local memory.
    [[nodiscard]] std::vector<std::uint8_t> read_transfer_fifo(std::uint32_t quadwords);

    /// Says what the writes so far did that no document defines, and what was done about it: "FRAME_1.PSM is 0x05, ...". In
    /// order, each kind and code once.
    [[nodiscard]] std::vector<std::string> warnings() const;
    /// Local memory, 4 MiB, after all work so far; valid until the next write.
    [[nodiscard]] std::span<const std::uint8_t> memory() const;
    /// Writes bytes from an offset on, without a transfer. Returns false without an effect if they are not inside memory.
    bool write_memory(std::uint32_t offset, std::span<const std::uint8_t> bytes);

    /// The current image of the display.
    [[nodiscard]] Image vsync(const VsyncOptions& options = {});
    /// Whether this vsync can be skipped without an effect on later ones: no feedback, and its field is not used.
    [[nodiscard]] bool can_skip_vsync(const VsyncOptions& options = {}) const;

    // ---- Without waiting: on a device several frames are on their way at a time. All of it works with every renderer.
    /// Starts all work so far; returns the value at which it is done.
    Timeline flush();
    /// The value up to which all work is done. Calls the handlers of what was read or shown until then.
    Timeline reached();
    /// Waits for a value that one of these functions returned, and calls handlers as reached() does.
    void wait(Timeline value);
    /// The value at which all work so far that touches a page is done, 0 if there is none. Pages have 8 KiB; there are 512.
    [[nodiscard]] Timeline page_value(unsigned page) const;
    /// Local memory from an offset on, after all work so far: waits for what touches its pages, and for nothing else. Valid until
    /// the next call. map_for_writing() is for writes without a transfer. Empty if the range is not inside memory.
    [[nodiscard]] std::span<const std::uint8_t> map(std::uint32_t offset, std::uint32_t size) const;
    [[nodiscard]] std::span<std::uint8_t> map_for_writing(std::uint32_t offset, std::uint32_t size);
    /// Hands a copy of local memory as it is now to `handler`, and returns the value at which that is ready. Handlers are called
    /// in order, in the thread that uses the machine: by reached(), wait(), read_later(), vsync_later() (four wait at most),
    /// vsync(), load_state(), reset() and reset_registers(). They must not use the machine. Those that are not reached when the
    /// machine goes are not called. Nothing, and no call, if the range is not inside memory.
    std::optional<Timeline> read_later(std::uint32_t offset, std::uint32_t size, TakeBytes handler);
    /// The same with the image of vsync().
    Timeline vsync_later(const VsyncOptions& options, TakeImage handler);
    /// What a device did wrong, if anything: work since then is lost.
    [[nodiscard]] std::optional<Error> failure() const;

    /// Registers, memory and paths in the format of dumps (version 8). load_state() takes the same block and returns false
    /// without an effect if it is incomplete.
    [[nodiscard]] std::vector<std::uint8_t> save_state() const;
    bool load_state(std::span<const std::uint8_t> state);
    /// All that later calls depend on, what save_state() leaves out included: the vertex queue, the palette buffer, transfers in
    /// progress, earlier fields of the display, samples, statistics. Bytes of this version of the library, with a checksum. Handlers,
    /// a recording and pending reads are not part of it. A machine with any renderer that has as many samples loads it and goes on
    /// with the same results, bit for bit. load_snapshot() fails without an effect: with code 3 and an offset for bytes that are not
    /// such a snapshot, of another version, truncated or damaged; with code 4 for another number of samples.
    [[nodiscard]] std::vector<std::uint8_t> save_snapshot() const;
    [[nodiscard]] Expected<void> load_snapshot(File snapshot);
    void reset();
    /// Resets registers and paths; memory is unchanged.
    void reset_registers();
    [[nodiscard]] PathState path_state(Path path) const;

    /// `handler` is called when SIGNAL, FINISH or LABEL is written, after all earlier work, in the thread that writes.
    void on_event(std::function<void(const Event&)> handler);

    /// Says what save_state() and a dump that begins now leave out of the current state, one thing each: "2 vertices that wait for the
    /// rest of their primitive". Empty where they leave out nothing that later work depends on.
    [[nodiscard]] std::vector<std::string> lost_by_state() const;
    /// Records all further writes as a dump, which begins with the current state. (A dump does not contain the palette buffer: a
    /// replay loads it from memory again, as TEX0 says.) Discards an earlier recording. Returns lost_by_state().
    std::vector<std::string> start_recording();
    [[nodiscard]] bool is_recording() const;
    /// Ends recording and returns the dump. Fails with code 2 without a recording, and with 4 after something that a dump cannot
    /// record: write_memory, load_state, load_snapshot, reset, and register writes inside a packet.
    [[nodiscard]] Expected<std::vector<std::uint8_t>> finish_recording(Packing packing = Packing::None);

    [[nodiscard]] Statistics take_statistics();

private:
    struct Inner;
    std::unique_ptr<Inner> inner_;
};

} // namespace relit::api::gs
