// Frame captures of RPCS3 (.rrc, .rrc.gz): the commands of a frame and the memory that its draws read. docs/emulators.md has the layout.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace relit::emulators::rpcs3 {

/// The versions that are read, with little-endian numbers: since November 2018, June 2021 and February 2025.
inline constexpr std::uint32_t kCaptureVersions[] = {4, 5, 6};
/// Bytes of a capture, unpacked.
inline constexpr std::size_t kMostCapture = std::size_t{256} << 20;
/// Commands, memory blocks, contents of memory, and states.
inline constexpr std::size_t kMostCounted = std::size_t{1} << 20;

/// Memory of the console at an offset of local (0) or main memory (1).
struct CapturedBlock {
    std::uint32_t offset = 0, location = 0;
    std::uint64_t data = 0; // a key of Capture::data
};
/// An argument of a method. `address` counts bytes and includes the subchannel.
struct CapturedWrite {
    std::uint32_t address = 0, value = 0;
    std::vector<std::uint64_t> blocks; // keys of Capture::blocks that are written before it
};
/// Keeps views of the file.
struct Capture {
    std::uint32_t version = 0;
    std::map<std::uint64_t, CapturedBlock> blocks;
    std::map<std::uint64_t, Bytes> data;
    std::vector<CapturedWrite> writes;
    std::uint64_t cut_short = 0; // methods whose arguments end before the next method begins

    // Before the first command, as the host stores words:
    Bytes transform_program;   // 512 or 544 slots
    Bytes transform_constants; // 512, or empty: nearly no file has them
    Bytes registers;           // 64 KiB
};

/// Returns whether a file begins as a capture of any version does, unpacked.
[[nodiscard]] bool is_capture(Bytes begin);
/// Returns whether a file begins as gzip does.
[[nodiscard]] bool is_gzip(Bytes begin);
/// Unpacks a gzip file of one member, at most kMostCapture bytes.
[[nodiscard]] Result<std::vector<std::uint8_t>> gunzip_capture(Bytes file);
/// Reads a whole capture. Fails with the offset of what is damaged, with NotSupported for another version.
[[nodiscard]] Result<Capture> read_capture(Bytes file);

} // namespace relit::emulators::rpcs3
