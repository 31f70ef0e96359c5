// Damaged captures of R500, many in one process on one device: whatever the bits say, a replay ends with what could be drawn.
#include "base/hash/sha256.hpp"
#include "render/r500/pixel/history.hpp"
#include "render/r500/player.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/r500/corpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>

namespace relit::soak {
namespace {

using machine::r500::Capture;

/// A capture of the repository as it is, and the text of its manifest.
struct Whole {
    test::R500Capture capture;
    std::string manifest;
};

std::vector<Whole> whole_captures() {
    std::vector<Whole> all;
    for (const auto& folder : test::r500_data()) {
        Whole& one = all.emplace_back(test::read_r500_capture(folder));
        one.manifest = one.capture.manifest.dump();
    }
    return all;
}

template <class Container>
void flip_capture_bit(std::mt19937_64& rng, Container& in) {
    constexpr std::size_t kBits = 8 * sizeof(in[0]);
    if (in.empty()) return;
    in[rng() % in.size()] ^= static_cast<typename Container::value_type>(std::uint64_t{1} << rng() % kBits);
}

/// Another digit, which leaves JSON what it is, or any bit.
void damage_text(std::mt19937_64& rng, std::string& text) {
    std::size_t at = rng() % text.size();
    if (rng() % 4 == 0) return flip_capture_bit(rng, text);
    at = text.find_first_of("0123456789", at);
    if (at != std::string::npos) text[at] = static_cast<char>('0' + rng() % 10);
}

/// Blobs with flipped bits, and sums that fit them: else they would not be read.
void damage_blobs(std::mt19937_64& rng, Capture& capture) {
    std::map<std::string, std::vector<std::uint8_t>, std::less<>> damaged;
    for (auto& [id, blob] : capture.blobs) {
        auto bytes = read_blob(capture, id);
        if (!bytes) continue;
        for (int i = 0; i < 4; ++i) flip_capture_bit(rng, *bytes);
        blob.sha256 = sha256_text(*bytes);
        damaged[blob.file] = std::move(*bytes);
    }
    capture.read_file = [damaged](std::string_view name, std::uint64_t) -> Result<std::vector<std::uint8_t>> {
        const auto found = damaged.find(name);
        if (found == damaged.end()) return fail("is missing");
        return found->second;
    };
}

Result<Capture> damaged(const Whole& whole, std::uint64_t seed) {
    std::mt19937_64 rng(seed);
    std::string manifest = whole.manifest;
    const bool damages_manifest = rng() % 4 == 0, has_bad_blobs = rng() % 4 == 0;
    for (std::uint64_t i = 0; damages_manifest && i < 1 + rng() % 4; ++i) damage_text(rng, manifest);
    auto capture = machine::r500::read_manifest(manifest, whole.capture.loaded.capture.read_file);
    if (!capture) return capture;
    if (has_bad_blobs) damage_blobs(rng, *capture);
    for (std::uint64_t i = 0; !capture->submissions.empty() && i < 1 + rng() % 6; ++i)
        flip_capture_bit(rng, capture->submissions[rng() % capture->submissions.size()].dwords.own());
    return capture;
}

/// Vulkan drops the outputs of a program for which a pass has no attachment; the layer mentions it all the same.
bool is_harmless(std::string_view message) { return message.contains("OutputNotConsumed"); }

/// A difference below 0 is more than any draw has.
bool adds_up(const render::r500::DrawCounts& counts) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
    return counts.sent == counts.clipped + counts.culled + counts.rasterised &&
           counts.fragments == counts.killed + counts.failed() + counts.masked + counts.written &&
           std::ranges::all_of(render::r500::count_rows(),
                               [&](const render::r500::CountRow& row) { return counts.*row.member < kMost; });
}

/// Draws all, with the history of a pixel for every other seed, and reads what was drawn.
std::string replay(render::vk::Device& device, const Capture& capture,
                   const std::shared_ptr<render::r500::Prepared>& prepared, std::uint64_t seed) {
    const auto player = render::r500::Player::make(device, capture, prepared);
    if (!player) return player.error().text;
    (void)(*player)->renderer().count(render::r500::Counting::AtOnce);
    constexpr std::uint64_t kAside = 7, kSize = 128;
    std::optional<render::r500::PixelHistories> history;
    if (seed % 2 != 0)
        history.emplace(**player,
                        std::array{render::r500::FollowedPixel{static_cast<std::uint32_t>(seed % kSize),
                                                               static_cast<std::uint32_t>(seed / kAside % kSize)}},
                        0, [](std::size_t, const auto&) {});
    for (;;) {
        const auto next = (*player)->next();
        if (!next) return next.error().text; // of the device: all else is left out
        if (!*next) break;
        if (history)
            if (const Status told = history->after_draw(); !told) return told.error().text;
        if (!adds_up((*player)->renderer().counts()))
            return fmt::format("the counts of draw {} do not add up", (*player)->position().draws);
    }
    if (const Status done = (*player)->renderer().write_back(); !done) return done.error().text;
    if (const auto readout = render::r500::readout_of(capture))
        if (const auto bytes = (*player)->buffer(readout->buffer))
            (void)render::r500::image_of(readout->description, *bytes);
    return {};
}

} // namespace

std::string r500_captures(std::uint64_t first, std::uint64_t end) {
    static const std::vector<Whole> kWhole = whole_captures();
    auto device = render::vk::Device::open({.validation = true});
    if (!device) device = render::vk::Device::open({});
    if (!device) return device.error().text;
    const auto prepared = std::make_shared<render::r500::Prepared>(*device);
    return each_seed(first, end, [&](std::uint64_t seed) -> std::string {
        const auto capture = damaged(kWhole[seed % kWhole.size()], seed);
        if (!capture) return {};
        if (std::string wrong = replay(*device, *capture, prepared, seed); !wrong.empty()) return wrong;
        for (const Fault& message : device->take_messages())
            if (!is_harmless(message.text)) return message.text;
        return "";
    });
}

} // namespace relit::soak
