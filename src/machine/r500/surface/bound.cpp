#include "machine/r500/surface/bound.hpp"

#include "machine/r500/registers/registers.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

namespace program_reg = isa::r500::reg;
namespace program_field = isa::r500::field;

constexpr std::uint32_t kFormatMsb = 32, kSideBit11 = 2048;
constexpr Field<std::uint32_t> kAddress{"address", 5, 27}; // of every register that has one

/// Registers of units are consecutive.
std::uint32_t of_unit(std::uint32_t first, std::uint32_t unit) { return first + 4 * unit; }

std::uint64_t address_in(const RegisterWord& word) { return std::uint64_t{word[kAddress]} << kAddress.runs[0].bit; }

std::optional<BufferRef> buffer_of(const State& state, std::uint32_t number) {
    const BufferRef* const found = state.buffer(number);
    return found == nullptr ? std::nullopt : std::optional(*found);
}

bool bit(const RegisterWord& word, unsigned number) { return word[Field<bool>("", number, 1)]; }

Tiling tiling_of(std::uint32_t macro, std::uint32_t micro) {
    // What a third kind of micro tile would be is not known.
    return {macro != 0, static_cast<MicroTiling>(std::min(micro, 2U))};
}

Extent texture_size(const State& state, std::uint32_t unit) {
    const RegisterWord size = state[of_unit(program_reg::TX_FORMAT0, unit)];
    const RegisterWord high = state[of_unit(program_reg::TX_FORMAT2, unit)];
    return {size[program_field::TX_FORMAT0__TXWIDTH] + kSideBit11 * high[program_field::TX_FORMAT2__TXWIDTH_11] + 1,
            size[program_field::TX_FORMAT0__TXHEIGHT] + kSideBit11 * high[program_field::TX_FORMAT2__TXHEIGHT_11] + 1};
}

std::uint32_t texture_format(const State& state, std::uint32_t unit) {
    return state[of_unit(program_reg::TX_FORMAT1, unit)][program_field::TX_FORMAT1__TXFORMAT] +
           kFormatMsb * state[of_unit(program_reg::TX_FORMAT2, unit)][program_field::TX_FORMAT2__TXFORMAT_MSB];
}

/// Selects above One have no meaning; they count as One.
Select select_of(std::uint32_t bits) { return static_cast<Select>(std::min(bits, 5U)); }

TextureView texture_view(const State& state, std::uint32_t unit) {
    const RegisterWord word = state[of_unit(program_reg::TX_FORMAT1, unit)];
    TextureView view;
    view.format = texture_format(state, unit);
    view.signs = {
        word[program_field::TX_FORMAT1__SIGNED_COMP0] != 0, word[program_field::TX_FORMAT1__SIGNED_COMP1] != 0,
        word[program_field::TX_FORMAT1__SIGNED_COMP2] != 0, word[program_field::TX_FORMAT1__SIGNED_COMP3] != 0};
    view.rgba = {
        select_of(word[program_field::TX_FORMAT1__SEL_RED]), select_of(word[program_field::TX_FORMAT1__SEL_GREEN]),
        select_of(word[program_field::TX_FORMAT1__SEL_BLUE]), select_of(word[program_field::TX_FORMAT1__SEL_ALPHA])};
    view.removes_gamma = word[program_field::TX_FORMAT1__GAMMA] != 0;
    view.makes_rgb = word[program_field::TX_FORMAT1__YUV_TO_RGB] != 0;
    view.swaps_uv = word[program_field::TX_FORMAT1__SWAP_YUV] != 0;
    return view;
}

/// What can be drawn at most, as far as the pitch goes.
Extent drawn_size(const State& state, std::uint32_t pitch) {
    const RegisterWord last = state[reg::SC_SCISSOR1];
    return {std::min(last[field::SC_SCISSOR1__XS1] + 1, pitch), last[field::SC_SCISSOR1__YS1] + 1};
}

ColourView colour_view(const State& state, std::uint32_t target) {
    const RegisterWord out = state[of_unit(program_reg::US_OUT_FMT, target)];
    const auto select = [&](const Field<std::uint32_t>& each) { return static_cast<std::uint8_t>(out[each]); };
    ColourView view;
    view.format = state[of_unit(reg::RB3D_COLORPITCH, target)][field::RB3D_COLORPITCH__COLORFORMAT];
    view.out_format = out[program_field::US_OUT_FMT__OUT_FMT];
    view.selects = {select(program_field::US_OUT_FMT__C0_SEL), select(program_field::US_OUT_FMT__C1_SEL),
                    select(program_field::US_OUT_FMT__C2_SEL), select(program_field::US_OUT_FMT__C3_SEL)};
    for (unsigned i = 0; i < view.signs.size(); ++i)
        view.signs[i] = bit(out, program_field::US_OUT_FMT__OUT_SIGN.runs[0].bit + i);
    return view;
}

/// US_OUT_FMT of a target that is not used.
constexpr std::uint32_t kUnused = 15;

} // namespace

TextureShape texture_shape(const State& state, std::uint32_t unit) {
    const RegisterWord size = state[of_unit(program_reg::TX_FORMAT0, unit)];
    const RegisterWord offset = state[of_unit(reg::TX_OFFSET, unit)];
    const RegisterWord kind = state[of_unit(program_reg::TX_FORMAT1, unit)];
    const Extent extent = texture_size(state, unit);
    TextureShape shape;
    shape.width = extent.width, shape.height = extent.height;
    shape.depth = 1U << size[program_field::TX_FORMAT0__TXDEPTH];
    shape.levels = size[program_field::TX_FORMAT0__NUM_LEVELS] + 1;
    shape.kind = static_cast<TextureKind>(std::min(kind[program_field::TX_FORMAT1__TEX_COORD_TYPE], 2U));
    if (const TexelFormat* const format = texel_format(texture_format(state, unit))) {
        shape.block_bits = 8 * format->bytes;
        shape.block = format->block;
    }
    if (size[program_field::TX_FORMAT0__TXPITCH_EN] != 0)
        shape.pitch = state[of_unit(program_reg::TX_FORMAT2, unit)][program_field::TX_FORMAT2__TXPITCH] + 1;
    shape.tiling = tiling_of(offset[field::TX_OFFSET__MACRO_TILE], offset[field::TX_OFFSET__MICRO_TILE]);
    shape.needs_larger_than_macro =
        state[of_unit(program_reg::TX_FILTER1, unit)][program_field::TX_FILTER1__MACRO_SWITCH] != 0;
    return shape;
}

BoundSurface bound_texture(const State& state, std::uint32_t unit) {
    const std::uint32_t number = of_unit(reg::TX_OFFSET, unit);
    const RegisterWord offset = state[number];
    const TextureShape shape = texture_shape(state, unit);
    Plane plane;
    plane.offset = address_in(offset);
    plane.size = {shape.width, shape.height};
    plane.endian = static_cast<Endian>(offset[field::TX_OFFSET__ENDIAN_SWAP]);
    plane.pitch = shape.width, plane.tiling = shape.tiling;
    if (const auto levels = levels_of(shape)) {
        plane.pitch = levels->front().layout.pitch * shape.block.width;
        plane.tiling = levels->front().layout.tiling;
    }
    return {SurfaceUse::Texture, unit, buffer_of(state, number), {plane, texture_view(state, unit)}, shape};
}

BoundSurface bound_colour(const State& state, std::uint32_t target) {
    const std::uint32_t number = of_unit(reg::RB3D_COLOROFFSET, target);
    const RegisterWord pitch = state[of_unit(reg::RB3D_COLORPITCH, target)];
    Plane plane;
    plane.offset = address_in(state[number]);
    plane.pitch = 2 * pitch[field::RB3D_COLORPITCH__COLORPITCH];
    plane.size = drawn_size(state, plane.pitch);
    plane.tiling = tiling_of(pitch[field::RB3D_COLORPITCH__COLORTILE], pitch[field::RB3D_COLORPITCH__COLORMICROTILE]);
    plane.endian = static_cast<Endian>(pitch[field::RB3D_COLORPITCH__COLORENDIAN]);
    return {SurfaceUse::Colour, target, buffer_of(state, number), {plane, colour_view(state, target)}, {}};
}

BoundSurface bound_depth(const State& state) {
    const RegisterWord pitch = state[reg::ZB_DEPTHPITCH], format = state[reg::ZB_FORMAT];
    Plane plane;
    plane.offset = address_in(state[reg::ZB_DEPTHOFFSET]);
    plane.pitch = 4 * pitch[field::ZB_DEPTHPITCH__DEPTHPITCH];
    plane.size = drawn_size(state, plane.pitch);
    plane.tiling = tiling_of(pitch[field::ZB_DEPTHPITCH__DEPTHMACROTILE], pitch[field::ZB_DEPTHPITCH__DEPTHMICROTILE]);
    plane.endian = static_cast<Endian>(pitch[field::ZB_DEPTHPITCH__DEPTHENDIAN]);
    DepthView view;
    view.format = static_cast<DepthFormat>(std::min(format[field::ZB_FORMAT__DEPTHFORMAT], 2U));
    view.counts_zeros = format[field::ZB_FORMAT__INVERT] != 0;
    return {SurfaceUse::Depth, 0, buffer_of(state, reg::ZB_DEPTHOFFSET), {plane, view}, {}};
}

Result<Plane> plane_of(const BoundSurface& surface, std::uint32_t level, std::uint32_t layer) {
    Plane plane = surface.description.plane;
    if (surface.use != SurfaceUse::Texture) {
        if (level != 0 || layer != 0) return fail(FaultKind::Usage, "only textures have levels and layers");
        return plane;
    }
    const auto levels = levels_of(surface.shape);
    if (!levels) return std::unexpected(levels.error());
    if (level >= levels->size())
        return fail(FaultKind::Usage, fmt::format("no level {}: the texture has {}", level, levels->size()));
    const Level& found = (*levels)[level];
    if (layer >= found.layers)
        return fail(FaultKind::Usage, fmt::format("no layer {}: level {} has {}", layer, level, found.layers));
    plane.offset += found.offset + layer * found.layer_bytes;
    plane.size = found.size;
    plane.pitch = found.layout.pitch * surface.shape.block.width;
    plane.tiling = found.layout.tiling;
    return plane;
}

std::vector<BoundSurface> bound_surfaces(const State& state) {
    std::vector<BoundSurface> found;
    for (std::uint32_t unit = 0; unit < kTextureUnits; ++unit)
        if (bit(state[program_reg::TX_ENABLE], unit)) found.push_back(bound_texture(state, unit));
    for (std::uint32_t target = 0; target < kRenderTargets; ++target) {
        const std::uint32_t number = of_unit(program_reg::US_OUT_FMT, target);
        const bool is_used = state[number][program_field::US_OUT_FMT__OUT_FMT] != kUnused;
        if (is_used && state.has(of_unit(reg::RB3D_COLOROFFSET, target))) found.push_back(bound_colour(state, target));
    }
    const RegisterWord control = state[reg::ZB_CNTL];
    if (control[field::ZB_CNTL__Z_ENABLE] != 0 || control[field::ZB_CNTL__STENCIL_ENABLE] != 0)
        found.push_back(bound_depth(state));
    return found;
}

} // namespace relit::machine::r500
