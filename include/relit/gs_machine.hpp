// The PlayStation 2's Graphics Synthesizer as a library: write registers, send packets, read images. Self-contained;
// C++23. Registers and fields have the names of Sony's manual; `relit docs gs` lists them all. Only one thread at a
// time may use an object; objects share no state.
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
/// Returns the bits of a float, as S, T and Q hold them.
[[nodiscard]] constexpr std::uint64_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

enum class EventKind : std::uint8_t { Signal, Finish, Label };
/// A notification to the host: SIGNAL, FINISH or LABEL was written.
struct Event {
    EventKind kind = EventKind::Signal;
    std::uint32_t id = 0, mask = 0; // of SIGNAL and LABEL, as written
    std::uint32_t value = 0;        // SIGID or LBLID of SIGLBLID afterwards: (before & ~mask) | (id & mask)
    [[nodiscard]] bool operator==(const Event&) const = default;
};

/// Console: interpolation as measured on the console. Plain: ideal interpolation, without hardware quirks.
enum class Rules : std::uint8_t { Console, Plain };
/// A renderer, one of renderers(), and its rules. All renderers draw the same, bit for bit.
struct RendererChoice {
    std::string_view name = "reference"; // or "vulkan"
    Rules rules = Rules::Console;
    std::string_view device = {}; // of "vulkan": part of the device's name, or its index; empty: a CPU device, if any
    unsigned samples = 1;         // per pixel: 1, 2, 4, 8 or 16; memory() contains the resolved pixels
};
[[nodiscard]] std::vector<std::string_view> renderers();

/// How a field becomes an image with all lines.
enum class Deinterlace : std::uint8_t {
    Progressive, // a buffer that contains all lines is shown unchanged, another one as Adaptive does
    Weave,       // the previous field fills the missing lines
    Bob,         // the neighbouring lines fill them
    Blend,       // each pair of lines is the mean of both fields
    Adaptive,    // Weave if nothing moves, otherwise Bob
    None,        // fields remain as they are, half as high
};

/// The filter for an image whose size differs from the display's.
enum class Filter : std::uint8_t { Nearest, Bilinear };

/// Rows from top to bottom, four bytes per pixel: red, green, blue, alpha 255. rgba.size() == width * height * 4.
struct Image {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
    bool is_on = false;         // at least one circuit of the display is on
    bool is_interlaced = false; // SMODE2 says so; before de-interlacing
};

struct VsyncOptions {
    unsigned field = 0; // 0 even, 1 odd
    Deinterlace deinterlace = Deinterlace::Progressive;
    bool keeps_offsets = false; // the image has the size of the screen and keeps its position in DISPLAY
    bool shows_all = false;     // the image includes overscan: all output of the display circuits
    bool drops_blur = false;    // if two circuits show one buffer a line apart, only the first is shown
    bool shows_samples = false; // samples become pixels: the image is 2 or 4 times as wide and high
    // 4 and 3: square pixels for such a screen, and fewer than 300 lines are doubled; 0: unscaled pixels
    unsigned across = 0, down = 0;
    unsigned scale = 1; // factor of width and height after that; each side has 1 to 16384 pixels
    Filter filter = Filter::Bilinear;
};

/// The position of a path in its packet: the last tag, the number of remaining loops (IMAGE: quadwords), and the
/// next register of the loop.
struct PathState {
    std::array<std::uint32_t, 4> tag{};
    std::uint32_t loops_left = 0, next_register = 0;
};

/// A position in the work of a machine; it only grows. Work that is done at once, as by the reference renderer, has the
/// value 0, which is always reached.
using Timeline = std::uint64_t;
/// Handlers that receive bytes or an image later. The bytes are valid during the call.
using TakeBytes = std::function<void(std::span<const std::uint8_t> bytes)>;
using TakeImage = std::function<void(Image image)>;

/// Counts of the work since the last call of take_statistics().
struct Statistics {
    std::uint64_t primitives = 0, pixels = 0, palettes = 0, transfers = 0, copies = 0, uploaded_bytes = 0;
};

/// A GS with 4 MiB of memory. It works in order: what is read or shown includes all earlier work. Results are exact and
/// identical on every platform.
class Machine {
public:
    Machine();
    /// Fails with code 2 if no renderer has that name or that number of samples, with code 4 or 6 if the device cannot
    /// be used.
    [[nodiscard]] static Expected<Machine> with(const RendererChoice& choice);
    ~Machine();
    Machine(Machine&&) noexcept;
    Machine& operator=(Machine&&) noexcept;

    /// Writes a register of gs_registers.hpp, general or privileged: gs.write(XYZ2{.X = 16 * 320, .Y = 16 * 32}).
    /// Returns false without an effect if a value does not fit its field. Looks nothing up by name.
    template <class Register>
    bool write(const Register& word) {
        if (!word.fits()) return false;
        if constexpr (requires { Register::kAddress; })
            return write_register(Register::kAddress, word.value());
        else
            return write_privileged(Register::kOffset, word.value());
    }
    /// Writes a register by name, for tools; omitted fields are 0. Returns false without an effect if a name is unknown
    /// or a value does not fit.
    bool set(std::string_view name, std::initializer_list<Field> fields);
    /// Writes a general register as A+D does: only the low seven bits of the address count. Returns false if no
    /// register has that address.
    bool write_register(std::uint8_t address, std::uint64_t value);
    [[nodiscard]] std::optional<std::uint64_t> read_register(std::uint8_t address) const;
    /// Write and read privileged registers by their offset from 0x12000000.
    bool write_privileged(std::uint16_t offset, std::uint64_t value);
    [[nodiscard]] std::optional<std::uint64_t> read_privileged(std::uint16_t offset) const;

    /// Sends GIF packets; an unfinished tag continues with the path's next bytes. Returns the number of consumed bytes:
    /// all except a remainder of less than 16, which the caller sends again in front of the next ones.
    std::size_t gif_transfer(Path path, std::span<const std::uint8_t> bytes);
    /// Writes loops of up to sixteen PACKED registers, named by their descriptors, 16 bytes each. Returns false if a
    /// loop is incomplete.
    bool write_packed(std::span<const std::uint8_t> descriptors, std::span<const std::uint8_t> quadwords);
    /// Sets up a transfer and sends the rows of a rectangle, packed by its format. If bytes are missing, the transfer waits
    /// for them in HWREG or an IMAGE packet.
    void write_image_upload(const Upload& to, std::span<const std::uint8_t> pixels);
    /// Returns the next data that the host reads in a transfer from local memory, 16 bytes for each quadword.
    [[nodiscard]] std::vector<std::uint8_t> read_transfer_fifo(std::uint32_t quadwords);

    /// Returns what the writes so far did that no document defines, and how the machine handled it: "FRAME_1.PSM is
    /// 0x05, ...". The warnings come in order, each kind and code once.
    [[nodiscard]] std::vector<std::string> warnings() const;
    /// Returns local memory, 4 MiB, after all work so far; valid until the next write.
    [[nodiscard]] std::span<const std::uint8_t> memory() const;
    /// Writes bytes from an offset on, without a transfer. Returns false without an effect if they do not lie inside
    /// memory.
    bool write_memory(std::uint32_t offset, std::span<const std::uint8_t> bytes);

    /// Returns the current image of the display.
    [[nodiscard]] Image vsync(const VsyncOptions& options = {});
    /// Returns true if this vsync can be skipped without an effect on later ones: there is no feedback, and no later
    /// image uses its field.
    [[nodiscard]] bool can_skip_vsync(const VsyncOptions& options = {}) const;

    // ---- Without waiting: on a device, several frames are in progress at a time. These functions work with every
    // renderer.
    /// Starts all work so far and returns the value at which it is done.
    Timeline flush();
    /// Returns the value up to which all work is done. Calls the handlers of reads and images up to that value.
    Timeline reached();
    /// Waits for a value that one of these functions returned, and calls handlers as reached() does.
    void wait(Timeline value);
    /// Returns the value at which all work so far that touches a page is done; 0 if there is none. There are 512 pages
    /// of 8 KiB.
    [[nodiscard]] Timeline page_value(unsigned page) const;
    /// Return local memory from an offset on, after all work so far. They wait only for work that touches its pages.
    /// The span is valid until the next call; it is empty if the range does not lie inside memory. map_for_writing()
    /// allows writes without a transfer.
    [[nodiscard]] std::span<const std::uint8_t> map(std::uint32_t offset, std::uint32_t size) const;
    [[nodiscard]] std::span<std::uint8_t> map_for_writing(std::uint32_t offset, std::uint32_t size);
    /// Passes a copy of local memory as it is now to `handler` later, and returns the value at which the copy is ready.
    /// Handlers are called in order, in the thread that uses the machine: by reached(), wait(), read_later(),
    /// vsync_later() (four wait at most), vsync(), load_state(), save_snapshot(), load_snapshot(), reset() and
    /// reset_registers(). They must not use the machine. Handlers still pending when the machine is destroyed are not
    /// called. If the range does not lie inside memory, returns std::nullopt and never calls the handler.
    std::optional<Timeline> read_later(std::uint32_t offset, std::uint32_t size, TakeBytes handler);
    /// Passes the image of vsync() to `handler` in the same way.
    Timeline vsync_later(const VsyncOptions& options, TakeImage handler);
    /// Returns the error of the device, if there was one; all work since then is lost.
    [[nodiscard]] std::optional<Error> failure() const;

    /// save_state() returns registers, memory and paths in the format of dumps (version 8). load_state() takes such a
    /// block, and returns false without an effect if it is incomplete.
    [[nodiscard]] std::vector<std::uint8_t> save_state() const;
    bool load_state(std::span<const std::uint8_t> state);
    /// A snapshot contains all that later calls depend on, also what save_state() leaves out: the vertex queue, the
    /// palette buffer, transfers in progress, earlier fields of the display, samples, statistics. It contains no
    /// handlers, no recording and no pending reads. Its format belongs to this version of the library and has a
    /// checksum. A machine with any renderer and the same number of samples loads it and continues with the same
    /// results, bit for bit. load_snapshot() fails without an effect: with code 3 and an offset if the bytes are not
    /// such a snapshot, are of another version, truncated or damaged; with code 4 if the number of samples differs.
    [[nodiscard]] std::vector<std::uint8_t> save_snapshot() const;
    [[nodiscard]] Expected<void> load_snapshot(File snapshot);
    void reset();
    /// Resets registers and paths; memory does not change.
    void reset_registers();
    [[nodiscard]] PathState path_state(Path path) const;

    /// Calls `handler` when SIGNAL, FINISH or LABEL is written, after all earlier work, in the thread that writes.
    void on_event(std::function<void(const Event&)> handler);

    /// Lists what save_state(), and a dump that begins now, leave out of the current state: "2 vertices that wait for
    /// the rest of their primitive". The list is empty if later work depends on none of it.
    [[nodiscard]] std::vector<std::string> lost_by_state() const;
    /// Records all further writes as a dump that begins with the current state. (A dump does not contain the palette
    /// buffer: a replay loads it from memory again, as TEX0 says.) Discards an earlier recording. Returns
    /// lost_by_state().
    std::vector<std::string> start_recording();
    [[nodiscard]] bool is_recording() const;
    /// Ends the recording and returns the dump. Fails with code 2 if there is no recording, and with code 4 if
    /// something happened that a dump cannot record: write_memory, map_for_writing, load_state, load_snapshot, reset,
    /// reset_registers, or register writes inside a packet.
    [[nodiscard]] Expected<std::vector<std::uint8_t>> finish_recording(Packing packing = Packing::None);

    [[nodiscard]] Statistics take_statistics();

private:
    struct Inner;
    std::unique_ptr<Inner> inner_;
};

} // namespace relit::api::gs
