#include "isa/nv2a/lift/position.hpp"
#include "isa/nv2a/context_keys.hpp"

#include <array>
#include <bit>
#include <cmath>

namespace relit::isa::nv2a {
namespace {

/// How great depth gets in the formats z24, z16, f24 and f16. That of f24 is what an emulator takes (1e30): an assumption.
constexpr std::array kFarthest = {16777215.0F, 65535.0F, 1e30F, 511.9375F};

constexpr std::uint64_t kMostPixels = 1U << 24; // what a float can count
constexpr float kSixteenths = 16, kSmallest = 0x1p-64F, kLargest = 0x1p64F;

Result<float> farthest_of(ir::ContextReader& context) {
    const std::uint64_t format = context.read(key::depth_format);
    if (format >= kFarthest.size())
        return fail(FaultKind::Usage, "nv2a.depth_format is z24, z16, f24 or f16, not " + std::to_string(format));
    const auto bits = static_cast<std::uint32_t>(context.read(key::depth_range));
    if (bits == 0) return kFarthest[format];
    const auto farthest = std::bit_cast<float>(bits);
    if (std::isnormal(farthest) && farthest > 0) return farthest;
    return fail(FaultKind::Usage, "nv2a.depth_range is not a positive number: " + std::to_string(farthest));
}

/// w with its sign and a size that can be divided by; the sign of NaN, which devices do not agree on, is +.
ir::Id divisible(ir::Builder& ir, ir::Id w) {
    const ir::Id size = ir.FMin({ir.FMax({ir.FAbs(w), ir.f32(kSmallest)}), ir.f32(kLargest)});
    const ir::Id bits = ir.Select({ir.FIsNan(w), ir.i32(0), ir.bitcast(ir::kI32, w)});
    return ir.bitcast(ir::kF32, ir.IOr({ir.bitcast(ir::kI32, size), ir.IAnd(bits, ir.i32(0x80000000))}));
}

} // namespace

Result<std::optional<Surface>> surface_of(ir::ContextReader& context) {
    const std::uint64_t width = context.read(key::surface_width);
    const std::uint64_t height = context.read(key::surface_height);
    if (width == 0 && height == 0) return std::nullopt;
    if (width == 0 || height == 0)
        return fail(FaultKind::Usage, "nv2a.surface_width and nv2a.surface_height require each other");
    if (width > kMostPixels || height > kMostPixels)
        return fail(FaultKind::Usage, "a surface has up to 16777216 pixels in a row");
    const auto farthest = farthest_of(context);
    if (!farthest) return std::unexpected(farthest.error());
    return Surface{static_cast<float>(width), static_cast<float>(height), *farthest};
}

ir::Id clip_position(ir::Builder& ir, ir::Id window, const Surface& surface) {
    const ir::Id sixteenths = ir.FTrunc(ir.FMul({ir.swizzle(window, {0, 1}), ir.f32(kSixteenths, 2)}));
    const ir::Id snapped = ir.FMul(sixteenths, ir.f32(1 / kSixteenths, 2));
    const ir::Id size = ir.compose({ir.f32(surface.width), ir.f32(surface.height)});
    const ir::Id xy = ir.FDiv(ir.FSub(ir.FMul(snapped, ir.f32(2, 2)), size), size);
    const ir::Id z = ir.FDiv({ir.lane(window, 2), ir.f32(surface.farthest)});
    const ir::Id w = divisible(ir, ir.lane(window, 3));
    const ir::Id xyz = ir.FMul({ir.compose({ir.lane(xy, 0), ir.lane(xy, 1), z}), ir.splat(w, 3)});
    return ir.compose({ir.lane(xyz, 0), ir.lane(xyz, 1), ir.lane(xyz, 2), w});
}

} // namespace relit::isa::nv2a
