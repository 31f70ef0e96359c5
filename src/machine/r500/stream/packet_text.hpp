// Packets as text, both ways: what is printed is read back to the same dwords (docs/machine/r500-text.md).
#pragma once

#include "base/result.hpp"
#include "machine/r500/stream/packet.hpp"

#include <string>
#include <vector>

namespace relit::machine::r500 {

/// A line of a packet: of its first dwords, or with a "+" of those that follow.
struct PacketLine {
    std::uint32_t at = 0; // number of its first dword in the stream
    Dwords dwords;        // those that it says, the head of the packet included
    std::string text;
    bool known = true;
};
/// `stream` is the one that the packet is of.
[[nodiscard]] std::vector<PacketLine> lines_of(const Packet& packet, Dwords stream);

/// The register whose fields a dword of the body of a command has; nothing where it is a plain number.
[[nodiscard]] std::optional<std::uint32_t> register_of_body(const OpInfo& op, std::size_t i);

/// Most dwords that a text may say.
inline constexpr std::size_t kMostTextDwords = std::size_t{64} << 20;
inline constexpr std::string_view kPacketTextMark = ".r500";
/// True where the first line that is no comment is the mark of such a text, ".r500".
[[nodiscard]] bool is_packet_text(std::string_view text);
/// The dwords that a text says; a fault names line and column.
[[nodiscard]] Result<std::vector<std::uint32_t>> parse_packets(std::string_view text);

} // namespace relit::machine::r500
