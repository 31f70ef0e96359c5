// Dumps of the PlayStation 2 GS: disassembler, assembler, reader and writer. gs_player.hpp plays dumps. Self-contained;
// C++23. Only one thread at a time may use an object; objects share no state.
#pragma once

#include <relit/relit.hpp>

#include <array>
#include <functional>
#include <memory>

namespace relit::api::gs {

/// Compression of a dump.
enum class Packing : std::uint8_t { None, Xz, Zstd };

/// A dump (.gs, .gs.xz, .gs.zst) as text; assemble() makes the same bytes of it again (docs/machine/gs-text.md). If the
/// dump is damaged, `text` covers the intact part. Fails with code 3 if it has no intact part.
struct DumpText {
    std::string text;
    std::optional<Error> damage;
};
[[nodiscard]] Expected<DumpText> disassemble(File dump);
/// Disassembles a dump of any length in bounded memory: `read` fills the front of a span with the next bytes and
/// returns their number, 0 at the end; `line` receives the text line by line, without line ends. Returns the damage, if
/// there is any, and fails as above. Both are called in the calling thread.
using Read = std::function<std::size_t(std::span<std::uint8_t> into)>;
using TellLine = std::function<void(std::string_view line)>;
[[nodiscard]] Expected<std::optional<Error>> disassemble(const Read& read, const TellLine& line);
/// Makes a dump of such text. Fails with code 3 and the line and column of the first error.
[[nodiscard]] Expected<std::vector<std::uint8_t>> assemble(std::string_view text, Packing packing = Packing::None);

/// A path to the GIF: from vector unit 1, from VIF1, from main memory. Each path keeps its own state of an unfinished
/// tag. Path1Window is path 1 in old dumps: 16 KiB of the unit's memory, of which a transfer ends at a tag with EOP.
enum class Path : std::uint8_t { Path1Window, Path2, Path3, Path1 };

/// The kind of a packet: data for a path, the end of a frame, a read-back by the host, a page of privileged registers.
enum class PacketKind : std::uint8_t { Transfer, Vsync, ReadBack, Registers };
struct Packet {
    PacketKind kind = PacketKind::Transfer;
    Path path = Path::Path3;     // of a transfer
    std::uint8_t field = 0;      // of a vsync: 0 even, 1 odd
    std::uint32_t quadwords = 0; // of a read-back: units of 16 bytes
    std::uint64_t offset = 0;    // of the packet in the uncompressed dump, in bytes
    /// The bytes of a transfer or a page; valid until the next packet. A transfer of more than 16 MiB is delivered in
    /// consecutive parts; all except the last consist of whole quadwords.
    std::span<const std::uint8_t> bytes;
};

/// Reads a dump of any length packet by packet, in bounded memory. To replay it with Machine (gs_machine.hpp):
/// load_state(state()), write the page to its privileged registers, then send each packet. An input that is no dump has
/// no packets: next() returns std::nullopt at once, and damage() the reason.
class DumpReader {
public:
    /// Reads up to the first packet. `read` is called by the constructor and by next().
    explicit DumpReader(Read read);
    ~DumpReader();
    DumpReader(DumpReader&&) noexcept;
    DumpReader& operator=(DumpReader&&) noexcept;

    /// Returns the serial number of the game, empty if the dump has none; valid during the reader's lifetime.
    [[nodiscard]] std::string_view serial() const;
    /// Return the saved state in the format of dumps, and the page of privileged registers, 8192 bytes in which each lies
    /// at its offset from 0x12000000; empty if the dump has none. The page is valid during the reader's lifetime.
    [[nodiscard]] std::vector<std::uint8_t> state() const;
    [[nodiscard]] std::span<const std::uint8_t> privileged() const;
    /// Returns the next packet; std::nullopt at the end of the dump and at damage.
    [[nodiscard]] std::optional<Packet> next();
    /// Returns the damage of the dump, if there is any; valid after next() returned std::nullopt.
    [[nodiscard]] std::optional<Error> damage() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The destination of an image: base in blocks of 256 bytes, buffer width in 64 pixels, the format as PSM, the rest in
/// pixels.
struct Upload {
    std::uint32_t base = 0, buffer_width = 0;
    std::uint8_t format = 0;
    std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

/// A quadword of PACKED data.
using Qword = std::array<std::uint32_t, 4>;

/// Builds a dump from front to back. finish() reports the first error (code 2).
class DumpWriter {
public:
    explicit DumpWriter(Path path = Path::Path3);
    ~DumpWriter();
    DumpWriter(DumpWriter&&) noexcept;
    DumpWriter& operator=(DumpWriter&&) noexcept;

    DumpWriter& serial(std::string_view serial);
    DumpWriter& crc(std::uint32_t crc);
    /// Write a general register by its address, and a privileged one by its offset from 0x12000000: a multiple of 8 below
    /// 8192, which counts from the next vsync on.
    DumpWriter& write(std::uint8_t address, std::uint64_t value);
    DumpWriter& write_privileged(std::uint16_t offset, std::uint64_t value);
    /// Writes whole loops of up to sixteen registers, named by their descriptors (0 PRIM, 1 RGBAQ, ..., 14 A+D); `prim`
    /// is written first.
    DumpWriter& packed(std::span<const std::uint8_t> descriptors, std::span<const Qword> data,
                       std::optional<std::uint16_t> prim = {});
    /// Adds the registers of a transfer and its rows, packed by the format: (width * height * bits of a pixel + 7) / 8
    /// bytes.
    DumpWriter& upload(const Upload& to, File pixels);
    /// Adds raw GIF packets on any path, in multiples of 16 bytes.
    DumpWriter& packets(Path path, File bytes);
    DumpWriter& vsync(std::uint8_t field = 0);
    DumpWriter& read_back(std::uint32_t qwords);
    /// Returns the dump or the first error, and resets the writer.
    [[nodiscard]] Expected<std::vector<std::uint8_t>> finish(Packing packing = Packing::None);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace relit::api::gs
