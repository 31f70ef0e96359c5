// The hazard tracker of the GS: who does what it says may run its batches in any order within them, and gets what doing
// everything at once would have given. What it asks for has a reason.
#include "machine/gs/state/hazard.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace relit::gs_hazard {
namespace {

using namespace relit::machine::gs;

struct Random {
    std::mt19937 engine;
    std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(engine() % end); }
};
struct Operation {
    Access access;
    int id = 0;
};
constexpr std::uint32_t kSomePages = 2, kSomeBlocks = 3, kSomeBits = 4;

bool writes(Use use) { return use == Use::CopyWrite || use == Use::FrameWrite || use == Use::HostWrite; }
bool is_frame(Use use) { return use == Use::FrameRead || use == Use::FrameWrite; }
Finish batch_of(Use use) {
    switch (use) {
        case Use::CopyRead:
        case Use::CopyWrite: return Finish::Copies;
        case Use::CacheRead: return Finish::Caching;
        case Use::HostRead:
        case Use::HostWrite: return Finish::Nothing;
        default: return Finish::Drawing;
    }
}

/// Every bit of memory holds who wrote it last; readers write down what they saw.
struct Model {
    std::array<int, kSomePages * kSomeBlocks * kSomeBits> cells{};
    std::map<int, std::vector<int>> seen;

    void run(const Operation& operation) {
        const Access& a = operation.access;
        for (std::uint32_t block = 0; block < kSomeBlocks; ++block) {
            for (std::uint32_t bit = 0; bit < kSomeBits; ++bit) {
                if ((a.blocks >> block & 1) == 0 || (a.bits >> bit & 1) == 0) continue;
                int& cell = cells[(a.page * kSomeBlocks + block) * kSomeBits + bit];
                if (writes(a.use))
                    cell = operation.id;
                else
                    seen[operation.id].push_back(cell);
            }
        }
    }
    [[nodiscard]] bool operator==(const Model&) const = default;
};

struct Batches {
    std::map<Finish, std::vector<Operation>> waiting;

    /// Any order, but that frames of one surface keep theirs.
    static void run(std::vector<Operation>& batch, Model& model, Random& random) {
        while (!batch.empty()) {
            const auto pick = batch.begin() + random.below(static_cast<std::uint32_t>(batch.size()));
            const auto first = std::find_if(batch.begin(), pick, [&](const Operation& before) {
                return is_frame(before.access.use) && is_frame(pick->access.use) &&
                       before.access.surface == pick->access.surface;
            });
            model.run(*first);
            batch.erase(first);
        }
    }
    void finish(Finish until, Model& model, Random& random) {
        for (const Finish batch : {Finish::Copies, Finish::Caching, Finish::Drawing})
            if (batch <= until) run(waiting[batch], model, random);
    }
};

Operation any_operation(Random& random, int id) {
    constexpr std::array<std::uint32_t, 6> kBits{15, 7, 8, 12, 3, 4};
    Access access{static_cast<Use>(random.below(8)), random.below(kSomePages), 1 + random.below(7),
                  kBits[random.below(kBits.size())]};
    if (is_frame(access.use)) access.surface = 1 + random.below(2);
    return {access, id};
}

bool conflicts(const Access& a, const Access& b) {
    return a.page == b.page && (a.blocks & b.blocks) != 0 && (a.bits & b.bits) != 0 && (writes(a.use) || writes(b.use));
}

TEST(GsHazardProperties, BatchesGiveWhatOrderGives) {
    for (unsigned seed = 0; seed < 400; ++seed) {
        Random random{std::mt19937(seed)};
        HazardTracker tracker;
        Model in_order, in_batches;
        Batches batches;
        int asked = 0;
        for (int id = 1; id <= 120; ++id) {
            const Operation operation = any_operation(random, id);
            in_order.run(operation);
            const Finish finish = tracker.note(operation.access);
            if (finish != Finish::Nothing) {
                ++asked;
                const auto& waiting = batches.waiting[finish];
                ASSERT_TRUE(std::ranges::any_of(
                    waiting, [&](const Operation& other) { return conflicts(other.access, operation.access); }))
                    << "seed " << seed << " operation " << id;
            }
            batches.finish(finish, in_batches, random);
            const Finish batch = batch_of(operation.access.use);
            if (batch == Finish::Nothing)
                in_batches.run(operation);
            else
                batches.waiting[batch].push_back(operation);
        }
        batches.finish(Finish::Drawing, in_batches, random);
        ASSERT_TRUE(in_order == in_batches) << "seed " << seed;
        EXPECT_LT(asked, 100) << "seed " << seed;
    }
}

TEST(GsHazardProperties, BlocksAreThoseOfThePixels) {
    Random random{std::mt19937(3)};
    for (const Layout& layout : kLayouts) {
        for (int i = 0; i < 20; ++i) {
            const Buffer buffer{layout.format, random.below(kBlocks), 2 + 2 * random.below(8)};
            const std::uint32_t x = random.below(2048), y = random.below(2048);
            const std::uint32_t width = 1 + random.below(150), height = 1 + random.below(100);
            std::map<std::uint32_t, std::uint32_t> expected;
            for (std::uint32_t row = 0; row < height; ++row)
                for (std::uint32_t column = 0; column < width; ++column) {
                    const std::uint32_t address = address_of(buffer, (x + column) % 2048, (y + row) % 2048);
                    const std::uint32_t block = address >> layout.within_bits();
                    expected[block / 32] |= 1U << block % 32;
                }
            const std::vector<PageBlocks> blocks = blocks_of(buffer, x, y, width, height);
            ASSERT_EQ(blocks.size(), expected.size());
            for (const PageBlocks& page : blocks) ASSERT_EQ(page.blocks, expected[page.page]) << "seed " << i;
        }
    }
}

} // namespace
} // namespace relit::gs_hazard
