#include "render/gs/player/draw_list.hpp"

#include "machine/gs/state/buffers.hpp"
#include "machine/gs/state/vertex_queue.hpp"
#include "render/gs/reference/triangle.hpp"

#include <fmt/format.h>

namespace relit::render::gs::player {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers
using Box = FragmentCounts::Box;

/// Of a primitive's vertices in the window, 12.4.
Box box_of(const Draw& draw, const DrawState& state) {
    Box box;
    for (unsigned i = 0; i < info(state.prim[Prim::primitive]).vertices; ++i) {
        const auto at = reference::position_of(draw.vertices[i], state.offset);
        box.add(at.x, at.y);
    }
    return box;
}

/// Returns true if no pixel of the box, which is 12.4, lies within the scissor. Lines draw the pixels that they are nearest to.
bool is_outside(const Box& box, const Scissor& scissor) {
    constexpr std::int32_t kUnits = 16;
    const auto at = [&](const Field<std::uint32_t>& field) {
        return static_cast<std::int32_t>(scissor[field]) * kUnits;
    };
    return box.x1 + kUnits <= at(Scissor::x0) || box.x0 - kUnits >= at(Scissor::x1) ||
           box.y1 + kUnits <= at(Scissor::y0) || box.y0 - kUnits >= at(Scissor::y1);
}

bool is_empty(const Scissor& scissor) {
    return scissor[Scissor::x0] > scissor[Scissor::x1] || scissor[Scissor::y0] > scissor[Scissor::y1];
}

void add_uncovered_reasons(std::vector<std::string>& reasons, const DrawGroup& group) {
    if (is_empty(group.state.scissor)) return reasons.emplace_back("the scissor leaves nothing"), void();
    const auto of = [&](std::uint64_t count) {
        return count == group.draws() ? std::string() : fmt::format("{} draws: ", count);
    };
    if (group.outside != 0) reasons.push_back(of(group.outside) + "outside the scissor");
    if (group.uncovered == 0) return;
    const bool has_mask = group.state.scanmsk[ScanMask::mask] >= 2;
    reasons.push_back(of(group.uncovered) + "no pixel within the scissor is covered" +
                      (has_mask ? ", or SCANMSK omits its row" : ""));
}

/// Each of these would do alone.
void add_test_reasons(std::vector<std::string>& reasons, const DrawGroup& group) {
    const FragmentCounts& pixels = group.pixels;
    const AlphaFail fail = group.state.test[Test::alpha_fail];
    const bool fails_colour = fail == AlphaFail::Keep || fail == AlphaFail::ZbOnly;
    if (pixels.alpha_failed == pixels.covered && fails_colour)
        reasons.push_back(
            fmt::format("the alpha test fails all, AFAIL={}", kAlphaFailNames[static_cast<std::size_t>(fail)]));
    if (pixels.destination_failed == pixels.covered) reasons.emplace_back("the destination alpha test fails all");
    if (pixels.depth_failed == pixels.covered) reasons.emplace_back("the depth test fails all");
}

void add_mask_reasons(std::vector<std::string>& reasons, const DrawState& state) {
    const std::uint32_t bits = layout_of(machine::gs::format_of(state.frame)).bits, kept = kept_of(state.frame);
    // Of a pixel of 16 bits those bits count that its colour has.
    const std::uint32_t all = bits == 16 ? 0x80f8f8f8U : bits == 24 ? 0x00ffffffU : ~0U;
    if ((kept & all) != all) return;
    reasons.emplace_back("FBMSK keeps all bits");
    if (!state.test[Test::depth_on])
        reasons.emplace_back("ZTE=0 writes no depth");
    else if (state.zbuf[ZBuf::keep])
        reasons.emplace_back("ZMSK=1 writes no depth");
}

} // namespace

std::vector<std::string> reasons_of(const DrawGroup& group) {
    std::vector<std::string> reasons;
    if (!group.writes_nothing()) return reasons;
    if (group.pixels.covered == 0) return add_uncovered_reasons(reasons, group), reasons;
    add_test_reasons(reasons, group);
    add_mask_reasons(reasons, group.state);
    if (reasons.empty()) reasons.emplace_back("each pixel fails a test or is masked");
    return reasons;
}

DrawList::DrawList(Replay& replay, Tell tell) : replay_(replay), tell_(std::move(tell)) {
    tracer_.counts = &group_.pixels;
    status_ = replay.renderer().trace(&tracer_);
}

void DrawList::begin() {
    group_ = {};
    group_.number = groups_.number();
    group_.position = replay_.position();
    group_.first_draw = group_.position.draws + 1;
    group_.state = groups_.state(), group_.before = groups_.state_before(), group_.between = groups_.between();
    covered_ = 0;
}

void DrawList::before(const Work& work) {
    const DrawGroups::Step step = groups_.add(work, replay_.states());
    if (step.ends) tell_(group_);
    if (step.begins) begin();
}

void DrawList::after(const Work& work) {
    const auto* draw = std::get_if<Draw>(&work);
    if (draw == nullptr) return;
    const DrawState& state = replay_.states()[draw->state];
    const Box box = box_of(*draw, state);
    group_.last_draw = replay_.position().draws;
    ++group_.primitives[static_cast<std::size_t>(state.prim[Prim::primitive])];
    group_.box.add(box.x0, box.y0), group_.box.add(box.x1, box.y1);
    if (group_.pixels.covered == covered_) ++(is_outside(box, state.scissor) ? group_.outside : group_.uncovered);
    covered_ = group_.pixels.covered;
}

void DrawList::finish() {
    if (groups_.is_open()) tell_(group_);
}

FoundGroup find_group(DumpReader& dump, std::uint64_t number) {
    FoundGroup found;
    DrawGroups groups;
    WorkList work;
    Playback playback(dump.front(), [&dump] { return dump.next(); }, work);
    std::uint64_t draws = 0;
    for (work.clear(); playback.step(work); work.clear()) {
        for (const Work& one : work.items) {
            const DrawGroups::Step step = groups.add(one, work.states);
            if (step.ends && found.range) return found;
            if (!std::holds_alternative<Draw>(one)) continue;
            ++draws;
            found.groups = groups.number();
            if (step.begins && groups.number() == number) found.range = {draws, draws};
            if (found.range) found.range->last = draws;
        }
    }
    return found;
}

} // namespace relit::render::gs::player
