#include "isa/r500/fs/lift/fog.hpp"

#include "isa/r500/fs/context_keys.hpp"

#include <numbers>

namespace relit::isa::r500::fs {
namespace {

enum FogFunction : std::uint32_t { kLinear, kExponential, kExponentialSquared, kConstant };
constexpr float kOne = 1023; // of ten bits

} // namespace

bool Fog::is_on() { return read(key::fg_fog_blend)[field::FG_FOG_BLEND__ENABLE] != 0; }

ir::Id Fog::factor() {
    context_.approximate("fog is blended in as the names of its registers say: no public source says more");
    const std::uint32_t function = read(key::fg_fog_blend)[field::FG_FOG_BLEND__FN];
    if (function == kConstant)
        return ir_.f32(static_cast<float>(read(key::fg_fog_factor)[field::FG_FOG_FACTOR__FACTOR]) / kOne);
    ir::Id distance = inputs_.fog_distance();
    if (function == kLinear) return ir_.FSat(distance);
    if (function == kExponentialSquared) distance = ir_.FMul(distance, distance);
    return ir_.FSat(ir_.FExp2(ir_.FMul(distance, ir_.f32(-std::numbers::log2e_v<float>))));
}

ir::Id Fog::blended(ir::Id colour, ir::Id factor) {
    const auto part = [&](std::uint32_t number) { return ir_.f32(static_cast<float>(number) / kOne); };
    const ir::Id fog = ir_.compose({part(read(key::fg_fog_color_r)[field::FG_FOG_COLOR_R__RED]),
                                    part(read(key::fg_fog_color_g)[field::FG_FOG_COLOR_G__GREEN]),
                                    part(read(key::fg_fog_color_b)[field::FG_FOG_COLOR_B__BLUE])});
    const ir::Id rgb = ir_.swizzle(colour, {0, 1, 2}), stays = ir_.splat(factor, 3);
    const ir::Id mixed = ir_.FAdd({ir_.FMul(rgb, stays), ir_.FMul(fog, ir_.FSub(ir_.f32(1, 3), stays))});
    return ir_.compose({ir_.lane(mixed, 0), ir_.lane(mixed, 1), ir_.lane(mixed, 2), ir_.lane(colour, 3)});
}

} // namespace relit::isa::r500::fs
