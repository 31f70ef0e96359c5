#include "machine/gs/state/draw_groups.hpp"

#include "machine/gs/state/draw_registers.hpp"
#include "machine/gs/state/layout.hpp"

#include <utility>

namespace relit::machine::gs {

DrawGroups::Step DrawGroups::add(const Work& work, std::span<const DrawState> states) {
    const auto* draw = std::get_if<Draw>(&work);
    if (draw == nullptr) return {.ends = note(work) && std::exchange(is_open_, false)};
    const DrawState& state = states[draw->state];
    if (is_open_ && goes_on(state)) return last_ = state, Step();
    const bool ends = is_open_;
    begin(state);
    return {.ends = ends, .begins = true};
}

bool DrawGroups::goes_on(const DrawState& state) const {
    const bool reads_palette = state.prim[Prim::textured] && is_indexed(state.tex0[Tex0::format]);
    if (reads_palette && pending_.palettes != 0) return false;
    return last_ == state || draw_alike(*state_, state);
}

void DrawGroups::begin(const DrawState& state) {
    before_ = std::exchange(state_, state);
    last_ = state;
    between_ = std::exchange(pending_, {});
    is_open_ = true;
    ++number_;
}

bool DrawGroups::note(const Work& work) {
    if (std::holds_alternative<LoadPalette>(work)) ++pending_.palettes;
    if (std::holds_alternative<Vsync>(work)) return ++pending_.frames, true;
    const auto* start = std::get_if<StartTransfer>(&work);
    if (start == nullptr) return false;
    ++transfers_;
    if (pending_.transfers++ == 0) pending_.first_transfer = transfers_;
    return true;
}

} // namespace relit::machine::gs
