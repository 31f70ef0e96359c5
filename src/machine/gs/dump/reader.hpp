// Reads a dump of any length from front to back in bounded memory: what stands in front of the packets, then packet by
// packet. What stands before any damage is given, the damage is told after it. Of an input that is not packed no byte is
// waited for behind the packet that is asked for: another program may still write it. Raw packets are the exception: they are
// read whole, because nothing but their end tells what they are.
#pragma once

#include "machine/gs/dump/dump.hpp"

namespace relit::machine::gs {

/// So much of a packet comes as a whole or, where the file ends inside it, not at all. Longer packets come in parts, as far
/// as they are there.
inline constexpr std::size_t kWholePacket = std::size_t{16} << 20;
/// Of a longer packet; a multiple of 16.
inline constexpr std::size_t kPartOfPacket = std::size_t{1} << 20;

/// An input that is not packed, whatever it looks like.
struct PlainInput {
    ReadBytes read;
};

struct RawPackets;

class DumpReader {
public:
    /// Reads all in front of the packets, and the first packet. `container`: what the caller knows; else it is
    /// recognised.
    explicit DumpReader(ReadBytes input, std::optional<Container> container = {});
    explicit DumpReader(PlainInput input, std::optional<Container> container = {});
    DumpReader(const DumpReader&) = delete;
    DumpReader& operator=(const DumpReader&) = delete;
    DumpReader(DumpReader&&) = delete;
    DumpReader& operator=(DumpReader&&) = delete;
    ~DumpReader() = default;

    [[nodiscard]] const Front& front() const { return front_; }
    [[nodiscard]] Compression compression() const { return compression_; }
    /// Whether there is a packet at all, or at least something in front of it.
    [[nodiscard]] bool has_packets() const { return has_packets_; }
    [[nodiscard]] bool has_anything() const { return has_packets_ || front_.state; }

    /// The next packet or part of one; nothing at the end and at damage.
    [[nodiscard]] std::optional<PacketPart> next();

    // Known once next() has given nothing:
    /// What is wrong; its offset counts unpacked bytes.
    [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }
    /// Packets that came whole.
    [[nodiscard]] std::uint64_t packets() const { return packets_; }
    /// Unpacked bytes that were read.
    [[nodiscard]] std::uint64_t unpacked() const { return forgotten_ + in_.end(); }

private:
    bool note(std::uint64_t offset, std::string text, FaultKind kind = FaultKind::BadInput);
    bool cut(std::string_view what, std::uint64_t wanted, std::string_view missing);
    bool lose(const Event& event, std::string_view why);

    void begin(std::optional<Container> container);
    bool read_raw_packets(std::optional<Container>& container);
    void take_raw(RawPackets packets);
    void forget_input();
    bool read_front(std::optional<Container> container);
    bool read_header();
    bool read_current_header();
    bool read_body(std::uint32_t size);
    void check_body();
    bool read_state();
    bool read_privileged();

    [[nodiscard]] std::optional<PacketPart> read_part();
    [[nodiscard]] std::optional<PacketPart> raw_part();
    [[nodiscard]] bool read_head(Event& event);
    [[nodiscard]] std::optional<PacketPart> go_on();
    void finish();

    Compression compression_ = Compression::None;
    ByteWindow in_;
    Front front_;
    std::uint32_t state_size_ = 0;
    Bytes raw_; // raw packets: of the input, none of which is skipped, or what was taken out of it
    std::vector<std::uint8_t> taken_; // out of a chain or a text
    std::vector<Event> raw_events_;   // the packets as those of a dump
    std::size_t raw_given_ = 0;
    std::optional<PacketPart> first_; // read ahead
    Event long_;                      // the packet that comes in parts
    std::uint64_t long_at_ = 0;       // how much of it has come
    std::size_t shown_ = 0;           // bytes of the part that was given, which are skipped before the next
    std::uint64_t forgotten_ = 0;     // bytes of the input that in_ no longer tells
    std::uint64_t packets_ = 0;
    bool has_packets_ = false, is_long_ = false, is_done_ = false;
    std::optional<Fault> fault_;
};

/// The fault of a file that could not be read or unpacked to its end, `why`; its offset is `end`. What is missing because of
/// that is in `lost`, nothing where it is nothing.
[[nodiscard]] Fault cut_short(const Fault& why, std::uint64_t end, const std::optional<Fault>& lost);
/// Says that a fault's offset counts unpacked bytes.
void tell_unpacked(Fault& fault);

} // namespace relit::machine::gs
