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
[[nodiscard]] Value is_nan(Code& code, Value value);

} // namespace relit::lang::spirv
