// Plays a dump through the machine: packet by packet, work comes out.
#pragma once

#include "machine/gs/dump.hpp"
#include "machine/gs/gif.hpp"
#include "machine/gs/machine.hpp"

namespace relit::machine::gs {

/// Stands between two packets of a dump. The dump must outlive it and the work that it gives.
class Playback {
public:
    /// Takes over the saved state; what that makes to be done (the palette buffer is not saved) is in `out`.
    Playback(const Dump& dump, WorkList& out);

    /// The packet that comes next; null at the end.
    [[nodiscard]] const Event* next() const { return at_ < dump_.events.size() ? &dump_.events[at_] : nullptr; }
    [[nodiscard]] std::size_t position() const { return at_; }
    /// Plays one packet, or the next 256 KiB of a long one, so that its work takes little memory; false at the end.
    bool step(WorkList& out);

    [[nodiscard]] const Machine& machine() const { return machine_; }

private:
    void play_part(const Event& event, WorkList& out);

    const Dump& dump_;
    Machine machine_;
    Gif gif_;
    std::size_t at_ = 0;
    std::size_t played_ = 0; // bytes of the packet
};

/// The registers that a state saves; those that it does not save are 0.
[[nodiscard]] Registers registers_of(const SavedState& state);

} // namespace relit::machine::gs
