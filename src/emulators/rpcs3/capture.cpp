#include "emulators/rpcs3/capture.hpp"

#include "base/compression.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace relit::emulators::rpcs3 {
namespace {

constexpr std::array<std::uint8_t, 4> kMagic = {'R', 'R', 'C', 0};
constexpr std::size_t kTileState = 15 * 16 + 8 * 24, kDisplayBuffers = 8 * 16 + 4;
constexpr std::size_t kPrograms = 512 * 16, kConstants = 512 * 16, kRegisters = 0x10000;
constexpr std::uint32_t kBeginEnd = 0x1808, kDrawArrays = 0x1814, kDrawIndexArray = 0x1824, kShaderProgram = 0x8e4;

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
        if (!is_capture(in_.take(kMagic.size()))) return fail_at(0, "no capture of RPCS3: it does not begin with RRC");
        capture_.version = in_.u32le();
        const std::uint32_t is_little = in_.u32le();
        if (in_.failed()) return fail_at(in_.offset(), "the header of the capture is cut off");
        if (capture_.version != kCaptureVersion)
            return fail(FaultKind::NotSupported,
                        fmt::format("the capture is of version {}; {} is read", capture_.version, kCaptureVersion));
        if (is_little != 1) return fail(FaultKind::NotSupported, "the capture has big-endian numbers");
        return {};
    }
    /// A count of things that take at least `least` bytes each: seven bits a byte, the lowest first.
    std::uint64_t count(std::string_view what, std::size_t least) {
        const std::size_t at = in_.offset();
        std::uint64_t value = 0;
        unsigned shift = 0;
        for (std::uint8_t byte = 0x80; (byte & 0x80) != 0; shift += 7) {
            if (shift > 56) return wrong(at, fmt::format("the number of {} has too many bytes", what)), 0;
            byte = in_.u8();
            value |= std::uint64_t{byte & 0x7fU} << shift;
        }
        if (in_.failed() || value > in_.left() / least)
            return wrong(at, fmt::format("{} {} do not fit into the rest of the file", value, what)), 0;
        if (least > 1 && value > kMostCounted)
            return wrong(at, fmt::format("{} {}, more than {}", value, what, kMostCounted)), 0;
        return fault_ ? 0 : value;
    }
    void skip_map(std::string_view what, std::size_t key) {
        in_.skip(static_cast<std::size_t>(count(what, key + 8)) * (key + 8));
    }
    void blocks() {
        for (std::uint64_t left = count("memory blocks", 24); left != 0; --left) {
            CapturedBlock block{in_.u32le(), in_.u32le(), in_.u64le()};
            capture_.blocks[in_.u64le()] = block;
        }
    }
    void data() {
        for (std::uint64_t left = count("contents of memory", 9); left != 0 && !fault_; --left) {
            const Bytes bytes = in_.take(static_cast<std::size_t>(count("bytes of memory", 1)));
            const std::size_t at = in_.offset();
            const std::uint64_t key = in_.u64le();
            if (in_.failed()) return wrong(at, "the contents of memory are cut off");
            capture_.data[key] = bytes;
        }
    }
    void commands() {
        for (std::uint64_t left = count("commands", 25); left != 0 && !fault_; --left) command();
    }
    /// A method header with its first argument, or a further argument of the last header.
    void command() {
        const std::size_t at = in_.offset();
        const std::uint32_t head = in_.u32le();
        CapturedWrite write{.address = address_, .value = in_.u32le()};
        if (wanted_ == 0) {
            write.address = head & 0xfffc;
            wanted_ = head >> 18 & 0x7ff;
            step_ = (head & 0x40000000) != 0 ? 0 : 4;
            address_ = write.address;
        }
        for (std::uint64_t i = count("memory blocks of a command", 8); i != 0; --i) write.blocks.push_back(in_.u64le());
        in_.skip(16); // tile state, display buffers
        if (in_.failed()) return wrong(at, "a command is cut off");
        if (wanted_ == 0) return; // no argument: it writes nothing
        --wanted_, address_ += step_;
        capture_.writes.push_back(std::move(write));
    }
    void state() {
        const std::size_t at = in_.offset(), left = in_.left();
        if (left != kPrograms + kRegisters && left != kPrograms + kConstants + kRegisters)
            return wrong(at, fmt::format("{} bytes of registers; there are {}, or {} with constants", left,
                                         kPrograms + kRegisters, kPrograms + kConstants + kRegisters));
        capture_.transform_program = in_.take(kPrograms);
        in_.skip(left - kPrograms - kRegisters);
        capture_.registers = in_.take(kRegisters);
    }

    Cursor in_;
    Capture capture_;
    std::optional<Fault> fault_;
    std::uint32_t address_ = 0, wanted_ = 0, step_ = 4;
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
    return begin.size() >= kMagic.size() && std::ranges::equal(begin.first(kMagic.size()), kMagic);
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

std::vector<CapturedDraw> draws_of(const Capture& capture) {
    std::vector<CapturedDraw> draws;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Bytes> memory; // by location and offset
    std::uint32_t program =
        capture.registers.size() == kRegisters
            ? static_cast<std::uint32_t>(little_endian(capture.registers.subspan(kShaderProgram, 4)))
            : 0;
    CapturedDraw draw;
    for (const CapturedWrite& write : capture.writes) {
        for (const std::uint64_t key : write.blocks) {
            const auto block = capture.blocks.find(key);
            if (block == capture.blocks.end()) continue;
            if (const auto data = capture.data.find(block->second.data); data != capture.data.end())
                memory[{block->second.location, block->second.offset}] = data->second;
        }
        const std::uint32_t count = (write.value >> 24) + 1;
        if (write.address == kShaderProgram) program = write.value;
        if (write.address == kDrawArrays || write.address == kDrawIndexArray) draw.vertices += count;
        if (write.address != kBeginEnd) continue;
        if (write.value != 0) {
            draw = {.primitive = write.value};
        } else if (draw.primitive != 0) {
            draw.location = (program & 3) - 1, draw.offset = program & ~3U;
            const auto found = memory.find({draw.location, draw.offset});
            draw.fragment = found == memory.end() ? Bytes() : found->second;
            draws.push_back(std::exchange(draw, {}));
        }
    }
    return draws;
}

} // namespace relit::emulators::rpcs3
