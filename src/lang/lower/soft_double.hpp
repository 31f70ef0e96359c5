// Arithmetic on the bits of 64-bit floats, in whole numbers of 64 bits: every result is rounded once, as IEEE 754 and the
// mode require it; NaN is the quiet one.
#pragma once

#include "ir/builder.hpp"
#include "lang/lower/outline.hpp"

#include <bit>
#include <cstdint>

namespace relit::lang {

/// Writes at the builder's position; sums and products by calls. Values are i64, of as many lanes as the constructor was given.
class SoftDouble {
public:
    /// Beside the modes of FloatMode::rounding: where a result is not exact, the neighbour whose last bit is set. A zero
    /// that is exact is as in the nearest.
    static constexpr std::uint32_t kToOdd = 4;
    SoftDouble(ir::Builder& builder, Outlines& outlines, unsigned lanes, std::uint32_t rounding)
        : ir_(builder), outlines_(outlines), lanes_(lanes), rounding_(rounding) {}

    [[nodiscard]] ir::Id fused(ir::Id a, ir::Id b, ir::Id c); // a * b + c
    [[nodiscard]] ir::Id sum(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id product(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id quotient(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id root(ir::Id a);
    [[nodiscard]] ir::Id negated(ir::Id a);
    [[nodiscard]] ir::Id magnitude(ir::Id a);
    enum class Whole : std::uint8_t { Truncated, Floor, Ceiling, Even };
    [[nodiscard]] ir::Id whole(ir::Id a, Whole how);

    /// 2^n for an integer, limited to what makes any f32 too large or too small for its format.
    [[nodiscard]] ir::Id power_of_two(ir::Id n);

    [[nodiscard]] ir::Id flushed(ir::Id a); // what is denormal becomes a zero of its sign
    [[nodiscard]] ir::Id is_nan(ir::Id a);
    [[nodiscard]] ir::Id is_infinite(ir::Id a);
    [[nodiscard]] ir::Id equal(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id below(ir::Id a, ir::Id b); // not where either is NaN
    [[nodiscard]] ir::Id at_most(ir::Id a, ir::Id b);

    [[nodiscard]] ir::Id from_single(ir::Id single);
    [[nodiscard]] ir::Id to_single(ir::Id a,
                                   bool odd = false); // odd: cut off, the last bit set where that lost something
    [[nodiscard]] ir::Id from_integer(ir::Id value, bool is_signed);          // of 64 bits
    [[nodiscard]] ir::Id to_integer(ir::Id a, unsigned bits, bool is_signed); // clamped to the range; of 64 bits

private:
    /// A number other than those beyond all: significand * 2^(exponent - 1075), of 53 bits or 0.
    struct Parts {
        ir::Id sign, exponent, significand; // sign: the highest bit alone
    };
    struct Long {
        ir::Id high, low;
    };
    /// What a number is packed into.
    struct Format {
        unsigned fraction, exponent; // bits
    };
    enum Rounding : std::uint32_t { kNearest, kZero, kUp, kDown, kOdd = kToOdd };

    [[nodiscard]] ir::Id wide(std::uint64_t value) { return ir_.constant(ir::kI64.with_lanes(lanes_), value); }
    [[nodiscard]] ir::Id word(std::uint32_t value) { return ir_.i32(value, lanes_); }
    [[nodiscard]] ir::Id number(double value) { return wide(std::bit_cast<std::uint64_t>(value)); }
    [[nodiscard]] ir::Id count(ir::Id words) { return ir_.convert(ir::Op::SExtend, ir::Kind::I64, words); }
    [[nodiscard]] ir::Id as_word(ir::Id value) { return ir_.convert(ir::Op::ITruncate, ir::Kind::I32, value); }
    [[nodiscard]] ir::Id is_zero(ir::Id value) { return ir_.IEq(value, wide(0)); }
    [[nodiscard]] ir::Id sticky(ir::Id value, ir::Id lost); // the lowest bit is set where something was lost
    [[nodiscard]] ir::Id sign_of(ir::Id a);
    [[nodiscard]] ir::Id is_none(ir::Id a); // zero of either sign
    [[nodiscard]] ir::Id order(ir::Id a);
    [[nodiscard]] ir::Id top_bit(ir::Id value) { return as_word(ir_.UFindMsb(value)); }
    [[nodiscard]] Parts parts(ir::Id a);
    [[nodiscard]] Long left(Long a, ir::Id by);
    [[nodiscard]] Long right_sticky(Long a, ir::Id by);
    [[nodiscard]] Long add(Long a, Long b);
    [[nodiscard]] Long subtract(Long a, Long b);
    [[nodiscard]] Long choose(ir::Id condition, Long yes, Long no);
    [[nodiscard]] ir::Id fused_here(ir::Id a, ir::Id b, ir::Id c);
    [[nodiscard]] ir::Id finite_fused(const Parts& a, const Parts& b, const Parts& c);
    [[nodiscard]] ir::Id reciprocal(ir::Id divisor);
    [[nodiscard]] ir::Id reciprocal_root(ir::Id value);
    [[nodiscard]] ir::Id pack(ir::Id sign, ir::Id exponent, ir::Id bits, Format format, std::uint32_t rounding);
    [[nodiscard]] ir::Id packed(ir::Id sign, ir::Id exponent, ir::Id bits) {
        return pack(sign, exponent, bits, {52, 11}, rounding_);
    }
    [[nodiscard]] ir::Id goes_up(ir::Id rest, ir::Id kept, ir::Id sign, unsigned dropped, std::uint32_t rounding);

    ir::Builder& ir_;
    Outlines& outlines_;
    unsigned lanes_;
    std::uint32_t rounding_;
};

} // namespace relit::lang
