// Random streams of all that a host tells a GS: packets on three paths, cut and mixed, display registers, vsyncs, reads.
#pragma once

#include <relit/gs_machine.hpp>

#include <cstdint>
#include <vector>

namespace relit::test {

struct GsPiece {
    enum class Kind : std::uint8_t { Packets, Privileged, Vsync, ReadBack };
    Kind kind = Kind::Packets;
    api::gs::Path path = api::gs::Path::Path3;
    std::vector<std::uint8_t> bytes; // whole quadwords
    std::uint16_t offset = 0;        // of a privileged register
    std::uint64_t value = 0;         // its value; the field; quadwords
};
/// The same for the same seed: work of one suite of random.hpp, by turns.
[[nodiscard]] std::vector<GsPiece> gs_random_stream(std::uint64_t seed);

/// A position in a stream: a byte of a piece.
struct GsPosition {
    std::size_t piece = 0, byte = 0;
};
/// A random position behind another; the end at most.
[[nodiscard]] GsPosition gs_random_position(const std::vector<GsPiece>& stream, GsPosition behind, std::uint64_t seed);

/// Tells a machine the pieces from `at` on, up to a position; `at` ends behind the last whole quadword. What the host reads and
/// sees is appended to `seen`.
void gs_feed(api::gs::Machine& machine, const std::vector<GsPiece>& stream, GsPosition& at, GsPosition until,
             std::vector<std::vector<std::uint8_t>>& seen);

} // namespace relit::test
