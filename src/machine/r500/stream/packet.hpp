// PM4, the packets of a stream: where each begins, what kind it is, what it holds. Lossless: the dwords are views of the stream.
#pragma once

#include "base/bits.hpp"
#include "isa/r500/encoding/stream.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace relit::machine::r500 {

using Dwords = std::span<const std::uint32_t>;
using isa::r500::PacketHeader; // of type 0

/// The head of a packet of type 3: `count` + 1 dwords follow.
struct CommandHeader : Word<CommandHeader, 32> {
    static constexpr Field<std::uint32_t> reserved{"reserved", 0, 8}, opcode{"opcode", 8, 8};
    static constexpr Field<std::uint32_t> count{"count", 16, 14}, type{"type", 30, 2};
    static constexpr auto fields = fields_of(reserved, opcode, count, type);
};
static_assert(covers(CommandHeader::fields, 32));

enum class Op : std::uint8_t {
#define PM4_OP(number, enumerator, name, form, purpose) enumerator = number,
#include "machine/r500/stream/packets.inc"
#undef PM4_OP
};
/// What the body of a packet of type 3 is.
enum class Form : std::uint8_t { Data, Draw, DrawFormat, Arrays, Indices, Clear };
struct OpInfo {
    Op op{};
    std::string_view name;
    Form form{};
    std::string_view purpose;
};
[[nodiscard]] std::span<const OpInfo> all_ops();
/// nullptr where no operation is known
[[nodiscard]] const OpInfo* op_info(std::uint32_t opcode);
[[nodiscard]] const OpInfo* op_named(std::string_view name);

enum class PacketKind : std::uint8_t {
    Registers, // type 0
    Pair,      // type 1
    Filler,    // type 2
    Command,   // type 3
    Cut,       // one whose body is longer than the stream
};

struct Packet {
    std::uint32_t at = 0; // number of the head's dword in the stream
    PacketKind kind{};
    std::uint32_t header = 0;
    Dwords body;
    std::uint32_t wanted = 0; // dwords of the body that the head declares

    // of kind Registers
    std::uint32_t reg = 0; // number of the first register, in bytes
    bool one_register = false;
    [[nodiscard]] std::uint32_t register_of(std::size_t i) const {
        return reg + (one_register ? 0 : 4 * static_cast<std::uint32_t>(i));
    }
    // of kind Command
    std::uint32_t opcode = 0;
    [[nodiscard]] bool is(Op op) const {
        return kind == PacketKind::Command && opcode == static_cast<std::uint32_t>(op);
    }

    /// Dwords of the whole packet in the stream.
    [[nodiscard]] std::uint32_t size() const { return 1 + static_cast<std::uint32_t>(body.size()); }
};

/// The head of a packet of `count` dwords, at least one.
[[nodiscard]] std::uint32_t register_header(std::uint32_t reg, bool one_register, std::size_t count);
[[nodiscard]] std::uint32_t command_header(std::uint32_t opcode, std::size_t count);
inline constexpr std::size_t kMostBody = std::size_t{1} << 14;

/// Moves over a stream packet by packet.
class PacketReader {
public:
    explicit PacketReader(Dwords stream) : stream_(stream) {}

    /// Nothing at the end. A packet that is cut off is the last one, and takes all that is left.
    [[nodiscard]] std::optional<Packet> next();
    /// The same packet that next() will give.
    [[nodiscard]] std::optional<Packet> peek() const { return PacketReader(*this).next(); }
    [[nodiscard]] std::uint32_t at() const { return at_; }

private:
    Dwords stream_;
    std::uint32_t at_ = 0;
};

/// How a draw's VAP_VF_CNTL is in its body: its index; nothing where the packet draws nothing.
[[nodiscard]] std::optional<std::size_t> vf_cntl_index(const Packet& packet);

} // namespace relit::machine::r500
