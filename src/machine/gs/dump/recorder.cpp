#include "machine/gs/dump/recorder.hpp"

#include "machine/gs/packets/pieces.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::gs {

Recorder::Recorder(SavedState state, const Privileged& registers) : state_(std::move(state)) {
    store(registers, std::span(page_).first<kPrivilegedBytes>());
}

void Recorder::cannot(std::string_view what) {
    if (!fault_) fault_ = Fault{FaultKind::NotSupported, fmt::format("a dump cannot record {}", what), {}, 0, 0};
}

/// Tags of its own would be taken for the rest of a packet.
bool Recorder::is_between_packets(const Gif& gif) {
    const bool is_between = std::ranges::all_of(gif.paths, &GifPath::wants_tag);
    if (!is_between) cannot("that a register was written inside a packet, by other means");
    return is_between;
}

void Recorder::write(std::uint8_t address, std::uint64_t value, const Gif& gif) {
    if (is_between_packets(gif)) builder_.write(address, value);
}

void Recorder::image(Bytes data, const Gif& gif) {
    if (!is_between_packets(gif)) return;
    std::vector<std::uint8_t> packet;
    (void)append_image(packet, GifTag{}.set(GifTag::format, TagFormat::Image).set(GifTag::last, true), data);
    builder_.raw(packet);
}

void Recorder::transfer(Path path, Bytes data) { builder_.through(path).raw(data).through(Path::Path3); }

void Recorder::vsync(std::uint8_t field, const Privileged& registers) {
    std::array<std::uint8_t, kPrivilegedBytes> page{};
    store(registers, page);
    for (const RegisterInfo& info : privileged_registers())
        builder_.write_privileged(static_cast<std::uint16_t>(info.address),
                                  little_endian(Bytes(page).subspan(info.address, 8)));
    builder_.vsync(field);
}

Result<Dump> Recorder::finish() {
    Result<Dump> dump = builder_.finish();
    if (fault_) return std::unexpected(*fault_);
    if (!dump) return dump;
    dump->state = std::move(state_);
    dump->privileged = std::move(page_);
    return dump;
}

} // namespace relit::machine::gs
