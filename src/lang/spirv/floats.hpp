// What is known about the bits of floats, for operations that are spelled with integers.
#pragma once

#include "lang/spirv/code.hpp"

namespace relit::lang::spirv {

struct FloatLayout {
    unsigned fraction_bits, exponent_bits;
    [[nodiscard]] constexpr unsigned bits() const { return 1 + exponent_bits + fraction_bits; }
    [[nodiscard]] constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits() - 1); }
    [[nodiscard]] constexpr std::uint64_t infinity() const { return power(bias() + 1); }
    [[nodiscard]] constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
    /// The bits of 2^n; Infinity where that is too large.
    [[nodiscard]] constexpr std::uint64_t power(int n) const {
        const int most = 2 * bias() + 1;
        return static_cast<std::uint64_t>(n + bias() > most ? most : n + bias()) << fraction_bits;
    }
};

[[nodiscard]] FloatLayout float_layout(ir::Kind kind);
/// A comparison of floats that is never true of a NaN, as it stands.
[[nodiscard]] inline Value ordered(Code& code, spv::Op opcode, Two in) {
    return code.exactly(code.compare(opcode, in));
}
/// Denormals become zeros of their sign.
[[nodiscard]] Value flushed(Code& code, Value value);
/// The same for a result, where code.mode requires it.
[[nodiscard]] Value flushed_result(Code& code, Value value);
/// What one step of an operation hands to the next, which takes denormals as code.mode says, too.
[[nodiscard]] Value flushed_intermediate(Code& code, Value value);
[[nodiscard]] Value is_nan(Code& code, Value value);
[[nodiscard]] Value is_zero(Code& code, Value value);
/// Whether a factor is 0 for the device, which may flush denormals, in products and comparisons alike.
[[nodiscard]] Value multiplies_as_zero(Code& code, Value value);
/// The sum rounded to odd: where it is not exact, the neighbour whose last bit is set. A narrower rounding afterwards is
/// then as if there had been only that one.
[[nodiscard]] Value sum_to_odd(Code& code, Two in);
/// a * 2^n, for a number of the next narrower format, as a number too large or too small for that where it is.
[[nodiscard]] Value scaled(Code& code, Value a, Value n);

} // namespace relit::lang::spirv
