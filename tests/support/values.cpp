#include "tests/support/values.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace relit::test {
namespace {

struct FloatShape {
    unsigned fraction, exponent;
};

std::uint64_t pack(FloatShape shape, std::uint64_t sign, std::uint64_t exponent, std::uint64_t fraction) {
    const std::uint64_t low = (std::uint64_t{1} << shape.fraction) - 1;
    return sign << (shape.fraction + shape.exponent) | exponent << shape.fraction | (fraction & low);
}

std::uint64_t awkward_float(FloatShape shape, Random& random) {
    const std::uint64_t most = (std::uint64_t{1} << shape.exponent) - 1, bias = most / 2;
    const std::uint64_t sign = random.below(2), noise = random.bits();
    switch (random.below(12)) {
        case 0: return pack(shape, sign, 0, 0);                                                   // zero
        case 1: return pack(shape, sign, bias, 0);                                                // one
        case 2: return pack(shape, sign, most, 0);                                                // infinity
        case 3: return pack(shape, sign, most, noise | 1);                                        // NaN
        case 4: return pack(shape, sign, 0, noise);                                               // denormal
        case 5: return pack(shape, sign, 1 + random.below(2), noise);                             // barely normal
        case 6: return pack(shape, sign, most - 1, ~std::uint64_t{0});                            // the largest
        case 7: return pack(shape, sign, bias + random.below(shape.exponent * 8), noise);         // about integers
        case 8: return pack(shape, sign, std::min(bias + random.below(66), most - 1), 0);         // powers of two
        case 9: return pack(shape, sign, bias - 1, 0);                                            // a half
        case 10: return pack(shape, sign, bias + random.below(4), noise << (shape.fraction - 3)); // small, few bits
        default: return pack(shape, sign, noise % (most + 1), noise >> 16);
    }
}

} // namespace

std::uint64_t awkward_lane(ir::Kind kind, Random& random) {
    if (kind == ir::Kind::Bool) return random.below(2);
    if (kind == ir::Kind::F16) return awkward_float({10, 5}, random) & 0xffff;
    if (kind == ir::Kind::F32) return awkward_float({23, 8}, random) & 0xffffffff;
    if (kind == ir::Kind::F64) return awkward_float({52, 11}, random);
    const unsigned bits = ir::bits_of(kind);
    const std::uint64_t ones = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    const std::array<std::uint64_t, 8> known{0, 1, ones, ones >> 1, (ones >> 1) + 1, bits, bits - 1, 2};
    switch (random.below(4)) {
        case 0: return known[random.below(static_cast<std::uint32_t>(known.size()))] & ones;
        case 1: return random.below(bits * 2) & ones;
        case 2: return (std::uint64_t{1} << random.below(bits)) & ones;
        default: return random.bits() & ones;
    }
}

} // namespace relit::test
