#include "machine/gs/dump/properties.hpp"

#include "base/printable.hpp"
#include "machine/gs/dump/playback.hpp"
#include "machine/gs/packets/gif.hpp"
#include "machine/gs/state/machine.hpp"

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

/// Counts what GIF packets write, and what comes of it.
struct Counts {
    std::array<std::uint64_t, 256> writes{};
    std::uint64_t image = 0, draws = 0;
    Machine machine;
    WorkList work;

    void write(std::uint8_t address, std::uint64_t value) {
        ++writes[register_of(address)];
        work.clear();
        machine.write(address, value, work);
        for (const Work& one : work.items) draws += std::holds_alternative<Draw>(one) ? 1 : 0;
    }
    void take_data(Bytes bytes) { image += bytes.size(); }
    [[nodiscard]] std::uint64_t of(Address address) const { return writes[static_cast<std::size_t>(address)]; }
};

/// What packets do besides.
struct Packets {
    std::array<std::uint64_t, 4> of_kind{}, of_path{};
    std::uint64_t bytes = 0, left = 0; // of transfers; those that no tag takes
    Counts gif;
    std::vector<std::string> assumptions;

    /// What a part adds to the assumptions of the parts before it.
    void take_approximations(const PacketPart& part) {
        for (std::size_t i = assumptions.size(); i < gif.machine.assumptions().size(); ++i)
            assumptions.push_back(
                text_of(LocatedAssumption{gif.machine.assumptions()[i], part.number, part.event.offset}));
    }

    [[nodiscard]] std::uint64_t of(EventKind kind) const { return of_kind[static_cast<std::size_t>(kind)]; }
};

/// A transfer, or a part of it.
void count_transfer(Packets& packets, Gif& gif, const PacketPart& part) {
    if (part.from == 0) ++packets.of_path[part.event.detail & 3];
    packets.bytes += part.bytes.size();
    const bool is_over = static_cast<Path>(part.event.detail) == Path::Path1Window && part.from != 0;
    packets.left += part.bytes.size();
    packets.left -= is_over ? 0 : transfer(gif, part.event.detail, part.bytes, packets.gif);
}

void set_privileged(Machine& machine, Bytes page) {
    if (page.size() == kPrivilegedBytes) machine.privileged = privileged_of(page.first<kPrivilegedBytes>());
}

Packets count(DumpReader& reader) {
    Packets packets;
    Gif gif;
    Machine& machine = packets.gif.machine;
    set_privileged(machine, reader.front().privileged);
    if (const auto& state = reader.front().state) {
        gif = gif_of(*state);
        machine.restore(registers_of(*state), packets.gif.work);
    }
    while (const auto part = reader.next()) {
        const Event& event = part->event;
        if (part->from == 0) ++packets.of_kind[static_cast<std::size_t>(event.kind)];
        switch (event.kind) {
            case EventKind::Transfer: count_transfer(packets, gif, *part); break;
            case EventKind::VSync:
                machine.vsync(event.detail, packets.gif.work);
                packets.gif.work.clear();
                break;
            case EventKind::Registers: set_privileged(machine, part->bytes); break;
            case EventKind::ReadFifo: break;
        }
        packets.take_approximations(*part);
    }
    return packets;
}

Property::Counts paths(const Packets& packets) {
    Property::Counts counts;
    for (std::size_t i = 0; i < packets.of_path.size(); ++i) {
        if (packets.of_path[i] != 0) counts.emplace_back(name_of(static_cast<Path>(i)), packets.of_path[i]);
    }
    return counts;
}

Property::Counts registers(const Counts& gif) {
    Property::Counts counts;
    for (std::uint32_t address = 0; address < gif.writes.size(); ++address) {
        if (gif.writes[address] == 0) continue;
        const RegisterInfo* info = general_register(address);
        counts.emplace_back(info != nullptr ? std::string(info->name) : fmt::format("0x{:02x}", address),
                            gif.writes[address]);
    }
    return counts;
}

void add_header(std::vector<Property>& properties, const DumpReader& reader) {
    const Header& h = reader.front().header;
    properties.push_back({"container", std::string(name_of(h.container))});
    properties.push_back({"compression", std::string(name_of(reader.compression()))});
    properties.push_back({"unpacked bytes", reader.unpacked()});
    if (has_no_front(h.container)) return;
    properties.push_back({"crc", fmt::format("0x{:08x}", h.crc)});
    if (!h.serial().empty()) properties.push_back({"serial", printable(h.serial())});
    if (!h.screenshot().empty())
        properties.push_back({"screenshot", fmt::format("{}x{}", h.shot_width, h.shot_height)});
    if (const auto& state = reader.front().state)
        properties.push_back({"state version", std::uint64_t{state->version}});
}

} // namespace

std::vector<Property> properties_of(DumpReader& reader) {
    std::vector<Property> properties;
    const Packets packets = count(reader);
    add_header(properties, reader);
    const auto add = [&](std::string name, std::uint64_t value) { properties.push_back({std::move(name), value}); };
    add("packets", reader.packets());
    add("frames", packets.of(EventKind::VSync));
    add("transfers", packets.of(EventKind::Transfer));
    if (packets.bytes != 0) properties.push_back({"transfers by path", paths(packets)});
    add("transfer bytes", packets.bytes);
    add("image bytes", packets.gif.image);
    if (packets.left != 0) add("bytes after the last tag", packets.left);
    add("read backs", packets.of(EventKind::ReadFifo));
    add("vertices", packets.gif.of(Address::XYZF2) + packets.gif.of(Address::XYZ2) + packets.gif.of(Address::XYZF3) +
                        packets.gif.of(Address::XYZ3));
    add("draws", packets.gif.draws);
    properties.push_back({"register writes", registers(packets.gif)});
    for (const std::string& warning : reader.front().warnings) properties.push_back({"warning", warning, {}, true});
    for (const std::string& assumption : packets.assumptions) properties.push_back({"warning", assumption, {}, true});
    return properties;
}

} // namespace relit::machine::gs
