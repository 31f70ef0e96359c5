// GS dumps: header, saved state, privileged registers and packets as plain data; read from every container and written.
#pragma once

#include "base/bytes.hpp"
#include "base/compression.hpp"
#include "base/recognition.hpp"
#include "base/result.hpp"
#include "machine/gs/state/registers.hpp"
#include "machine/gs/state/saved.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::machine::gs {

enum class Container : std::uint8_t {
    Current, // a header with serial and screenshot, a state, the privileged page, packets
    Old,     // the game's CRC alone in front of the state
    Stream,  // packets alone
    Packets, // no dump: raw GIF packets, made a dump by raw/raw.hpp
};

/// Returns whether no state, privileged registers or header are stored in front of the packets.
[[nodiscard]] constexpr bool has_no_front(Container container) { return container >= Container::Stream; }

/// What stands in front of the state. The offsets count from file offset 8, as in the file.
struct Header {
    Container container = Container::Current;
    std::uint32_t crc = 0; // of the game
    std::uint32_t state_version = kUsualSavedVersion;
    std::uint32_t serial_offset = 36, serial_size = 0;
    std::uint32_t shot_width = 0, shot_height = 0, shot_offset = 36, shot_size = 0;
    std::vector<std::uint8_t> body; // what follows the nine numbers: serial and screenshot

    /// Empty where they do not lie in the body.
    [[nodiscard]] std::string_view serial() const;
    [[nodiscard]] Bytes screenshot() const; // RGBA, 8 bits each
    [[nodiscard]] bool operator==(const Header&) const = default;
};

enum class EventKind : std::uint8_t { Transfer = 0, VSync = 1, ReadFifo = 2, Registers = 3 };

inline constexpr std::uint32_t kNumbersBytes = 36; // of the nine numbers of a header

/// The `detail` of a transfer.
enum class Path : std::uint8_t {
    Path1Window = 0, // the tail of a window of 16 KiB (old style)
    Path2 = 1,
    Path3 = 2,
    Path1 = 3,
};
inline constexpr std::uint8_t kPaths = 4;

/// One packet.
struct Event {
    EventKind kind = EventKind::Transfer;
    std::uint8_t detail = 0;  // Transfer: Path; VSync: field
    std::uint32_t size = 0;   // bytes of data; ReadFifo: quadwords that were read back
    std::uint64_t offset = 0; // of its type byte in the uncompressed file
    std::uint64_t at = 0;     // of its data in Dump::data
};

/// The parts in front of the packets. Of raw packets all of it is assumed.
struct Front {
    Header header;
    std::optional<SavedState> state;      // a stream has none
    std::vector<std::uint8_t> privileged; // 8192 bytes; a stream has none
    std::vector<std::string> warnings;    // what was assumed of raw packets
};

/// A dump as a whole. Dumps of any length are read packet by packet (reader.hpp).
struct Dump : Front {
    std::vector<Event> events;
    std::vector<std::uint8_t> data; // the events' data lies in here; of a file that was read it is the whole of it

    [[nodiscard]] Bytes bytes_of(const Event& event) const;
    /// Appends an event with its data.
    void add(EventKind kind, std::uint8_t detail, Bytes bytes);
    void add_read_fifo(std::uint32_t qwords);
};

/// A dump as it is made by hand: version 8, all registers and memory zero.
[[nodiscard]] Dump empty_dump();
/// Sets serial and screenshot at the usual offsets.
void set_body(Header& header, std::string_view serial, std::uint32_t width = 0, std::uint32_t height = 0,
              Bytes screenshot = {});

/// What reading a whole dump into memory refuses to go beyond.
struct Limits {
    std::uint64_t unpacked = std::uint64_t{1} << 30;
    std::size_t events = std::size_t{8} << 20;
};

/// A packet as it comes, or a part of a long one.
struct PacketPart {
    Event event;
    std::uint64_t number = 0; // of the packet, the first being 0
    std::uint64_t from = 0;   // where in its data `bytes` begin
    Bytes bytes;              // they stay until the next part is asked for
    bool is_last = true;      // of its packet
};
/// The next part; nothing at the end.
using NextPart = std::function<std::optional<PacketPart>()>;
/// Each packet in one part; the dump must outlive it.
[[nodiscard]] NextPart parts_of(const Dump& dump);

/// What could be read. With a fault, `dump` holds all that stands before it and what the fault leaves readable.
struct Reading {
    Dump dump;
    Compression compression = Compression::None;
    std::uint64_t unpacked = 0; // bytes
    std::optional<Fault> fault; // its offset counts unpacked bytes
};

/// `container`: what the caller knows; else it is recognised.
[[nodiscard]] Reading read_dump(Bytes file, const Limits& limits = {}, std::optional<Container> container = {});
/// The container of unpacked bytes, from at least the first 64; nothing where they are no dump.
[[nodiscard]] std::optional<Container> container_of(Bytes unpacked);
/// Whether container_of() will say the same whatever follows these bytes.
[[nodiscard]] bool is_container_certain(Bytes unpacked);
/// How surely a packed or an uncompressed file, or its beginning, is a dump.
[[nodiscard]] Recognition recognise_dump(Bytes file);

/// What the dump would be read from, unpacked: the same bytes as were read where reading found no fault. Of raw packets it is
/// the data of the transfers.
[[nodiscard]] std::vector<std::uint8_t> write_dump(const Dump& dump);
[[nodiscard]] Result<std::vector<std::uint8_t>> write_dump(const Dump& dump, Compression compression);

[[nodiscard]] std::string_view name_of(Container container);
[[nodiscard]] std::string_view name_of(Path path); // "path1"

} // namespace relit::machine::gs
