// Reads dumps: from the container to packets, keeping what stands in front of any damage.
#include "machine/gs/dump.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

constexpr std::uint32_t kMagic = UINT32_MAX;
constexpr std::size_t kNumbers = 36;   // bytes of the header's nine numbers
constexpr std::size_t kHeaderFrom = 8; // where they begin
constexpr std::uint8_t kPaths = 4;
constexpr std::uint32_t kMostHeader = std::uint32_t{256} << 20;

/// Reads the parts of one unpacked file, each by a function that says whether to go on.
class Reader {
public:
    Reader(Dump& dump, const Limits& limits) : dump_(dump), in_(dump.data), limits_(limits) {}

    std::optional<Fault> run(Container container) {
        dump_.header.container = container;
        if (container == Container::Stream || (header() && state() && privileged())) packets();
        return std::move(fault_);
    }

private:
    [[nodiscard]] std::uint64_t here() const { return in_.offset(); }

    bool fault(std::uint64_t offset, std::string text, FaultKind kind = FaultKind::BadInput) {
        if (!fault_) fault_ = Fault{kind, std::move(text), offset, 0, 0};
        return false;
    }
    /// Tells that the file ends inside `what`.
    bool cut(std::string_view what, std::uint64_t wanted, std::string_view missing) {
        return fault(here(), fmt::format("the file ends inside {}: {} bytes are wanted, {} are there; missing: {}",
                                         what, wanted, in_.left(), missing));
    }

    bool header() { return dump_.header.container == Container::Old ? old_header() : current_header(); }

    bool old_header() {
        dump_.header.crc = in_.u32le();
        state_size_ = in_.u32le();
        return !in_.failed() || cut("the header", kHeaderFrom, "everything");
    }

    bool current_header() {
        if (in_.left() < kHeaderFrom + kNumbers) return cut("the header", kHeaderFrom + kNumbers, "everything");
        Header& h = dump_.header;
        in_.skip(4);
        const std::uint32_t size = in_.u32le();
        for (std::uint32_t* number : {&h.state_version, &state_size_, &h.serial_offset, &h.serial_size, &h.crc,
                                      &h.shot_width, &h.shot_height, &h.shot_offset, &h.shot_size})
            *number = in_.u32le();
        if (size < kNumbers) return fault(4, fmt::format("a header of {} bytes, at least 36 are wanted", size));
        if (size - kNumbers > in_.left()) return cut("the header", size - kNumbers, "state, registers and packets");
        const Bytes body = in_.take(size - kNumbers);
        h.body.assign(body.begin(), body.end());
        check_parts();
        return true;
    }

    /// A serial or screenshot outside the header is told; nothing depends on it.
    void check_parts() {
        const Header& h = dump_.header;
        if (h.serial_size != 0 && h.serial().empty()) fault(16, "the serial does not lie in the header");
        if (h.shot_size != 0 && h.screenshot().empty()) fault(36, "the screenshot does not lie in the header");
    }

    bool state() {
        const bool cut_off = state_size_ > in_.left();
        const std::uint64_t from = here();
        const std::size_t present = cut_off ? in_.left() : state_size_;
        SavedReading reading = read_saved(Bytes(dump_.data).subspan(in_.offset(), present));
        const std::uint32_t version = reading.state.version;
        dump_.state = std::move(reading.state);
        if (cut_off)
            return cut("the state", state_size_, "the rest of the state (zero from here on), registers and packets");
        in_.skip(present);
        if (!is_known_version(version) && present >= sizeof(version))
            fault(from, fmt::format("the state has version {}; 1 to 9 are known, its members are not read", version),
                  FaultKind::NotSupported);
        else if (!reading.complete)
            fault(from, fmt::format("a state of {} bytes, version {} has {}; the rest is zero", present, version,
                                    saved_size(version)));
        return true;
    }

    bool privileged() {
        const std::size_t present = std::min(in_.left(), kPrivilegedBytes);
        const Bytes page = Bytes(dump_.data).subspan(in_.offset(), present);
        dump_.privileged.assign(page.begin(), page.end());
        dump_.privileged.resize(kPrivilegedBytes);
        if (present < kPrivilegedBytes)
            return cut("the privileged registers", kPrivilegedBytes, "the rest of them (zero) and all packets");
        in_.skip(kPrivilegedBytes);
        return true;
    }

    void packets() {
        while (!in_.at_end() && packet()) {}
    }

    bool packet() {
        if (dump_.events.size() >= limits_.events)
            return fault(here(), fmt::format("more than {} packets, the most that are read", limits_.events));
        Event event{.offset = here()};
        const std::uint8_t type = in_.u8();
        if (type > static_cast<std::uint8_t>(EventKind::Registers))
            return lost(event, fmt::format("{} is no type of packet", type));
        event.kind = static_cast<EventKind>(type);
        if (event.kind == EventKind::Transfer || event.kind == EventKind::VSync) event.detail = in_.u8();
        if (event.kind == EventKind::Transfer || event.kind == EventKind::ReadFifo) event.size = in_.u32le();
        if (event.kind == EventKind::Registers) event.size = kPrivilegedBytes;
        event.at = in_.offset();
        if (in_.failed()) return lost(event, "the file ends inside its head");
        if (event.kind == EventKind::Transfer && event.detail >= kPaths)
            return lost(event, fmt::format("there is no path {}", event.detail));
        if (event.kind != EventKind::ReadFifo && event.size > in_.left())
            return lost(event, fmt::format("it declares {} bytes, {} are there", event.size, in_.left()));
        if (event.kind != EventKind::ReadFifo) in_.skip(event.size);
        dump_.events.push_back(event);
        return true;
    }

    bool lost(const Event& event, std::string_view why) {
        return fault(event.offset,
                     fmt::format("packet {}: {}; it and what follows is missing", dump_.events.size(), why));
    }

    Dump& dump_;
    Cursor in_;
    Limits limits_;
    std::uint32_t state_size_ = 0;
    std::optional<Fault> fault_;
};

bool is_current(Bytes bytes) {
    Cursor in(bytes);
    if (in.u32le() != kMagic) return false;
    const std::uint32_t size = in.u32le(), version = in.u32le(), state = in.u32le();
    if (in.failed()) return bytes.size() >= 4 && bytes.size() < 16; // the beginning of one
    return size >= kNumbers && size <= kMostHeader && version < 256 && state >= kMemoryBytes &&
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

/// Whether packets can begin here: walks the first of them. A transfer comes among them, with a tag at its head.
bool is_stream(Bytes bytes) {
    Cursor in(bytes);
    bool transfers = false;
    for (unsigned walked = 0; walked < 64 && !in.at_end() && !in.failed(); ++walked) {
        switch (in.u8()) {
            case 0: {
                const std::uint8_t path = in.u8();
                const std::uint32_t size = in.u32le();
                if (in.failed()) break;
                if (path >= kPaths || size == 0 || size % 16 != 0) return false;
                const Bytes data = bytes.subspan(in.offset(), std::min<std::size_t>(size, in.left()));
                if (!transfers && !is_tag(data)) return false;
                transfers = true;
                if (size > in.left()) return true; // cut off, or only the beginning is known
                in.skip(size);
                break;
            }
            case 1: in.skip(1); break;
            case 2: in.skip(4); break;
            case 3: in.skip(kPrivilegedBytes); break;
            default: return false;
        }
    }
    return transfers; // what is cut off, or not known yet, is no reason against it
}

} // namespace

std::optional<Container> container_of(Bytes unpacked) {
    if (is_current(unpacked)) return Container::Current;
    if (is_old(unpacked)) return Container::Old;
    if (is_stream(unpacked)) return Container::Stream;
    return {};
}

unsigned guess_dump(Bytes file) {
    constexpr std::size_t kBeginning = 4096;
    if (compression_of(file) == Compression::None) {
        const auto container = container_of(file);
        return !container ? 0 : container == Container::Stream ? 60 : 95;
    }
    return container_of(unpack(file, kBeginning).bytes) ? 95 : 0;
}

Reading read_dump(Bytes file, const Limits& limits, std::optional<Container> container) {
    Reading reading;
    reading.compression = compression_of(file);
    Unpacked unpacked =
        unpack(file, limits.unpacked, [&](Bytes begin) { return container || container_of(begin).has_value(); });
    reading.dump.data = std::move(unpacked.bytes);
    reading.unpacked = reading.dump.data.size();
    if (!container) container = container_of(reading.dump.data);
    if (container) {
        reading.fault = Reader(reading.dump, limits).run(*container);
    } else {
        reading.fault = Fault{FaultKind::BadInput, "no GS dump begins here", 0, 0, 0};
        reading.dump.header.container = Container::Stream;
    }
    // Where unpacking failed, the file's end is not what is wrong.
    if (unpacked.fault) {
        const std::string lost =
            reading.fault ? "; " + reading.fault->text : "; nothing of what was unpacked is missing";
        reading.fault = Fault{unpacked.fault->kind, unpacked.fault->text + lost, unpacked.fault->offset, 0, 0};
    }
    if (reading.fault && reading.compression != Compression::None)
        reading.fault->text += " (offset in the unpacked file)";
    return reading;
}

} // namespace relit::machine::gs
