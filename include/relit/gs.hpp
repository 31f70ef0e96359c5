// Dumps of the PlayStation 2 GS: their text, and a writer that makes them by hand. Self-contained; C++23. gs_player.hpp draws
// them.
#pragma once

#include <relit/relit.hpp>

#include <array>
#include <functional>
#include <memory>

namespace relit::api::gs {

/// What a dump is packed with.
enum class Packing : std::uint8_t { None, Xz, Zstd };

/// A dump (.gs, .gs.xz, .gs.zst) as text that assemble() turns back into the same bytes (docs/machine/gs-text.md). Of a
/// damaged dump the text of what is whole comes with the damage.
struct DumpText {
    std::string text;
    std::optional<Error> damage;
};
[[nodiscard]] Expected<DumpText> disassemble(File dump);
/// The same of a dump of any length, in memory that does not grow with it: `read` fills the front of a span with the next
/// bytes and gives how many, 0 at the end; `line` is told the text line by line, without line ends. Gives the damage.
using Read = std::function<std::size_t(std::span<std::uint8_t> into)>;
using TellLine = std::function<void(std::string_view line)>;
[[nodiscard]] Expected<std::optional<Error>> disassemble(const Read& read, const TellLine& line);
[[nodiscard]] Expected<std::vector<std::uint8_t>> assemble(std::string_view text, Packing packing = Packing::None);

/// Which way data goes; they differ in what of an unfinished tag they remember.
enum class Path : std::uint8_t { Path1Window, Path2, Path3, Path1 };

/// What a packet of a dump is: data for a path, the end of a frame, what the host read back, a page of privileged registers.
enum class PacketKind : std::uint8_t { Transfer, Vsync, ReadBack, Registers };
struct Packet {
    PacketKind kind = PacketKind::Transfer;
    Path path = Path::Path3;     // of a transfer
    std::uint8_t field = 0;      // of a vsync
    std::uint32_t quadwords = 0; // that were read back
    std::uint64_t offset = 0;    // in the unpacked dump
    /// Of a transfer or a page; there until the next packet. Of a transfer of more than 16 MiB these are parts that follow
    /// one another, whole quadwords but for the last.
    std::span<const std::uint8_t> bytes;
};

/// Reads a dump of any length packet by packet, in memory that does not grow with it. With Machine (gs_machine.hpp):
/// load_state(state()), the page to its privileged registers, and each packet in turn.
class DumpReader {
public:
    explicit DumpReader(Read read);
    ~DumpReader();
    DumpReader(DumpReader&&) noexcept;
    DumpReader& operator=(DumpReader&&) noexcept;

    [[nodiscard]] std::string_view serial() const;
    /// The saved state as a dump has it, and the page of privileged registers; empty where there is none.
    [[nodiscard]] std::vector<std::uint8_t> state() const;
    [[nodiscard]] std::span<const std::uint8_t> privileged() const;
    /// Nothing at the end, and where the dump is damaged.
    [[nodiscard]] std::optional<Packet> next();
    /// What is wrong with the dump; known when next() has given nothing.
    [[nodiscard]] std::optional<Error> damage() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Where an image goes: base in blocks of 256 bytes, buffer width in 64 pixels, the format as PSM, the rest in pixels.
struct Upload {
    std::uint32_t base = 0, buffer_width = 0;
    std::uint8_t format = 0;
    std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

/// A quadword of PACKED data.
using Qword = std::array<std::uint32_t, 4>;

/// Makes a dump from front to back. The first mistake is kept and comes out of finish().
class DumpWriter {
public:
    explicit DumpWriter(Path path = Path::Path3);
    ~DumpWriter();
    DumpWriter(DumpWriter&&) noexcept;
    DumpWriter& operator=(DumpWriter&&) noexcept;

    DumpWriter& serial(std::string_view serial);
    DumpWriter& crc(std::uint32_t crc);
    /// A general register by its address, and a privileged one by its offset from 0x12000000.
    DumpWriter& write(std::uint8_t address, std::uint64_t value);
    DumpWriter& write_privileged(std::uint16_t offset, std::uint64_t value);
    /// Whole loops of up to sixteen registers by their descriptors (0 PRIM, 1 RGBAQ, ..., 14 A+D); PRIM goes in front.
    DumpWriter& packed(std::span<const std::uint8_t> descriptors, std::span<const Qword> data,
                       std::optional<std::uint16_t> prim = {});
    DumpWriter& upload(const Upload& to, File pixels);
    /// GIF packets as they are, on any path.
    DumpWriter& packets(Path path, File bytes);
    DumpWriter& vsync(std::uint8_t field = 0);
    DumpWriter& read_back(std::uint32_t qwords);
    /// The dump; the writer is as new.
    [[nodiscard]] Expected<std::vector<std::uint8_t>> finish(Packing packing = Packing::None);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace relit::api::gs
