// A walk over a capture, packet by packet: the state that each leaves, the buffers that its addresses lie in by the kernel's
// rules, what the kernel would say, and the draws.
#pragma once

#include "machine/r500/capture/check.hpp"
#include "machine/r500/capture/draw.hpp"

#include <memory>

namespace relit::machine::r500 {

/// An address in the stream to which the kernel adds that of a buffer.
struct RelocatedAddress {
    enum class Kind : std::uint8_t { Register, VertexArray, Indices };
    Kind kind{};
    std::uint32_t dword = 0;  // of the address in the submission
    std::uint32_t number = 0; // of the register or the array
    BufferRef buffer;
    std::uint32_t addend = 0; // what the stream has: an offset in the buffer; of a texture with tiling in its low bits
    [[nodiscard]] bool operator==(const RelocatedAddress&) const = default;
};

class Walker {
public:
    explicit Walker(const Capture& capture) : capture_(capture) {}

    /// Goes on to the next packet; false after the last.
    bool next();

    // Of the packet.
    [[nodiscard]] const Packet& packet() const { return *packet_; }
    [[nodiscard]] std::uint32_t submission() const { return submission_; } // index in Capture::submissions
    [[nodiscard]] std::span<const RelocatedAddress> relocated_addresses() const { return relocated_addresses_; }
    [[nodiscard]] std::span<const Violation> violations() const { return violations_; }
    /// The lines of a log beside its dwords.
    [[nodiscard]] std::span<const Message> messages() const;
    [[nodiscard]] bool is_of_part() const { return capture_.submissions[submission_].is_part; }
    /// Whether the packet is a NOP that an address before it has taken.
    [[nodiscard]] bool is_taken() const { return packet_->is(Op::Nop) && packet_->at < taken_until_; }
    /// The state after the packet, and the draw that it completes: nullptr where it draws nothing.
    [[nodiscard]] const State& state() const { return draw_.state; }
    [[nodiscard]] const Draw* draw() const { return draws_ ? &draw_ : nullptr; }

private:
    bool open_submission();
    void step();
    void write_registers();
    void load_arrays();
    void index_buffer(const Packet& packet);
    void begin_draw();
    void read_indices();
    [[nodiscard]] std::optional<BufferRef> take_relocation(std::uint32_t dword, std::string_view what);
    [[nodiscard]] bool takes_relocation(std::uint32_t number) const;
    void check_address(std::uint32_t dword, const BufferRef& buffer, std::uint32_t offset);
    VertexArray array_of(std::uint32_t attributes, std::uint32_t dword, std::uint32_t number);

    const Capture& capture_;
    std::uint32_t submission_ = 0, next_submission_ = 0;
    std::optional<PacketReader> reader_;
    std::optional<Checker> checker_;
    std::uint32_t taken_until_ = 0; // dword after the last NOP that was taken
    std::optional<Packet> packet_;
    std::vector<RelocatedAddress> relocated_addresses_;
    std::vector<Violation> violations_;
    Draw draw_;
    bool draws_ = false;
    // The violation of an INDX_BUFFER that was read with its draw; it is reported in its order in the stream.
    struct EarlyIndices {
        std::uint32_t dword = 0;
        std::vector<RelocatedAddress> addresses;
        std::vector<Violation> violations;
    };
    std::optional<EarlyIndices> early_indices_;
};

} // namespace relit::machine::r500
