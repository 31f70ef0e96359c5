#include "render/gs/compute/records/state.hpp"

#include "render/gs/memory/memory.hpp"

#include <algorithm>

namespace relit::render::gs::compute {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

constexpr std::uint32_t kAlphaBits = 0xff000000, kMostLevel = 6;

std::uint32_t when(bool is_set, std::uint32_t flag) { return is_set ? flag : 0; }
std::int32_t number(std::uint32_t value) { return static_cast<std::int32_t>(value); }

/// Of less, equal and greater, those that pass: bits 0 to 2.
std::uint32_t passes(AlphaTest test) {
    constexpr std::array<std::uint32_t, 8> kPasses{0, 7, 1, 3, 2, 6, 4, 5};
    return kPasses[static_cast<std::size_t>(test)];
}
std::uint32_t passes(DepthTest test) {
    constexpr std::array<std::uint32_t, 4> kPasses{0, 7, 6, 4};
    return kPasses[static_cast<std::size_t>(test)];
}

void set_tests(StateRecord& to, const DrawState& state) {
    const Test& test = state.test;
    const AlphaFail fail = test[Test::alpha_fail];
    const std::uint32_t alpha = test[Test::alpha_on] ? passes(test[Test::alpha_test]) : 7,
                        depth = test[Test::depth_on] ? passes(test[Test::depth_test]) : 7;
    to.tests = alpha | depth << 3 | (test[Test::destination_bit] ? 1U : 0U) << 6 | test[Test::alpha_reference] << 8;
    to.flags |= when(test[Test::destination_on], kTestsDestination) |
                when(test[Test::depth_on] && !state.zbuf[ZBuf::keep], kWritesDepth) |
                when(fail == AlphaFail::FbOnly || fail == AlphaFail::RgbOnly, kColourOnAlphaFail) |
                when(fail == AlphaFail::ZbOnly, kDepthOnAlphaFail);
    const std::uint32_t bits = frame_bits(machine::gs::format_of(state.frame)),
                        keep = machine::gs::kept_of(state.frame);
    to.keep = to.keep_on_fail = bits == 16 ? colour_to_16(keep) : keep;
    if (fail == AlphaFail::RgbOnly && bits == 32) to.keep_on_fail |= kAlphaBits;
}

void set_blending(StateRecord& to, const DrawState& state) {
    const Prim& prim = state.prim;
    const Primitive kind = prim[Prim::primitive];
    const bool blended = prim[Prim::blended], soft = prim[Prim::antialiased];
    const bool has_edges = kind != Primitive::Point && kind != Primitive::Sprite;
    to.flags |= when(blended || (soft && has_edges), kBlends) | when(soft, kAntialiased) |
                when(soft && !blended, kAlphaIsCoverage) | when(state.pabe[Switch::on], kBlendsBrightOnly) |
                when(state.dthe[Switch::on], kDithers) | when(state.colclamp[Switch::on], kClamps) |
                when(state.fba[Switch::on] && frame_bits(machine::gs::format_of(state.frame)) != 24, kSetsAlpha);
    const Alpha& alpha = state.alpha;
    to.blend =
        alpha[Alpha::a] | alpha[Alpha::b] << 2 | alpha[Alpha::c] << 4 | alpha[Alpha::d] << 6 | alpha[Alpha::fix] << 8;
    to.dither = {state.dimx.raw[0], state.dimx.raw[1]};
}

void set_rows(StateRecord& to, const DrawState& state) {
    const std::uint32_t mask = state.scanmsk[ScanMask::mask];
    to.flags |= when(mask == 2, kSkipsEvenRows) | when(mask == 3, kSkipsOddRows);
}

void set_fog(StateRecord& to, const DrawState& state) {
    const FogCol& fog = state.fogcol;
    to.flags |= when(state.prim[Prim::fogged], kFogged);
    to.fog_colour = fog[FogCol::r] | fog[FogCol::g] << 8 | fog[FogCol::b] << 16;
}

/// One axis of a texture.
struct Axis {
    WrapMode mode;
    std::uint32_t log_size, least, most;

    [[nodiscard]] bool masks() const { return mode == WrapMode::Repeat || mode == WrapMode::RegionRepeat; }
    /// Bounds, or mask and fixed bits, of a level. Sizes above 1024 count as one texel (reference 9.1: GSdx).
    [[nodiscard]] std::uint32_t at(unsigned level) const {
        const std::uint32_t size = log_size > 10 ? 1 : std::max(1U, (1U << log_size) >> level);
        const std::uint32_t low = least >> level, high = most >> level;
        switch (mode) {
            case WrapMode::Repeat: return size - 1;
            case WrapMode::Clamp: return (size - 1) << 16;
            case WrapMode::RegionClamp: return low | high << 16;
            case WrapMode::RegionRepeat: return ((size - 1) & low) | high << 16;
        }
        return 0;
    }
};

std::array<Axis, 2> axes_of(const DrawState& state) {
    const Clamp& clamp = state.clamp;
    return {Axis{clamp[Clamp::s_mode], state.tex0[Tex0::log_width], clamp[Clamp::min_u], clamp[Clamp::max_u]},
            Axis{clamp[Clamp::t_mode], state.tex0[Tex0::log_height], clamp[Clamp::min_v], clamp[Clamp::max_v]}};
}

void set_levels(StateRecord& to, const Tex1& tex1) {
    const std::uint32_t minify = tex1[Tex1::minify];
    const bool magnifies_linear = tex1[Tex1::magnify] != 0;
    // Neither level nor filter depends on the level of detail.
    const bool is_same = minify < 2 && (minify == 1) == magnifies_linear;
    const std::int32_t k = number(tex1[Tex1::k]);
    to.lod_k = is_same ? 0 : k >= 0x800 ? k - 0x1000 : k;
    to.lod_l = tex1[Tex1::l] | std::min(tex1[Tex1::max_level], kMostLevel) << 8;
    to.flags |= when(is_same || tex1[Tex1::fixed_level], kFixedLevel) | when(magnifies_linear, kMagnifiesLinear) |
                when(minify == 1 || minify >= 4, kMinifiesLinear) | when(minify >= 2, kHasLevels) |
                when(minify >= 2 && minify % 2 != 0, kMixesLevels);
}

void set_function(StateRecord& to, const Tex0& tex0) {
    const TextureFunction function = tex0[Tex0::function];
    const bool has_alpha = tex0[Tex0::has_alpha];
    const bool highlights = function == TextureFunction::Highlight || function == TextureFunction::Highlight2;
    to.flags |= when(function != TextureFunction::Decal, kMultipliesColour) | when(highlights, kAddsAlpha) |
                when(!has_alpha, kAlphaOfVertex) | when(function == TextureFunction::Modulate, kMultipliesAlpha) |
                when(function == TextureFunction::Highlight, kSumsAlpha);
}

void set_texture(StateRecord& to, const DrawState& state) {
    const auto [u, v] = axes_of(state);
    to.flags |= kTextured | when(u.masks(), kMasksU) | when(v.masks(), kMasksV);
    to.log_width = number(u.log_size), to.log_height = number(v.log_size);
    set_levels(to, state.tex1);
    set_function(to, state.tex0);
}

} // namespace

SurfaceRecord surface_of(const Buffer& buffer) {
    const std::size_t row = layout_row(buffer.format);
    const Layout& layout = kLayouts[row];
    return {.layout_row = static_cast<std::uint32_t>(row),
            .base = buffer.base << layout.within_bits(),
            .pages = layout.pages_across(buffer.width) << layout.page_shift(),
            .last = layout.last_element(),
            .page_x = layout.page_x,
            .page_y = layout.page_y,
            .page_shift = layout.page_shift(),
            .element = layout.element,
            .shift = layout.shift,
            .mask = layout.value_mask()};
}

std::uint32_t frame_bits(PixelFormat format) {
    const std::uint32_t bits = layout_of(format).bits;
    return bits >= 16 ? bits : 32;
}

LevelRecord wrapping_of(const DrawState& state, unsigned level) {
    const auto [u, v] = axes_of(state);
    return {.u = u.at(level), .v = v.at(level)};
}

StateRecord record_of(const DrawState& state) {
    StateRecord record;
    set_tests(record, state);
    set_blending(record, state);
    set_rows(record, state);
    set_fog(record, state);
    if (state.prim[Prim::textured]) set_texture(record, state);
    return record;
}

Hides hides_of(const StateRecord& record, const DrawState& state) {
    constexpr std::uint32_t kAllPass = 7 | 7 << 3; // the alpha test, and that of depth
    constexpr std::uint32_t kDepends = kBlends | kTestsDestination | kSkipsEvenRows | kSkipsOddRows;
    const std::uint32_t kept = record.keep & layout_of(machine::gs::format_of(state.frame)).value_mask();
    if ((record.flags & kDepends) != 0 || kept != 0 || (record.tests & kAllPass) != kAllPass) return Hides::Nothing;
    return (record.flags & kWritesDepth) != 0 ? Hides::FrameAndDepth : Hides::Frame;
}

} // namespace relit::render::gs::compute
