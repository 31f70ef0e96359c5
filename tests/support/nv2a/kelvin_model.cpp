#include "tests/support/nv2a/kelvin_model.hpp"

#include "base/result.hpp"

#include <algorithm>
#include <bit>
#include <fstream>
#include <limits>

#include <nlohmann/json.hpp>

namespace relit::test {
namespace {

constexpr std::uint32_t kNan = 0x7fffffff, kInf = 0x7f800000, kLargest = 0x7f7fffff, kOne = 0x3f800000;
constexpr std::uint32_t kSign = 0x80000000;
constexpr std::int64_t kFixedOne = 1 << 13; // of the input of EXP and LIT

struct Number {
    explicit Number(std::uint32_t bits)
        : sign(bits >> 31), exponent(static_cast<int>(bits >> 23 & 255)), fraction(bits & 0x7fffff),
          implicit(fraction | 0x800000) {}
    [[nodiscard]] bool is_nan() const { return exponent == 255 && fraction != 0; }
    [[nodiscard]] bool is_inf() const { return exponent == 255 && fraction == 0; }
    [[nodiscard]] bool is_zero() const { return exponent == 0; } // denormals too
    std::uint32_t sign;
    int exponent;
    std::uint32_t fraction, implicit;
};

/// 24-bit mantissa and any exponent as float bits.
std::uint32_t packed_float(std::uint32_t sign, int exponent, std::uint64_t mantissa) {
    if (exponent < 1) return sign << 31;
    if (exponent > 254) return sign << 31 | kLargest;
    return sign << 31 | static_cast<std::uint32_t>(exponent) << 23 | (static_cast<std::uint32_t>(mantissa) & 0x7fffff);
}

/// 1 / x: exponent and fraction before any clamp.
std::pair<int, std::uint32_t> inverse(const Number& x, const KelvinTables& tables) {
    if (x.fraction == 0) return {254 - x.exponent, 0};
    const std::uint64_t m = x.implicit, s0 = tables.rcp[m >> 17 & 63];
    const std::uint64_t s1 = ((std::uint64_t{1} << 31) - s0 * m) * s0 >> 24;
    const std::uint64_t s2 = ((std::uint64_t{1} << 37) - s1 * m) * s1 >> 25;
    return {253 - x.exponent, static_cast<std::uint32_t>(s2 - 0x800000)};
}

std::uint32_t reciprocal(std::uint32_t bits, const KelvinTables& tables) {
    const Number x(bits);
    if (x.is_nan()) return kNan;
    if (x.is_zero()) return x.sign << 31 | kInf;
    const auto [exponent, fraction] = inverse(x, tables);
    return packed_float(x.sign, exponent, fraction);
}

std::uint32_t clamped_reciprocal(std::uint32_t bits, const KelvinTables& tables) {
    const Number x(bits);
    if (x.is_nan()) return kNan;
    const auto [exponent, fraction] = inverse(x, tables);
    if (exponent < 63) return x.sign << 31 | 0x1f800000;
    if (exponent >= 191) return x.sign << 31 | 0x5f800000;
    return packed_float(x.sign, exponent, fraction);
}

std::uint32_t inverse_root(std::uint32_t bits, const KelvinTables& tables) {
    const Number x(bits);
    if (x.is_nan()) return kNan;
    if (x.is_zero()) return kInf;
    if (x.is_inf()) return 0;
    const bool odd = x.exponent % 2 != 0;
    const int exponent = 127 - (x.exponent - (odd ? 127 : 128)) / 2 - 1; // the division truncates toward zero
    const std::uint64_t f = odd ? x.fraction : x.implicit;
    const std::uint64_t s0 = tables.rsq[f >> 17 & 127];
    const std::uint64_t m = f < 0x800000 ? f + 0x800000 : 2 * f;
    const std::uint64_t s1 = ((std::uint64_t{3} << 37) - s0 * s0 * m) * s0 >> 32;
    const std::uint64_t s2 = ((std::uint64_t{3} << 49) - s1 * s1 * m) * s1 >> 39;
    return static_cast<std::uint32_t>(exponent) << 23 | static_cast<std::uint32_t>(s2 - 0x800000);
}

/// The floor of x * 2^13.
std::int64_t fixed_of(std::uint32_t bits) {
    const Number x(bits);
    if (x.is_nan()) return std::numeric_limits<std::int32_t>::max();
    if (x.exponent < 127 - 23) return 0;
    if (x.exponent >= 127 + 18)
        return x.sign != 0 ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int32_t>::max();
    const std::int64_t m = x.implicit; // times 2^(exponent - 137)
    if (x.exponent >= 137) return (x.sign != 0 ? -m : m) * (std::int64_t{1} << (x.exponent - 137));
    const std::int64_t unit = std::int64_t{1} << (137 - x.exponent);
    return x.sign != 0 ? -((m + unit - 1) / unit) : m / unit;
}

/// 2^(q / 2^13).
std::uint32_t power_of_two(std::int64_t q, const KelvinTables& tables) {
    const std::int64_t k = q >> 13;
    if (k <= -127) return 0;
    if (k >= 128) return kInf;
    const auto piece = static_cast<std::size_t>(q >> 8 & 31);
    const auto rest = static_cast<std::uint32_t>(q & 255);
    const std::uint32_t fraction = (tables.exp_base[piece] * 256 + tables.exp_slope[piece] * rest) * 2;
    return (static_cast<std::uint32_t>(k + 127) << 23) + fraction;
}

/// x - floor(x) as the unit has it: through a whole number of units of 2^-23, of which float can hold every remainder.
std::uint32_t fraction_above_floor(std::uint32_t bits) {
    const Number x(bits);
    if (x.is_nan()) return bits;
    if (x.is_zero() || x.exponent >= 127 + 23) return 0;
    if (x.exponent < 127 && x.sign == 0) return bits;
    if (x.exponent < 127 - 23) return kOne; // a negative number closer to 0 than one unit
    std::int64_t units = 0;
    if (x.exponent >= 127) {
        units = std::int64_t{x.implicit} << (x.exponent - 127);
    } else { // what does not fit in units makes the size greater
        const std::int64_t step = std::int64_t{1} << (127 - x.exponent);
        units = (x.implicit + step - 1) / step;
    }
    if (x.sign != 0) units = -units;
    constexpr std::int64_t kWhole = 1 << 23;
    return std::bit_cast<std::uint32_t>(static_cast<float>((units % kWhole + kWhole) % kWhole) * 0x1p-23F);
}

KelvinLanes exponential(std::uint32_t x, const KelvinTables& tables) {
    const std::int64_t q = fixed_of(x);
    return {power_of_two(q - (q & (kFixedOne - 1)), tables), fraction_above_floor(x),
            Number(x).is_nan() ? kNan : power_of_two(q, tables), kOne};
}

/// log2 of a positive number with 26 fraction bits.
std::int64_t logarithm_core(const Number& x, const KelvinTables& tables) {
    const std::uint32_t rest = x.fraction >> 10 & 255;
    const std::size_t piece = x.fraction >> 18 & 31;
    return std::int64_t{tables.log_base[piece]} * 256 + std::int64_t{tables.log_slope[piece]} * rest +
           (std::int64_t{x.exponent} - 127) * (std::int64_t{1} << 26);
}

/// value / 2^fraction_bits, truncated.
std::uint32_t float_of(std::int64_t value, int fraction_bits) {
    if (value == 0) return 0;
    const auto size = static_cast<std::uint64_t>(value < 0 ? -value : value);
    const int top = 63 - std::countl_zero(size);
    const std::uint64_t mantissa = top > 23 ? size >> (top - 23) : size << (23 - top);
    return packed_float(value < 0 ? 1 : 0, 127 + top - fraction_bits, mantissa);
}

KelvinLanes logarithm(std::uint32_t bits, const KelvinTables& tables) {
    const Number x(bits & ~kSign);
    if (x.is_nan()) return {bits & ~kSign, bits & ~kSign, bits & ~kSign, kOne};
    if (x.is_zero()) return {kSign | kInf, kOne, kSign | kInf, kOne};
    if (x.is_inf()) return {kInf, kOne, kInf, kOne};
    return {float_of(x.exponent - 127, 0), kOne | x.fraction, float_of(logarithm_core(x, tables), 26), kOne};
}

std::uint32_t specular(std::uint32_t y_bits, std::uint32_t w_bits, const KelvinTables& tables) {
    const Number y(y_bits), w(w_bits);
    if (w.is_zero()) return kOne;
    if (y.is_nan() || w.is_nan()) return kNan;
    if (y.sign != 0 || y.is_zero()) return w.sign != 0 ? kInf : 0;
    if (y.is_inf()) return w.sign != 0 ? 0 : kInf;
    const std::int64_t power = std::clamp(fixed_of(w_bits), -128 * kFixedOne, 128 * kFixedOne - 1);
    const std::int64_t product = (logarithm_core(y, tables) * power) >> 26;
    if (product < std::numeric_limits<std::int32_t>::min()) return 0;
    if (product > std::numeric_limits<std::int32_t>::max()) return kInf;
    return power_of_two(product, tables);
}

KelvinLanes lighting(const KelvinLanes& v, const KelvinTables& tables) {
    if (Number(v[0]).sign != 0) return {kOne, 0, 0, kOne};
    return {kOne, v[0], Number(v[0]).is_zero() ? 0 : specular(v[1], v[3], tables), kOne};
}

KelvinLanes splat(std::uint32_t value) { return {value, value, value, value}; }

KelvinLanes dot(const KelvinLanes& a, const KelvinLanes& b, std::size_t lanes) {
    KelvinLanes products{};
    for (std::size_t i = 0; i < lanes; ++i) products[i] = kelvin_multiply(a[i], b[i]);
    return splat(kelvin_add(std::span(products).first(lanes)));
}

} // namespace

KelvinTables read_kelvin_tables(const std::string& path) {
    std::ifstream file(path);
    const auto json = nlohmann::json::parse(file);
    return {json["rcp_nv20"],  json["rsq_nv20"], json["exp_base"],
            json["exp_slope"], json["log_base"], json["log_slope"]};
}

std::uint32_t kelvin_multiply(std::uint32_t x, std::uint32_t y) {
    const Number a(x), b(y);
    if (a.is_zero() || b.is_zero()) return 0;
    if (a.is_nan() || b.is_nan()) return kNan;
    const std::uint32_t sign = a.sign ^ b.sign;
    if (a.is_inf() || b.is_inf()) return sign << 31 | kInf;
    std::uint64_t product = std::uint64_t{a.implicit} * b.implicit;
    int exponent = a.exponent + b.exponent - 127;
    if (product >> 47 != 0) {
        product >>= 1;
        ++exponent;
    }
    return packed_float(sign, exponent, product >> 23);
}

std::uint32_t kelvin_add(std::span<const std::uint32_t> terms) {
    int top = 0;
    bool plus = false, minus = false;
    for (const std::uint32_t bits : terms) {
        const Number term(bits);
        if (term.is_nan()) return kNan;
        if (term.is_inf()) (term.sign != 0 ? minus : plus) = true;
        top = std::max(top, term.exponent + 2);
    }
    if (plus && minus) return kNan;
    if (plus || minus) return (minus ? kSign : 0) | kInf;
    std::int64_t total = 0;
    for (const std::uint32_t bits : terms) {
        const Number term(bits);
        const std::int64_t mantissa = term.is_zero() ? term.fraction : term.implicit;
        const int down = top - term.exponent - 7;
        const std::int64_t aligned = down < 0 ? mantissa << -down : down > 62 ? 0 : mantissa >> down;
        total += term.sign != 0 ? -aligned : aligned;
    }
    if (total == 0) return 0;
    auto size = static_cast<std::uint64_t>(total < 0 ? -total : total);
    for (; size >> 30 == 0; size <<= 1) --top;
    return packed_float(total < 0 ? 1 : 0, top, size >> 7);
}

bool kelvin_less(std::uint32_t a, std::uint32_t b) {
    const auto rank = [](std::uint32_t bits) { // -0 stands just below +0
        const std::int64_t size = bits & ~kSign;
        return (bits & kSign) != 0 ? -size - 1 : size;
    };
    return rank(a) < rank(b);
}

std::int32_t kelvin_floor(std::uint32_t bits) {
    const Number x(bits);
    if (x.is_zero()) return 0;
    if (x.exponent >= 158)
        return x.sign != 0 ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int32_t>::max();
    if (x.exponent < 127) return x.sign != 0 ? -1 : 0;
    const std::int64_t size = std::int64_t{x.implicit} << (x.exponent - 127); // with 23 fraction bits
    return static_cast<std::int32_t>((x.sign != 0 ? -size : size) >> 23);
}

KelvinLanes kelvin_mac(unsigned op, const KelvinLanes& a, const KelvinLanes& b, const KelvinLanes& c) {
    constexpr unsigned kMov = 1, kMul = 2, kAdd = 3, kMad = 4, kDp3 = 5, kDph = 6, kDp4 = 7, kDst = 8, kMin = 9;
    constexpr unsigned kMax = 10, kSlt = 11, kSge = 12;
    if (op == kMov) return a;
    if (op == kDp3 || op == kDp4) return dot(a, b, op == kDp3 ? 3 : 4);
    if (op == kDph) return dot({a[0], a[1], a[2], kOne}, b, 4);
    if (op == kDst) return {kOne, kelvin_multiply(a[1], b[1]), a[2], b[3]};
    KelvinLanes result{};
    for (std::size_t i = 0; i < 4; ++i) {
        const bool less = kelvin_less(a[i], b[i]);
        const std::uint32_t product = kelvin_multiply(a[i], b[i]);
        switch (op) {
            case kMul: result[i] = product; break;
            case kAdd: result[i] = kelvin_add(std::array{a[i], c[i]}); break;
            case kMad: result[i] = kelvin_add(std::array{product, c[i]}); break;
            case kMin: result[i] = less ? a[i] : b[i]; break;
            case kMax: result[i] = less ? b[i] : a[i]; break;
            case kSlt: result[i] = less ? kOne : 0; break;
            case kSge: result[i] = less ? 0 : kOne; break;
            default: unreachable("kelvin_mac: no result");
        }
    }
    return result;
}

KelvinLanes kelvin_ilu(unsigned op, const KelvinLanes& c, const KelvinTables& tables) {
    constexpr unsigned kMov = 1, kRcp = 2, kRcc = 3, kRsq = 4, kExp = 5, kLog = 6, kLit = 7;
    switch (op) {
        case kMov: return c;
        case kRcp: return splat(reciprocal(c[0], tables));
        case kRcc: return splat(clamped_reciprocal(c[0], tables));
        case kRsq: return splat(inverse_root(c[0], tables));
        case kExp: return exponential(c[0], tables);
        case kLog: return logarithm(c[0], tables);
        case kLit: return lighting(c, tables);
        default: unreachable("kelvin_ilu: no result");
    }
}

} // namespace relit::test
