// The history of a pixel tells of every write to its memory, and draws have one number in the text of a dump and in a replay.
#include "machine/gs/dump/dump.hpp"
#include "machine/gs/text/text.hpp"
#include "render/gs/player/pixel_history.hpp"
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs/corpus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::gs_pixel {
namespace {

namespace gs = machine::gs;
namespace player = render::gs::player;

player::Replay replay_of(const gs::Dump& dump) {
    return {dump, gs::parts_of(dump), std::make_unique<render::gs::reference::Renderer>(),
            render::gs::ScanoutOptions{}};
}

/// Memory as bytes, looked at without anything that the history uses.
std::uint32_t in_memory(player::Replay& replay, const player::PixelLocation& location) {
    const Bytes word = replay.renderer().read({}).subspan(location.bit / 32 * 4, 4);
    return static_cast<std::uint32_t>(little_endian(word) >> location.bit % 32) & location.mask;
}

struct Followed {
    std::size_t events = 0, locations = 0, untold = 0;
};
/// Replays a dump beside a pixel's history, and compares memory with what was told last behind each piece of work.
Followed follow(const gs::Dump& dump, std::int32_t x, std::int32_t y) {
    player::Replay replay = replay_of(dump);
    Followed followed;
    std::map<std::size_t, std::uint32_t> told;
    player::PixelLocations pixels({{x, y}});
    player::PixelHistories history(replay, pixels, 0, [&](std::size_t, const player::PixelEvent& event) {
        ++followed.events;
        for (const player::PixelChange& change : event.changes) {
            const auto before = told.find(change.location);
            if (before != told.end()) {
                EXPECT_EQ(before->second, change.before);
            }
            told[change.location] = change.after;
        }
    });
    while (const gs::Work* work = replay.next()) {
        history.before(*work);
        const std::vector<player::PixelLocation>& locations = history.locations().of(0);
        for (std::size_t i = 0; i < locations.size(); ++i) told.try_emplace(i, locations[i].first);
        replay.step();
        history.after(*work);
        for (const auto& [location, value] : told)
            followed.untold += value != in_memory(replay, locations[location]) ? 1 : 0;
    }
    followed.locations = told.size();
    return followed;
}

/// How many events there were.
std::size_t check_pixels(const std::filesystem::path& path, unsigned count) {
    SCOPED_TRACE(path.string());
    const gs::Reading reading = gs::read_dump(test::read_gs_file(path));
    const std::string name = path.stem();
    std::mt19937 random(std::accumulate(name.begin(), name.end(), 0U)); // a seed of its own for each dump
    std::size_t events = 0;
    for (unsigned i = 0; i < count; ++i) {
        const auto x = static_cast<std::int32_t>(random() % 512), y = static_cast<std::int32_t>(random() % 224);
        const Followed followed = follow(reading.dump, x, y);
        EXPECT_EQ(followed.untold, 0U) << "pixel " << x << ',' << y;
        EXPECT_NE(followed.locations, 0U) << "pixel " << x << ',' << y;
        events += followed.events;
    }
    return events;
}

TEST(GsPixelProperties, TheEndOfAHistoryIsWhatMemoryHolds) {
    for (const auto& path : test::gs_data()) EXPECT_GT(check_pixels(path, 3), 0U);
}

TEST(GsPixelProperties, TheEndOfAHistoryIsWhatMemoryHoldsInTheCorpus) {
    const auto dumps = test::gs_corpus_dumps();
    if (dumps.empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    std::size_t events = 0;
    for (const auto& path : dumps)
        if (!path.filename().string().starts_with("heavy")) events += check_pixels(path, 1);
    EXPECT_GT(events, dumps.size());
}

using PixelAt = render::gs::PixelAt;

/// All that an event says, as text.
std::string text_of(const player::PixelEvent& event) {
    std::string text = fmt::format("{} {} {} {}", event.at.draws, event.at.transfers, event.at.frames, event.at.offset);
    text += fmt::format(" {} {}", event.work.index(), event.transfer != nullptr);
    if (event.fragment != nullptr) {
        const render::gs::TracedFragment& one = *event.fragment;
        const render::gs::Outcome& outcome = one.outcome;
        text += fmt::format(" at {},{} z {} fog {} vertex {} texel {} shaded {} bits {} {}", one.x, one.y, one.z,
                            one.fog, one.vertex, one.texel, one.shaded, one.frame_bit, one.depth_bit);
        text += fmt::format(" tests {}{}{} writes {}{} blended {}", outcome.alpha_passed, outcome.destination_passed,
                            outcome.depth_passed, outcome.colour_written, outcome.depth_written, outcome.blended);
        text += fmt::format(" frame {}-{} depth {}-{}", outcome.frame_before, outcome.frame_after, outcome.depth_before,
                            outcome.depth_after);
        for (std::size_t i = 0; i < one.sample.count; ++i)
            text += fmt::format(" texel {} {}", one.sample.texels[i].bit, one.sample.texels[i].raw);
    }
    for (const player::PixelChange& change : event.changes)
        text += fmt::format(" {}: {}-{}", change.location, change.before, change.after);
    return text;
}

/// The histories of pixels, each as texts; with locations that are found beforehand.
std::vector<std::vector<std::string>> histories_of(const gs::Dump& dump, const std::vector<PixelAt>& pixels,
                                                   std::uint64_t most = 0) {
    player::PixelLocations known(pixels);
    player::Replay before = replay_of(dump);
    while (const gs::Work* work = before.next()) {
        known.add(*work, before.states());
        before.step();
    }
    player::Replay replay = replay_of(dump);
    std::vector<std::vector<std::string>> told(pixels.size());
    player::PixelHistories histories(replay, known, most, [&](std::size_t pixel, const player::PixelEvent& event) {
        told[pixel].push_back(text_of(event));
    });
    while (const gs::Work* work = replay.next()) {
        histories.before(*work);
        replay.step();
        histories.after(*work);
    }
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        told[i].push_back(fmt::format("left out {}", histories.left_out(i)));
        for (const player::PixelLocation& location : histories.locations().of(i))
            told[i].push_back(fmt::format("{} {:#x} {}", location.bit, location.mask, histories.value(location)));
    }
    return told;
}

/// A grid, two pixels beside each other, and one that no frame has.
std::vector<PixelAt> some_pixels() {
    std::vector<PixelAt> pixels{{40, 30}, {41, 30}, {-3, 5}};
    for (std::int32_t y = 10; y < 448; y += 130)
        for (std::int32_t x = 17; x < 640; x += 170) pixels.push_back({x, y});
    return pixels;
}

// One replay that follows many pixels tells of each what a replay for it alone does: of the first three and, in each dump, of some
// of the grid.
TEST(GsPixelProperties, HistoriesOfManyPixelsAreThoseOfEach) {
    constexpr std::size_t kAlways = 3, kStep = 4;
    const std::vector<PixelAt> pixels = some_pixels();
    std::size_t dumps = 0;
    for (const auto& path : test::gs_data()) {
        SCOPED_TRACE(path.string());
        const gs::Reading reading = gs::read_dump(test::read_gs_file(path));
        const auto all = histories_of(reading.dump, pixels);
        std::size_t events = 0;
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            events += all[i].size();
            if (i >= kAlways && (i + dumps) % kStep != 0) continue;
            EXPECT_EQ(all[i], histories_of(reading.dump, {pixels[i]})[0]) << pixels[i].x << ',' << pixels[i].y;
        }
        ++dumps;
        EXPECT_GT(events, 2 * pixels.size());
    }
}

TEST(GsPixelProperties, AHistoryKeepsItsFirstEvents) {
    const gs::Reading reading = gs::read_dump(test::read_gs_file(test::gs_data().front()));
    const std::vector<PixelAt> pixels = some_pixels();
    const auto all = histories_of(reading.dump, pixels), some = histories_of(reading.dump, pixels, 2);
    std::size_t shortened = 0;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const auto end = std::ranges::find_if(all[i], [](const auto& text) { return text.starts_with("left out"); });
        const auto count = static_cast<std::size_t>(end - all[i].begin());
        const std::size_t kept = std::min<std::size_t>(count, 2);
        EXPECT_TRUE(std::equal(all[i].begin(), all[i].begin() + static_cast<std::ptrdiff_t>(kept), some[i].begin()));
        EXPECT_EQ(some[i][kept], fmt::format("left out {}", count - kept));
        EXPECT_TRUE(std::equal(end + 1, all[i].end(), some[i].begin() + static_cast<std::ptrdiff_t>(kept) + 1,
                               some[i].end())); // memory at the end
        shortened += count > kept ? 1 : 0;
    }
    EXPECT_GT(shortened, 0U);
}

/// The packet in which each draw begins, by its number in the text.
std::map<std::uint64_t, std::uint64_t> draws_of_text(const gs::Dump& dump) {
    std::map<std::uint64_t, std::uint64_t> draws;
    std::uint64_t packet = 0;
    gs::print_text(dump, {gs::Notes::None}, [&](const gs::TextLine& line) {
        if (line.note.starts_with("packet ")) packet = std::stoull(line.note.substr(7));
        if (line.note.starts_with("draw ")) draws[std::stoull(line.note.substr(5))] = packet;
    });
    return draws;
}

void check_numbers(const std::filesystem::path& path) {
    SCOPED_TRACE(path.string());
    const gs::Reading reading = gs::read_dump(test::read_gs_file(path));
    const auto text = draws_of_text(reading.dump);
    player::Replay replay = replay_of(reading.dump);
    while (const gs::Work* work = replay.next()) {
        replay.step();
        if (!std::holds_alternative<gs::Draw>(*work)) continue;
        const auto found = text.find(replay.position().draws);
        ASSERT_NE(found, text.end()) << replay.position().draws;
        EXPECT_EQ(found->second, replay.position().packet);
    }
    EXPECT_EQ(text.size(), replay.position().draws);
    EXPECT_EQ(replay.renderer().counts().primitives, replay.position().draws);
    EXPECT_EQ(replay.renderer().counts().transfers, replay.position().transfers);
}

TEST(GsPixelProperties, DrawsHaveOneNumberInTextAndReplay) {
    for (const auto& path : test::gs_data()) check_numbers(path);
    std::size_t checked = 0;
    for (const auto& path : test::gs_corpus_dumps()) {
        const std::string name = path.stem().stem();
        if (name == "prim_linestrip" || name == "prim_trifan" || name == "xfer_readback" || name == "clut_modes" ||
            name == "scissor_offset" || name == "prim_points") {
            check_numbers(path);
            ++checked;
        }
    }
    EXPECT_EQ(checked, test::gs_corpus_dumps().empty() ? 0U : 6U);
}

} // namespace
} // namespace relit::gs_pixel
