#include "render/gs/player/comparison.hpp"

#include <algorithm>

namespace relit::render::gs::player {
namespace {

bool alike(Replay& a, Replay& b) {
    const Bytes of_a = a.renderer().read({}), of_b = b.renderer().read({});
    return std::ranges::equal(of_a, of_b);
}

/// Goes through a packet that makes a difference, up to the work that makes it.
void step_to_difference(Replay& a, Replay& b) {
    while (!a.is_done() || !b.is_done()) {
        if (!a.is_done()) a.step();
        if (!b.is_done()) b.step();
        if (!alike(a, b)) return;
    }
}

} // namespace

std::optional<machine::gs::PacketPart> SharedDump::next(std::uint64_t& given) {
    if (given == read_) {
        part_ = reader_.next();
        ++read_;
    }
    ++given;
    return part_;
}

Found find_difference(ComparedReplay& a, ComparedReplay& b, const std::function<void()>& told) {
    if (!alike(a.replay(), b.replay())) return Found::Difference;
    Replay::State before_a, before_b;
    for (;;) {
        const bool more_a = a.replay().load(), more_b = b.replay().load();
        if (a.is_damaged() || b.is_damaged()) return Found::Damage;
        if (!more_a && !more_b) return Found::Nothing;
        if (!a.replay().may_change_memory() && !b.replay().may_change_memory()) {
            a.replay().finish_packet(),
                b.replay().finish_packet(); // memories stay equal: nothing to save, nor to compare
            told();
            continue;
        }
        before_a = a.replay().save(std::move(before_a));
        before_b = b.replay().save(std::move(before_b));
        a.replay().finish_packet(), b.replay().finish_packet();
        told();
        if (alike(a.replay(), b.replay())) continue;
        a.replay().restore(before_a), b.replay().restore(before_b);
        step_to_difference(a.replay(), b.replay());
        return Found::Difference;
    }
}

MemoryDifference memory_difference(Renderer& a, Renderer& b) {
    const Bytes first = a.read({}), second = b.read({});
    MemoryDifference difference;
    for (std::size_t i = first.size(); i-- > 0;) {
        if (first[i] == second[i]) continue;
        difference.first = i;
        ++difference.bytes;
    }
    return difference;
}

} // namespace relit::render::gs::player
