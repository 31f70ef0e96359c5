// Transfers, palettes and fields of whole dumps, against the memory and the pictures that public renderers made of them.
#include "machine/gs/playback.hpp"
#include "render/gs/reference/renderer.hpp"
#include "render/gs/scanout.hpp"
#include "tests/support/gs_corpus.hpp"
#include "tests/support/gs_expected.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace {

using namespace relit;
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
    EXPECT_EQ(test::pixels_apart(shown, test::gs_expected_picture("scanout/xfer_upload.0.png"), 0), 0U);
    EXPECT_EQ(test::bytes_apart(memory, test::gs_expected_memory("xfer_upload")), 3278U); // as paraLLEl-GS and GSdx are
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
        const Image expected = test::gs_expected_picture("scanout/crtc_field." + std::to_string(number++) + ".png");
        EXPECT_LE(test::pixels_apart(shown, expected, 2), 30U) << "field " << number - 1;
    });
    EXPECT_EQ(number, 4);
}

} // namespace
