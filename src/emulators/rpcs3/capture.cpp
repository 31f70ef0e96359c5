#include "emulators/rpcs3/capture.hpp"

#include "base/compression.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::emulators::rpcs3 {
namespace {

// Until version 4 the name is the number 0x52524300, since then it is text (RPCS3 2169e8d).
constexpr std::array<std::uint8_t, 4> kMagic = {'R', 'R', 'C', 0}, kOldMagic = {0, 'C', 'R', 'R'};
constexpr std::uint32_t kLastOld = 4, kLastWithKeysFirst = 5;
constexpr std::size_t kTileState = 15 * 16 + 8 * 24, kDisplayBuffers = 8 * 16 + 4;
constexpr std::size_t kConstants = 512 * 16, kRegisters = 0x10000;
/// The slots of vertex programs: 544 since RPCS3 2c7c1c5, of June 2021. Constants were there for days in July 2022.
struct StateLayout {
    std::size_t programs = 0, constants = 0;
    [[nodiscard]] constexpr std::size_t bytes() const { return programs + constants + kRegisters; }
};
constexpr StateLayout kStateLayouts[] = {{512 * 16, 0}, {544 * 16, 0}, {544 * 16, kConstants}};

/// Reads the parts of a capture in their order. The first thing that is wrong stays.
class CaptureReader {
public:
    explicit CaptureReader(Bytes file) : in_(file) {}

    Result<Capture> read() {
        if (const Status known = header(); !known) return std::unexpected(known.error());
        skip_map("tile states", kTileState);
        blocks();
        data();
        skip_map("display buffers", kDisplayBuffers);
        commands();
        state();
        if (fault_) return std::unexpected(*fault_);
        return std::move(capture_);
    }

private:
    void wrong(std::size_t offset, std::string text) {
        if (!fault_) fault_ = fail_at(offset, std::move(text)).error();
    }
    Status header() {
        const Bytes magic = in_.take(kMagic.size());
        if (!is_capture(magic)) return fail_at(0, "no capture of RPCS3: it does not begin with RRC");
        capture_.version = in_.u32le();
        if (in_.failed()) return fail_at(in_.offset(), "the header of the capture is cut off");
        if (std::ranges::find(kCaptureVersions, capture_.version) == std::end(kCaptureVersions))
            return fail(FaultKind::NotSupported, fmt::format("the capture is of version {}; {} are read",
                                                             capture_.version, fmt::join(kCaptureVersions, ", ")));
        if (is_old() != std::ranges::equal(magic, kOldMagic))
            return fail_at(0, fmt::format("a capture of version {} does not begin so", capture_.version));
        if (is_old()) return {};
        const std::uint32_t is_little = in_.u32le();
        if (in_.failed()) return fail_at(in_.offset(), "the header of the capture is cut off");
        if (is_little != 1) return fail(FaultKind::NotSupported, "the capture has big-endian numbers");
        return {};
    }
    [[nodiscard]] bool is_old() const { return capture_.version <= kLastOld; }
    [[nodiscard]] bool has_keys_first() const { return capture_.version <= kLastWithKeysFirst; }

    /// Seven bits a byte, the lowest first; of old files eight bytes.
    std::optional<std::uint64_t> number() {
        if (is_old()) return in_.u64le();
        std::uint64_t value = 0;
        unsigned shift = 0;
        for (std::uint8_t byte = 0x80; (byte & 0x80) != 0; shift += 7) {
            if (shift > 56) return std::nullopt;
            byte = in_.u8();
            value |= std::uint64_t{byte & 0x7fU} << shift;
        }
        return value;
    }
    [[nodiscard]] std::size_t least_number() const { return is_old() ? 8 : 1; } // in bytes
    /// A count of things that take at least `least` bytes each.
    std::uint64_t count(std::string_view what, std::size_t least) {
        const std::size_t at = in_.offset();
        const auto value = number();
        if (!value) return wrong(at, fmt::format("the number of {} has too many bytes", what)), 0;
        if (in_.failed() || *value > in_.left() / least)
            return wrong(at, fmt::format("{} {} do not fit into the rest of the file", *value, what)), 0;
        if (least > 1 && *value > kMostCounted)
            return wrong(at, fmt::format("{} {}, more than {}", *value, what, kMostCounted)), 0;
        return fault_ ? 0 : *value;
    }
    void skip_map(std::string_view what, std::size_t key) {
        in_.skip(static_cast<std::size_t>(count(what, key + 8)) * (key + 8));
    }
    void blocks() {
        for (std::uint64_t left = count("memory blocks", 24); left != 0; --left) {
            std::uint64_t key = has_keys_first() ? in_.u64le() : 0;
            const CapturedBlock block{in_.u32le(), in_.u32le(), in_.u64le()};
            if (!has_keys_first()) key = in_.u64le();
            capture_.blocks[key] = block;
        }
    }
    void data() {
        for (std::uint64_t left = count("contents of memory", 8 + least_number()); left != 0 && !fault_; --left) {
            const std::size_t at = in_.offset();
            std::uint64_t key = has_keys_first() ? in_.u64le() : 0;
            const Bytes bytes = in_.take(static_cast<std::size_t>(count("bytes of memory", 1)));
            if (!has_keys_first()) key = in_.u64le();
            if (in_.failed()) return wrong(at, "the contents of memory are cut off");
            capture_.data[key] = bytes;
        }
    }
    void commands() {
        for (std::uint64_t left = count("commands", 24 + least_number()); left != 0 && !fault_; --left) command();
        if (wanted_ != 0) ++capture_.cut_short;
    }
    /// A method header with its first argument, or a further argument of the last header.
    void command() {
        const std::size_t at = in_.offset();
        const std::uint32_t head = in_.u32le();
        CapturedWrite write{.address = address_, .value = in_.u32le(), .blocks = std::exchange(waiting_, {})};
        if (wanted_ != 0 && head != 0) ++capture_.cut_short; // RPCS3 replays it as an argument all the same
        if (wanted_ == 0) {
            write.address = head & 0xfffc;
            wanted_ = head >> 18 & 0x7ff;
            step_ = (head & 0x40000000) != 0 ? 0 : 4;
            address_ = write.address;
        }
        const std::uint64_t blocks = count("memory blocks of a command", 8);
        if (blocks > kMostCounted - blocks_of_commands_)
            return wrong(at, fmt::format("the commands use more than {} memory blocks", kMostCounted));
        blocks_of_commands_ += blocks;
        for (std::uint64_t i = blocks; i != 0; --i) write.blocks.push_back(in_.u64le());
        in_.skip(16); // tile state, display buffers
        if (in_.failed()) return wrong(at, "a command is cut off");
        if (wanted_ == 0) { // it has no argument and writes nothing
            waiting_ = std::move(write.blocks);
            return;
        }
        --wanted_, address_ += step_;
        capture_.writes.push_back(std::move(write));
    }
    void state() {
        const std::size_t at = in_.offset(), left = in_.left();
        const auto* const layout = std::ranges::find(kStateLayouts, left, &StateLayout::bytes);
        if (layout == std::end(kStateLayouts))
            return wrong(at, fmt::format("{} bytes of registers; there are {}", left,
                                         fmt::join(kStateLayouts | std::views::transform(&StateLayout::bytes), ", ")));
        capture_.transform_program = in_.take(layout->programs);
        capture_.transform_constants = in_.take(layout->constants);
        capture_.registers = in_.take(kRegisters);
    }

    Cursor in_;
    Capture capture_;
    std::optional<Fault> fault_;
    std::uint32_t address_ = 0, wanted_ = 0, step_ = 4;
    std::uint64_t blocks_of_commands_ = 0;
    std::vector<std::uint64_t> waiting_; // blocks of commands without an argument
};

/// The length of a gzip header (RFC 1952); 0 if there is none.
std::size_t gzip_header(Bytes file) {
    constexpr std::uint8_t kHasCheck = 2, kHasExtra = 4, kHasName = 8, kHasComment = 16;
    Cursor in(file);
    in.skip(3);
    const std::uint8_t flags = in.u8();
    in.skip(6);
    if ((flags & kHasExtra) != 0) in.skip(in.u16le());
    for (const std::uint8_t text : {kHasName, kHasComment})
        if ((flags & text) != 0)
            while (!in.failed() && in.u8() != 0) {}
    if ((flags & kHasCheck) != 0) in.skip(2);
    return in.failed() ? 0 : in.offset();
}

} // namespace

bool is_capture(Bytes begin) {
    if (begin.size() < kMagic.size()) return false;
    const Bytes magic = begin.first(kMagic.size());
    return std::ranges::equal(magic, kMagic) || std::ranges::equal(magic, kOldMagic);
}

bool is_gzip(Bytes begin) { return begin.size() >= 3 && begin[0] == 0x1f && begin[1] == 0x8b && begin[2] == 8; }

Result<std::vector<std::uint8_t>> gunzip_capture(Bytes file) {
    const std::size_t header = is_gzip(file) ? gzip_header(file) : 0;
    if (header == 0) return fail_at(0, "the gzip header is damaged");
    Inflated inflated = inflate_raw(file.subspan(header), kMostCapture);
    switch (inflated.end) {
        case InflateEnd::Whole: break;
        case InflateEnd::CutOff: return fail_at(file.size(), "the gzip stream is cut off");
        case InflateEnd::Damaged: return fail_at(header, "the gzip stream is damaged");
        case InflateEnd::TooLong:
            return fail_at(header, fmt::format("more than {} MiB uncompressed, the limit", kMostCapture >> 20));
    }
    if (little_endian(file.last(4)) != inflated.bytes.size())
        return fail_at(file.size() - 4, "the gzip stream has not the size that its end says");
    return std::move(inflated.bytes);
}

Result<Capture> read_capture(Bytes file) { return CaptureReader(file).read(); }

} // namespace relit::emulators::rpcs3
