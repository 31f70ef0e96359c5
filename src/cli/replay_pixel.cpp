// The history of one pixel: every primitive that came to it, what it brought, and what became of it.
#include "cli/replay.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
using render::gs::reference::Rgba;
using render::gs::reference::Visit;

std::string colour(const Rgba& rgba) { return fmt::format("{:3} {:3} {:3} {:3}", rgba[0], rgba[1], rgba[2], rgba[3]); }
std::string texels(std::int32_t sixteenths) {
    return fmt::format("{}{}.{:04}", sixteenths < 0 ? "-" : "", std::abs(sixteenths) / 16,
                       std::abs(sixteenths) % 16 * 625);
}

std::string tests(const Visit& visit) {
    const auto& outcome = visit.outcome;
    std::string text;
    if (!outcome.alpha_passed) text += " alpha fails;";
    if (!outcome.destination_passed) text += " destination alpha fails;";
    if (!outcome.depth_passed) text += fmt::format(" depth fails against {:#x};", outcome.depth_before);
    return text.empty() ? " all passed" : text;
}

std::string told(const Visit& visit) {
    const auto& outcome = visit.outcome;
    std::string text = fmt::format("  vertex   rgba {}   z {:#x}   fog {}\n", colour(visit.vertex), visit.z, visit.fog);
    if (visit.place)
        text += fmt::format("  texture  u {}   v {}   rgba {}\n", texels(visit.place->u), texels(visit.place->v),
                            colour(visit.texel));
    text += fmt::format("  shaded   rgba {}\n  tests   {}\n", colour(visit.shaded), tests(visit));
    if (outcome.colour_written)
        text += fmt::format("  blended  rgba {}\n  frame    {:#010x} -> {:#010x}\n", colour(outcome.blended),
                            outcome.frame_before, outcome.frame_after);
    if (outcome.depth_written)
        text += fmt::format("  depth    {:#x} -> {:#x}\n", outcome.depth_before, outcome.depth_after);
    return text;
}

} // namespace

render::gs::reference::Watch watch_of(const ReplayOptions& wish, const Session& session, std::string& text) {
    const auto tell = [&session, &text](const Visit& visit) {
        const Position& at = session.position();
        const gs::DrawState& state = *session.drawn_state();
        const auto kind = static_cast<std::size_t>(state.prim[gs::Prim::primitive]);
        text += fmt::format("draw {}, frame {}, packet at {:#x}: {} on FBP {:#x}\n", at.draws + 1, at.frames + 1,
                            at.offset, gs::kPrimitiveNames[kind], state.frame[gs::Frame::base]);
        text += told(visit);
    };
    return {wish.pixel.first, wish.pixel.second, tell};
}

} // namespace relit::cli
