#include "tests/support/exact_floats.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace relit::test {
namespace {

int fraction_bits(const FloatFormat& format) { return format.precision - 1; }
std::uint64_t most_exponent(const FloatFormat& format) {
    return (std::uint64_t{1} << (format.bits - format.precision)) - 1;
}

/// The largest finite number.
long double most_of(const FloatFormat& format) {
    const auto exponent = static_cast<int>(most_exponent(format)) - 1;
    return std::ldexp((std::ldexp(1.0L, format.precision) - 1), exponent - 1 + format.least);
}

/// Where a number is too large for the format.
long double beyond(long double value, long double most, Direction direction) {
    const bool below = std::signbit(value);
    const bool stays = direction == Direction::Zero || direction == (below ? Direction::Up : Direction::Down);
    return std::copysign(stays ? most : std::numeric_limits<long double>::infinity(), value);
}

} // namespace

long double number_of(std::uint64_t bits, const FloatFormat& format) {
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << fraction_bits(format)) - 1);
    const std::uint64_t exponent = bits >> fraction_bits(format) & most_exponent(format);
    const bool below = (bits >> (format.bits - 1) & 1) != 0;
    long double value = std::ldexp(static_cast<long double>(fraction), format.least);
    if (exponent == most_exponent(format)) {
        value = fraction != 0 ? std::numeric_limits<long double>::quiet_NaN()
                              : std::numeric_limits<long double>::infinity();
    } else if (exponent != 0) {
        const std::uint64_t with_one = fraction | std::uint64_t{1} << fraction_bits(format);
        value = std::ldexp(static_cast<long double>(with_one), format.least + static_cast<int>(exponent) - 1);
    }
    return below ? -value : value;
}

long double whole(long double value, Direction direction) {
    switch (direction) {
        case Direction::Nearest: return std::nearbyint(value);
        case Direction::Down: return std::floor(value);
        case Direction::Up: return std::ceil(value);
        default: return std::trunc(value);
    }
}

std::uint64_t rounded_to(long double value, const FloatFormat& format, Direction direction) {
    const std::uint64_t sign = std::signbit(value) ? std::uint64_t{1} << (format.bits - 1) : 0;
    const std::uint64_t infinity = most_exponent(format) << fraction_bits(format);
    if (std::isnan(value)) return (std::uint64_t{1} << (format.bits - 1)) - 1;
    int exponent = 0;
    (void)std::frexp(value, &exponent);
    const int unit =
        value == 0 || std::isinf(value) ? format.least : std::max(exponent - format.precision, format.least);
    if (!std::isinf(value)) value = std::ldexp(whole(std::ldexp(value, -unit), direction), unit);
    const long double most = most_of(format);
    if (std::fabs(value) > most && !std::isinf(value)) value = beyond(value, most, direction);
    if (std::isinf(value)) return sign | infinity;
    // In units of the smallest denormal, each binade above it takes half as many steps.
    (void)std::frexp(value, &exponent);
    const int steps = value == 0 ? 0 : std::max(exponent - format.precision - format.least, 0);
    const auto fraction = static_cast<std::uint64_t>(std::ldexp(std::fabs(value), -format.least - steps));
    return sign | (fraction + (static_cast<std::uint64_t>(steps) << fraction_bits(format)));
}

long double flushed(long double value, const FloatFormat& format) {
    const bool is_denormal = std::fabs(value) < std::ldexp(1.0L, format.least + fraction_bits(format));
    return is_denormal ? std::copysign(0.0L, value) : value;
}

} // namespace relit::test
