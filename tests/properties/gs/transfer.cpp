// Transfers of the GS: what is uploaded comes back, a copy is a download and an upload, nothing else is touched.
#include "render/gs/memory/transfer.hpp"

#include <gtest/gtest.h>

#include <random>

namespace relit::gs_transfer {
namespace {

using namespace relit::render::gs;
using machine::gs::BitBltBuf, machine::gs::kBlocks, machine::gs::kLayouts, machine::gs::TrxPos, machine::gs::TrxReg;
using Values = std::vector<std::uint8_t>;

struct Random {
    std::mt19937 engine;
    std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(engine() % end); }
    Values bytes(std::size_t count) {
        Values values(count);
        for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(engine());
        return values;
    }
    void fill(Memory& memory) {
        for (std::uint32_t i = 0; i < machine::gs::kMemoryBytes / 4; ++i)
            memory.set_word(i, static_cast<std::uint32_t>(engine()));
    }
};

/// A rectangle within a buffer no higher than 64 rows or so: no pixel of it twice, also where it wraps at 4 MiB.
struct Rectangle {
    Buffer buffer;
    std::uint32_t x, y;
};
Rectangle random_rectangle(Random& random, PixelFormat format, std::uint32_t width) {
    const std::uint32_t across = (width + 127) / 128 * 2 + 2 * random.below(4);
    return {{format, random.below(kBlocks), across}, random.below(across * 64 - width + 1), random.below(2048)};
}
StartTransfer transfer(const Rectangle& from, const Rectangle& to, std::uint32_t width, std::uint32_t height) {
    StartTransfer start;
    start.bitbltbuf.set(BitBltBuf::source, from.buffer.base).set(BitBltBuf::source_width, from.buffer.width);
    start.bitbltbuf.set(BitBltBuf::source_format, from.buffer.format);
    start.bitbltbuf.set(BitBltBuf::destination, to.buffer.base).set(BitBltBuf::destination_width, to.buffer.width);
    start.bitbltbuf.set(BitBltBuf::destination_format, to.buffer.format);
    start.trxpos.set(TrxPos::source_x, from.x).set(TrxPos::source_y, from.y);
    start.trxpos.set(TrxPos::destination_x, to.x).set(TrxPos::destination_y, to.y);
    start.trxreg.set(TrxReg::width, width).set(TrxReg::height, height);
    return start;
}
void upload(Memory& memory, const StartTransfer& start, const Values& bytes, Random& random) {
    Upload to(start);
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t piece = std::min<std::size_t>(bytes.size() - at, 1 + random.below(97));
        to.take(memory, Bytes(bytes).subspan(at, piece));
        at += piece;
    }
    EXPECT_TRUE(to.is_done());
}
Values download(const Memory& memory, const StartTransfer& start, Random& random) {
    Values bytes(packed_bytes(start.bitbltbuf[BitBltBuf::source_format], start.trxreg));
    Download from(start);
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t piece = std::min<std::size_t>(bytes.size() - at, 1 + random.below(97));
        from.read(memory, std::span(bytes).subspan(at, piece));
        at += piece;
    }
    EXPECT_TRUE(from.is_done());
    return bytes;
}

/// Pixels whose rectangle a buffer holds, as bits of memory that may change.
std::vector<bool> own_bits(const Rectangle& to, std::uint32_t width, std::uint32_t height) {
    std::vector<bool> own(std::size_t{machine::gs::kMemoryBytes} * 8);
    const Layout& layout = layout_of(to.buffer.format);
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x) {
            const std::uint32_t address = address_of(to.buffer, (to.x + x) % 2048, (to.y + y) % 2048);
            const std::size_t first = (std::size_t{address} << layout.element) + layout.shift;
            for (unsigned i = 0; i < layout.bits; ++i) own[first + i] = true;
        }
    return own;
}

TEST(GsTransferProperties, UploadThenDownloadGivesTheSameBytes) {
    for (const Layout& layout : kLayouts) {
        Random random{std::mt19937(static_cast<unsigned>(layout.format))};
        Memory memory;
        for (int i = 0; i < 40; ++i) {
            const std::uint32_t width = 1 + random.below(200), height = 1 + random.below(60);
            const Rectangle at = random_rectangle(random, layout.format, width);
            const StartTransfer start = transfer(at, at, width, height);
            Values bytes = random.bytes(packed_bytes(layout.format, start.trxreg));
            if (layout.bits == 4 && width * height % 2 != 0) bytes.back() &= 15;
            upload(memory, start, bytes, random);
            ASSERT_EQ(download(memory, start, random), bytes) << static_cast<int>(layout.format) << " seed " << i;
        }
    }
}

TEST(GsTransferProperties, UploadsTouchNothingElse) {
    for (const Layout& layout : kLayouts) {
        Random random{std::mt19937(100 + static_cast<unsigned>(layout.format))};
        Memory before;
        random.fill(before);
        for (int i = 0; i < 3; ++i) {
            const std::uint32_t width = 1 + random.below(200), height = 1 + random.below(60);
            const Rectangle at = random_rectangle(random, layout.format, width);
            const StartTransfer start = transfer(at, at, width, height);
            Memory after = before;
            upload(after, start, random.bytes(packed_bytes(layout.format, start.trxreg) + 50), random);
            const std::vector<bool> own = own_bits(at, width, height);
            for (std::size_t byte = 0; byte < machine::gs::kMemoryBytes; ++byte) {
                const unsigned changed = before.bytes()[byte] ^ after.bytes()[byte];
                for (unsigned bit = 0; changed >> bit != 0; ++bit) {
                    const bool is_same = (changed >> bit & 1) == 0;
                    ASSERT_TRUE(is_same || own[byte * 8 + bit]) << "byte " << byte;
                }
            }
        }
    }
}

TEST(GsTransferProperties, CopiesAreDownloadsAndUploads) {
    Random random{std::mt19937(7)};
    Memory start_with;
    random.fill(start_with);
    for (const Layout& from_layout : kLayouts) {
        for (const Layout& to_layout : kLayouts) {
            if (from_layout.bits != to_layout.bits) continue;
            const std::uint32_t width = 1 + random.below(200), height = 1 + random.below(60);
            Rectangle from = random_rectangle(random, from_layout.format, width),
                      to = random_rectangle(random, to_layout.format, width);
            from.y %= 64,
                to.y %= 64; // at most 640 pixels by 128 rows: 40 pages, and the halves of memory are far apart
            from.buffer.base %= kBlocks / 4, to.buffer.base = kBlocks / 2 + to.buffer.base % (kBlocks / 4);
            StartTransfer start = transfer(from, to, width, height);
            start.trxpos.set(TrxPos::leftwards, random.below(2) != 0).set(TrxPos::upwards, random.below(2) != 0);
            Memory copied = start_with, moved = start_with;
            copy(copied, start);
            upload(moved, start, download(moved, start, random), random);
            ASSERT_TRUE(copied == moved) << static_cast<int>(from_layout.format) << " to "
                                         << static_cast<int>(to_layout.format);
        }
    }
}

} // namespace
} // namespace relit::gs_transfer
