#include "machine/gs/dump/dump.hpp"

#include "base/words.hpp"

#include <algorithm>

namespace relit::machine::gs {
namespace {

constexpr std::uint32_t kUsualBodyOffset = 36; // after the nine numbers

/// The part of the body that begins `offset` bytes after file offset 8.
Bytes part(const Header& header, std::uint32_t offset, std::uint64_t size) {
    const Bytes body(header.body);
    if (offset < kUsualBodyOffset || offset - kUsualBodyOffset > body.size()) return {};
    const Bytes rest = body.subspan(offset - kUsualBodyOffset);
    return size <= rest.size() ? rest.first(static_cast<std::size_t>(size)) : Bytes{};
}

void write_header(const Header& header, std::uint32_t state_size, std::vector<std::uint8_t>& into) {
    if (has_no_front(header.container)) return;
    if (header.container == Container::Old) {
        add_word(into, header.crc);
        add_word(into, state_size);
        return;
    }
    add_word(into, UINT32_MAX);
    add_word(into, static_cast<std::uint32_t>(kUsualBodyOffset + header.body.size()));
    for (const std::uint32_t number :
         {header.state_version, state_size, header.serial_offset, header.serial_size, header.crc, header.shot_width,
          header.shot_height, header.shot_offset, header.shot_size})
        add_word(into, number);
    into.insert(into.end(), header.body.begin(), header.body.end());
}

void write_event(const Dump& dump, const Event& event, std::vector<std::uint8_t>& into) {
    into.push_back(static_cast<std::uint8_t>(event.kind));
    if (event.kind == EventKind::Transfer || event.kind == EventKind::VSync) into.push_back(event.detail);
    if (event.kind == EventKind::Transfer || event.kind == EventKind::ReadFifo) add_word(into, event.size);
    const Bytes bytes = dump.bytes_of(event);
    into.insert(into.end(), bytes.begin(), bytes.end());
}

} // namespace

std::string_view Header::serial() const { return text_of(part(*this, serial_offset, serial_size)); }

Bytes Header::screenshot() const { return part(*this, shot_offset, shot_size); }

Bytes Dump::bytes_of(const Event& event) const {
    const bool holds = event.kind == EventKind::Transfer || event.kind == EventKind::Registers;
    return holds ? Bytes(data).subspan(static_cast<std::size_t>(event.at), event.size) : Bytes{};
}

void Dump::add(EventKind kind, std::uint8_t detail, Bytes bytes) {
    events.push_back({kind, detail, static_cast<std::uint32_t>(bytes.size()), 0, data.size()});
    data.insert(data.end(), bytes.begin(), bytes.end());
}

void Dump::add_read_fifo(std::uint32_t qwords) { events.push_back({EventKind::ReadFifo, 0, qwords, 0, 0}); }

NextPart parts_of(const Dump& dump) {
    return [&dump, number = std::size_t{0}]() mutable -> std::optional<PacketPart> {
        if (number == dump.events.size()) return {};
        const Event& event = dump.events[number];
        return PacketPart{event, number++, 0, dump.bytes_of(event), true};
    };
}

Dump empty_dump() {
    Dump dump;
    dump.state.emplace();
    dump.privileged.resize(kPrivilegedBytes);
    return dump;
}

void set_body(Header& header, std::string_view serial, std::uint32_t width, std::uint32_t height, Bytes screenshot) {
    header.body.assign(serial.begin(), serial.end());
    header.body.insert(header.body.end(), screenshot.begin(), screenshot.end());
    header.serial_offset = kUsualBodyOffset;
    header.serial_size = static_cast<std::uint32_t>(serial.size());
    header.shot_offset = kUsualBodyOffset + header.serial_size;
    header.shot_size = static_cast<std::uint32_t>(screenshot.size());
    header.shot_width = width;
    header.shot_height = height;
}

std::vector<std::uint8_t> write_dump(const Dump& dump) {
    const std::size_t state_size = dump.state ? saved_size(*dump.state) : 0;
    std::vector<std::uint8_t> file;
    file.reserve(state_size + dump.data.size() + dump.events.size() * 6 + kPrivilegedBytes + dump.header.body.size() +
                 64);
    write_header(dump.header, static_cast<std::uint32_t>(state_size), file);
    if (!has_no_front(dump.header.container)) {
        if (dump.state) write_saved(*dump.state, file);
        file.insert(file.end(), dump.privileged.begin(), dump.privileged.end());
    }
    for (const Event& event : dump.events) {
        if (dump.header.container != Container::Packets) {
            write_event(dump, event, file);
        } else if (event.kind == EventKind::Transfer) {
            const Bytes bytes = dump.bytes_of(event);
            file.insert(file.end(), bytes.begin(), bytes.end());
        }
    }
    return file;
}

Result<std::vector<std::uint8_t>> write_dump(const Dump& dump, Compression compression) {
    std::vector<std::uint8_t> file = write_dump(dump);
    return compression == Compression::None ? std::move(file) : pack(file, compression);
}

std::string_view name_of(Container container) {
    switch (container) {
        case Container::Current: return "current";
        case Container::Old: return "old";
        case Container::Stream: return "stream";
        case Container::Packets: return "packets";
    }
    unreachable("name_of(Container)");
}

std::string_view name_of(Path path) {
    switch (path) {
        case Path::Path1Window: return "path1.window";
        case Path::Path2: return "path2";
        case Path::Path3: return "path3";
        case Path::Path1: return "path1";
    }
    return "path?";
}

} // namespace relit::machine::gs
