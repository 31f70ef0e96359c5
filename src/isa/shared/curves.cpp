#include "isa/shared/curves.hpp"

namespace relit::isa {
namespace {

constexpr float kSmallest = 0x1p-64F, kLargest = 0x1p64F;

} // namespace

ir::Id clamped_reciprocal(ir::Builder& ir, ir::Id x) {
    const ir::Id size = ir.FMin({ir.FMax({ir.FAbs(ir.FRcp(x)), ir.f32(kSmallest)}), ir.f32(kLargest)});
    // A NaN that was computed has no sign that devices agree on: its result is positive.
    const ir::Id bits = ir.Select({ir.FIsNan(x), ir.i32(0), ir.bitcast(ir::kI32, x)});
    const ir::Id sign = ir.IAnd(bits, ir.i32(0x80000000));
    return ir.bitcast(ir::kF32, ir.IOr(ir.bitcast(ir::kI32, size), sign));
}

ir::Id exponent_parts(ir::Builder& ir, ir::Id x) {
    const ir::Id whole = ir.FFloor(x);
    return ir.compose({ir.FExp2(whole), ir.FSub(x, whole), ir.FExp2(x), ir.f32(1)});
}

ir::Id logarithm_parts(ir::Builder& ir, ir::Id x) { // exponent and mantissa come straight from the bits
    const ir::Id size = ir.FAbs(x);
    const ir::Id bits = ir.bitcast(ir::kI32, size);
    const ir::Id biased = ir.UShr(bits, ir.i32(23));
    const ir::Id exponent = ir.ISub(biased, ir.i32(127));
    const ir::Id mantissa = ir.IOr({ir.IAnd(bits, ir.i32(0x007fffff)), ir.i32(0x3f800000)});
    const ir::Id zero = ir.IEq(biased, ir.i32(0));
    const ir::Id infinite = ir.FIsInf(size);
    const ir::Id whole = ir.Select(infinite, size, ir.convert(ir::Op::SToF, ir::Kind::F32, exponent));
    const ir::Id lowest = ir.constant(ir::kF32, 0xff800000U);
    return ir.compose({ir.Select(zero, lowest, whole), ir.Select({zero, ir.f32(1), ir.bitcast(ir::kF32, mantissa)}),
                       ir.Select(zero, lowest, ir.FLog2(size)), ir.f32(1)});
}

ir::Id distance(ir::Builder& ir, ir::Id a, ir::Id b, ir::Id product) {
    const ir::Id ends = ir.blend(ir.blend(a, b, 8), product, 2);
    return ir.blend(ends, ir.f32(1, 4), 1);
}

} // namespace relit::isa
