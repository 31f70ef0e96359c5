#include "tests/support/gs/snapshots.hpp"

#include "isa/shared/random.hpp"
#include "tests/support/gs/random.hpp"
#include "tests/support/gs/streams.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace relit::test {
namespace {

namespace gs = api::gs;
using Octets = std::vector<std::uint8_t>;

gs::RendererChoice reference(unsigned samples) { return {.name = "reference", .samples = samples}; }
gs::RendererChoice vulkan(unsigned samples) {
    const char* name = std::getenv("RELIT_DEVICE");
    return {.name = "vulkan", .device = name != nullptr ? name : "", .samples = samples};
}

void begin(gs::Machine& machine, const Octets& memory) {
    machine.reset();
    (void)machine.write_memory(0, memory);
}

std::string difference(gs::Machine& whole, gs::Machine& cut) {
    if (!std::ranges::equal(whole.memory(), cut.memory())) return "local memory differs";
    return whole.save_snapshot() == cut.save_snapshot() ? "" : "memory is the same, but what goes on from it differs";
}

gs::Read bytes_of(const Octets& bytes) {
    return [&bytes, at = std::size_t{0}](std::span<std::uint8_t> into) mutable {
        const std::size_t count = std::min(into.size(), bytes.size() - at);
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), count, into.begin());
        at += count;
        return count;
    };
}

/// A stream as the dump that a machine records.
api::Expected<Octets> recorded(std::uint64_t seed) {
    gs::Machine machine;
    (void)machine.start_recording();
    const auto stream = gs_random_stream(seed);
    std::vector<Octets> seen;
    GsPosition at;
    gs_feed(machine, stream, at, {stream.size(), 0}, seen);
    return machine.finish_recording();
}

/// Takes random steps, or all that are left.
void step(gs::Player& player, isa::Random& random, std::uint32_t steps) {
    for (; steps > 0; --steps) {
        const std::uint32_t kind = random.below(8);
        const bool goes_on = kind == 0 ? player.step_frame() : kind < 4 ? player.step_draw() : player.step_packet();
        if (!goes_on) return;
    }
}

struct End {
    Octets snapshot;
    std::vector<Octets> frames;
};
/// Plays to the end.
End end_of(gs::Player& player) {
    End end;
    player.on_frame([&](const gs::Image& frame) { end.frames.push_back(frame.rgba); });
    while (player.step_packet()) {}
    player.on_frame({});
    end.snapshot = player.save_snapshot();
    return end;
}

} // namespace

GsCuts::GsCuts(unsigned samples, gs::Machine vulkan)
    : samples_(samples), whole_(*gs::Machine::with(reference(samples))), first_(*gs::Machine::with(reference(samples))),
      vulkan_(std::move(vulkan)), last_(*gs::Machine::with(reference(samples))) {}

api::Expected<GsCuts> GsCuts::with(unsigned samples) {
    auto on_device = gs::Machine::with(vulkan(samples));
    if (!on_device) return std::unexpected(on_device.error());
    return GsCuts(samples, std::move(*on_device));
}

std::string GsCuts::compare_stream(std::uint64_t seed) {
    const Octets memory = gs_random_memory(seed);
    const auto stream = gs_random_stream(seed);
    const GsPosition one = gs_random_position(stream, {}, seed), two = gs_random_position(stream, one, ~seed);
    const GsPosition end{stream.size(), 0};
    std::vector<Octets> wanted, seen;
    GsPosition whole_at, at;
    begin(whole_, memory), begin(first_, memory);
    gs_feed(whole_, stream, whole_at, end, wanted);
    gs_feed(first_, stream, at, one, seen);
    if (const auto good = vulkan_.load_snapshot(first_.save_snapshot()); !good) return good.error().text;
    gs_feed(vulkan_, stream, at, two, seen);
    if (const auto good = last_.load_snapshot(vulkan_.save_snapshot()); !good) return good.error().text;
    gs_feed(last_, stream, at, end, seen);
    if (const auto failure = vulkan_.failure()) return failure->text;
    std::string wrong = difference(whole_, last_);
    if (wrong.empty() && wanted != seen) wrong = "what the host saw differs";
    if (wrong.empty()) return {};
    return fmt::format("{}, cut at byte {} of piece {} and at byte {} of piece {} of {}", wrong, one.byte, one.piece,
                       two.byte, two.piece, stream.size());
}

std::string GsCuts::compare_dump(std::uint64_t seed, bool uses_device) const {
    const auto dump = recorded(seed);
    if (!dump) return dump.error().text;
    auto whole = gs::Player::open(bytes_of(*dump), {.renderer = reference(samples_)});
    auto first = gs::Player::open(bytes_of(*dump), {.renderer = reference(samples_)});
    if (!whole || !first) return "the dump cannot be opened";
    isa::Random random(seed);
    step(*first, random, random.below(60));
    const auto choice = uses_device ? vulkan(samples_) : reference(samples_);
    auto second = gs::Player::resume(bytes_of(*dump), first->save_snapshot(), {.renderer = choice});
    if (!second) return "the second player: " + second.error().text;
    step(*second, random, random.below(20));
    auto last = gs::Player::resume(bytes_of(*dump), second->save_snapshot(), {.renderer = reference(samples_)});
    if (!last) return "the last player: " + last.error().text;
    const End wanted = end_of(*whole), found = end_of(*last);
    if (wanted.snapshot != found.snapshot) return "players end in different states";
    const bool same = found.frames.size() <= wanted.frames.size() &&
                      std::equal(found.frames.rbegin(), found.frames.rend(), wanted.frames.rbegin());
    return same ? "" : "players show different frames";
}

} // namespace relit::test
