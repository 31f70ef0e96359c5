// Snapshots: all that a machine, or a player of a dump, goes on from, as bytes. They hold what the state block of dumps
// (machine/gs/state/saved.hpp) cannot, and any renderer takes those of any other.
#pragma once

#include "base/snapshot.hpp"
#include "machine/gs/packets/gif.hpp"
#include "render/gs/player/replay.hpp"

namespace relit::render::gs::player {

inline constexpr std::uint32_t kSnapshotVersion = 1;
inline constexpr SnapshotKind kMachineKind{"RELITGS\n", kSnapshotVersion, 0, "a machine"};
inline constexpr SnapshotKind kPlayerKind{"RELITGS\n", kSnapshotVersion, 1, "a player"};

/// A machine and what its renderer has done.
struct MachineSnapshot {
    machine::gs::Machine machine;
    machine::gs::Gif gif;
    RendererState renderer;
    std::vector<Fields> fields; // of earlier vsyncs, of each sample that is shown
    Counts told;                // the part of renderer.counts that was told
};

/// A player of a dump, with what it shows of the last primitive and vsync.
struct PlayerSnapshot {
    Replay::Snapshot replay;
    machine::gs::Draw primitive;
    std::optional<machine::gs::DrawState> state;
    Image frame;
    bool is_on = false, is_interlaced = false; // the display of that frame
    std::uint64_t told_events = 0;             // of those of the packet
};

[[nodiscard]] std::vector<std::uint8_t> write(const MachineSnapshot& snapshot);
[[nodiscard]] std::vector<std::uint8_t> write(const PlayerSnapshot& snapshot);
/// Fail, with the offset, for bytes that are no snapshot of this kind and version, cut off, damaged or impossible.
[[nodiscard]] Result<MachineSnapshot> read_machine_snapshot(Bytes file);
[[nodiscard]] Result<PlayerSnapshot> read_player_snapshot(Bytes file);

/// Fails where a pixel of the snapshot has another number of samples than the renderer's.
[[nodiscard]] Status check_samples(const RendererState& state, const Renderer& renderer);

} // namespace relit::render::gs::player
