// The PlayStation 2's Graphics Synthesizer as a library: write registers, send packets, see what it draws. Self-contained;
// C++23. Registers and fields have the names of Sony's manual; `relit docs gs` lists them all. Objects are for one thread at a
// time; two objects share nothing.
#pragma once

#include <relit/gs.hpp>
#include <relit/gs_registers.hpp>

#include <bit>
#include <functional>
#include <initializer_list>

namespace relit::api::gs {

/// A field of a register by name: {"FBW", 10}.
struct Field {
    std::string_view name;
    std::uint64_t value = 0;
};
/// The bits of S, T and Q.
[[nodiscard]] constexpr std::uint64_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

enum class EventKind : std::uint8_t { Signal, Finish, Label };
/// What the GS tells its host: a write of SIGNAL, FINISH or LABEL.
struct Event {
    EventKind kind = EventKind::Signal;
    std::uint32_t id = 0, mask = 0; // of SIGNAL and LABEL, as written
    std::uint32_t value = 0;        // SIGID or LBLID of SIGLBLID afterwards: (before & ~mask) | (id & mask)
    [[nodiscard]] bool operator==(const Event&) const = default;
};

/// Console: as it was measured. Plain: ideal interpolation, without hardware quirks.
enum class Rules : std::uint8_t { Console, Plain };
/// What draws, one of renderers(), and how.
struct RendererChoice {
    std::string_view name = "reference";
    Rules rules = Rules::Console;
};
[[nodiscard]] std::vector<std::string_view> renderers();

enum class Deinterlace : std::uint8_t { Progressive, Weave, Bob, Blend, Adaptive, None };

/// Rows from top to bottom, four bytes a pixel: red, green, blue, alpha 255. rgba.size() == width * height * 4.
struct Image {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
    bool is_on = false;         // at least one circuit of the display is
    bool is_interlaced = false; // SMODE2 says so, whatever was made of the fields
};

struct VsyncOptions {
    unsigned field = 0; // 0 even, 1 odd
    Deinterlace deinterlace = Deinterlace::Progressive;
    bool keeps_offsets = false;    // images as large as the screen keep the position that DISPLAY gives them
    bool shows_all = false;        // include overscan: all that the display circuits show
    bool drops_blur = false;       // of two circuits on one buffer a line apart the later one goes
    unsigned across = 0, down = 0; // 4 and 3: square pixels for such a screen; 0: pixels as they are
};

/// Where a path stands in its packet: the last tag, how many of its loops (IMAGE: quadwords) are to come, and which
/// register of the loop is next.
struct PathState {
    std::array<std::uint32_t, 4> tag{};
    std::uint32_t loops_left = 0, next_register = 0;
};

/// Work since statistics were taken last.
struct Statistics {
    std::uint64_t primitives = 0, pixels = 0, palettes = 0, transfers = 0, copies = 0, uploaded_bytes = 0;
};

/// A GS with 4 MiB of memory. Work is done at once and in order; results are exact, the same everywhere.
class Machine {
public:
    Machine();
    /// Fails with code 2 where there is no renderer of the name.
    [[nodiscard]] static Expected<Machine> with(const RendererChoice& choice);
    ~Machine();
    Machine(Machine&&) noexcept;
    Machine& operator=(Machine&&) noexcept;

    /// Writes a register of gs_registers.hpp, general or privileged: gs.write(XYZ2{.X = 16 * 320, .Y = 16 * 32}). False, and
    /// nothing done, where a value does not fit its field. Looks nothing up by name.
    template <class Register>
    bool write(const Register& word) {
        if (!word.fits()) return false;
        if constexpr (requires { Register::kAddress; })
            return write_register(Register::kAddress, word.value());
        else
            return write_privileged(Register::kOffset, word.value());
    }
    /// The same by name, for tools; fields that are not named are 0. False, and nothing done, where a name is not known or a
    /// value does not fit.
    bool set(std::string_view name, std::initializer_list<Field> fields);
    /// Writes a general register as A+D does. False where there is none.
    bool write_register(std::uint8_t address, std::uint64_t value);
    [[nodiscard]] std::optional<std::uint64_t> read_register(std::uint8_t address) const;
    /// Privileged registers by their offset from 0x12000000.
    bool write_privileged(std::uint16_t offset, std::uint64_t value);
    [[nodiscard]] std::optional<std::uint64_t> read_privileged(std::uint16_t offset) const;

    /// GIF packets; a tag that is not done goes on with the path's next bytes. Gives how many bytes were looked at: all,
    /// but for a last part of less than 16.
    std::size_t gif_transfer(Path path, std::span<const std::uint8_t> bytes);
    /// Loops of up to sixteen PACKED registers (their descriptors), 16 bytes each. False where they are not whole.
    bool write_packed(std::span<const std::uint8_t> descriptors, std::span<const std::uint8_t> quadwords);
    /// Sets up a transfer and sends the rows of a rectangle, packed as its format says.
    void write_image_upload(const Upload& to, std::span<const std::uint8_t> pixels);
    /// What the host reads of a transfer from local memory.
    [[nodiscard]] std::vector<std::uint8_t> read_transfer_fifo(std::uint32_t quadwords);

    /// Local memory, 4 MiB, as all work so far left it; there until the machine is told something.
    [[nodiscard]] std::span<const std::uint8_t> memory() const;
    /// Writes bytes from an offset on, besides all transfers. False, and nothing done, where they do not lie in memory.
    bool write_memory(std::uint32_t offset, std::span<const std::uint8_t> bytes);

    /// What the display shows now.
    [[nodiscard]] Image vsync(const VsyncOptions& options = {});
    /// Whether nothing that comes later would miss this vsync: it feeds nothing back, and its field is not kept.
    [[nodiscard]] bool can_skip_vsync(const VsyncOptions& options = {}) const;

    /// Registers, memory and paths as dumps save them (version 8). What is read is the same block; false, and nothing
    /// done, where it is not whole.
    [[nodiscard]] std::vector<std::uint8_t> save_state() const;
    bool load_state(std::span<const std::uint8_t> state);
    void reset();
    /// Registers and paths as at the beginning; memory stays.
    void reset_registers();
    [[nodiscard]] PathState path_state(Path path) const;

    /// Called when SIGNAL, FINISH or LABEL is written, behind all work before it, in the thread that writes.
    void on_event(std::function<void(const Event&)> told);

    /// From here on all that the machine is told is recorded as a dump, which begins with the state it has now. (A dump does
    /// not hold the palette buffer: a replay loads it from memory again, as TEX0 says.) What was recorded before is dropped.
    void start_recording();
    [[nodiscard]] bool is_recording() const;
    /// Ends recording and gives the dump. Fails with code 2 where nothing was being recorded, and with 4 where something was
    /// done that a dump cannot say: write_memory, load_state and reset, and registers that were written inside a packet.
    [[nodiscard]] Expected<std::vector<std::uint8_t>> finish_recording(Packing packing = Packing::None);

    [[nodiscard]] Statistics take_statistics();

private:
    struct Inner;
    std::unique_ptr<Inner> inner_;
};

} // namespace relit::api::gs
