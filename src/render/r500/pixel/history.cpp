#include "render/r500/pixel/history.hpp"

#include "base/half.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

using machine::r500::BoundSurface;
using machine::r500::Draw;
using machine::r500::Extent;
using machine::r500::RegisterWord;
using machine::r500::State;
using machine::r500::SurfaceUse;
namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
namespace program_reg = isa::r500::reg;
namespace program_field = isa::r500::field;

constexpr std::uint32_t kAlways = 7;

bool clears_through_depth(const State& state) { return state[reg::ZB_BW_CNTL][field::ZB_BW_CNTL__ZB_CB_CLEAR] != 0; }
bool resolves(const State& state) {
    return state[reg::RB3D_AARESOLVE_CTL][field::RB3D_AARESOLVE_CTL__AARESOLVE_MODE] != 0;
}
bool has_samples(const State& state) { return state[reg::GB_AA_CONFIG][field::GB_AA_CONFIG__AA_ENABLE] != 0; }

std::vector<BoundSurface> targets_of(const State& state) {
    std::vector<BoundSurface> surfaces = bound_surfaces(state);
    std::erase_if(surfaces, [](const BoundSurface& each) {
        return each.use == SurfaceUse::Texture || !each.buffer || !each.buffer->handle;
    });
    return surfaces;
}

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

DepthRounding rounding_of(const State& state, bool has_depth) {
    if (!has_depth) return DepthRounding::None;
    const BoundSurface depth = bound_depth(state);
    const auto& view = std::get<machine::r500::DepthView>(depth.description.view);
    if (view.format != machine::r500::DepthFormat::Z16Float) return DepthRounding::None;
    return view.counts_zeros ? DepthRounding::Zeros : DepthRounding::Ones;
}

/// The test as the program does it at its end; nothing where all pass.
std::optional<AlphaTested> alpha_test_of(const State& state) {
    constexpr float kMost = 255;
    const RegisterWord test = state[program_reg::FG_ALPHA_FUNC];
    const std::uint32_t function = test[program_field::FG_ALPHA_FUNC__AF_FUNC];
    if (test[program_field::FG_ALPHA_FUNC__AF_EN] == 0 || function == kAlways) return std::nullopt;
    AlphaTested made{.function = function};
    made.reference = test[program_field::FG_ALPHA_FUNC__FP16_ENABLE] != 0
                         ? float_from_half(static_cast<std::uint16_t>(state[program_reg::FG_ALPHA_VALUE].raw[0]))
                         : static_cast<float>(test[program_field::FG_ALPHA_FUNC__AF_VAL]) / kMost;
    return made;
}

Draw without_alpha_test(const Draw& draw) {
    Draw made = draw;
    RegisterWord test = draw.state[program_reg::FG_ALPHA_FUNC];
    test.set(program_field::FG_ALPHA_FUNC__AF_EN, 0U);
    made.state.write(program_reg::FG_ALPHA_FUNC, test.raw[0]);
    return made;
}

} // namespace

struct PixelHistory::Bound {
    std::vector<BoundSurface> colours;
    std::vector<std::size_t> locations; // of colours
    std::optional<std::size_t> depth_location;
    machine::r500::SurfaceDescription depth;
    FixedState fixed;
    DynamicState dynamic;
    bool is_visible = false;                     // by scissor and clip rectangles
    std::optional<PixelProgram> program, tested; // without and with the alpha test
};

PixelHistory::PixelHistory(Player& player, std::uint32_t x, std::uint32_t y, Tell tell)
    : player_(player), x_(x), y_(y), tell_(std::move(tell)) {
    find_locations();
    last_.resize(locations_.size());
    player_.before_draws([this](const Draw& draw) { return before_draw(draw); });
}

// ---- locations

std::optional<PixelLocation> PixelHistory::location_of(const BoundSurface& surface, Extent size) const {
    if (x_ >= size.width || y_ >= size.height || !surface.buffer || !surface.buffer->handle) return std::nullopt;
    const auto blocks = blocks_of(surface.description);
    if (!blocks || !check_layout(blocks->layout)) return std::nullopt;
    return PixelLocation{surface.use, surface.unit, *surface.buffer->handle,
                         surface.description.plane.offset + offset_of(blocks->layout, x_, y_), blocks->layout.bits / 8};
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
    std::vector<std::size_t> covering;
    for (std::size_t i = 0; i < triangles->triangles.size(); ++i)
        if (covers(triangles->triangles[i], x_, y_)) covering.push_back(i);
    is_covered_ = !covering.empty();
    if (!is_covered_) return {};
    if (has_samples(draw.state))
        return fail(FaultKind::NotSupported, "the target is multisampled: positions of samples are the device's");
    fragments_ += covering.size();
    if (fragments_ > kMostPixelFragments)
        return fail(FaultKind::NotSupported,
                    fmt::format("more than {} triangles have covered the pixel", kMostPixelFragments));
    return compute_fragments(draw, *triangles, covering);
}

Status PixelHistory::compute_fragments(const Draw& draw, const Triangles& triangles,
                                       std::span<const std::size_t> covering) {
    const machine::r500::Capture& capture = player_.capture();
    Bound bound;
    std::vector<BoundTarget> views;
    const std::vector<BoundSurface> surfaces = targets_of(draw.state);
    const Extent size = common_size(surfaces, capture);
    computed_.assign(locations_.size(), std::nullopt);
    for (const BoundSurface& each : surfaces) {
        const auto location = location_of(each, size);
        const std::size_t index = location ? index_of(*location) : locations_.size();
        if (location && !last_[index].empty()) computed_[index] = last_[index];
        const bool is_there = location && computed_[index];
        if (each.use == SurfaceUse::Depth) {
            if (is_there) bound.depth_location = index;
            bound.depth = each.description;
            continue;
        }
        bound.colours.push_back(each);
        bound.locations.push_back(is_there ? index : locations_.size());
        views.push_back({each.unit, std::get<machine::r500::ColourView>(each.description.view)});
    }
    std::vector<std::string> of_state; // which the replay says itself
    bound.fixed = fixed_state(draw.state, views, of_state);
    bound.dynamic = dynamic_state(draw.state, views);
    bound.is_visible = std::ranges::any_of(visible_rectangles(draw.state, size), [&](const Rectangle& each) {
        return each.left <= x_ && x_ < each.right && each.top <= y_ && y_ < each.bottom;
    });
    for (const std::size_t i : covering) {
        PixelFragment& fragment = event_.fragments.emplace_back();
        fragment.triangle = static_cast<std::uint32_t>(i);
        if (const Status done = compute_fragment(draw, bound, triangles.triangles[i], fragment); !done) return done;
    }
    return {};
}

Status PixelHistory::compute_fragment(const Draw& draw, Bound& bound, const Triangle& triangle,
                                      PixelFragment& fragment) {
    fragment.is_back = triangle.is_back;
    fragment.position = interpolated(triangle, x_, y_).position;
    fragment.end = PixelEnd::Scissor;
    if (!bound.is_visible) return {};
    fragment.alpha = alpha_test_of(draw.state);
    const Programs::Reading reading{draw.primitive, player_.capture().is_of_mesa(),
                                    rounding_of(draw.state, bound.depth_location.has_value())};
    if (!bound.program) {
        auto made = PixelProgram::make(fragment.alpha ? without_alpha_test(draw) : draw, reading, player_.memory(),
                                       player_.device(), event_.approximate);
        if (!made) return std::unexpected(made.error());
        bound.program.emplace(std::move(*made));
    }
    auto result = bound.program->run(triangle, x_, y_);
    if (!result) return std::unexpected(result.error());
    fragment.result = std::move(*result);
    fragment.end = PixelEnd::Program;
    if (fragment.result.is_killed) return {};
    if (fragment.alpha) {
        if (!bound.tested) {
            auto made = PixelProgram::make(draw, reading, player_.memory(), player_.device(), event_.approximate);
            if (!made) return std::unexpected(made.error());
            bound.tested.emplace(std::move(*made));
        }
        const auto with_test = bound.tested->run(triangle, x_, y_);
        if (!with_test) return std::unexpected(with_test.error());
        fragment.alpha->alpha = fragment.result.colours[0].value_or(Float4{})[3];
        fragment.alpha->passes = !with_test->is_killed;
        fragment.end = PixelEnd::Alpha;
        if (!fragment.alpha->passes) return {};
    }
    fragment.end = PixelEnd::Samples;
    if ((bound.fixed.sample_mask & 1) == 0) return {};
    return store(bound, triangle, fragment);
}

Status PixelHistory::store(Bound& bound, const Triangle& triangle, PixelFragment& fragment) {
    fragment.end = PixelEnd::Stored;
    if (bound.depth_location) {
        std::optional<PixelBytes>& bytes = computed_[*bound.depth_location];
        fragment.depth =
            tested(bound.fixed, bound.dynamic, triangle.is_back, fragment.result.depth, bound.depth, *bytes);
        bytes = fragment.depth->after;
        if (fragment.depth->stencil && !fragment.depth->stencil->passes) fragment.end = PixelEnd::Stencil;
        if (fragment.depth->depth && !fragment.depth->depth->passes) fragment.end = PixelEnd::Depth;
        if (!fragment.depth->passes) return {};
    }
    for (std::size_t i = 0; i < bound.colours.size(); ++i) {
        const std::uint32_t unit = bound.colours[i].unit;
        if (bound.locations[i] >= locations_.size() || !fragment.result.colours[unit]) continue;
        std::optional<PixelBytes>& bytes = computed_[bound.locations[i]];
        auto pixel = blended(bound.fixed, i, bound.dynamic.blend_constants, bound.colours[i].description,
                             *fragment.result.colours[unit], *bytes);
        if (!pixel) return std::unexpected(pixel.error());
        bytes = pixel->after;
        fragment.targets.push_back({unit, std::move(*pixel)});
    }
    return {};
}

} // namespace relit::render::r500
