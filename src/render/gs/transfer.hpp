// Moves rectangles of pixels: from the host to local memory, back, and within it. Packed pixels stand row by row without
// gaps: 24 bits as three bytes, 4 bits low nibble first. Coordinates count modulo 2048 (reference 10).
#pragma once

#include "base/bytes.hpp"
#include "machine/gs/work.hpp"
#include "render/gs/memory.hpp"

#include <array>
#include <cstdint>

namespace relit::render::gs {

using machine::gs::StartTransfer;

/// The pixels of one end of a transfer in their order: left to right, top to bottom. Without a pixel where the width or
/// the height is 0: nothing moves then [EMU: GSdx].
class PixelCursor {
public:
    PixelCursor() = default;
    PixelCursor(const Buffer& buffer, std::uint32_t x, std::uint32_t y, const machine::gs::TrxReg& size);

    [[nodiscard]] std::uint32_t left() const { return left_; }
    [[nodiscard]] unsigned bits() const { return bits_; } // of a packed pixel
    [[nodiscard]] std::uint32_t get(const Memory& memory) const { return memory.raw(pixel_, address()); }
    void put(Memory& memory, std::uint32_t value) const { memory.set_raw(pixel_, address(), value); }
    void advance();
    /// As many times, or to the end.
    void advance(std::uint32_t pixels);

private:
    [[nodiscard]] std::uint32_t address() const { return addresses_.in_row(row_, (x_ + column_) % 2048); }

    Addresses addresses_{Buffer{}};
    Addresses::RowStart row_;
    PixelBits pixel_;
    unsigned bits_ = 32;
    std::uint32_t x_ = 0, y_ = 0, width_ = 0, column_ = 0, left_ = 0;
};

/// Host to local. Bytes come in pieces of any length, and what has come is in memory at once.
class Upload {
public:
    Upload() = default;
    explicit Upload(const StartTransfer& start);

    /// Bytes after the last pixel are dropped.
    void take(Memory& memory, Bytes bytes);
    [[nodiscard]] bool is_done() const { return cursor_.left() == 0; }

private:
    void put(Memory& memory, Bytes whole_pixels);

    PixelCursor cursor_;
    std::array<std::uint8_t, 4> partial_{}; // the bytes of a pixel that has not come whole
    std::size_t partial_count_ = 0;
};

/// The bytes of one piece of transfer data; the work must outlive it.
class UploadPiece {
public:
    explicit UploadPiece(const machine::gs::TransferData& data);
    [[nodiscard]] Bytes bytes() const { return given_.empty() ? Bytes(word_) : given_; }

private:
    Bytes given_;
    std::array<std::uint8_t, 8> word_{};
};

/// Local to host. Pixels are read when their first byte is asked for.
class Download {
public:
    Download() = default;
    explicit Download(const StartTransfer& start);

    /// Fills `out` with the next bytes, with zeros after the last pixel.
    void read(const Memory& memory, std::span<std::uint8_t> out);
    /// Quadwords, as the host reads them.
    [[nodiscard]] std::vector<std::uint8_t> read(const Memory& memory, std::uint32_t qwords);
    /// Nobody wants the bytes; the transfer goes on all the same.
    void skip(const Memory& memory, std::uint32_t qwords);
    [[nodiscard]] bool is_done() const { return cursor_.left() == 0 && ready_ == 0; }

private:
    std::uint8_t next(const Memory& memory);

    PixelCursor cursor_;
    std::uint32_t value_ = 0; // bytes of the last pixel that were not asked for, the next one lowest
    unsigned ready_ = 0;
};

/// Local to local, at once. Pixels of unequal depth lose their upper bits or get zeros there [EMU].
void copy(Memory& memory, const StartTransfer& start);

/// How many bytes the pixels of a size take when packed.
[[nodiscard]] std::size_t packed_bytes(PixelFormat format, const machine::gs::TrxReg& size);

} // namespace relit::render::gs
