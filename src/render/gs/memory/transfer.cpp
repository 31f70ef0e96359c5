#include "render/gs/memory/transfer.hpp"

#include <algorithm>

namespace relit::render::gs {
namespace {

using machine::gs::BitBltBuf, machine::gs::TrxPos, machine::gs::TrxReg;

constexpr std::uint32_t kCoordinates = 2048;

Buffer source_of(const BitBltBuf& w) {
    return {w[BitBltBuf::source_format], w[BitBltBuf::source], w[BitBltBuf::source_width]};
}
Buffer destination_of(const BitBltBuf& w) {
    return {w[BitBltBuf::destination_format], w[BitBltBuf::destination], w[BitBltBuf::destination_width]};
}
PixelCursor source_pixels(const StartTransfer& start) {
    PixelCursor pixels(source_of(start.bitbltbuf), start.trxpos[TrxPos::source_x], start.trxpos[TrxPos::source_y],
                       start.trxreg);
    pixels.advance(start.arrived);
    return pixels;
}
PixelCursor destination_pixels(const StartTransfer& start) {
    PixelCursor pixels(destination_of(start.bitbltbuf), start.trxpos[TrxPos::destination_x],
                       start.trxpos[TrxPos::destination_y], start.trxreg);
    pixels.advance(start.arrived);
    return pixels;
}

/// Bytes that hold a packed pixel; a byte holds two of 4 bits.
constexpr std::size_t bytes_of(unsigned bits) { return std::max(bits / 8, 1U); }

} // namespace

std::string_view PixelPosition::fault() const {
    constexpr std::uint32_t kMost = 0xfff; // of TRXREG
    if (width > kMost || left > kMost * kMost) return "a transfer has more pixels than TRXREG can say";
    return left != 0 && column >= width ? "a transfer stands beside its rectangle" : "";
}

PixelCursor::PixelCursor(const PixelPosition& position)
    : position_(position), addresses_(position.buffer), row_(addresses_.row(position.y % kCoordinates)),
      pixel_(position.buffer.format), bits_(layout_of(position.buffer.format).bits) {}

PixelCursor::PixelCursor(const Buffer& buffer, std::uint32_t x, std::uint32_t y, const TrxReg& size)
    : PixelCursor(PixelPosition{.buffer = buffer,
                                .x = x,
                                .y = y,
                                .width = size[TrxReg::width],
                                .left = size[TrxReg::width] * size[TrxReg::height]}) {}

void PixelCursor::advance() {
    --position_.left;
    if (++position_.column < position_.width) return;
    position_.column = 0;
    row_ = addresses_.row(++position_.y % kCoordinates);
}

void PixelCursor::advance(std::uint32_t pixels) {
    auto& [buffer, x, y, width, column, left] = position_;
    if (pixels >= left) return left = 0, void();
    if (pixels == 0) return;
    left -= pixels;
    column += pixels;
    y += column / width;
    column %= width;
    row_ = addresses_.row(y % kCoordinates);
}

std::string_view Upload::fault() const {
    const bool fits = partial_count_ == 0 || partial_count_ < bytes_of(cursor_.bits());
    return fits ? "" : "more bytes of a pixel have come than it has";
}

Upload::Upload(const StartTransfer& start) : cursor_(destination_pixels(start)) {}

void Upload::take(Memory& memory, Bytes bytes) {
    const std::size_t size = bytes_of(cursor_.bits());
    while (!bytes.empty() && !is_done()) {
        if (partial_count_ > 0 || bytes.size() < size) {
            partial_[partial_count_++] = bytes.front();
            bytes = bytes.subspan(1);
            if (partial_count_ < size) continue;
            put(memory, Bytes(partial_).first(size));
            partial_count_ = 0;
        } else {
            const std::size_t whole = bytes.size() / size * size;
            put(memory, bytes.first(whole));
            bytes = bytes.subspan(whole);
        }
    }
}

void Upload::put(Memory& memory, Bytes whole_pixels) {
    const unsigned bits = cursor_.bits();
    const std::size_t size = bytes_of(bits);
    for (std::size_t at = 0; at < whole_pixels.size(); at += size) {
        std::uint32_t value = 0;
        for (std::size_t i = size; i-- > 0;) value = value << 8 | whole_pixels[at + i];
        for (unsigned shift = 0; shift < size * 8 && !is_done(); shift += bits) {
            cursor_.put(memory, value >> shift);
            cursor_.advance();
        }
    }
}

UploadPiece::UploadPiece(const machine::gs::TransferData& data) : given_(data.bytes) {
    const std::uint64_t word = value_of(data.word);
    for (unsigned i = 0; i < word_.size(); ++i) word_[i] = static_cast<std::uint8_t>(word >> 8 * i);
}

Download::Download(const StartTransfer& start) : cursor_(source_pixels(start)) {}

void Download::read(const Memory& memory, std::span<std::uint8_t> out) {
    for (std::uint8_t& byte : out) byte = next(memory);
}

std::vector<std::uint8_t> Download::read(const Memory& memory, std::uint32_t qwords) {
    // No transfer has more than 2048 x 2048 pixels of 4 bytes: what comes after is zeros.
    constexpr std::uint32_t kMost = 4096 * 4096 / 4;
    std::vector<std::uint8_t> bytes(std::size_t{16} * std::min(qwords, kMost));
    read(memory, bytes);
    return bytes;
}

void Download::skip(const Memory& memory, std::uint32_t qwords) {
    std::array<std::uint8_t, 4096> some{};
    for (std::uint64_t left = std::uint64_t{16} * qwords; left != 0 && !is_done();) {
        const std::size_t now = std::min<std::uint64_t>(left, some.size());
        read(memory, std::span(some).first(now));
        left -= now;
    }
}

std::uint8_t Download::next(const Memory& memory) {
    if (ready_ == 0) {
        value_ = 0;
        const unsigned bits = cursor_.bits();
        const auto size = static_cast<unsigned>(bytes_of(bits));
        for (unsigned shift = 0; shift < size * 8 && cursor_.left() > 0; shift += bits) {
            value_ |= cursor_.get(memory) << shift;
            cursor_.advance();
            ready_ = size;
        }
        if (ready_ == 0) return 0;
    }
    const auto byte = static_cast<std::uint8_t>(value_);
    value_ >>= 8;
    --ready_;
    return byte;
}

std::size_t packed_bytes(PixelFormat format, const TrxReg& size) {
    const std::size_t pixels = std::size_t{size[TrxReg::width]} * size[TrxReg::height];
    return (pixels * layout_of(format).bits + 7) / 8;
}

namespace {

/// One axis of a local copy: where it begins on both sides, and which way it goes.
struct Axis {
    std::uint32_t from = 0, to = 0, count = 0;
    bool is_backward = false;

    [[nodiscard]] std::uint32_t step(std::uint32_t i) const { return is_backward ? count - 1 - i : i; }
    [[nodiscard]] bool overlaps() const { return std::max(from, to) < std::min(from, to) + count; }
    [[nodiscard]] bool leads() const { return to < from; }
    /// Whether the destination begins after the source and within the source's page (of `size` pixels).
    [[nodiscard]] bool trails(std::uint32_t size) const { return from < to && from - from % size + size > to; }
};

/// The console's copy is buffered, so that a source that lies a little ahead of its destination survives; how much a
/// little is has not been measured. GSdx, whose rule this is: with one base, overlapping rectangles and a destination
/// that begins after the source in the same page, the copy walks against the rule of DIRX and DIRY; never if DIRX is
/// set. Nor does it walk as DIRX or DIRY say where the destination lies on the side that they walk to (PCSX2, pull requests
/// 13791 and 13833, for a game). All else goes pixel by pixel in the order of DIRX and DIRY, and reads what it has just
/// written.
void spare_source(Axis& columns, Axis& rows, const Layout& destination) {
    if (!columns.overlaps() || !rows.overlaps()) return;
    const bool leftwards = columns.is_backward;
    for (Axis* const axis : {&columns, &rows}) axis->is_backward = axis->is_backward && !axis->leads();
    if (leftwards) return;
    columns.is_backward = columns.trails(1U << destination.page_x);
    rows.is_backward = rows.is_backward || rows.trails(1U << destination.page_y);
}

} // namespace

void copy(Memory& memory, const StartTransfer& start) {
    const TrxPos& pos = start.trxpos;
    const Buffer source = source_of(start.bitbltbuf), destination = destination_of(start.bitbltbuf);
    Axis columns{pos[TrxPos::source_x], pos[TrxPos::destination_x], start.trxreg[TrxReg::width],
                 pos[TrxPos::leftwards]};
    Axis rows{pos[TrxPos::source_y], pos[TrxPos::destination_y], start.trxreg[TrxReg::height], pos[TrxPos::upwards]};
    if (source.base == destination.base) spare_source(columns, rows, layout_of(destination.format));
    const Addresses from(source), to(destination);
    const PixelBits read(source.format), write(destination.format);
    for (std::uint32_t j = 0; j < rows.count; ++j) {
        const Addresses::RowStart from_row = from.row((rows.from + rows.step(j)) % kCoordinates);
        const Addresses::RowStart to_row = to.row((rows.to + rows.step(j)) % kCoordinates);
        for (std::uint32_t i = 0; i < columns.count; ++i) {
            const std::uint32_t column = columns.step(i);
            const std::uint32_t value = memory.raw(read, from.in_row(from_row, (columns.from + column) % kCoordinates));
            memory.set_raw(write, to.in_row(to_row, (columns.to + column) % kCoordinates), value);
        }
    }
}

} // namespace relit::render::gs
