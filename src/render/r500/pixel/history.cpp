#include "render/r500/pixel/history.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

using machine::r500::BoundSurface;
using machine::r500::Draw;
using machine::r500::Extent;
using machine::r500::State;
using machine::r500::SurfaceUse;
namespace reg = machine::r500::reg;
namespace field = machine::r500::field;

/// A resolve stores to the surface of target 0 at the address of resolves.
std::optional<BoundSurface> resolved_surface(const State& state) {
    BoundSurface surface = bound_colour(state, 0);
    const machine::r500::BufferRef* const into = state.buffer(reg::RB3D_AARESOLVE_OFFSET);
    if (into == nullptr || !into->handle) return std::nullopt;
    surface.buffer = *into;
    surface.description.plane.offset = state[reg::RB3D_AARESOLVE_OFFSET].raw[0] & ~31U;
    surface.description.plane.pitch =
        2 * state[reg::RB3D_AARESOLVE_PITCH][field::RB3D_AARESOLVE_PITCH__AARESOLVE_PITCH];
    return surface;
}

} // namespace

PixelHistory::PixelHistory(Player& player, std::uint32_t x, std::uint32_t y, Tell tell)
    : player_(player), x_(x), y_(y), tell_(std::move(tell)) {
    find_locations();
    last_.resize(locations_.size());
    player_.before_draws([this](const Draw& draw) { return before_draw(draw); });
}

// ---- locations

std::optional<PixelLocation> PixelHistory::location_of(const BoundSurface& surface, Extent size) const {
    const auto range = range_of_pixel(surface, size, x_, y_);
    if (!range) return std::nullopt;
    return PixelLocation{surface.use, surface.unit, *surface.buffer->handle, range->offset, range->size};
}

std::size_t PixelHistory::index_of(const PixelLocation& location) const {
    return static_cast<std::size_t>(
        std::ranges::find_if(locations_, [&](const PixelLocation& each) { return each.is_same(location); }) -
        locations_.begin());
}

void PixelHistory::add_location(const BoundSurface& surface, Extent size) {
    if (const auto location = location_of(surface, size); location && index_of(*location) == locations_.size())
        locations_.push_back(*location);
}

void PixelHistory::find_locations() {
    const machine::r500::Capture& capture = player_.capture();
    const auto add = [&](const BoundSurface& surface) {
        if (surface.buffer && surface.buffer->handle)
            add_location(surface, common_size(std::span(&surface, 1), capture));
    };
    for (machine::r500::Walker walker(capture); walker.next();) {
        if (walker.draw() == nullptr) continue;
        const State& state = walker.draw()->state;
        const std::vector<BoundSurface> targets = targets_of(state);
        const Extent size = common_size(targets, capture);
        for (const BoundSurface& each : targets) add_location(each, size);
        if (clears_through_depth(state)) add(bound_depth(state));
        if (const auto resolved = resolves(state) ? resolved_surface(state) : std::nullopt) add(*resolved);
    }
}

Result<PixelBytes> PixelHistory::bytes_of(const PixelLocation& location) {
    const auto bytes = player_.buffer(location.buffer);
    if (!bytes)
        return bytes.error().kind == FaultKind::Device ? Result<PixelBytes>(std::unexpected(bytes.error()))
                                                       : PixelBytes();
    if (location.offset + location.size > bytes->size()) return PixelBytes();
    const Bytes pixel = bytes->subspan(location.offset, location.size);
    return PixelBytes(pixel.begin(), pixel.end());
}

Result<std::vector<PixelBytes>> PixelHistory::read_all() {
    std::vector<PixelBytes> all;
    for (const PixelLocation& location : locations_) {
        auto bytes = bytes_of(location);
        if (!bytes) return std::unexpected(bytes.error());
        all.push_back(std::move(*bytes));
    }
    return all;
}

// ---- events

Status PixelHistory::take_changes(PixelEvent event) {
    auto now = read_all();
    if (!now) return std::unexpected(now.error());
    for (std::size_t i = 0; i < locations_.size(); ++i) {
        const bool is_computed = i < computed_.size() && computed_[i];
        if (!last_[i].empty() && (last_[i] != (*now)[i] || is_computed))
            event.changes.push_back({i, last_[i], (*now)[i], is_computed ? computed_[i] : std::nullopt});
        last_[i] = std::move((*now)[i]);
    }
    computed_.clear();
    const bool is_told = event.kind == PixelEvent::Kind::Draw && is_covered_;
    if (is_told ||
        std::ranges::any_of(event.changes, [](const PixelChange& each) { return each.before != each.after; }))
        tell_(event);
    return {};
}

Status PixelHistory::before_draw(const Draw& draw) {
    is_covered_ = false;
    event_ = {.draw = draw.number, .submission = draw.submission, .primitive = draw.primitive};
    PixelEvent earlier = event_;
    earlier.kind = PixelEvent::Kind::Memory;
    if (const Status done = take_changes(earlier); !done) return done;
    earlier.kind = PixelEvent::Kind::Clear;
    Renderer& renderer = player_.renderer();
    if (const Status done = renderer.clear_before(draw); !done && done.error().kind == FaultKind::Device) return done;
    if (const Status done = take_changes(earlier); !done) return done;
    if (resolves(draw.state))
        event_.kind = PixelEvent::Kind::Resolve;
    else if (clears_through_depth(draw.state))
        event_.kind = PixelEvent::Kind::Clear;
    const Status done = compute(draw);
    if (!done && done.error().kind == FaultKind::Device) return done;
    if (!done) event_.uncomputed = done.error().text;
    if (!event_.uncomputed.empty()) computed_.clear();
    return {};
}

Status PixelHistory::after_draw() { return take_changes(std::move(event_)); }

// ---- what a draw does

Status PixelHistory::compute(const Draw& draw) {
    if (event_.kind != PixelEvent::Kind::Draw) return {};
    if (const Status done = player_.renderer().write_back(); !done) return done;
    const auto triangles = geometry_.triangles_of(draw, player_.memory().machine());
    if (!triangles) return std::unexpected(triangles.error());
    const std::vector<std::size_t> covering = triangles_over(triangles->triangles, x_, y_);
    is_covered_ = !covering.empty();
    if (!is_covered_) return {};
    if (const std::string_view why = why_uncomputed(draw.state); !why.empty())
        return fail(FaultKind::NotSupported, std::string(why));
    fragments_ += covering.size();
    if (fragments_ > kMostPixelFragments)
        return fail(FaultKind::NotSupported,
                    fmt::format("more than {} triangles have covered the pixel", kMostPixelFragments));
    const std::vector<BoundSurface> targets = targets_of(draw.state);
    const Extent size = common_size(targets, player_.capture());
    std::vector<PixelSurface> surfaces;
    std::vector<std::size_t> locations; // of surfaces
    for (const BoundSurface& each : targets) {
        const auto location = location_of(each, size);
        locations.push_back(location ? index_of(*location) : locations_.size());
        surfaces.push_back({each, location ? last_[locations.back()] : PixelBytes()});
    }
    DrawnPixels pixels(player_, draw, event_.approximate);
    const Status drawn = pixels.draw({x_, y_, {}}, triangles->triangles, covering, surfaces, event_.fragments);
    computed_.assign(locations_.size(), std::nullopt);
    for (std::size_t i = 0; i < surfaces.size(); ++i)
        if (!surfaces[i].bytes.empty()) computed_[locations[i]] = std::move(surfaces[i].bytes);
    return drawn;
}

} // namespace relit::render::r500
