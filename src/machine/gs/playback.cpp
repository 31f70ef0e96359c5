#include "machine/gs/playback.hpp"

#include <algorithm>

namespace relit::machine::gs {
namespace {

constexpr std::size_t kPart = std::size_t{256} << 10;
constexpr std::size_t kWindow = std::size_t{16}
                                << 10; // the VU's memory, of which path 1 in the old style sends the tail

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
    if (event->kind == EventKind::Transfer) {
        play_part(*event, out);
        return true;
    }
    ++at_;
    const Bytes data = dump_.bytes_of(*event);
    switch (event->kind) {
        case EventKind::Transfer: break;
        case EventKind::VSync: machine_.vsync(event->detail, out); break;
        case EventKind::ReadFifo: machine_.read_back(event->size, out); break;
        case EventKind::Registers:
            if (data.size() == kPrivilegedBytes) machine_.privileged = privileged_of(data.first<kPrivilegedBytes>());
            break;
    }
    return true;
}

void Playback::play_part(const Event& event, WorkList& out) {
    const Bytes data = dump_.bytes_of(event);
    const bool is_window = static_cast<Path>(event.detail) == Path::Path1Window;
    const std::size_t size = std::min(data.size() - played_, is_window ? kWindow : kPart);
    transfer(gif_, event.detail, data.subspan(played_, size), Target{machine_, out});
    played_ += size;
    if (!is_window && played_ < data.size()) return;
    played_ = 0;
    ++at_;
}

} // namespace relit::machine::gs
