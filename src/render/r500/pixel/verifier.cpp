#include "render/r500/pixel/verifier.hpp"

#include "isa/shared/random.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

using machine::r500::BoundSurface;
using machine::r500::Draw;
using machine::r500::Extent;

/// How many fragments of a pixel a target blends with what it has, each of which may be rounded otherwise.
std::size_t blended_fragments(std::span<const PixelFragment> fragments, const BoundSurface& surface) {
    if (surface.use == machine::r500::SurfaceUse::Depth) return 0;
    return static_cast<std::size_t>(std::ranges::count_if(fragments, [&](const PixelFragment& fragment) {
        return std::ranges::any_of(fragment.targets, [&](const PixelFragment::Target& target) {
            return target.unit == surface.unit && target.pixel.state.blends;
        });
    }));
}

bool is_rounded(const PixelBytes& computed, const VerifiedValue& value, std::span<const PixelFragment> fragments) {
    constexpr double kStep = 1.001; // steps are quotients of floats
    const std::size_t roundings = std::max<std::size_t>(blended_fragments(fragments, value.surface), 1);
    return steps_between(computed, value.stored, value.surface.description) <= kStep * static_cast<double>(roundings);
}

struct PixelAt {
    std::uint32_t x = 0, y = 0;
    [[nodiscard]] bool operator==(const PixelAt&) const = default;
};

/// A location within a triangle, the same for the same numbers; nothing where it lies outside of the surface.
std::optional<PixelAt> location_in(const Triangle& triangle, isa::Random& random, Extent size) {
    constexpr std::uint32_t kParts = 1U << 16;
    double a = random.below(kParts), b = random.below(kParts);
    if (a + b > kParts) a = kParts - a, b = kParts - b;
    const auto at = [&](std::size_t axis) {
        const auto& corners = triangle.corners;
        return (corners[0].position[axis] * (kParts - a - b) + corners[1].position[axis] * a +
                corners[2].position[axis] * b) /
               kParts;
    };
    const double x = at(0), y = at(1);
    const bool is_inside = x >= 0 && y >= 0 && x < size.width && y < size.height; // none if one is NaN
    if (!is_inside) return std::nullopt;
    return PixelAt{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
}

std::vector<PixelAt> chosen_pixels(std::span<const Triangle> triangles, std::uint32_t draw, Extent size) {
    constexpr std::uint32_t kTries = 16 * kVerifiedPixels;
    isa::Random random(draw);
    std::vector<PixelAt> chosen;
    for (std::uint32_t i = 0; i < kTries && !triangles.empty() && chosen.size() < kVerifiedPixels; ++i) {
        const Triangle& triangle = triangles[random.below(static_cast<std::uint32_t>(triangles.size()))];
        const auto at = location_in(triangle, random, size);
        if (at && covers(triangle, at->x, at->y) && std::ranges::find(chosen, *at) == chosen.end())
            chosen.push_back(*at);
    }
    return chosen;
}

} // namespace

PixelVerifier::PixelVerifier(Player& player, const Choice& choice) : player_(player), choice_(choice) {
    player_.before_draws([this](const Draw& draw) { return before_draw(draw); });
}

void PixelVerifier::leave_out(const Draw& draw, std::string_view reason) {
    const auto found = std::ranges::find(verified_.not_compared, reason, &VerifiedPixels::Reason::text);
    if (found != verified_.not_compared.end())
        ++found->draws;
    else
        verified_.not_compared.push_back({std::string(reason), 1, draw.number});
}

Status PixelVerifier::before_draw(const Draw& draw) {
    pixels_.clear();
    skipped_ = player_.renderer().statistics().skipped;
    const Status done = compute(draw);
    if (done) return {};
    pixels_.clear();
    if (done.error().kind == FaultKind::Device) return done;
    leave_out(draw, done.error().text);
    return {};
}

Status PixelVerifier::compute(const Draw& draw) {
    if (resolves(draw.state) || clears_through_depth(draw.state))
        return fail(FaultKind::NotSupported, "it clears or resolves, and draws nothing");
    if (const std::string_view why = why_uncomputed(draw.state); !why.empty())
        return fail(FaultKind::NotSupported, std::string(why));
    if (const Status done = player_.renderer().clear_before(draw); !done) return done;
    if (const Status done = player_.renderer().write_back(); !done) return done;
    auto triangles = geometry_.triangles_of(draw, player_.memory().machine());
    if (!triangles) return std::unexpected(triangles.error());
    triangles_ = std::move(*triangles);
    const std::vector<BoundSurface> targets = targets_of(draw.state);
    size_ = common_size(targets, player_.capture());
    approximate_.clear();
    drawn_.emplace(player_, draw, approximate_);
    std::vector<PixelAt> chosen = chosen_pixels(triangles_.triangles, draw.number, size_);
    if (choice_.pixel) chosen = {{choice_.pixel->left, choice_.pixel->top}};
    for (const PixelAt& at : chosen)
        if (const Status done = compute(at.x, at.y, targets); !done) return done;
    if (!approximate_.empty()) return fail(FaultKind::NotSupported, approximate_.front());
    if (pixels_.empty())
        return fail(FaultKind::NotSupported,
                    fmt::format("no pixel that was chosen has from 1 to {} of its triangles over it", kMostCovering));
    return {};
}

Status PixelVerifier::compute(std::uint32_t x, std::uint32_t y, std::span<const BoundSurface> targets) {
    Pixel pixel{x, y, triangles_over(triangles_.triangles, x, y), {}, {}};
    if (pixel.covering.empty() || pixel.covering.size() > kMostCovering) return {};
    std::vector<PixelSurface> surfaces;
    for (const BoundSurface& each : targets) {
        auto bytes = bytes_of(each, x, y);
        if (!bytes) return std::unexpected(bytes.error());
        pixel.values.push_back({each, *bytes, {}, {}});
        surfaces.push_back({each, std::move(*bytes)});
    }
    const Status done = drawn_->draw({x, y, {}}, triangles_.triangles, pixel.covering, surfaces, pixel.fragments);
    if (!done) return done;
    for (std::size_t i = 0; i < surfaces.size(); ++i) pixel.values[i].computed = std::move(surfaces[i].bytes);
    pixels_.push_back(std::move(pixel));
    return {};
}

/// Empty where the buffer does not have the pixel.
Result<PixelBytes> PixelVerifier::bytes_of(const BoundSurface& surface, std::uint32_t x, std::uint32_t y) {
    const auto range = range_of_pixel(surface, size_, x, y);
    if (!range) return PixelBytes();
    const auto bytes = player_.buffer(*surface.buffer->handle);
    if (!bytes && bytes.error().kind == FaultKind::Device) return std::unexpected(bytes.error());
    if (!bytes || range->offset + range->size > bytes->size()) return PixelBytes();
    const Bytes pixel = bytes->subspan(range->offset, range->size);
    return PixelBytes(pixel.begin(), pixel.end());
}

Status PixelVerifier::after_draw() {
    if (pixels_.empty()) return {};
    const Draw& draw = *player_.draw();
    if (player_.renderer().statistics().skipped != skipped_) {
        leave_out(draw, "the device does not draw it");
        return {};
    }
    ++verified_.draws;
    for (Pixel& pixel : pixels_)
        if (const Status done = compare(pixel); !done) return done;
    return {};
}

Status PixelVerifier::compare(Pixel& pixel) {
    ++verified_.pixels;
    for (std::size_t i = 0; i < pixel.values.size(); ++i) {
        VerifiedValue& value = pixel.values[i];
        if (value.computed.empty()) continue;
        auto stored = bytes_of(value.surface, pixel.x, pixel.y);
        if (!stored) return std::unexpected(stored.error());
        value.stored = std::move(*stored);
        ++verified_.values;
        if (value.stored == value.computed) continue;
        if (is_rounded(value.computed, value, pixel.fragments)) {
            ++verified_.rounded;
        } else if (lies_on_edge(pixel, i)) {
            ++verified_.on_edges;
        } else if (!mismatch_) {
            const Draw& draw = *player_.draw();
            mismatch_ = {draw.number, draw.submission, pixel.x, pixel.y, draw.primitive, value, pixel.fragments};
        }
    }
    return {};
}

/// Returns true if the pixel, moved a little, has the device's value: what decides (a texel, a test, a branch) changes there, and
/// the device interpolates with less precision.
bool PixelVerifier::lies_on_edge(const Pixel& pixel, std::size_t value) {
    for (const PixelOffset offset : {PixelOffset{kEdge, kEdge}, PixelOffset{kEdge, -kEdge}, PixelOffset{-kEdge, kEdge},
                                     PixelOffset{-kEdge, -kEdge}}) {
        std::vector<PixelSurface> surfaces;
        for (const VerifiedValue& each : pixel.values) surfaces.push_back({each.surface, each.before});
        std::vector<PixelFragment> fragments;
        const Status done =
            drawn_->draw({pixel.x, pixel.y, offset}, triangles_.triangles, pixel.covering, surfaces, fragments);
        if (done && is_rounded(surfaces[value].bytes, pixel.values[value], fragments)) return true;
    }
    return false;
}

} // namespace relit::render::r500
