#include "machine/gs/dump/reader.hpp"

#include "machine/gs/raw/raw.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

constexpr std::size_t kHeaderFrom = 8;                // where they begin
constexpr std::size_t kLookAt = std::size_t{1} << 20; // 64 packets, unless they are long
constexpr std::uint32_t kMostState = std::uint32_t{16} << 20;

/// Bytes in front of a packet's data.
std::size_t head_size(std::uint8_t type) {
    switch (static_cast<EventKind>(type)) {
        case EventKind::Transfer: return 6;
        case EventKind::VSync: return 2;
        case EventKind::ReadFifo: return 5;
        case EventKind::Registers: return 1;
    }
    return 1; // of no packet
}

/// The container, from as few bytes as tell it: more may not have been written yet.
std::optional<Container> recognise(ByteWindow& in) {
    Bytes there;
    do {
        (void)in.ahead(there.size() + 1);
        const std::size_t before = there.size();
        there = in.ahead(static_cast<std::size_t>(std::min<std::uint64_t>(in.end() - in.offset(), kLookAt)));
        if (there.size() == before) break;
    } while (!is_container_certain(there));
    return container_of(there);
}

/// An input that is unpacked as it is read.
ReadBytes unpacking(ReadBytes input, Compression& compression) {
    auto unpacker = std::make_shared<Unpacker>(std::move(input));
    compression = unpacker->compression();
    return [unpacker](std::span<std::uint8_t> into) { return unpacker->read(into); };
}

} // namespace

DumpReader::DumpReader(ReadBytes input, std::optional<Container> container)
    : in_(unpacking(std::move(input), compression_)) {
    begin(container);
}

DumpReader::DumpReader(PlainInput input, std::optional<Container> container) : in_(std::move(input.read)) {
    begin(container);
}

void DumpReader::begin(std::optional<Container> container) {
    if (!container) container = recognise(in_);
    if (!read_raw_packets(container) && read_front(container)) first_ = read_part();
    if (front_.header.container == Container::Packets) first_ = raw_part();
    has_packets_ = first_.has_value();
    if (!has_packets_) finish();
}

std::optional<PacketPart> DumpReader::next() {
    if (first_) return std::exchange(first_, {});
    if (is_done_) return {};
    std::optional<PacketPart> part = read_part();
    if (!part) finish();
    return part;
}

// ---- faults

bool DumpReader::note(std::uint64_t offset, std::string text, FaultKind kind) {
    if (!fault_) fault_ = Fault{kind, std::move(text), offset, 0, 0};
    return false;
}

/// The file ends inside `what`.
bool DumpReader::cut(std::string_view what, std::uint64_t wanted, std::string_view missing) {
    return note(in_.offset(), fmt::format("the file ends inside {}: {} bytes are required, {} are there; missing: {}",
                                          what, wanted, in_.end() - in_.offset(), missing));
}

bool DumpReader::lose(const Event& event, std::string_view why) {
    return note(event.offset, fmt::format("packet {}: {}; it and what follows is missing", packets_, why));
}

/// Where unpacking or reading failed, the file's end is not what is wrong.
void DumpReader::finish() {
    is_done_ = true;
    if (const auto& why = in_.fault()) fault_ = cut_short(*why, in_.end(), fault_);
    if (fault_ && compression_ != Compression::None) tell_unpacked(*fault_);
}

Fault cut_short(const Fault& why, std::uint64_t end, const std::optional<Fault>& lost) {
    return {why.kind, why.text + "; " + (lost ? lost->text : "nothing of what was unpacked is missing"), end, 0, 0};
}

void tell_unpacked(Fault& fault) { fault.text += " (offset in the uncompressed file)"; }

// ---- raw packets

/// Reads the input as raw packets where the caller says so, or where it is no dump with a header and can be them. False where it
/// is none: then it is a dump after all, or the fault says what is wrong.
bool DumpReader::read_raw_packets(std::optional<Container>& container) {
    constexpr std::size_t kTold = 32; // bytes that may_be_raw() asks for
    const bool is_named = container == Container::Packets;
    if (!is_named && container && container != Container::Stream) return false;
    const bool is_stream = container.has_value() && !is_named;
    const auto there = static_cast<std::size_t>(std::min<std::uint64_t>(in_.end() - in_.offset(), kTold));
    if (!is_named && !may_be_raw(in_.ahead(is_stream ? there : kTold))) return false;
    const Bytes all = in_.ahead(kMostRawBytes + 1);
    auto packets = read_raw(all);
    if (packets) {
        take_raw(std::move(*packets));
        return true;
    }
    const bool is_other_text = packets.error().line != 0 && !spells_numbers(relit::text_of(all));
    if (is_stream || (!is_named && is_other_text)) return false;
    fault_ = packets.error();
    if (!is_named) fault_->text = "neither a GS dump nor raw packets: " + fault_->text;
    return true;
}

/// The packets, and the frame that they are assumed to end.
void DumpReader::take_raw(RawPackets packets) {
    front_ = front_of(packets);
    for (const RawPackets::Piece& piece : packets.pieces)
        raw_events_.push_back({EventKind::Transfer, static_cast<std::uint8_t>(Path::Path3),
                               static_cast<std::uint32_t>(piece.size), piece.offset, piece.at});
    raw_ = packets.file;
    if (!packets.taken.empty()) {
        taken_ = std::move(packets.taken);
        raw_ = taken_;
        forget_input();
    }
    const bool is_displayed = front_.privileged[0] != 0; // PMODE
    if (is_displayed) raw_events_.push_back({EventKind::VSync, 0, 0, unpacked(), raw_.size()});
}

/// A text is large, and nothing of it is needed behind its numbers.
void DumpReader::forget_input() {
    if (in_.fault()) return; // which finish() tells
    forgotten_ = in_.end();
    in_ = ByteWindow([](std::span<std::uint8_t>) -> Result<std::size_t> { return 0; });
}

std::optional<PacketPart> DumpReader::raw_part() {
    if (raw_given_ == raw_events_.size()) return {};
    const Event& event = raw_events_[raw_given_++];
    return PacketPart{event, packets_++, 0, raw_.subspan(static_cast<std::size_t>(event.at), event.size), true};
}

// ---- in front of the packets

bool DumpReader::read_front(std::optional<Container> container) {
    front_.header.container = container.value_or(Container::Stream);
    if (!container) return note(0, "not a GS dump");
    return *container == Container::Stream || (read_header() && read_state() && read_privileged());
}

bool DumpReader::read_header() {
    if (front_.header.container == Container::Current) return read_current_header();
    const Bytes bytes = in_.ahead(kHeaderFrom);
    if (bytes.size() < kHeaderFrom) return cut("the header", kHeaderFrom, "everything");
    Cursor head(bytes);
    front_.header.crc = head.u32le();
    state_size_ = head.u32le();
    in_.skip(kHeaderFrom);
    return true;
}

bool DumpReader::read_current_header() {
    const Bytes bytes = in_.ahead(kHeaderFrom + kNumbersBytes);
    if (bytes.size() < kHeaderFrom + kNumbersBytes) return cut("the header", kHeaderFrom + kNumbersBytes, "everything");
    Header& h = front_.header;
    Cursor head(bytes);
    head.skip(4);
    const std::uint32_t size = head.u32le();
    for (std::uint32_t* number : {&h.state_version, &state_size_, &h.serial_offset, &h.serial_size, &h.crc,
                                  &h.shot_width, &h.shot_height, &h.shot_offset, &h.shot_size})
        *number = head.u32le();
    in_.skip(bytes.size());
    if (size < kNumbersBytes) return note(4, fmt::format("a header of {} bytes, at least 36 are required", size));
    if (!read_body(size - kNumbersBytes)) return false;
    check_body();
    return true;
}

bool DumpReader::read_body(std::uint32_t size) {
    const std::uint64_t from = in_.offset();
    std::vector<std::uint8_t>& body = front_.header.body;
    while (body.size() < size) {
        const Bytes some = in_.ahead(std::min<std::size_t>(size - body.size(), kPartOfPacket));
        body.insert(body.end(), some.begin(), some.end());
        in_.skip(some.size());
        if (!some.empty()) continue;
        const std::size_t there = std::exchange(body, {}).size();
        return note(from, fmt::format("the file ends inside the header: {} bytes are required, {} are there; missing: "
                                      "state, registers and packets",
                                      size, there));
    }
    return true;
}

/// A serial or screenshot outside the header is told; nothing depends on it.
void DumpReader::check_body() {
    const Header& h = front_.header;
    if (h.serial_size != 0 && h.serial().empty()) note(16, "the serial does not lie in the header");
    if (h.shot_size != 0 && h.screenshot().empty()) note(36, "the screenshot does not lie in the header");
}

bool DumpReader::read_state() {
    if (state_size_ > kMostState)
        return note(in_.offset(), fmt::format("a state of {} bytes; none has more than 16 MiB", state_size_));
    const std::uint64_t from = in_.offset();
    const Bytes block = in_.ahead(state_size_);
    SavedReading reading = read_saved(block);
    const std::uint32_t version = reading.state.version;
    front_.state = std::move(reading.state);
    if (block.size() < state_size_)
        return cut("the state", state_size_, "the rest of the state (zero from here on), registers and packets");
    in_.skip(block.size());
    if (!is_known_version(version) && block.size() >= sizeof(version))
        note(from, fmt::format("the state has version {}; 1 to 9 are known, its members are not read", version),
             FaultKind::NotSupported);
    else if (!reading.complete)
        note(from, fmt::format("a state of {} bytes, version {} has {}; the rest is zero", block.size(), version,
                               saved_size(version)));
    return true;
}

bool DumpReader::read_privileged() {
    const Bytes page = in_.ahead(kPrivilegedBytes);
    front_.privileged.assign(page.begin(), page.end());
    front_.privileged.resize(kPrivilegedBytes);
    if (page.size() < kPrivilegedBytes)
        return cut("the privileged registers", kPrivilegedBytes, "the rest of them (zero) and all packets");
    in_.skip(kPrivilegedBytes);
    return true;
}

// ---- packets

std::optional<PacketPart> DumpReader::read_part() {
    if (front_.header.container == Container::Packets) return raw_part();
    in_.skip(std::exchange(shown_, 0));
    if (is_long_) return go_on();
    Event event{.offset = in_.offset()};
    if (!read_head(event)) return {};
    const std::uint32_t size = event.kind == EventKind::ReadFifo ? 0 : event.size;
    const Bytes bytes = in_.ahead(std::min<std::size_t>(size, kWholePacket));
    if (bytes.size() < size && bytes.size() < kWholePacket) {
        lose(event, fmt::format("it declares {} bytes, {} are there", size, bytes.size()));
        return {};
    }
    if (size > kWholePacket) {
        long_ = event, long_at_ = 0, is_long_ = true;
        return go_on();
    }
    shown_ = size;
    return PacketPart{event, packets_++, 0, bytes, true};
}

/// Reads what stands in front of a packet's data; false at the end and where there is no packet.
bool DumpReader::read_head(Event& event) {
    const Bytes first = in_.ahead(1);
    if (first.empty()) return false;
    Cursor head(in_.ahead(head_size(first[0])));
    const std::uint8_t type = head.u8();
    if (type > static_cast<std::uint8_t>(EventKind::Registers))
        return lose(event, fmt::format("{} is not a packet type", type));
    event.kind = static_cast<EventKind>(type);
    if (event.kind == EventKind::Transfer || event.kind == EventKind::VSync) event.detail = head.u8();
    if (event.kind == EventKind::Transfer || event.kind == EventKind::ReadFifo) event.size = head.u32le();
    if (event.kind == EventKind::Registers) event.size = kPrivilegedBytes;
    event.at = event.offset + head.offset();
    if (head.failed()) return lose(event, "the file ends inside its head");
    if (event.kind == EventKind::Transfer && event.detail >= kPaths)
        return lose(event, fmt::format("there is no path {}", event.detail));
    in_.skip(head.offset());
    return true;
}

/// The next part of a long packet. It can end in the middle of a quadword, where the file does.
std::optional<PacketPart> DumpReader::go_on() {
    const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(long_.size - long_at_, kPartOfPacket));
    const Bytes bytes = in_.ahead(want);
    if (bytes.empty()) {
        note(long_.offset, fmt::format("packet {}: it declares {} bytes, {} are there; the rest of it and what follows "
                                       "is missing",
                                       packets_, long_.size, long_at_));
        return {};
    }
    PacketPart part{long_, packets_, std::exchange(long_at_, long_at_ + bytes.size()), bytes, false};
    shown_ = bytes.size();
    part.is_last = long_at_ == long_.size;
    is_long_ = !part.is_last;
    packets_ += part.is_last ? 1 : 0;
    return part;
}

} // namespace relit::machine::gs
