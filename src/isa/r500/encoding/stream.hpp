// Streams of register writes: PM4 packets of type 0 and 2 and nothing else, and the state that they leave. This is how a
// program comes together with the registers that it depends on.
#pragma once

#include "base/bits.hpp"
#include "base/bytes.hpp"
#include "base/result.hpp"
#include "isa/r500/encoding/registers.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace relit::isa::r500 {

/// The head of a packet that writes `count` + 1 dwords to consecutive registers, or all of them to one.
struct PacketHeader : Word<PacketHeader, 32> {
    static constexpr Field<std::uint32_t> reg{"register", 0, 13}, reserved{"reserved", 13, 2};
    static constexpr Field<bool> one_register{"one register", 15, 1};
    static constexpr Field<std::uint32_t> count{"count", 16, 14}, type{"type", 30, 2};
    static constexpr auto fields = fields_of(reg, reserved, one_register, count, type);
};
static_assert(covers(PacketHeader::fields, 32));
inline constexpr std::uint32_t kFiller = 0x80000000; // a packet of one dword that does nothing
inline constexpr std::size_t kMostPacketValues = std::size_t{1} << 14;
/// Larger files are no streams: a listing takes some twenty times the file's size.
inline constexpr std::size_t kMostStreamBytes = std::size_t{16} << 20;

/// A packet of type 0, or (without values) a filler.
struct RegisterPacket {
    std::uint64_t offset = 0; // of its header, in bytes
    std::uint32_t reg = 0;    // number of the first register, in bytes
    bool one_register = false;
    std::vector<std::uint32_t> values;

    [[nodiscard]] bool is_filler() const { return values.empty(); }
    /// Which register value i goes to.
    [[nodiscard]] std::uint32_t register_of(std::size_t i) const {
        return reg + (one_register ? 0 : 4 * static_cast<std::uint32_t>(i));
    }
    [[nodiscard]] std::uint64_t offset_of(std::size_t i) const { return offset + 4 + 4 * i; }
};

/// Fails at the first dword that is no head of such a packet, or whose packet is cut off.
[[nodiscard]] Result<std::vector<RegisterPacket>> parse_packets(Bytes stream);
/// Whether all of it parses, is not too large, and something in it writes one of these registers.
[[nodiscard]] bool is_stream(Bytes file, std::span<const std::uint32_t> registers);
/// Appends the packet: parse_packets() of what is written gives it back.
void write_packet(std::vector<std::uint8_t>& stream, const RegisterPacket& packet);

/// A dword, and its offset in the stream.
struct Written {
    std::uint32_t value = 0;
    std::uint64_t offset = 0;
    [[nodiscard]] bool operator==(const Written&) const = default;
};
using WrittenDwords = std::map<std::uint32_t, Written>;

// Indices in vertex program memory, in vectors of four dwords.
inline constexpr std::uint32_t kVertexVectors = 2048, kVertexConstants = 1024, kVertexClipPlanes = 1536;
inline constexpr std::uint32_t kVectorDwords = 4;
// Fragment program memory: instructions of six dwords, constants of four.
inline constexpr std::uint32_t kFragmentInstructions = 512, kFragmentDwords = 6, kFragmentConstants = 512;

/// The state after a stream. Index and data registers of program memory are kept as memory, not as registers.
struct StreamState {
    WrittenDwords registers;                         // by number
    WrittenDwords vertex;                            // by 4 * vector + component
    WrittenDwords fragment_code, fragment_constants; // by 6 * instruction + dword, by 4 * constant + component

    /// What the register was written with; nothing where it was not.
    [[nodiscard]] std::optional<std::uint32_t> read(std::uint32_t number) const;
};
[[nodiscard]] StreamState state_of(std::span<const RegisterPacket> packets);

/// A run of dwords that one packet loads into program memory, after a packet of its own that says where to.
struct Upload {
    enum class Memory : std::uint8_t { VertexCode, VertexConstants, FragmentCode, FragmentConstants };

    Memory memory = Memory::VertexCode;
    std::uint32_t first = 0; // number of the instruction or constant
    [[nodiscard]] std::uint32_t dwords_each() const { return memory == Memory::FragmentCode ? kFragmentDwords : 4; }
    [[nodiscard]] bool is_code() const { return memory == Memory::VertexCode || memory == Memory::FragmentCode; }
    [[nodiscard]] bool operator==(const Upload&) const = default;
};
/// What packets i and i + 1 load, where they are written as write_upload() does.
[[nodiscard]] std::optional<Upload> upload_at(std::span<const RegisterPacket> packets, std::size_t i);
/// Its two packets; `dwords` are whole instructions or constants, at most kMostPacketValues.
void write_upload(std::vector<std::uint8_t>& stream, const Upload& upload, std::span<const std::uint32_t> dwords);

} // namespace relit::isa::r500
