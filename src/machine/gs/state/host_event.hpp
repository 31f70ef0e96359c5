// What the GS tells its host: writes of SIGNAL, FINISH and LABEL.
#pragma once

#include "machine/gs/state/machine.hpp"

namespace relit::machine::gs {

enum class HostEventKind : std::uint8_t { Signal, Finish, Label };
struct HostEvent {
    HostEventKind kind = HostEventKind::Signal;
    std::uint32_t id = 0, mask = 0; // of SIGNAL and LABEL, as written
    std::uint32_t value = 0;        // what SIGLBLID holds of it afterwards
    std::size_t done = 0;           // pieces of its list's work that stand before it
    [[nodiscard]] bool operator==(const HostEvent&) const = default;
};
/// The event of a write that a machine has just done; nothing where the address tells the host nothing.
[[nodiscard]] std::optional<HostEvent> host_event_of(const Machine& machine, std::uint32_t address);

} // namespace relit::machine::gs
