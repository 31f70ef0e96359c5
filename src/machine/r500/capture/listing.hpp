// A capture as lines of text, packet by packet, with what is known of each beside it.
#pragma once

#include "machine/r500/capture/walk.hpp"
#include "machine/r500/stream/packet_text.hpp"

#include <functional>

namespace relit::machine::r500 {

/// A line of a packet, with notes for people.
struct ListedLine {
    PacketLine line;
    std::string note;
};
/// The lines of the packet that the walker has come to. Notes say buffers, draws and violations.
[[nodiscard]] std::vector<ListedLine> listed(const Walker& walker, Dwords stream);
/// "dwords 12 to 15 of stream 0"; empty where the submission is no part of a stream.
[[nodiscard]] std::string range_text(const Submission& submission);
/// "buffer 3 + 0x100 (relocation 0)"
[[nodiscard]] std::string text_of(const BufferRef& buffer, std::uint32_t addend);
/// "kernel: no NOP after the packet names ... (missing-relocation)"
[[nodiscard]] std::string text_of(const Violation& violation);

} // namespace relit::machine::r500
