// The words that the value column of ir/opcodes.inc is written in. Integers come as unsigned of their width; every
// function is defined for all arguments.
#pragma once

#include "base/half.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace relit::ir::arithmetic {

template <std::unsigned_integral T>
[[nodiscard]] constexpr auto S(T x) {
    return static_cast<std::make_signed_t<T>>(x);
}
template <std::unsigned_integral T>
[[nodiscard]] constexpr unsigned width(T /*x*/) {
    return std::numeric_limits<T>::digits;
}
template <std::unsigned_integral T>
[[nodiscard]] constexpr T ones(T /*x*/) {
    return std::numeric_limits<T>::max();
}

/// a * b, wrapping; narrow integers would overflow as int.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T times(T a, T b) {
    return static_cast<T>(std::uint64_t{a} * std::uint64_t{b});
}

/// The high half of the product of two integers of the same kind, signed or not.
template <std::integral T>
[[nodiscard]] constexpr T high_product(T a, T b) {
    constexpr unsigned kBits = 8 * sizeof(T);
    if constexpr (kBits < 64) {
        using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        return static_cast<T>((Wide{a} * Wide{b}) >> kBits);
    } else {
        __extension__ using Signed = __int128;
        __extension__ using Unsigned = unsigned __int128;
        using Wide = std::conditional_t<std::is_signed_v<T>, Signed, Unsigned>;
        return static_cast<T>((Wide{a} * Wide{b}) >> kBits);
    }
}

/// Toward zero; by 0: -1; the smallest by -1: itself.
template <std::signed_integral T>
[[nodiscard]] constexpr T signed_quotient(T a, T b) {
    using Unsigned = std::make_unsigned_t<T>;
    if (b == 0) return T{-1};
    if (b == -1) return static_cast<T>(Unsigned{0} - static_cast<Unsigned>(a));
    return static_cast<T>(a / b);
}

/// With the sign of a; by 0: a.
template <std::signed_integral T>
[[nodiscard]] constexpr T signed_remainder(T a, T b) {
    if (b == 0) return a;
    return b == -1 ? T{0} : static_cast<T>(a % b);
}

/// For by < width(a).
template <std::unsigned_integral T>
[[nodiscard]] constexpr T shift_left(T a, T by) {
    return static_cast<T>(std::uint64_t{a} << by);
}

/// The nearest value that a 16-bit float has.
template <std::floating_point T>
[[nodiscard]] constexpr T through_half(T a) {
    return static_cast<T>(float_from_half(half_from(static_cast<double>(a))));
}

/// 1 where a + b wraps.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T carry(T a, T b) {
    return static_cast<T>(a + b) < a ? 1 : 0;
}

template <std::unsigned_integral T>
[[nodiscard]] constexpr T reversed(T a) {
    T result = 0;
    for (unsigned i = 0; i < width(a); ++i) result = static_cast<T>(result << 1 | (a >> i & 1));
    return result;
}

/// The highest bit that differs from the sign; none: all ones.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T signed_msb(T a) {
    const T magnitude = static_cast<T>(S(a) < 0 ? ~a : a);
    if (magnitude == 0) return ones(a);
    return static_cast<T>(width(a) - 1 - static_cast<unsigned>(std::countl_zero(magnitude)));
}

/// The low `count` bits set; all of them where there are fewer.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T low_ones(T count) {
    return count >= width(count) ? ones(count) : static_cast<T>((std::uint64_t{1} << count) - 1);
}

/// `count` bits of a from bit `from`; bits beyond the word read 0.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T bit_field(T a, T from, T count) {
    return from >= width(a) ? T{0} : static_cast<T>(a >> from & low_ones(count));
}

/// The same, sign-extended; bits beyond the word read the sign; no bits at all give 0.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T signed_bit_field(T a, T from, T count) {
    if (count == 0) return 0;
    const auto above = static_cast<T>(S(a) >> std::min<T>(from, static_cast<T>(width(a) - 1)));
    if (count >= width(a)) return above;
    const T low = static_cast<T>(above & low_ones(count));
    const bool negative = (above >> (count - 1) & 1) != 0;
    return negative ? static_cast<T>(low | ~low_ones(count)) : low;
}

/// `count` bits of b into a from bit `to`; what does not fit is lost.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T bit_insert(T a, T b, T to, T count) {
    if (to >= width(a)) return a;
    const T mask = shift_left(low_ones(count), to);
    return static_cast<T>((a & ~mask) | (shift_left(b, to) & mask));
}

template <std::floating_point F>
[[nodiscard]] constexpr bool is_nan(F a) {
    return a != a; // NOLINT(misc-redundant-expression): this is what NaN means
}
template <std::floating_point F>
[[nodiscard]] constexpr bool is_inf(F a) {
    return a == std::numeric_limits<F>::infinity() || a == -std::numeric_limits<F>::infinity();
}

/// To the nearest whole number, to the even one between two, whatever direction the host rounds in.
template <std::floating_point F>
[[nodiscard]] F round_even(F a) {
    const F below = std::floor(a), over = a - below; // exact: numbers with a fraction are small
    const bool up = over > F(0.5) || (over == F(0.5) && std::fmod(below, F(2)) != 0);
    return std::copysign(up ? below + 1 : below, a);
}

/// a * 2^n, rounded once.
template <std::floating_point F, std::signed_integral N>
[[nodiscard]] F scale(F a, N n) {
    constexpr std::int64_t kBeyond = 5000; // further than any exponent of any float here
    return std::ldexp(a, static_cast<int>(std::clamp<std::int64_t>(n, -kBeyond, kBeyond)));
}

/// 2^n, for n < 64.
template <std::floating_point F>
[[nodiscard]] constexpr F power_of_two(unsigned n) {
    return static_cast<F>(std::uint64_t{1} << n);
}

/// Toward zero, to as many bits as R (unsigned) has; saturates; NaN gives 0.
template <std::unsigned_integral R, std::floating_point F>
[[nodiscard]] constexpr R to_signed(F a) {
    using Signed = std::make_signed_t<R>;
    constexpr F kBeyond = power_of_two<F>(std::numeric_limits<R>::digits - 1);
    if (is_nan(a)) return 0;
    if (a >= kBeyond) return static_cast<R>(std::numeric_limits<Signed>::max());
    if (a <= -kBeyond) return static_cast<R>(std::numeric_limits<Signed>::min());
    return static_cast<R>(static_cast<Signed>(a));
}
template <std::unsigned_integral R, std::floating_point F>
[[nodiscard]] constexpr R to_unsigned(F a) {
    constexpr F kBeyond = power_of_two<F>(std::numeric_limits<R>::digits - 1) * 2;
    if (a >= kBeyond) return std::numeric_limits<R>::max();
    return a > 0 ? static_cast<R>(a) : R{0}; // NaN is not above 0
}

} // namespace relit::ir::arithmetic
