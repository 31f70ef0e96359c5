// Raw GIF packets: tags and data with nothing around them, as homebrew keeps them. They come as bytes, between DMA tags, or as
// numbers of a text. A reader of dumps makes a dump of them (dump/reader.hpp). Sources: docs/machine/gs-dumps.md, "Raw packets".
#pragma once

#include "base/recognition.hpp"
#include "base/result.hpp"
#include "machine/gs/dump/dump.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::machine::gs {

/// The most that is read as raw packets, because all of it stays in memory.
inline constexpr std::size_t kMostRawBytes = std::size_t{256} << 20;

/// Packets that are sent one after the other through path 3.
struct RawPackets {
    struct Piece {
        std::size_t at = 0, size = 0; // in bytes()
        std::uint64_t offset = 0;     // in the file; of a text in the bytes that its numbers are
    };
    Bytes file;                      // the file that is tags and data alone
    std::vector<std::uint8_t> taken; // else what was taken out of a chain or a text
    std::vector<Piece> pieces;       // one of each DMA tag with data, else one of all
    bool is_chain = false;           // the file has DMA tags
    bool is_text = false;            // the file is text
    bool transfers = false;          // they draw or begin a transfer
    std::vector<std::string> warnings;

    /// Tags and data.
    [[nodiscard]] Bytes bytes() const { return is_chain || is_text ? Bytes(taken) : file; }
};

/// Returns whether a file that begins so can hold raw packets; all of it has to be read to know. From its first 32 bytes.
[[nodiscard]] bool may_be_raw(Bytes begin);
/// Reads a whole file: tags of known formats to its end, A+D writes of registers that exist, image data after a TRXDIR. A fault
/// has the offset, or the line of a text, of the first thing that no packet contains. The file must outlive the packets.
[[nodiscard]] Result<RawPackets> read_raw(Bytes file);
/// Returns the fault of read_raw() if a file is none of raw packets, but at least half of its bytes, in front of the fault,
/// are, or it begins with a DMA tag and a tag behind it.
[[nodiscard]] std::optional<Fault> fault_of_raw(Bytes file);
/// Returns "plausible" where read_raw() finds nothing wrong and the packets draw or begin a transfer. Of a file of codec::kLookedAt
/// bytes and more, the last packet may be cut off.
[[nodiscard]] Recognition recognise_raw(Bytes begin);

/// Returns whether a text begins as numbers do, and not as the text of a dump.
[[nodiscard]] bool spells_numbers(std::string_view text);

/// Returns the front of a dump of them: the state after a reset, display registers that show the frame of the last draw, and
/// warnings that say what of it was assumed.
[[nodiscard]] Front front_of(const RawPackets& packets);

} // namespace relit::machine::gs
