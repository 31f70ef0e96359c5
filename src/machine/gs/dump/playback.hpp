// Plays a dump through the machine: packet by packet, work comes out.
#pragma once

#include "machine/gs/dump/dump.hpp"
#include "machine/gs/packets/gif.hpp"
#include "machine/gs/state/host_event.hpp"

namespace relit::machine::gs {

/// Which part of a dump this is; the rest says whether it is the same dump.
struct PartPosition {
    std::uint64_t number = 0, from = 0, offset = 0; // as PacketPart and Event have them
    std::uint64_t size = 0;                         // of the part
    EventKind kind = EventKind::Transfer;
    std::uint8_t detail = 0;
    [[nodiscard]] bool operator==(const PartPosition&) const = default;
};

/// Where a playback stands, and the machine there; what comes of the dump is read from it again.
struct PlaybackPoint {
    Machine machine;
    Gif gif;
    std::optional<PartPosition> part; // that was played last
    std::uint64_t played = 0;         // bytes of it
    bool is_played = true;            // to its end

    /// What cannot be, in a snapshot.
    [[nodiscard]] std::string_view fault() const {
        const std::uint64_t most = part ? part->size : 0;
        return played > most || (!part && !is_played) ? "a playback stands past the end of its packet" : "";
    }
};

/// Stands between two packets of a dump.
class Playback {
public:
    /// Takes over the saved state; what that makes to be done (the palette buffer is not saved) is in `out`. The bytes of
    /// `next` must outlive the work that they give.
    Playback(const Front& front, NextPart next, WorkList& out);
    /// Of a dump in memory, which must outlive it and the work that it gives.
    Playback(const Dump& dump, WorkList& out) : Playback(dump, parts_of(dump), out) {}

    /// The packet that was played last, or its part; nothing before the first.
    [[nodiscard]] const std::optional<PacketPart>& packet() const { return part_; }
    /// Plays one packet, or the next 256 KiB of a long one, so that its work takes little memory; false at the end.
    bool step(WorkList& out);

    /// Where it stands, and where it stood before the last step that found something to play.
    [[nodiscard]] PlaybackPoint point() const;
    [[nodiscard]] const PlaybackPoint& before() const { return before_; }
    /// Goes on from a point of the same dump: reads on to it, which must lie ahead. Fails where the dump has no such part.
    [[nodiscard]] Status go_to(const PlaybackPoint& point);

    [[nodiscard]] const Machine& machine() const { return machine_; }
    /// What the last step told the host, in order.
    [[nodiscard]] const std::vector<HostEvent>& events() const { return events_; }
    /// What the packets so far gave reason to assumption, in order, each kind and code once.
    [[nodiscard]] const std::vector<LocatedAssumption>& assumptions() const { return assumptions_; }

private:
    void play_packet(WorkList& out);
    void play_transfer(WorkList& out);

    NextPart next_;
    std::optional<PacketPart> part_;
    std::size_t played_ = 0; // bytes of the part
    bool is_played_ = true;
    Machine machine_;
    Gif gif_;
    std::vector<HostEvent> events_;
    std::vector<LocatedAssumption> assumptions_;
    std::size_t seen_assumptions_ = 0; // of those of the machine
    PlaybackPoint before_;
};

/// Gives a machine what a state saves, but for local memory and the GIF's paths. `out` gets what is to be done first: a palette is
/// loaded, for the palette buffer is not saved, and a transfer that was under way goes on (since version 9).
void restore(Machine& machine, const SavedState& state, WorkList& out);
/// The registers that a state saves; those that it does not save are 0.
[[nodiscard]] Registers registers_of(const SavedState& state);

} // namespace relit::machine::gs
