// What work is said to access is what it accesses: in whole dumps nothing else changes, and nothing else matters. And
// the hazard tracker, asked about them in their order, is never contradicted by it.
#include "machine/gs/state/accesses.hpp"
#include "machine/gs/dump/playback.hpp"
#include "render/gs/memory/transfer.hpp"
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs/corpus.hpp"
#include "tests/support/gs/expected.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <random>

namespace relit::gs_accesses {
namespace {

using namespace relit::machine::gs;
using render::gs::Memory;
using render::gs::reference::Renderer;

constexpr std::uint32_t kBlockWords = 64;
/// For every block of memory some bits of its words.
using Bits = std::vector<std::uint32_t>;

Bits bits_of(std::span<const Access> accesses, bool only_writes) {
    Bits bits(kBlocks);
    for (const Access& access : accesses) {
        if (only_writes && access.use != Use::FrameWrite && access.use != Use::CopyWrite) continue;
        for (std::uint32_t block = 0; block < kBlocksOfPage; ++block)
            if ((access.blocks >> block & 1) != 0) bits[access.page * kBlocksOfPage + block] |= access.bits;
    }
    return bits;
}
/// Calls `see` with each block that differs.
void for_each_difference(const Memory& a, const Memory& b, auto see) {
    for (std::uint32_t block = 0; block < kBlocks; ++block) {
        const std::size_t at = std::size_t{block} * kBlockBytes;
        if (std::memcmp(a.bytes().data() + at, b.bytes().data() + at, kBlockBytes) != 0) see(block);
    }
}
/// Bits of memory that are other than before and not among `allowed`.
std::uint32_t strays(const Memory& before, const Memory& after, const Bits& allowed) {
    std::uint32_t stray = 0;
    for_each_difference(before, after, [&](std::uint32_t block) {
        for (std::uint32_t word = block * kBlockWords; word < (block + 1) * kBlockWords; ++word)
            stray |= (before.word(word) ^ after.word(word)) & ~allowed[block];
    });
    return stray;
}
/// Makes random words once, for many uses: those of a use begin at a random offset.
class Noise {
public:
    Noise() {
        for (std::uint32_t& word : words_) word = static_cast<std::uint32_t>(random_());
    }
    [[nodiscard]] std::span<const std::uint32_t> of_a_block() {
        return std::span(words_).subspan(random_() % (words_.size() - kBlockWords), kBlockWords);
    }

private:
    std::mt19937 random_{1};
    std::vector<std::uint32_t> words_ = std::vector<std::uint32_t>(1 << 16);
};
/// Changes bits that are not accessed, about every second one.
void spoil(Memory& memory, const Bits& accessed, Noise& noise) {
    for (std::uint32_t block = 0; block < kBlocks; ++block) {
        if (~accessed[block] == 0) continue;
        const auto words = noise.of_a_block();
        for (std::uint32_t i = 0; i < kBlockWords; ++i) {
            const std::uint32_t word = block * kBlockWords + i;
            memory.set_word(word, memory.word(word) ^ (words[i] & ~accessed[block]));
        }
    }
}

std::optional<std::vector<Access>> accesses_of_work(const Work& work, std::span<const DrawState> states) {
    if (const auto* draw = std::get_if<Draw>(&work)) return accesses_of(*draw, states[draw->state]);
    if (const auto* load = std::get_if<LoadPalette>(&work)) return accesses_of(*load);
    if (const auto* start = std::get_if<StartTransfer>(&work)) return accesses_of(*start);
    return std::nullopt;
}

class Follower {
public:
    explicit Follower(const Dump& dump) {
        std::ranges::copy(dump.state->memory, renderer_.memory().bytes().begin());
        before_ = renderer_.memory();
    }

    void follow(const Work& work, std::span<const DrawState> states) {
        const auto accesses = accesses_of_work(work, states);
        if (!accesses || std::holds_alternative<StartTransfer>(work)) {
            // data that comes later belongs to the last transfer
            if (std::holds_alternative<StartTransfer>(work)) transfer_ = *accesses;
            return check_writes(work, states, transfer_);
        }
        if (number_++ % 7 == 0) check_reads(work, states, *accesses);
        check_writes(work, states, *accesses);
    }

private:
    void check_writes(const Work& work, std::span<const DrawState> states, std::span<const Access> accesses) {
        renderer_.perform(work, states);
        ASSERT_EQ(strays(before_, renderer_.memory(), bits_of(accesses, true)), 0U) << "work " << number_;
        for_each_difference(before_, renderer_.memory(), [this](std::uint32_t block) {
            const auto now = renderer_.memory().bytes().subspan(std::size_t{block} * kBlockBytes, kBlockBytes);
            std::ranges::copy(now, before_.bytes().begin() + std::ptrdiff_t{block} * kBlockBytes);
        });
    }
    void check_reads(const Work& work, std::span<const DrawState> states, std::span<const Access> accesses) {
        const Bits accessed = bits_of(accesses, false);
        const auto state = renderer_.saved();
        Renderer spoiled, plain;
        spoiled.restore(state), plain.restore(state);
        spoil(spoiled.memory(), accessed, noise_);
        plain.perform(work, states);
        spoiled.perform(work, states);
        Bits others(kBlocks);
        for (std::uint32_t block = 0; block < kBlocks; ++block) others[block] = ~accessed[block];
        ASSERT_EQ(strays(plain.memory(), spoiled.memory(), others), 0U) << "work " << number_;
        ASSERT_TRUE(plain.clut() == spoiled.clut()) << "work " << number_;
    }

    Renderer renderer_;
    Memory before_; // as the last work left it
    std::vector<Access> transfer_;
    Noise noise_;
    int number_ = 0;
};

void follow(const std::string& name) {
    const Dump dump = test::gs_corpus_dump(name);
    WorkList list;
    Playback playback(dump, list);
    Follower follower(dump);
    do {
        for (const Work& work : list.items) {
            follower.follow(work, list.states);
            if (testing::Test::HasFatalFailure()) return;
        }
        list.clear();
    } while (playback.step(list));
}

/// Puts work off into the three batches, and runs them when the hazard tracker says so.
class Deferred {
public:
    Deferred(const Dump& dump, const WorkList& list) : list_(list) {
        std::ranges::copy(dump.state->memory, renderer.memory().bytes().begin());
    }

    void take(std::size_t number) {
        const Work& work = list_.items[number];
        if (const auto accesses = accesses_of_work(work, list_.states)) {
            run(tracker_.note(*accesses));
            if (std::holds_alternative<StartTransfer>(work)) transfer_ = *accesses;
            is_in_transfer_ = std::holds_alternative<StartTransfer>(work);
        } else if (!is_in_transfer_) { // later data, or what the host reads
            run(tracker_.note(transfer_));
            is_in_transfer_ = true;
        }
        if (std::holds_alternative<Draw>(work))
            draws_.push_back({number, loaded_});
        else if (std::holds_alternative<LoadPalette>(work))
            loads_.push_back(number), ++loaded_;
        else
            copies_.push_back(number);
    }
    void run(Finish until) {
        if (until == Finish::Nothing) return;
        ++runs;
        for (const std::size_t number : copies_) renderer.perform(list_.items[number], list_.states);
        copies_.clear();
        if (until == Finish::Copies) return;
        for (const std::size_t number : loads_) {
            renderer.set_clut(palettes_.back());
            renderer.perform(list_.items[number], list_.states);
            palettes_.push_back(renderer.clut());
        }
        loads_.clear();
        if (until == Finish::Caching) return;
        for (const auto& [number, palette] : draws_) {
            renderer.set_clut(palettes_[palette]);
            renderer.perform(list_.items[number], list_.states);
        }
        draws_.clear();
    }

    Renderer renderer;
    int runs = 0;

private:
    struct PutOff {
        std::size_t number = 0, palette = 0;
    };
    const WorkList& list_;
    HazardTracker tracker_;
    std::vector<std::size_t> copies_, loads_;
    std::vector<PutOff> draws_;
    std::vector<render::gs::Clut> palettes_{1}; // as each load left it
    std::size_t loaded_ = 0;
    std::vector<Access> transfer_;
    bool is_in_transfer_ = false;
};

/// How often batches were run; memory must be that of doing all in order.
int defer(const std::string& name) {
    const Dump dump = test::gs_corpus_dump(name);
    WorkList list;
    Playback playback(dump, list);
    while (playback.step(list)) {}
    Renderer in_order;
    std::ranges::copy(dump.state->memory, in_order.memory().bytes().begin());
    in_order.perform(list);
    Deferred deferred(dump, list);
    for (std::size_t number = 0; number < list.items.size(); ++number) deferred.take(number);
    deferred.run(Finish::Drawing);
    EXPECT_TRUE(deferred.renderer.memory() == in_order.memory());
    EXPECT_LT(deferred.runs, static_cast<int>(list.items.size()));
    return deferred.runs;
}

TEST(GsAccesses, WorkTouchesItsDeclaredAccesses) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    for (const std::string name :
         {"prim_tristrip", "aa1_tris", "aa1_lines", "prim_points", "fb_ct16s", "fb_z24", "z_as_texture", "fba_fbmsk",
          "dest_alpha_16_24", "clut_modes", "tex_t8h", "tex_t4", "tex_wrap", "mip_q_lod", "scissor_offset",
          "xfer_local", "xfer_upload", "feedback_pixel_palette", "fb_wrap"}) {
        SCOPED_TRACE(name);
        follow(name);
        if (HasFatalFailure()) return;
    }
}

TEST(GsAccesses, DeferredWorkGivesTheSameMemory) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    for (const std::string name : {"heavy_uploads", "copy_tex_stream", "feedback_downsample", "feedback_pixel_palette",
                                   "xfer_local", "xfer_readback", "clut_modes", "z_as_texture", "fb_wrap"}) {
        SCOPED_TRACE(name);
        EXPECT_GT(defer(name), 0);
    }
}

// Whatever stands in the registers: sizes and formats that no driver writes, too.
TEST(GsAccesses, RandomTransfersTouchTheirDeclaredAccesses) {
    constexpr std::size_t kSent = 5000;
    std::mt19937 random(9);
    Memory memory;
    for (std::uint32_t word = 0; word < kMemoryBytes / 4; ++word)
        memory.set_word(word, static_cast<std::uint32_t>(random()));
    int changing = 0;
    for (int i = 0; i < 120; ++i) {
        StartTransfer start;
        for (auto* word : {&start.bitbltbuf.raw, &start.trxpos.raw, &start.trxreg.raw})
            for (std::uint32_t& half : *word) half = static_cast<std::uint32_t>(random());
        if (i % 4 != 0) start.trxreg.set(TrxReg::height, static_cast<std::uint32_t>(random() % 16));
        const bool copies = i % 2 != 0;
        start.direction = copies ? Direction::LocalToLocal : Direction::HostToLocal;
        const Memory before = memory;
        std::vector<std::uint8_t> sent(kSent);
        for (std::uint8_t& byte : sent) byte = static_cast<std::uint8_t>(random());
        if (copies)
            render::gs::copy(memory, start);
        else
            render::gs::Upload(start).take(memory, sent);
        ASSERT_EQ(strays(before, memory, bits_of(accesses_of(start), true)), 0U) << "transfer " << i;
        if (!std::ranges::equal(before.bytes(), memory.bytes())) ++changing;
        std::vector<std::uint8_t> read(kSent), again(kSent, 0xff);
        render::gs::Download(start).read(memory, read);
        render::gs::Download(start).read(memory, again);
        const auto told = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(
            kSent, render::gs::packed_bytes(start.bitbltbuf[BitBltBuf::source_format], start.trxreg)));
        EXPECT_TRUE(std::equal(read.begin(), read.begin() + told, again.begin())) << "transfer " << i;
    }
    EXPECT_GT(changing, 60);
}

} // namespace
} // namespace relit::gs_accesses
