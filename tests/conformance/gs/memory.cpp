// Transfers, palettes and fields of whole dumps, against the memory and the images that public renderers made of them.
#include "machine/gs/dump/playback.hpp"
#include "render/gs/display/scanout.hpp"
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs/corpus.hpp"
#include "tests/support/gs/expected.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace relit::gs_memory_corpus {
namespace {

using namespace relit::render::gs;

/// Draws a dump, and shows each vsync to whom it may concern.
Memory play(const std::string& name, const reference::Rules& rules,
            const std::function<void(const Memory&, const machine::gs::Vsync&)>& see = {}) {
    const machine::gs::Dump dump = test::gs_corpus_dump(name);
    machine::gs::WorkList list;
    machine::gs::Playback playback(dump, list);
    reference::Renderer renderer(rules);
    std::ranges::copy(dump.state->memory, renderer.memory().bytes().begin());
    do {
        for (const machine::gs::Work& work : list.items) {
            renderer.perform(work, list.states);
            if (const auto* vsync = std::get_if<machine::gs::Vsync>(&work); vsync != nullptr && see)
                see(renderer.memory(), *vsync);
        }
        list.clear();
    } while (playback.step(list));
    return renderer.memory();
}

// Copies that overlap, of equal and unequal depth, in every direction: all as GSdx has them.
TEST(GsMemoryCorpus, LocalCopiesAreThoseOfGsdx) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    EXPECT_EQ(test::bytes_apart(play("xfer_local", {}), test::gs_expected_memory("xfer_local")), 0U);
}

// GSdx neither wraps at 2048 nor has nibbles of odd corners in place; paraLLEl-GS does.
TEST(GsMemoryCorpus, UploadsAreThoseOfParallelGs) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    Image shown;
    Fields fields;
    const Memory memory = play("xfer_upload", {}, [&](const Memory& at_vsync, const machine::gs::Vsync& vsync) {
        shown = scanout(at_vsync, vsync.registers, vsync.field, {}, fields);
    });
    EXPECT_EQ(test::pixels_apart(shown, test::gs_expected_image("scanout/xfer_upload.0.png"), 0), 0U);
    EXPECT_EQ(test::bytes_apart(memory, test::gs_expected_memory("xfer_upload")), 3278U); // as paraLLEl-GS and GSdx are
}

/// Marks the bytes that a transfer may reach, a pixel more on either side, whether columns wrap or go on.
void mark(const machine::gs::StartTransfer& start, std::vector<bool>& bytes) {
    using namespace machine::gs; // NOLINT(google-build-using-namespace): the words of a transfer
    const BitBltBuf& b = start.bitbltbuf;
    const Buffer to{b[BitBltBuf::destination_format], b[BitBltBuf::destination], b[BitBltBuf::destination_width]};
    const PixelBits bits(to.format);
    for (std::uint32_t y = 0; y < start.trxreg[TrxReg::height]; ++y) {
        for (std::uint32_t i = 0; i < start.trxreg[TrxReg::width] + 2; ++i) {
            const std::uint32_t x = start.trxpos[TrxPos::destination_x] + i - 1,
                                row = start.trxpos[TrxPos::destination_y] + y;
            for (const std::uint32_t column : {x, x % 2048})
                for (std::uint32_t bit = 0; bit < 32; bit += 4)
                    if ((bits.mask >> bit & 1) != 0) bytes[(bits.at(address_of(to, column, row)) + bit) / 8] = true;
        }
    }
}

// What the last test leaves open: memory is GSdx's but for uploads that wrap and those of nibbles at odd columns.
TEST(GsMemoryCorpus, UploadsThatAreNotContestedAreThoseOfGsdx) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work
    const Dump dump = test::gs_corpus_dump("xfer_upload");
    WorkList list;
    Playback playback(dump, list);
    while (playback.step(list)) {}
    std::vector<bool> contested(kMemoryBytes);
    int uploads = 0, open = 0;
    for (const Work& work : list.items) {
        const auto* start = std::get_if<StartTransfer>(&work);
        if (start == nullptr || start->direction != Direction::HostToLocal) continue;
        ++uploads;
        const std::uint32_t x = start->trxpos[TrxPos::destination_x];
        const bool wraps = x + start->trxreg[TrxReg::width] > 2048;
        const bool splits = layout_of(start->bitbltbuf[BitBltBuf::destination_format]).bits == 4 && x % 2 != 0;
        if (!wraps && !splits) continue;
        ++open;
        mark(*start, contested);
    }
    EXPECT_GE(uploads, open + 10);
    const Memory ours = play("xfer_upload", {}), theirs = test::gs_expected_memory("xfer_upload");
    for (std::size_t i = 0; i < kMemoryBytes; ++i)
        ASSERT_TRUE(contested[i] || ours.bytes()[i] == theirs.bytes()[i]) << "byte " << i;
}

// All ways to load and look up; with exact sprites, as the console's own would move each texel.
TEST(GsMemoryCorpus, PalettesAreThoseOfGsdx) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    EXPECT_EQ(test::bytes_apart(play("clut_modes", reference::kPlain), test::gs_expected_memory("clut_modes")), 0U);
}

// Colours differ by a level here and there, and with them what counts as motion.
TEST(GsMemoryCorpus, FieldsBecomeTheFramesOfParallelGs) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    Fields fields;
    int number = 0;
    (void)play("crtc_field", {}, [&](const Memory& memory, const machine::gs::Vsync& vsync) {
        const Image shown = scanout(memory, vsync.registers, vsync.field, {}, fields);
        const Image expected = test::gs_expected_image("scanout/crtc_field." + std::to_string(number++) + ".png");
        EXPECT_LE(test::pixels_apart(shown, expected, 2), 30U) << "field " << number - 1;
    });
    EXPECT_EQ(number, 4);
}

} // namespace
} // namespace relit::gs_memory_corpus
