#include "render/r500/geometry/settings.hpp"

#include "isa/r500/encoding/varyings.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace relit::render::r500 {
namespace {

namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
using machine::r500::RegisterWord;
using machine::r500::State;

constexpr float kUnitsInPixel = 12;         // of sizes and positions in the rasteriser
constexpr float kDeepest = 16777215.0F;     // depth is a number of 24 bits
constexpr std::uint32_t kDepthIs24Bits = 2; // ZB_FORMAT.DEPTHFORMAT

float float_of(const State& state, std::uint32_t number) { return std::bit_cast<float>(state[number].raw[0]); }
float float_or(const State& state, std::uint32_t number, float otherwise) {
    return state.has(number) ? float_of(state, number) : otherwise;
}
float units(std::uint32_t value) { return static_cast<float>(value) / kUnitsInPixel; }
/// A guard band; nothing sensible is the view volume itself.
float band(const State& state, std::uint32_t number) {
    const float value = float_or(state, number, 1);
    return std::isfinite(value) && value > 0 ? value : 1;
}

Clipping clipping_of(const State& state) {
    const RegisterWord control = state[reg::VAP_CLIP_CNTL];
    Clipping clipping;
    clipping.is_on = control[field::VAP_CLIP_CNTL__CLIP_DISABLE] == 0;
    clipping.is_half_z = state[reg::VAP_CNTL][field::VAP_CNTL__DX_CLIP_SPACE_DEF] != 0;
    clipping.users_only_cull = control[field::VAP_CLIP_CNTL__UCP_CULL_ONLY_ENA] != 0;
    clipping.draws_new_edges = control[field::VAP_CLIP_CNTL__BOUNDARY_EDGE_FLAG_ENA] != 0;
    clipping.points = static_cast<PointClip>(control[field::VAP_CLIP_CNTL__PS_UCP_MODE]);
    clipping.horizontal = band(state, reg::VAP_GB_HORZ_CLIP_ADJ);
    clipping.vertical = band(state, reg::VAP_GB_VERT_CLIP_ADJ);
    clipping.horizontal_discard = band(state, reg::VAP_GB_HORZ_DISC_ADJ);
    clipping.vertical_discard = band(state, reg::VAP_GB_VERT_DISC_ADJ);
    for (std::uint32_t i = 0; i < 6; ++i) {
        if (!control[Field<bool>("UCP_ENA", i, 1)]) continue;
        const auto entry = state.vertex_memory.entry(isa::r500::kVertexClipPlanes + i);
        std::array<float, 4>& plane = clipping.user_planes.emplace_back();
        std::ranges::transform(entry, plane.begin(), [](std::uint32_t bits) { return std::bit_cast<float>(bits); });
    }
    return clipping;
}

Viewport viewport_of(const State& state) {
    const RegisterWord control = state[reg::VAP_VTE_CNTL];
    Viewport viewport;
    for (std::uint32_t axis = 0; axis < 3; ++axis) { // scale and offset of each axis follow each other, their bits too
        const std::uint32_t number = reg::VAP_VPORT_XSCALE + 8 * axis;
        if (control[Field<bool>("SCALE_ENA", 2 * axis, 1)]) viewport.scale[axis] = float_of(state, number);
        if (control[Field<bool>("OFFSET_ENA", 2 * axis + 1, 1)]) viewport.offset[axis] = float_of(state, number + 4);
    }
    viewport.is_xy_divided = control[field::VAP_VTE_CNTL__VTX_XY_FMT] != 0;
    viewport.is_z_divided = control[field::VAP_VTE_CNTL__VTX_Z_FMT] != 0;
    viewport.is_w_inverse = control[field::VAP_VTE_CNTL__VTX_W0_FMT] == 0;
    viewport.has_perspective = state[reg::GB_SELECT][field::GB_SELECT__W_SELECT] == 0;
    const RegisterWord moved = state[reg::GA_OFFSET];
    const auto signed_units = [](std::uint32_t value) {
        return static_cast<float>(static_cast<std::int16_t>(value)) / kUnitsInPixel;
    };
    viewport.offset[0] += signed_units(moved[field::GA_OFFSET__X_OFFSET]);
    viewport.offset[1] += signed_units(moved[field::GA_OFFSET__Y_OFFSET]);
    viewport.depth_scale = float_or(state, reg::SU_DEPTH_SCALE, kDeepest) / kDeepest;
    viewport.depth_offset = float_of(state, reg::SU_DEPTH_OFFSET) / kDeepest;
    return viewport;
}

/// Which texture coordinates are made by the rasteriser.
std::array<bool, 8> stuffed_coordinates(RegisterWord enable, Field<std::uint32_t> kind) {
    std::array<bool, 8> stuffed{};
    for (std::uint32_t i = 0; i < 8 && enable[kind] != 0; ++i)
        stuffed[i] = enable[Field<std::uint32_t>("TEX_SOURCE", 16 + 2 * i, 2)] != 0;
    return stuffed;
}

Points points_of(const State& state) {
    const RegisterWord size = state[reg::GA_POINT_SIZE], limits = state[reg::GA_POINT_MINMAX];
    Points points;
    points.half_width = units(size[field::GA_POINT_SIZE__WIDTH]);
    points.half_height = units(size[field::GA_POINT_SIZE__HEIGHT]);
    if (state.has(reg::GA_POINT_MINMAX)) {
        points.limits = {units(limits[field::GA_POINT_MINMAX__MIN_SIZE]),
                         units(limits[field::GA_POINT_MINMAX__MAX_SIZE])};
    }
    const RegisterWord format = state[reg::VAP_OUT_VTX_FMT_0];
    points.is_size_written = format[field::VAP_OUT_VTX_FMT_0__VTX_PT_SIZE_PRESENT] != 0;
    points.left = float_of(state, reg::GA_POINT_S0), points.right = float_of(state, reg::GA_POINT_S1);
    points.bottom = float_of(state, reg::GA_POINT_T0), points.top = float_of(state, reg::GA_POINT_T1);
    points.stuffed = stuffed_coordinates(state[reg::GB_ENABLE], field::GB_ENABLE__POINT_STUFF_ENABLE);
    return points;
}

Stipple stipple_of(const State& state) {
    constexpr std::uint32_t kScale = ~3U; // the low bits of the float are something else
    const RegisterWord config = state[reg::GA_LINE_STIPPLE_CONFIG];
    Stipple stipple;
    stipple.scale = std::bit_cast<float>(config.raw[0] & kScale);
    stipple.is_on = stipple.scale > 0 && std::isfinite(stipple.scale);
    stipple.is_reset_by_line = config[field::GA_LINE_STIPPLE_CONFIG__LINE_RESET] == 1;
    stipple.pattern = state[reg::GA_LINE_STIPPLE_VALUE].raw[0];
    return stipple;
}

Lines lines_of(const State& state) {
    const RegisterWord control = state[reg::GA_LINE_CNTL];
    Lines lines;
    lines.half_width = units(control[field::GA_LINE_CNTL__WIDTH]);
    lines.end = static_cast<LineEnd>(control[field::GA_LINE_CNTL__END_TYPE]);
    lines.stipple = stipple_of(state);
    lines.start = float_of(state, reg::GA_LINE_S0), lines.finish = float_of(state, reg::GA_LINE_S1);
    lines.stuffed = stuffed_coordinates(state[reg::GB_ENABLE], field::GB_ENABLE__LINE_STUFF_ENABLE);
    return lines;
}

Fill fill_of(std::uint32_t type) { return type < 2 ? static_cast<Fill>(type) : Fill::Triangles; }

Faces faces_of(const State& state) {
    const RegisterWord cull = state[reg::SU_CULL_MODE], mode = state[reg::GA_POLY_MODE],
                       offset = state[reg::SU_POLY_OFFSET_ENABLE];
    const bool is_24 = state[reg::ZB_FORMAT][field::ZB_FORMAT__DEPTHFORMAT] == kDepthIs24Bits;
    // Drivers write twice the units of 24 bits, and four times those of 16.
    const float unit = is_24 ? 0.5F / (kDeepest + 1) : 0.25F / 65536.0F;
    Faces faces;
    faces.front.is_culled = cull[field::SU_CULL_MODE__CULL_FRONT] != 0;
    faces.back.is_culled = cull[field::SU_CULL_MODE__CULL_BACK] != 0;
    faces.is_front_positive = cull[field::SU_CULL_MODE__FACE] != 0;
    faces.front.has_offset = offset[field::SU_POLY_OFFSET_ENABLE__FRONT_ENABLE] != 0;
    faces.back.has_offset = offset[field::SU_POLY_OFFSET_ENABLE__BACK_ENABLE] != 0;
    faces.raises_points_and_lines = offset[field::SU_POLY_OFFSET_ENABLE__PARA_ENABLE] != 0;
    faces.front.slope_factor = float_of(state, reg::SU_POLY_OFFSET_FRONT_SCALE) / kUnitsInPixel;
    faces.back.slope_factor = float_of(state, reg::SU_POLY_OFFSET_BACK_SCALE) / kUnitsInPixel;
    faces.front.offset = float_of(state, reg::SU_POLY_OFFSET_FRONT_OFFSET) * unit;
    faces.back.offset = float_of(state, reg::SU_POLY_OFFSET_BACK_OFFSET) * unit;
    if (mode[field::GA_POLY_MODE__POLY_MODE] == 0) return faces;
    faces.front.fill = fill_of(mode[field::GA_POLY_MODE__FRONT_PTYPE]);
    faces.back.fill = fill_of(mode[field::GA_POLY_MODE__BACK_PTYPE]);
    return faces;
}

constexpr std::uint32_t kFlat = 1;

Shading shading_of(const State& state) {
    const RegisterWord control = state[reg::GA_COLOR_CONTROL], coordinates = state[reg::GA_COLOR_CONTROL_PS3],
                       format = state[reg::VAP_OUT_VTX_FMT_0], clip = state[reg::VAP_CLIP_CNTL],
                       round = state[reg::GA_ROUND_MODE], select = state[reg::GB_SELECT];
    Shading shading;
    for (std::uint32_t i = 0; i < 2; ++i) {
        shading.flat_rgb[i] = control[Field<std::uint32_t>("RGB_SHADING", 4 * i, 2)] == kFlat;
        shading.flat_alpha[i] = control[Field<std::uint32_t>("ALPHA_SHADING", 4 * i + 2, 2)] == kFlat;
        const bool is_texture = clip[Field<bool>("COLOR_IS_TEXTURE", 20 + i, 1)];
        shading.has_back[i] = format[Field<bool>("VTX_COLOR_PRESENT", 3 + i, 1)] && !is_texture;
    }
    for (std::uint32_t i = 0; i < 8; ++i)
        shading.flat_coordinates[i] = coordinates[Field<std::uint32_t>("TEX_SHADING_PS3", 2 * i, 2)] == kFlat;
    shading.provoking = control[field::GA_COLOR_CONTROL__PROVOKING_VERTEX];
    shading.clamps_rgb = round[field::GA_ROUND_MODE__RGB_CLAMP] == 0;
    shading.clamps_alpha = round[field::GA_ROUND_MODE__ALPHA_CLAMP] == 0;
    if (select[field::GB_SELECT__FOG_STUFF_ENABLE] != 0) {
        shading.fog = {select[field::GB_SELECT__FOG_STUFF_TEX], select[field::GB_SELECT__FOG_STUFF_COMP]};
        shading.fog_source = select[field::GB_SELECT__FOG_SELECT];
    }
    return shading;
}

/// What no code here does.
void note_left_out(const State& state, Notes& notes) {
    const auto is_set = [&](std::uint32_t number, Field<std::uint32_t> what) { return state[number][what] != 0; };
    const RegisterWord clip = state[reg::VAP_CLIP_CNTL], colours = state[reg::GA_COLOR_CONTROL];
    if (state[reg::SU_TEX_WRAP].raw[0] != 0 || state[reg::SU_TEX_WRAP_PS3].raw[0] != 0)
        notes.say("SU_TEX_WRAP: texture coordinates are not wrapped around a cylinder");
    if (state[reg::VAP_TEX_TO_COLOR_CNTL].raw[0] != 0)
        notes.say("VAP_TEX_TO_COLOR_CNTL: texture coordinates are not treated as colours");
    if (is_set(reg::GA_LINE_STIPPLE_CONFIG, field::GA_LINE_STIPPLE_CONFIG__STIPPLE_SCALE))
        notes.say(stipple_of(state).is_on
                      ? "GA_LINE_STIPPLE_CONFIG: a bit of the pattern is taken to last 1 / scale pixels"
                      : "GA_LINE_STIPPLE_CONFIG: lines are solid, the scale is no positive number");
    if (is_set(reg::GB_ENABLE, field::GB_ENABLE__LINE_STUFF_ENABLE))
        notes.say("GB_ENABLE: coordinates that are made for lines have a T of 0");
    if (is_set(reg::GB_SELECT, field::GB_SELECT__FOG_STUFF_ENABLE) &&
        state[reg::GB_SELECT][field::GB_SELECT__FOG_STUFF_TEX] >= isa::r500::kVaryingCoordinates)
        notes.say("GB_SELECT: fog goes into no texture coordinate beyond 7");
    if (is_set(reg::GB_ENABLE, field::GB_ENABLE__TRIANGLE_STUFF_ENABLE))
        notes.say("GB_ENABLE: no texture coordinates are made for triangles");
    if (is_set(reg::GB_SELECT, field::GB_SELECT__DEPTH_SELECT)) notes.say("GB_SELECT: depth is Z, and not 1 / (1 / W)");
    if (clip[field::VAP_CLIP_CNTL__COLOR2_IS_TEXTURE] != 0 || clip[field::VAP_CLIP_CNTL__COLOR3_IS_TEXTURE] != 0)
        notes.say("VAP_CLIP_CNTL: colours 2 and 3 do not become texture coordinates 8 and 9");
    for (std::uint32_t i = 0; i < 4 && state.has(reg::GA_COLOR_CONTROL); ++i)
        if (colours[Field<std::uint32_t>("SHADING", 2 * i, 2)] == 0)
            notes.say("GA_COLOR_CONTROL: colours are interpolated where it asks for the solid colour");
    if (is_set(reg::GA_COLOR_CONTROL_PS3, field::GA_COLOR_CONTROL_PS3__COLOR0_TEX_OVERRIDE) ||
        is_set(reg::GA_COLOR_CONTROL_PS3, field::GA_COLOR_CONTROL_PS3__COLOR1_TEX_OVERRIDE))
        notes.say("GA_COLOR_CONTROL_PS3: colours do not replace texture coordinates");
    if (is_set(reg::VAP_CNTL_STATUS, field::VAP_CNTL_STATUS__VC_SWAP))
        notes.say("VAP_CNTL_STATUS: bytes of vertices are not exchanged");
}

} // namespace

Settings settings_of(const State& state, Notes& notes) {
    note_left_out(state, notes);
    return {clipping_of(state), viewport_of(state), points_of(state),
            lines_of(state),    faces_of(state),    shading_of(state)};
}

} // namespace relit::render::r500
