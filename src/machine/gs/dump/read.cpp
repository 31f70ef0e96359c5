// Recognises dumps, and reads whole ones into memory.
#include "machine/gs/dump/reader.hpp"
#include "machine/gs/raw/raw.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

constexpr std::uint32_t kMagic = UINT32_MAX;
constexpr std::uint32_t kMostHeader = std::uint32_t{256} << 20;

bool is_current(Bytes bytes) {
    Cursor in(bytes);
    if (in.u32le() != kMagic) return false;
    const std::uint32_t size = in.u32le(), version = in.u32le(), state = in.u32le();
    if (in.failed()) return bytes.size() >= 4 && bytes.size() < 16; // the beginning of one
    return size >= kNumbersBytes && size <= kMostHeader && version < 256 && state >= kMemoryBytes &&
           state < 2 * kMemoryBytes;
}

bool is_old(Bytes bytes) {
    Cursor in(bytes);
    if (in.u32le() == kMagic) return false;
    const std::uint32_t size = in.u32le(), version = in.u32le();
    return !in.failed() && is_known_version(version) && size == saved_size(version);
}

/// Whether a first tag can stand here: its spare bits are zero, as everybody leaves them.
bool is_tag(Bytes tag) { return tag.size() >= 16 && (little_endian(tag.first(8)) >> 16 & 0x3fffffff) == 0; }

/// What the first packets say of an input.
struct FirstPackets {
    bool is_stream = false; // packets can begin here
    bool is_over = false;   // and more bytes change nothing about that
};

/// A transfer comes among the packets of a stream, with a tag at its head. What is cut off, or not known yet, is no reason
/// against it. A whole frame tells it: what is written by another program may have no more yet.
FirstPackets first_packets(Bytes bytes) {
    constexpr unsigned kMost = 64;
    Cursor in(bytes);
    FirstPackets found;
    for (unsigned number = 1; !found.is_over && !in.at_end(); ++number) {
        const std::uint8_t type = in.u8();
        switch (type) {
            case 0: {
                const std::uint8_t path = in.u8();
                const std::uint32_t size = in.u32le();
                if (in.failed()) break;
                if (path >= kPaths || size == 0 || size % 16 != 0) return {false, true};
                const Bytes data = bytes.subspan(in.offset(), std::min<std::size_t>(size, in.left()));
                if (!found.is_stream && !is_tag(data)) return {false, data.size() == size};
                found.is_stream = true;
                in.skip(size);
                break;
            }
            case 1: in.skip(1); break;
            case 2: in.skip(4); break;
            case 3: in.skip(kPrivilegedBytes); break;
            default: return {false, true};
        }
        if (in.failed()) break;
        found.is_over = number == kMost || (found.is_stream && type == static_cast<std::uint8_t>(EventKind::VSync));
    }
    return found;
}

} // namespace

std::optional<Container> container_of(Bytes unpacked) {
    if (is_current(unpacked)) return Container::Current;
    if (is_old(unpacked)) return Container::Old;
    if (first_packets(unpacked).is_stream) return Container::Stream;
    return {};
}

bool is_container_certain(Bytes unpacked) {
    constexpr std::size_t kOfHeaders = 16; // bytes that they are told by
    if (unpacked.size() < kOfHeaders) return false;
    return is_current(unpacked) || is_old(unpacked) || first_packets(unpacked).is_over;
}

namespace {

/// Whether packets follow one another to the end of the file, or to where only the last of them is cut off; a transfer
/// comes among them.
bool is_whole_stream(Bytes bytes) {
    Cursor in(bytes);
    std::size_t packets = 0;
    while (!in.at_end()) {
        const std::size_t begin = in.offset();
        switch (in.u8()) {
            case 0:
                in.skip(1);
                in.skip(in.u32le());
                break;
            case 1: in.skip(1); break;
            case 2: in.skip(4); break;
            case 3: in.skip(kPrivilegedBytes); break;
            default: return false;
        }
        if (in.failed()) return packets > 1 && begin != 0;
        ++packets;
    }
    return packets != 0;
}

} // namespace

Recognition recognise_dump(Bytes file) {
    constexpr std::size_t kBeginning = std::size_t{1} << 20, kLeastHeader = 16;
    constexpr std::size_t kMostRecognised = std::size_t{16} << 20; // of packed raw packets
    const bool packed = compression_of(file) != Compression::None;
    const auto is_any = [](Bytes begin) { return container_of(begin).has_value(); };
    const std::vector<std::uint8_t> unpacked =
        packed ? unpack(file, kBeginning, is_any).bytes : std::vector<std::uint8_t>{};
    const Bytes bytes = packed ? Bytes(unpacked) : file;
    const auto container = container_of(bytes);
    if ((!container || container == Container::Stream) && may_be_raw(bytes)) {
        const std::vector<std::uint8_t> whole =
            packed ? unpack(file, kMostRecognised).bytes : std::vector<std::uint8_t>{};
        if (const Recognition raw = recognise_raw(packed ? Bytes(whole) : file); raw.sureness != Sureness::No)
            return raw;
    }
    if (!container || bytes.size() < kLeastHeader) return no("neither a header nor packets");
    if (container != Container::Stream) return certain("the header of a dump");
    return is_whole_stream(bytes) ? plausible("packets from end to end") : no("no packets follow one another");
}

Reading read_dump(Bytes file, const Limits& limits, std::optional<Container> container) {
    Reading reading;
    reading.compression = compression_of(file);
    Unpacked unpacked = unpack(file, limits.unpacked, [&](Bytes begin) {
        return container || container_of(begin).has_value() || may_be_raw(begin);
    });
    Dump& dump = reading.dump;
    dump.data = std::move(unpacked.bytes);
    reading.unpacked = dump.data.size();
    if (!container) container = container_of(dump.data);
    if (container == Container::Stream && may_be_raw(dump.data)) container.reset();
    DumpReader reader(PlainInput{reader_of(dump.data)}, container);
    const bool is_raw = reader.front().header.container == Container::Packets;
    std::vector<std::uint8_t> raw;
    std::optional<Fault> many;
    while (const auto part = reader.next()) {
        if (dump.events.size() >= limits.events) {
            many = Fault{FaultKind::BadInput, fmt::format("more than {} packets, the limit", limits.events),
                         part->event.offset, 0, 0};
            break;
        }
        if (!part->is_last) continue;
        dump.events.push_back(part->event);
        if (is_raw) dump.events.back().at = raw.size(), raw.insert(raw.end(), part->bytes.begin(), part->bytes.end());
    }
    if (is_raw) dump.data = std::move(raw);
    static_cast<Front&>(dump) = reader.front();
    reading.fault = many && !reader.fault() ? many : reader.fault();
    if (unpacked.fault) reading.fault = cut_short(*unpacked.fault, reading.unpacked, reading.fault);
    if (reading.fault && reading.compression != Compression::None) tell_unpacked(*reading.fault);
    return reading;
}

} // namespace relit::machine::gs
