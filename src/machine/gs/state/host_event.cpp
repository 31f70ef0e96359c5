#include "machine/gs/state/host_event.hpp"

namespace relit::machine::gs {

std::optional<HostEvent> host_event_of(const Machine& machine, std::uint32_t address) {
    const auto event = [](HostEventKind kind, const Signal& word, std::uint32_t value) {
        return HostEvent{kind, word[Signal::id], word[Signal::mask], value, 0};
    };
    const SigLblId& ids = machine.privileged.SIGLBLID;
    switch (static_cast<Address>(register_of(address))) {
        case Address::SIGNAL: return event(HostEventKind::Signal, machine.registers().SIGNAL, ids[SigLblId::signal]);
        case Address::LABEL: return event(HostEventKind::Label, machine.registers().LABEL, ids[SigLblId::label]);
        case Address::FINISH: return event(HostEventKind::Finish, {}, 0);
        default: return {};
    }
}

} // namespace relit::machine::gs
