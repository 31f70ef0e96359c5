// Command streams in logs of the Linux kernel: where it rejects a packet, it prints each dword of it as `ib[14]=0x0000138E`
// (radeon_cs_dump_packet() in drivers/gpu/drm/radeon/radeon_cs.c), the packet that is at fault last, and a message in front.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::r500 {

/// Dwords that follow one another in the stream.
struct LogRun {
    std::uint32_t first = 0; // number of the first dword
    std::vector<std::uint32_t> dwords;
    [[nodiscard]] std::uint64_t end() const { return std::uint64_t{first} + dwords.size(); }
};
/// Another line of the log, without what syslog and the clock put in front of it.
struct LogMessage {
    std::uint32_t dword = 0; // number of the dword that it stands beside
    std::string text;
};
/// One stream that was rejected.
struct LogStream {
    std::vector<LogRun> runs;         // in order, with gaps between them
    std::vector<LogMessage> messages; // in the order of dwords, then of the log
};
struct KernelLog {
    std::vector<LogStream> streams;
    std::vector<std::string> warnings; // of gaps, lines that are cut off, and lines that are left out
};

/// Most runs of dwords in one log, and most lines kept in front of and after the dwords of a stream.
inline constexpr std::size_t kMostLogRuns = std::size_t{1} << 16;
inline constexpr std::size_t kMostLinesBeside = 16;

/// True where a line of the text holds a dword.
[[nodiscard]] bool is_kernel_log(std::string_view text);
/// Fails where no dword is whole, and where a stream has two values for one dword. A message with "Invalid command stream" ends a
/// stream: the kernel prints it last.
[[nodiscard]] Result<KernelLog> read_kernel_log(std::string_view text);
/// The line, from 1, in which a log that was read gives a dword of a stream; 0 where none does.
[[nodiscard]] std::uint32_t line_in_kernel_log(std::string_view text, std::size_t stream, std::uint32_t dword);

} // namespace relit::isa::r500
