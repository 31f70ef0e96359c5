// Moves rectangles of pixels: from the host to local memory, back, and within it. Packed pixels stand row by row without
// gaps: 24 bits as three bytes, 4 bits low nibble first. Coordinates count modulo 2048 (reference 10).
#pragma once

#include "base/bytes.hpp"
#include "machine/gs/state/work.hpp"
#include "render/gs/memory/memory.hpp"

#include <array>
#include <cstdint>

namespace relit::render::gs {

using machine::gs::StartTransfer;

/// Where one end of a transfer stands.
struct PixelPosition {
    Buffer buffer;
    std::uint32_t x = 0, y = 0;                    // of the first pixel of the row
    std::uint32_t width = 0, column = 0, left = 0; // left: pixels

    /// What cannot be, in a snapshot.
    [[nodiscard]] std::string_view fault() const;
};

/// The pixels of one end of a transfer in their order: left to right, top to bottom. Without a pixel where the width or
/// the height is 0: nothing moves then [EMU: GSdx].
class PixelCursor {
public:
    PixelCursor() : PixelCursor(PixelPosition()) {}
    explicit PixelCursor(const PixelPosition& position);
    PixelCursor(const Buffer& buffer, std::uint32_t x, std::uint32_t y, const machine::gs::TrxReg& size);

    [[nodiscard]] std::uint32_t left() const { return position_.left; }
    [[nodiscard]] unsigned bits() const { return bits_; } // of a packed pixel
    [[nodiscard]] std::uint32_t get(const Memory& memory) const { return memory.raw(pixel_, address()); }
    void put(Memory& memory, std::uint32_t value) const { memory.set_raw(pixel_, address(), value); }
    void advance();
    /// As many times, or to the end.
    void advance(std::uint32_t pixels);
    /// For snapshots (base/snapshot.hpp): all follows from the position.
    static void each_member(auto& self, auto&& visit) {
        auto& [position, addresses, row, pixel, bits] = self;
        visit(position);
        if constexpr (!std::is_const_v<std::remove_reference_t<decltype(self)>>) self = PixelCursor(position);
    }

private:
    [[nodiscard]] std::uint32_t address() const {
        return addresses_.in_row(row_, (position_.x + position_.column) % 2048);
    }

    PixelPosition position_;
    Addresses addresses_;
    Addresses::RowStart row_;
    PixelBits pixel_;
    unsigned bits_;
};

/// Host to local. Bytes come in pieces of any length, and what has come is in memory at once.
class Upload {
public:
    Upload() = default;
    explicit Upload(const StartTransfer& start);

    /// Bytes after the last pixel are dropped.
    void take(Memory& memory, Bytes bytes);
    [[nodiscard]] bool is_done() const { return cursor_.left() == 0; }
    [[nodiscard]] std::uint32_t left() const { return cursor_.left(); } // pixels
    /// For snapshots (base/snapshot.hpp).
    static void each_member(auto& self, auto&& visit) {
        auto& [cursor, partial, partial_count] = self;
        visit(cursor, partial, partial_count);
    }
    [[nodiscard]] std::string_view fault() const;

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
    /// The bytes are not wanted; the transfer goes on all the same.
    void skip(const Memory& memory, std::uint32_t qwords);
    [[nodiscard]] bool is_done() const { return cursor_.left() == 0 && ready_ == 0; }
    [[nodiscard]] std::uint32_t left() const { return cursor_.left(); } // pixels of which no byte was asked for
    /// For snapshots (base/snapshot.hpp).
    static void each_member(auto& self, auto&& visit) {
        auto& [cursor, value, ready] = self;
        visit(cursor, value, ready);
    }
    [[nodiscard]] std::string_view fault() const {
        return ready_ > sizeof value_ ? "more bytes of a pixel are ready than it has" : "";
    }

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
