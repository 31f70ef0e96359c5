// Dumps with changed bits: whatever they then say, the Vulkan renderer leaves what the reference leaves. A seed says by which
// rules they are drawn, and with how many samples.
#include "base/compression.hpp"
#include "machine/gs/dump/playback.hpp"
#include "render/gs/player/comparison.hpp"
#include "render/gs/reference/renderer.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/gs/corpus.hpp"
#include "tests/support/gs/renderers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace relit::soak {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

constexpr std::uint64_t kMostPixels = 4'000'000; // of a seed; samples count

struct FlippedPair {
    render::gs::reference::Renderer exact;
    std::unique_ptr<render::gs::Renderer> vulkan;

    void restore(const std::vector<std::uint8_t>& memory) {
        exact.restore({.memory = memory}), vulkan->restore({.memory = memory});
    }
    /// False: enough was drawn.
    bool perform(const WorkList& list) {
        for (const Work& work : list.items) {
            exact.perform(work, list.states), vulkan->perform(work, list.states);
            if (exact.counts().pixels + exact.counts().moved_pixels > kMostPixels) return false;
        }
        return true;
    }
};

/// A file with a few changed bits, the same for the same seed. They lie behind the saved memory: in registers and packets.
std::vector<std::uint8_t> flipped(std::uint64_t seed) {
    static const std::vector<std::filesystem::path> dumps = test::gs_data();
    if (dumps.empty()) return {};
    std::mt19937_64 random(seed);
    constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 26;
    std::vector<std::uint8_t> file = unpack(test::read_gs_file(dumps[random() % dumps.size()]), kMostBytes).bytes;
    const std::size_t last = file.size() > kMemoryBytes ? file.size() - kMemoryBytes : file.size();
    for (std::uint64_t flips = 1 + random() % 16; flips > 0 && last > 0; --flips)
        file[file.size() - 1 - random() % last] ^= static_cast<std::uint8_t>(1U << random() % 8);
    return file;
}

std::string compare_flipped(FlippedPair& pair, std::uint64_t seed) {
    const std::vector<std::uint8_t> file = flipped(seed);
    const Reading reading = read_dump(file);
    std::vector<std::uint8_t> memory(kMemoryBytes);
    if (reading.dump.state) memory = reading.dump.state->memory;
    pair.restore(memory);
    WorkList list;
    Playback playback(reading.dump, list);
    while (pair.perform(list)) {
        list.clear();
        if (!playback.step(list)) break;
    }
    if (const Status good = pair.vulkan->status(); !good) return good.error().text;
    const auto difference = render::gs::player::memory_difference(pair.exact, *pair.vulkan);
    if (difference.bytes != 0)
        return fmt::format("{} bytes differ, the first at {:#x}", difference.bytes, difference.first);
    for (unsigned i = 0; i < pair.exact.samples(); ++i)
        if (!std::ranges::equal(pair.exact.read_sample(i), pair.vulkan->read_sample(i)))
            return fmt::format("sample {} of {} differs", i, pair.exact.samples());
    return {};
}

/// The seeds of a range that are drawn in one mode.
std::string compare_flipped_mode(std::uint64_t mode, std::uint64_t first, std::uint64_t end) {
    std::uint64_t seed = test::first_of_gs_mode(mode, first);
    if (seed >= end) return {};
    const auto [rules, rate] = test::gs_mode(mode);
    auto vulkan = test::gs_vulkan_renderer(rules, {.samples = rate});
    if (!vulkan) return vulkan.error().text;
    FlippedPair pair{render::gs::reference::Renderer(rules, rate), std::move(*vulkan)};
    for (; seed < end; seed += test::kGsModes)
        if (const std::string wrong = compare_flipped(pair, seed); !wrong.empty())
            return fmt::format("seed {}, {} samples: {}", seed, rate, wrong);
    return {};
}

} // namespace

std::string gs_compute_flips(std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t mode = 0; mode < test::kGsModes; ++mode)
        if (const std::string wrong = compare_flipped_mode(mode, first, end); !wrong.empty()) return wrong;
    return {};
}

} // namespace relit::soak
