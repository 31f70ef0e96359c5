#include "isa/r500/encoding/stream.hpp"

#include "base/words.hpp"

#include <algorithm>
#include <bit>

namespace relit::isa::r500 {
namespace {

/// Index and data registers of program memory.
class Ports {
public:
    explicit Ports(StreamState& state) : state_(state) {}

    void write(std::uint32_t number, Written written) {
        switch (number) {
            case reg::VAP_PVS_VECTOR_INDX_REG: return set_vertex(written.value);
            case reg::VAP_PVS_VECTOR_DATA_REG:
            case reg::VAP_PVS_VECTOR_DATA_REG_128: return load_vertex(written);
            case reg::GA_US_VECTOR_INDEX: return set_fragment({{written.value}});
            case reg::GA_US_VECTOR_DATA: return load_fragment(written);
            default: state_.registers[number] = written;
        }
    }

private:
    void set_vertex(std::uint32_t index) { vertex_ = index % kVertexVectors * kVectorDwords; }
    void load_vertex(Written written) {
        state_.vertex[vertex_] = written;
        vertex_ = (vertex_ + 1) % (kVertexVectors * kVectorDwords);
    }
    void set_fragment(RegisterWord index) {
        is_constant_ = index[field::GA_US_VECTOR_INDEX__TYPE] != 0;
        clamps_ = index[field::GA_US_VECTOR_INDEX__CLAMP] != 0;
        fragment_ = index[field::GA_US_VECTOR_INDEX__INDEX] * (is_constant_ ? kVectorDwords : kFragmentDwords);
    }
    void load_fragment(Written written) {
        if (is_constant_ && clamps_)
            written.value = std::bit_cast<std::uint32_t>(std::clamp(std::bit_cast<float>(written.value), -1.0F, 1.0F));
        (is_constant_ ? state_.fragment_constants : state_.fragment_code)[fragment_] = written;
        const std::uint32_t size =
            is_constant_ ? kFragmentConstants * kVectorDwords : kFragmentInstructions * kFragmentDwords;
        fragment_ = (fragment_ + 1) % size;
    }

    StreamState& state_;
    std::uint32_t vertex_ = 0, fragment_ = 0; // the dword that is loaded next
    bool is_constant_ = false, clamps_ = false;
};

/// How packets address a memory.
struct Port {
    Upload::Memory memory = Upload::Memory::VertexCode;
    std::uint32_t index_register = 0, data_register = 0, first = 0, end = 0; // values of the index register
};
constexpr Port kPorts[] = {
    {Upload::Memory::VertexCode, reg::VAP_PVS_VECTOR_INDX_REG, reg::VAP_PVS_VECTOR_DATA_REG_128, 0, 1024},
    {Upload::Memory::VertexConstants, reg::VAP_PVS_VECTOR_INDX_REG, reg::VAP_PVS_VECTOR_DATA_REG_128, kVertexConstants,
     kVertexClipPlanes},
    {Upload::Memory::FragmentCode, reg::GA_US_VECTOR_INDEX, reg::GA_US_VECTOR_DATA, 0, kFragmentInstructions},
    {Upload::Memory::FragmentConstants, reg::GA_US_VECTOR_INDEX, reg::GA_US_VECTOR_DATA, 0x10000,
     0x10000 + kFragmentConstants},
};

/// The head of a packet: how many values follow it, none of a filler.
struct PacketHead {
    std::uint64_t offset = 0;
    std::uint32_t reg = 0;
    bool one_register = false;
    std::size_t count = 0;
};
Result<PacketHead> next_head(Cursor& cursor) {
    const std::size_t offset = cursor.offset();
    if (cursor.left() < 4) return fail_at(offset, "a dword is cut off");
    const PacketHeader header{{{cursor.u32le()}}};
    if (header.raw[0] == kFiller) return PacketHead{.offset = offset};
    if (header[PacketHeader::type] != 0 || header[PacketHeader::reserved] != 0)
        return fail_at(offset, "not the head of a packet that writes registers");
    const std::size_t count = header[PacketHeader::count] + 1;
    if (cursor.left() < 4 * count) return fail_at(offset, "a packet is cut off");
    return PacketHead{offset, header[PacketHeader::reg] * 4, header[PacketHeader::one_register], count};
}

} // namespace

Result<std::vector<RegisterPacket>> parse_packets(Bytes stream) {
    std::vector<RegisterPacket> packets;
    for (Cursor cursor(stream); !cursor.at_end();) {
        const auto head = next_head(cursor);
        if (!head) return std::unexpected(head.error());
        RegisterPacket& packet = packets.emplace_back(
            RegisterPacket{.offset = head->offset, .reg = head->reg, .one_register = head->one_register, .values = {}});
        packet.values.reserve(head->count);
        for (std::size_t i = 0; i < head->count; ++i) packet.values.push_back(cursor.u32le());
    }
    return packets;
}

bool is_stream(Bytes file, std::span<const std::uint32_t> registers) {
    if (file.size() > kMostStreamBytes) return false;
    bool has_one = false;
    for (Cursor cursor(file); !cursor.at_end();) {
        const auto head = next_head(cursor);
        if (!head) return false;
        has_one |= head->count != 0 && std::ranges::find(registers, head->reg) != registers.end();
        cursor.skip(4 * head->count);
    }
    return has_one;
}

void write_packet(std::vector<std::uint8_t>& stream, const RegisterPacket& packet) {
    if (packet.is_filler()) return add_word(stream, kFiller);
    PacketHeader header;
    header.set(PacketHeader::reg, packet.reg / 4).set(PacketHeader::one_register, packet.one_register);
    header.set(PacketHeader::count, static_cast<std::uint32_t>(packet.values.size() - 1));
    add_word(stream, header.raw[0]);
    for (const std::uint32_t value : packet.values) add_word(stream, value);
}

std::optional<std::uint32_t> StreamState::read(std::uint32_t number) const {
    const auto found = registers.find(number);
    if (found == registers.end()) return std::nullopt;
    return found->second.value;
}

StreamState state_of(std::span<const RegisterPacket> packets) {
    StreamState state;
    Ports ports(state);
    for (const RegisterPacket& packet : packets)
        for (std::size_t i = 0; i < packet.values.size(); ++i)
            ports.write(packet.register_of(i), {packet.values[i], packet.offset_of(i)});
    return state;
}

std::optional<Upload> upload_at(std::span<const RegisterPacket> packets, std::size_t i) {
    if (i + 1 >= packets.size()) return std::nullopt;
    const RegisterPacket &index = packets[i], &data = packets[i + 1];
    if (index.values.size() != 1 || index.one_register || !data.one_register) return std::nullopt;
    for (const Port& port : kPorts) {
        const std::uint32_t where = index.values[0];
        if (index.reg != port.index_register || data.reg != port.data_register) continue;
        if (where < port.first || where >= port.end) continue;
        const Upload upload{port.memory, where - port.first};
        const std::size_t count = data.values.size() / upload.dwords_each();
        if (data.values.size() % upload.dwords_each() == 0 && count <= port.end - where) return upload;
    }
    return std::nullopt;
}

void write_upload(std::vector<std::uint8_t>& stream, const Upload& upload, std::span<const std::uint32_t> dwords) {
    for (const Port& port : kPorts) {
        if (port.memory != upload.memory) continue;
        write_packet(stream, {.reg = port.index_register, .values = {port.first + upload.first}});
        write_packet(stream,
                     {.reg = port.data_register, .one_register = true, .values = {dwords.begin(), dwords.end()}});
    }
}

} // namespace relit::isa::r500
