#include "lang/lower/host_wide.hpp"

namespace relit::lang {

using ir::Id;
using ir::Kind;
using ir::Op;

Id HostWide::from_narrow(Id value) { return as_bits(ir_.convert(Op::FConvert, wide_.kind, value)); }

Id HostWide::product(Id a, Id b) { return as_bits(ir_.FMul({as_float(a), as_float(b)})); }

Id HostWide::negated(Id a) {
    const std::uint64_t sign = std::uint64_t{1} << (ir::bits_of(wide_.kind) - 1);
    return ir_.IXor(a, number(sign));
}

Id HostWide::sum(Id a, Id b) {
    const Id x = as_float(a), y = as_float(b);
    const Id whole = ir_.FAdd(x, y), part = ir_.FSub(whole, x);
    const Id error =
        ir_.FAdd({ir_.FSub({x, ir_.FSub(whole, part)}), ir_.FSub(y, part)}); // Knuth's: whole + error is exact
    const Id bits = as_bits(whole), zero = ir_.constant(wide_, 0);
    const Id is_exact = ir_.BNot(ir_.BOr({ir_.FLt(error, zero), ir_.FLt(zero, error)})); // NaN: of infinities
    const Id is_odd = ir_.INe({ir_.IAnd(bits, number(1)), number(0)});
    // The bits of a number count its magnitude: an error of the other sign means that it is below `whole`.
    const Id apart = ir_.SLt({ir_.IXor(bits, as_bits(error)), number(0)});
    const Id neighbour = ir_.Select({apart, ir_.ISub(bits, number(1)), ir_.IAdd(bits, number(1))});
    return ir_.Select({ir_.BOr(is_exact, is_odd), bits, neighbour});
}

namespace {

constexpr unsigned kFraction = 52, kNarrowFraction = 23, kDropped = kFraction - kNarrowFraction;
constexpr std::uint64_t kBiases = 1023 - 127; // the difference
constexpr std::uint64_t kSign = std::uint64_t{1} << 63, kInfinity = std::uint64_t{0x7ff} << kFraction;
constexpr std::uint64_t kNarrowInfinity = 0x7f800000, kNarrowNan = 0x7fc00000;

} // namespace

/// Cuts a magnitude whose exponent the narrow format has.
HostWide::Cut HostWide::cut_normal(Id magnitude) {
    const Id moved = ir_.ISub({magnitude, number(kBiases << kFraction)});
    const Id lost = ir_.IAnd({moved, number((std::uint64_t{1} << kDropped) - 1)});
    return {ir_.UShr({moved, number(kDropped)}), ir_.INe({lost, number(0)})};
}

/// Cuts one that becomes a denormal: the whole significand moves to the right, at most until nothing of it is left.
HostWide::Cut HostWide::cut_denormal(Id magnitude, Id exponent) {
    const std::uint64_t hidden = std::uint64_t{1} << kFraction;
    const Id fraction = ir_.IAnd({magnitude, number(hidden - 1)});
    const Id significand = ir_.Select({ir_.IEq({exponent, number(0)}), fraction, ir_.IOr({fraction, number(hidden)})});
    const Id missing = ir_.UMin({ir_.ISub({number(kBiases + 1), exponent}), number(kNarrowFraction + 2)});
    const Id shift = ir_.IAdd({missing, number(kDropped)});
    const Id bits = ir_.UShr(significand, shift);
    return {bits, ir_.INe({ir_.IShl(bits, shift), significand})};
}

Id HostWide::to_single(Id a, bool goes_up) {
    const Id magnitude = ir_.IAnd({a, number(kSign - 1)}), sign = ir_.IAnd({a, number(kSign)});
    const Id exponent = ir_.UShr({magnitude, number(kFraction)});
    const Id is_normal = ir_.ULt({number(kBiases), exponent});
    const Cut normal = cut_normal(magnitude), denormal = cut_denormal(magnitude, exponent);
    Id cut = ir_.Select({is_normal, normal.bits, denormal.bits});
    const Id is_too_large = ir_.BAnd({is_normal, ir_.ULe({number(kNarrowInfinity), cut})});
    cut = ir_.Select({is_too_large, number(kNarrowInfinity - 1), cut});
    if (goes_up) {
        const Id is_inexact = ir_.BOr({is_too_large, ir_.Select({is_normal, normal.is_inexact, denormal.is_inexact})});
        const Id grows = ir_.BAnd({is_inexact, ir_.IEq({sign, number(0)})});
        cut = ir_.IAdd({cut, ir_.Select({grows, number(1), number(0)})});
    }
    const Id special =
        ir_.Select({ir_.ULt({number(kInfinity), magnitude}), number(kNarrowNan), number(kNarrowInfinity)});
    const Id result = ir_.Select({ir_.ULt({magnitude, number(kInfinity)}), cut, special});
    const Id bits = ir_.IOr({result, ir_.UShr({sign, number(32)})});
    return ir_.bitcast(wide_.with_kind(Kind::F32), ir_.convert(Op::ITruncate, Kind::I32, bits));
}

Id HostWide::power_of_two(Id n) { return bits_of_power(ir_, n, wide_.kind, wide_.kind == Kind::F64 ? 500 : 60); }

Id bits_of_power(ir::Builder& ir, Id n, Kind kind, std::int64_t most) {
    const unsigned fraction = kind == Kind::F64 ? 52 : 23;
    const std::int64_t bias = kind == Kind::F64 ? 1023 : 127;
    if (ir::bits_of(ir.type_of(n).kind) < 32) n = ir.convert(Op::SExtend, Kind::I32, n);
    const bool is_long = ir.type_of(n).kind == Kind::I64;
    const auto same = [&](std::int64_t value) {
        return ir.constant(ir.type_of(n),
                           is_long ? static_cast<std::uint64_t>(value) : static_cast<std::uint32_t>(value));
    };
    const Id limited = ir.SMax({ir.SMin(n, same(most)), same(-most)});
    Id exponent = ir.IAdd(limited, same(bias));
    if (is_long) exponent = ir.convert(Op::ITruncate, Kind::I32, exponent);
    const Id wide = kind == Kind::F64 ? ir.convert(Op::UExtend, Kind::I64, exponent) : exponent;
    return ir.IShl({wide, ir.constant(ir.type_of(wide), std::uint64_t{fraction})});
}

} // namespace relit::lang
