#include "machine/r500/capture/surfaces.hpp"

#include "machine/r500/capture/walk.hpp"

#include <map>
#include <tuple>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

/// What makes two bindings one surface: the entry of the relocations is another one in each submission, the handle is not.
using Key = std::tuple<SurfaceUse, std::uint32_t, std::optional<std::uint32_t>, SurfaceDescription, std::uint32_t>;

Key key_of(const BoundSurface& surface) {
    return {surface.use, surface.unit, surface.buffer ? surface.buffer->handle : std::nullopt, surface.description,
            surface.shape.levels};
}

Status check_range(const DrawRange& range, std::uint64_t draws, std::uint64_t submissions) {
    if (range.draw && *range.draw > draws)
        return fail(FaultKind::Usage, fmt::format("--draw {}: there are {} draws", *range.draw, draws));
    if (range.submission && *range.submission >= submissions)
        return fail(FaultKind::Usage,
                    fmt::format("--submission {}: there are {}, from 0", *range.submission, submissions));
    return {};
}

} // namespace

Result<std::vector<CaptureSurface>> capture_surfaces(const Capture& capture, const DrawRange& range) {
    std::vector<CaptureSurface> surfaces;
    std::map<Key, std::size_t> known;
    std::uint64_t draws = 0;
    for (Walker walker(capture); walker.next();) {
        const Draw* const draw = walker.draw();
        if (draw == nullptr) continue;
        draws = draw->number;
        if (range.draw && *range.draw != draw->number) continue;
        if (range.submission && *range.submission != draw->submission) continue;
        for (const BoundSurface& bound : bound_surfaces(draw->state)) {
            const auto [entry, is_new] = known.try_emplace(key_of(bound), surfaces.size());
            if (is_new) surfaces.push_back({{}, draw->number, 0, 0});
            CaptureSurface& surface = surfaces[entry->second];
            surface.surface = bound;
            surface.last_draw = draw->number;
            surface.submission = draw->submission;
        }
    }
    if (const Status checked = check_range(range, draws, capture.submissions.size()); !checked)
        return std::unexpected(checked.error());
    return surfaces;
}

} // namespace relit::machine::r500
