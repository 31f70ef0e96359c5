#include "machine/gs/playback.hpp"

#include <algorithm>

namespace relit::machine::gs {
namespace {

/// Where the GIF writes to.
struct Target {
    Machine& machine;
    WorkList& out;

    void write(std::uint8_t address, std::uint64_t value) { machine.write(address, value, out); }
    void take_data(Bytes bytes) { machine.take_data(bytes, out); }
};

} // namespace

Registers registers_of(const SavedState& state) {
    Registers registers;
    each_saved(state, state.version, [&](std::string_view name, const auto& value) {
        if (const RegisterInfo* info = general_register(name)) set(registers, info->address, std::uint64_t{value});
    });
    registers.XYZ2 = word_of<Xyz>(state.XYZ);
    // Fog is saved as its number alone.
    registers.FOG = {};
    registers.FOG.set(Fog::fog, state.FOG);
    return registers;
}

Playback::Playback(const Dump& dump, WorkList& out) : dump_(dump) {
    if (dump.state) {
        machine_.restore(registers_of(*dump.state), out);
        gif_ = gif_of(*dump.state);
    }
    if (dump.privileged.size() == kPrivilegedBytes)
        machine_.privileged = privileged_of(std::span(dump.privileged).first<kPrivilegedBytes>());
}

bool Playback::step(WorkList& out) {
    const Event* event = next();
    if (event == nullptr) return false;
    ++at_;
    const Bytes data = dump_.bytes_of(*event);
    switch (event->kind) {
        case EventKind::Transfer: transfer(gif_, event->detail, data, Target{machine_, out}); break;
        case EventKind::VSync: machine_.vsync(event->detail, out); break;
        case EventKind::ReadFifo: machine_.read_back(event->size, out); break;
        case EventKind::Registers:
            if (data.size() == kPrivilegedBytes) machine_.privileged = privileged_of(data.first<kPrivilegedBytes>());
            break;
    }
    return true;
}

} // namespace relit::machine::gs
