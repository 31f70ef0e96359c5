#include "render/r500/pixel/history.hpp"

#include <algorithm>
#include <map>

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

std::optional<PixelLocation> location_of(const BoundSurface& surface, Extent size, const FollowedPixel& at) {
    const auto range = range_of_pixel(surface, size, at.x, at.y);
    if (!range) return std::nullopt;
    return PixelLocation{surface.use, surface.unit, *surface.buffer->handle, range->offset, range->size};
}

std::size_t index_of(std::span<const PixelLocation> locations, const PixelLocation& location) {
    return static_cast<std::size_t>(
        std::ranges::find_if(locations, [&](const PixelLocation& each) { return each.is_same(location); }) -
        locations.begin());
}

/// Of a location in the bytes of its buffer; empty where they do not have it.
PixelBytes bytes_at(const PixelLocation& location, Bytes buffer) {
    if (location.offset + location.size > buffer.size()) return {};
    const Bytes pixel = buffer.subspan(location.offset, location.size);
    return {pixel.begin(), pixel.end()};
}

} // namespace

Extent shown_size(const machine::r500::Capture& capture) {
    if (capture.readout) return {capture.readout->width, capture.readout->height};
    Extent largest{};
    for (machine::r500::Walker walker(capture); walker.next();) {
        if (walker.draw() == nullptr) continue;
        const Extent size = common_size(targets_of(walker.draw()->state), capture);
        if (std::uint64_t{size.width} * size.height > std::uint64_t{largest.width} * largest.height) largest = size;
    }
    return largest;
}

PixelHistories::PixelHistories(Player& player, std::span<const FollowedPixel> pixels, std::uint32_t most, Tell tell)
    : player_(player), most_(most), tell_(std::move(tell)) {
    for (const FollowedPixel& at : pixels) pixels_.emplace_back().at = at;
    find_locations();
    for (Pixel& pixel : pixels_) pixel.last.resize(pixel.locations.size());
    player_.before_draws([this](const Draw& draw) { return before_draw(draw); });
}

// ---- locations

void PixelHistories::add_location(const BoundSurface& surface, Extent size) {
    for (Pixel& pixel : pixels_)
        if (const auto location = location_of(surface, size, pixel.at);
            location && index_of(pixel.locations, *location) == pixel.locations.size())
            pixel.locations.push_back(*location);
}

void PixelHistories::find_locations() {
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

Result<PixelBytes> PixelHistories::bytes_of(const PixelLocation& location) {
    const auto bytes = player_.buffer(location.buffer);
    if (bytes) return bytes_at(location, *bytes);
    return bytes.error().kind == FaultKind::Device ? Result<PixelBytes>(std::unexpected(bytes.error())) : PixelBytes();
}

Result<std::vector<std::vector<PixelBytes>>> PixelHistories::read_all() {
    std::vector<std::vector<PixelBytes>> all(pixels_.size());
    std::map<std::uint32_t, std::vector<std::pair<std::size_t, std::size_t>>> uses; // of a buffer: pixels and locations
    for (std::size_t i = 0; i < pixels_.size(); ++i) {
        all[i].resize(pixels_[i].locations.size());
        for (std::size_t j = 0; j < all[i].size(); ++j) uses[pixels_[i].locations[j].buffer].emplace_back(i, j);
    }
    for (const auto& [buffer, read] : uses) {
        const auto bytes = player_.buffer(buffer);
        if (!bytes && bytes.error().kind == FaultKind::Device) return std::unexpected(bytes.error());
        if (!bytes) continue;
        for (const auto& [i, j] : read) all[i][j] = bytes_at(pixels_[i].locations[j], *bytes);
    }
    return all;
}

// ---- events

void PixelHistories::take_changes(std::size_t number, PixelEvent event, std::vector<PixelBytes> now) {
    Pixel& pixel = pixels_[number];
    for (std::size_t i = 0; i < pixel.locations.size(); ++i) {
        const bool is_computed = i < pixel.computed.size() && pixel.computed[i];
        if (!pixel.last[i].empty() && (pixel.last[i] != now[i] || is_computed))
            event.changes.push_back({i, pixel.last[i], now[i], is_computed ? pixel.computed[i] : std::nullopt});
    }
    pixel.last = std::move(now);
    pixel.computed.clear();
    const bool is_covered = event.kind == PixelEvent::Kind::Draw && pixel.is_covered;
    const bool is_told = is_covered || std::ranges::any_of(event.changes, [](const PixelChange& each) {
                             return each.before != each.after;
                         });
    if (!is_told) return;
    if (most_ != 0 && pixel.told == most_) {
        ++pixel.left_out;
        return;
    }
    ++pixel.told;
    tell_(number, event);
}

Status PixelHistories::take_changes(const Draw& draw, std::optional<PixelEvent::Kind> kind) {
    auto now = read_all();
    if (!now) return std::unexpected(now.error());
    for (std::size_t i = 0; i < pixels_.size(); ++i) {
        PixelEvent event = kind ? PixelEvent{.kind = *kind,
                                             .draw = draw.number,
                                             .submission = draw.submission,
                                             .primitive = draw.primitive}
                                : std::move(pixels_[i].event);
        take_changes(i, std::move(event), std::move((*now)[i]));
    }
    return {};
}

Status PixelHistories::before_draw(const Draw& draw) {
    for (Pixel& pixel : pixels_) pixel.is_covered = false;
    if (const Status done = take_changes(draw, PixelEvent::Kind::Memory); !done) return done;
    Renderer& renderer = player_.renderer();
    if (const Status done = renderer.clear_before(draw); !done && done.error().kind == FaultKind::Device) return done;
    if (const Status done = take_changes(draw, PixelEvent::Kind::Clear); !done) return done;
    const PixelEvent::Kind kind = resolves(draw.state)               ? PixelEvent::Kind::Resolve
                                  : clears_through_depth(draw.state) ? PixelEvent::Kind::Clear
                                                                     : PixelEvent::Kind::Draw;
    for (Pixel& pixel : pixels_)
        pixel.event = {.kind = kind, .draw = draw.number, .submission = draw.submission, .primitive = draw.primitive};
    return kind == PixelEvent::Kind::Draw ? compute(draw) : Status();
}

Status PixelHistories::after_draw() { return take_changes(*player_.draw(), std::nullopt); }

// ---- what a draw does

struct PixelHistories::Drawn {
    const Draw& draw;
    std::span<const Triangle> triangles;
    std::vector<BoundSurface> targets;
    Extent size;
    std::vector<std::string> approximate = {}; // of the pixel that is drawn
    std::optional<DrawnPixels> pixels = {};    // once a pixel is covered
};

Status PixelHistories::compute(const Draw& draw) {
    const auto keep = [](Pixel& pixel, const Fault& fault) {
        pixel.event.uncomputed = fault.text;
        pixel.computed.clear();
    };
    if (const Status done = player_.renderer().write_back(); !done) {
        for (Pixel& pixel : pixels_) keep(pixel, done.error());
        return done.error().kind == FaultKind::Device ? done : Status();
    }
    const auto triangles = geometry_.triangles_of(draw, player_.memory().machine());
    if (!triangles) {
        for (Pixel& pixel : pixels_) keep(pixel, triangles.error());
        return triangles.error().kind == FaultKind::Device ? std::unexpected(triangles.error()) : Status();
    }
    Drawn drawn{draw, triangles->triangles, targets_of(draw.state), {}};
    drawn.size = common_size(drawn.targets, player_.capture());
    for (Pixel& pixel : pixels_) {
        const Status done = compute(pixel, drawn);
        if (!done && done.error().kind == FaultKind::Device) return done;
        if (!done) keep(pixel, done.error());
    }
    return {};
}

Status PixelHistories::compute(Pixel& pixel, Drawn& drawn) {
    const auto& [x, y] = pixel.at;
    const std::vector<std::size_t> covering = triangles_over(drawn.triangles, x, y);
    pixel.is_covered = !covering.empty();
    if (!pixel.is_covered || (most_ != 0 && pixel.told == most_)) return {};
    if (const std::string_view why = why_uncomputed(drawn.draw.state); !why.empty())
        return fail(FaultKind::NotSupported, std::string(why));
    const std::size_t most = std::max<std::size_t>(kMostPixelFragments / pixels_.size(), 1);
    pixel.fragments += covering.size();
    if (pixel.fragments > most)
        return fail(FaultKind::NotSupported, fmt::format("more than {} triangles have covered the pixel", most));
    std::vector<PixelSurface> surfaces;
    std::vector<std::size_t> locations; // of surfaces
    for (const BoundSurface& each : drawn.targets) {
        const auto location = location_of(each, drawn.size, pixel.at);
        locations.push_back(location ? index_of(pixel.locations, *location) : pixel.locations.size());
        surfaces.push_back({each, location ? pixel.last[locations.back()] : PixelBytes()});
    }
    drawn.approximate.clear();
    if (!drawn.pixels) drawn.pixels.emplace(player_, drawn.draw, drawn.approximate);
    const Status done = drawn.pixels->draw({x, y, {}}, drawn.triangles, covering, surfaces, pixel.event.fragments);
    pixel.event.approximate = drawn.approximate;
    pixel.computed.assign(pixel.locations.size(), std::nullopt);
    for (std::size_t i = 0; i < surfaces.size(); ++i)
        if (!surfaces[i].bytes.empty()) pixel.computed[locations[i]] = std::move(surfaces[i].bytes);
    return done;
}

} // namespace relit::render::r500
