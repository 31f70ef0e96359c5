// Captures of R500 with one register changed: where a draw writes nothing any more, replay --explain names the register.
#include "render/r500/player.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/r500/breaks.hpp"
#include "tests/support/r500/corpus.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

namespace relit::soak {
namespace {

/// A capture as it is, and what its draws write.
struct Unbroken {
    test::R500Capture capture;
    std::string manifest;
    test::R500Explained explained;
};

constexpr std::uint64_t kMostVertices = 20'000, kMostDraws = 60; // of a capture that is played many times

bool is_small(const machine::r500::Capture& capture) {
    std::uint64_t draws = 0, vertices = 0;
    for (machine::r500::Walker walker(capture); walker.next();)
        if (walker.draw() != nullptr) ++draws, vertices += walker.draw()->count;
    return draws != 0 && draws <= kMostDraws && vertices <= kMostVertices;
}

std::vector<Unbroken> unbroken_captures(render::vk::Device& device,
                                        const std::shared_ptr<render::r500::Prepared>& prepared) {
    std::vector<Unbroken> all;
    std::vector<std::filesystem::path> folders = test::r500_data();
    for (const auto& folder : test::r500_corpus_captures()) folders.push_back(folder);
    for (const auto& folder : folders) {
        Unbroken one{test::read_r500_capture(folder), {}, {}};
        if (!is_small(one.capture.loaded.capture)) continue;
        one.manifest = one.capture.manifest.dump();
        if (auto explained = test::explained(device, one.capture.loaded.capture, prepared))
            one.explained = std::move(*explained);
        all.push_back(std::move(one));
    }
    return all;
}

} // namespace

/// A seed is twenty breaks, of which eighteen must be named.
std::string r500_explain(std::uint64_t first, std::uint64_t end) {
    constexpr int kBreaks = 20, kLeast = 18;
    auto device = render::vk::Device::open({});
    if (!device) return device.error().text;
    const auto prepared = std::make_shared<render::r500::Prepared>(*device);
    const std::vector<Unbroken> all = unbroken_captures(*device, prepared);
    return each_seed(first, end, [&](std::uint64_t seed) -> std::string {
        int broken = 0, named = 0;
        std::string missed;
        for (std::uint64_t i = 0; broken < kBreaks; ++i) {
            const Unbroken& one = all[(seed + i) % all.size()];
            auto capture = machine::r500::read_manifest(one.manifest, one.capture.loaded.capture.read_file);
            if (!capture) return capture.error().text;
            const auto change = test::break_register(*capture, seed << 20 | i);
            if (!change) continue;
            const auto explained = test::explained(*device, *capture, prepared);
            if (!explained) return explained.error().text;
            const auto draw = test::broken_draw(one.explained, *explained);
            if (!draw) continue;
            ++broken;
            if (test::names(*explained, *draw, *change)) {
                ++named;
            } else {
                missed +=
                    fmt::format("\n  {}: draw {}: {}", one.capture.loaded.capture.title, *draw, test::text_of(*change));
            }
        }
        return named >= kLeast ? "" : fmt::format("{} of {} are named{}", named, broken, missed);
    });
}

} // namespace relit::soak
