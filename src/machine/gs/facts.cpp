#include "machine/gs/facts.hpp"

#include "machine/gs/gif.hpp"

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

/// Counts what GIF packets write.
struct Counts {
    std::array<std::uint64_t, 256> writes{};
    std::uint64_t image = 0;
    void write(std::uint8_t address, std::uint64_t) { ++writes[address]; }
    void take_data(Bytes bytes) { image += bytes.size(); }
    [[nodiscard]] std::uint64_t of(Address address) const { return writes[static_cast<std::size_t>(address)]; }
};

/// What packets do besides.
struct Packets {
    std::array<std::uint64_t, 4> of_kind{}, of_path{};
    std::uint64_t bytes = 0, left = 0; // of transfers; those that no tag takes
    Counts gif;
};

Packets count(const Dump& dump) {
    Packets packets;
    Gif gif = dump.state ? gif_of(*dump.state) : Gif{};
    for (const Event& event : dump.events) {
        ++packets.of_kind[static_cast<std::size_t>(event.kind)];
        if (event.kind != EventKind::Transfer) continue;
        ++packets.of_path[event.detail & 3];
        packets.bytes += event.size;
        packets.left += event.size - transfer(gif, event.detail, dump.bytes_of(event), packets.gif);
    }
    return packets;
}

std::string paths(const Packets& packets) {
    std::string text;
    for (std::size_t i = 0; i < packets.of_path.size(); ++i) {
        if (packets.of_path[i] == 0) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(static_cast<Path>(i)), packets.of_path[i]);
    }
    return text;
}

std::string registers(const Counts& gif) {
    std::string text;
    for (std::uint32_t address = 0; address < gif.writes.size(); ++address) {
        if (gif.writes[address] == 0) continue;
        const RegisterInfo* info = general_register(address);
        if (!text.empty()) text += ", ";
        text += info != nullptr ? std::string(info->name) : fmt::format("0x{:02x}", address);
        text += fmt::format(" {}", gif.writes[address]);
    }
    return text;
}

void add_header(std::vector<Fact>& facts, const Reading& reading) {
    const Dump& dump = reading.dump;
    const Header& h = dump.header;
    facts.push_back({"container", std::string(name_of(h.container))});
    facts.push_back({"compression", std::string(name_of(reading.compression))});
    facts.push_back({"unpacked bytes", std::to_string(reading.unpacked)});
    if (h.container == Container::Stream) return;
    facts.push_back({"crc", fmt::format("0x{:08x}", h.crc)});
    if (!h.serial().empty()) facts.push_back({"serial", std::string(h.serial())});
    if (!h.screenshot().empty()) facts.push_back({"screenshot", fmt::format("{}x{}", h.shot_width, h.shot_height)});
    if (dump.state) facts.push_back({"state version", std::to_string(dump.state->version)});
}

} // namespace

std::vector<Fact> facts_of(const Reading& reading) {
    std::vector<Fact> facts;
    add_header(facts, reading);
    const Packets packets = count(reading.dump);
    const auto kind = [&](EventKind of) { return packets.of_kind[static_cast<std::size_t>(of)]; };
    const auto add = [&](std::string name, std::uint64_t value) {
        facts.push_back({std::move(name), std::to_string(value)});
    };
    add("packets", reading.dump.events.size());
    add("frames", kind(EventKind::VSync));
    add("transfers", kind(EventKind::Transfer));
    if (packets.bytes != 0) facts.push_back({"transfers by path", paths(packets)});
    add("transfer bytes", packets.bytes);
    add("image bytes", packets.gif.image);
    if (packets.left != 0) add("bytes behind the last tag", packets.left);
    add("read backs", kind(EventKind::ReadFifo));
    add("vertices", packets.gif.of(Address::XYZF2) + packets.gif.of(Address::XYZ2) + packets.gif.of(Address::XYZF3) +
                        packets.gif.of(Address::XYZ3));
    facts.push_back({"register writes", registers(packets.gif)});
    return facts;
}

} // namespace relit::machine::gs
