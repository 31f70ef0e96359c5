#include "render/r500/pixel/drawn_pixel.hpp"

#include "base/half.hpp"

#include <algorithm>

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

std::vector<BoundSurface> targets_of(const State& state) {
    std::vector<BoundSurface> surfaces = bound_surfaces(state);
    std::erase_if(surfaces, [](const BoundSurface& each) {
        return each.use == SurfaceUse::Texture || !each.buffer || !each.buffer->handle;
    });
    return surfaces;
}

std::optional<PixelRange> range_of_pixel(const BoundSurface& surface, Extent size, std::uint32_t x, std::uint32_t y) {
    if (x >= size.width || y >= size.height || !surface.buffer || !surface.buffer->handle) return std::nullopt;
    const auto blocks = blocks_of(surface.description);
    if (!blocks || !check_layout(blocks->layout)) return std::nullopt;
    return PixelRange{surface.description.plane.offset + offset_of(blocks->layout, x, y), blocks->layout.bits / 8};
}

std::string_view why_uncomputed(const State& state) {
    return state[reg::GB_AA_CONFIG][field::GB_AA_CONFIG__AA_ENABLE] != 0
               ? "the target is multisampled: positions of samples are the device's"
               : "";
}

bool clears_through_depth(const State& state) { return state[reg::ZB_BW_CNTL][field::ZB_BW_CNTL__ZB_CB_CLEAR] != 0; }
bool resolves(const State& state) {
    return state[reg::RB3D_AARESOLVE_CTL][field::RB3D_AARESOLVE_CTL__AARESOLVE_MODE] != 0;
}

/// All that fragments of one pixel share.
struct DrawnPixels::Pixel {
    At at;
    bool is_visible = false; // by scissor and clip rectangles
    std::vector<PixelSurface*> colours;
    PixelSurface* depth = nullptr; // null: none is computed
};

DrawnPixels::DrawnPixels(Player& player, const Draw& draw, std::vector<std::string>& approximate)
    : player_(player), draw_(draw), approximate_(approximate) {
    const std::vector<BoundSurface> surfaces = targets_of(draw.state);
    size_ = common_size(surfaces, player.capture());
    std::vector<BoundTarget> views;
    for (const BoundSurface& each : surfaces)
        if (each.use != SurfaceUse::Depth)
            views.push_back({each.unit, std::get<machine::r500::ColourView>(each.description.view)});
    std::vector<std::string> of_state; // which the replay says itself
    fixed_ = fixed_state(draw.state, views, of_state);
    dynamic_ = dynamic_state(draw.state, views);
}

Status DrawnPixels::draw(const At& at, std::span<const Triangle> triangles, std::span<const std::size_t> covering,
                         std::span<PixelSurface> surfaces, std::vector<PixelFragment>& fragments) {
    Pixel pixel{.at = at, .is_visible = false, .colours = {}, .depth = nullptr};
    for (PixelSurface& each : surfaces) {
        if (each.surface.use != SurfaceUse::Depth)
            pixel.colours.push_back(&each);
        else if (!each.bytes.empty())
            pixel.depth = &each;
    }
    pixel.is_visible = std::ranges::any_of(visible_rectangles(draw_.state, size_), [&](const Rectangle& each) {
        return each.left <= at.x && at.x < each.right && each.top <= at.y && at.y < each.bottom;
    });
    for (const std::size_t i : covering) {
        PixelFragment& fragment = fragments.emplace_back();
        fragment.triangle = static_cast<std::uint32_t>(i);
        if (const Status done = draw(triangles[i], pixel, fragment); !done) return done;
    }
    return {};
}

Result<DrawnPixels::Made> DrawnPixels::make(bool has_alpha_test, bool has_depth) const {
    const Programs::Reading reading{draw_.primitive, player_.capture().is_of_mesa(),
                                    rounding_of(draw_.state, has_depth)};
    std::vector<std::string> approximate;
    auto program = PixelProgram::make(has_alpha_test ? draw_ : without_alpha_test(draw_), reading, player_.memory(),
                                      player_.device(), approximate);
    if (!program) return std::unexpected(program.error());
    return Made{std::move(*program), std::move(approximate)};
}

Result<PixelProgram*> DrawnPixels::program(bool has_alpha_test, bool has_depth) {
    std::optional<Made>& program = programs_[(has_alpha_test ? 1U : 0U) + (has_depth ? 2U : 0U)];
    if (!program) {
        auto made = make(has_alpha_test, has_depth);
        if (!made) return std::unexpected(made.error());
        program = std::move(*made);
    }
    for (const std::string& sentence : program->approximate)
        if (std::ranges::find(approximate_, sentence) == approximate_.end()) approximate_.push_back(sentence);
    return &program->program;
}

Status DrawnPixels::draw(const Triangle& triangle, Pixel& pixel, PixelFragment& fragment) {
    fragment.is_back = triangle.is_back;
    fragment.position = interpolated(triangle, pixel.at.x, pixel.at.y, pixel.at.offset).position;
    fragment.end = PixelEnd::Scissor;
    if (!pixel.is_visible) return {};
    const auto program = this->program(false, pixel.depth != nullptr);
    if (!program) return std::unexpected(program.error());
    auto result = (*program)->run(triangle, pixel.at.x, pixel.at.y, pixel.at.offset);
    if (!result) return std::unexpected(result.error());
    fragment.result = std::move(*result);
    fragment.end = PixelEnd::Program;
    if (fragment.result.is_killed) return {};
    fragment.end = PixelEnd::Alpha;
    if (const Status tested = test_alpha(triangle, pixel, fragment); !tested) return tested;
    if (fragment.alpha && !fragment.alpha->passes) return {};
    fragment.end = PixelEnd::Samples;
    return (fixed_.sample_mask & 1) == 0 ? Status() : store(triangle, pixel, fragment);
}

/// The test is a part of the program that the device runs.
Status DrawnPixels::test_alpha(const Triangle& triangle, const Pixel& pixel, PixelFragment& fragment) {
    fragment.alpha = alpha_test_of(draw_.state);
    if (!fragment.alpha) return {};
    const auto program = this->program(true, pixel.depth != nullptr);
    if (!program) return std::unexpected(program.error());
    const auto with_test = (*program)->run(triangle, pixel.at.x, pixel.at.y, pixel.at.offset);
    if (!with_test) return std::unexpected(with_test.error());
    fragment.alpha->alpha = fragment.result.colours[0].value_or(Float4{})[3];
    fragment.alpha->passes = !with_test->is_killed;
    return {};
}

Status DrawnPixels::store(const Triangle& triangle, Pixel& pixel, PixelFragment& fragment) const {
    fragment.end = PixelEnd::Stored;
    if (pixel.depth != nullptr) {
        fragment.depth = tested(fixed_, dynamic_, triangle.is_back, fragment.result.depth,
                                pixel.depth->surface.description, pixel.depth->bytes);
        pixel.depth->bytes = fragment.depth->after;
        if (fragment.depth->stencil && !fragment.depth->stencil->passes) fragment.end = PixelEnd::Stencil;
        if (fragment.depth->depth && !fragment.depth->depth->passes) fragment.end = PixelEnd::Depth;
        if (!fragment.depth->passes) return {};
    }
    for (std::size_t i = 0; i < pixel.colours.size(); ++i) {
        PixelSurface& colour = *pixel.colours[i];
        const std::uint32_t unit = colour.surface.unit;
        if (colour.bytes.empty() || !fragment.result.colours[unit]) continue;
        auto blended = r500::blended(fixed_, i, dynamic_.blend_constants, colour.surface.description,
                                     *fragment.result.colours[unit], colour.bytes);
        if (!blended) return std::unexpected(blended.error());
        colour.bytes = blended->after;
        fragment.targets.push_back({unit, std::move(*blended)});
    }
    return {};
}

} // namespace relit::render::r500
