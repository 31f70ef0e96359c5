// Operators on values, for lifters that spell formulas: `(a & 0xff) << 3` builds two instructions. Integers of 32 bits
// and bools; a plain number becomes a constant with as many lanes as the other side.
#pragma once

#include "ir/builder.hpp"

#include <cstdint>

namespace relit::ir {

/// A value and the builder that continues it.
struct Expression {
    Builder* builder = nullptr;
    Id id = kNone;

    [[nodiscard]] Type type() const { return builder->type_of(id); }
    [[nodiscard]] Expression same(std::uint32_t value) const {
        return {builder, builder->constant(kI32.with_lanes(type().lanes), value)};
    }
    [[nodiscard]] Expression lane(unsigned index) const { return {builder, builder->lane(id, index)}; }
};

#define RELIT_BINARY(spelling, operation)                                                                            \
    inline Expression spelling(Expression a, Expression b) { return {a.builder, a.builder->operation(a.id, b.id)}; } \
    inline Expression spelling(Expression a, std::uint32_t b) { return spelling(a, a.same(b)); }                     \
    inline Expression spelling(std::uint32_t a, Expression b) { return spelling(b.same(a), b); }
RELIT_BINARY(operator+, IAdd)
RELIT_BINARY(operator-, ISub)
RELIT_BINARY(operator*, IMul)
RELIT_BINARY(operator&, IAnd)
RELIT_BINARY(operator|, IOr)
RELIT_BINARY(operator^, IXor)
RELIT_BINARY(operator<<, IShl)
RELIT_BINARY(operator>>, UShr)
RELIT_BINARY(operator==, IEq)
RELIT_BINARY(operator!=, INe)
RELIT_BINARY(operator<, ULt)
RELIT_BINARY(operator<=, ULe)
RELIT_BINARY(signed_shift_right, SShr)
RELIT_BINARY(signed_less, SLt)
RELIT_BINARY(signed_less_equal, SLe)
RELIT_BINARY(unsigned_min, UMin)
RELIT_BINARY(unsigned_max, UMax)
RELIT_BINARY(signed_max, SMax)
RELIT_BINARY(high_product, UMulHi)
RELIT_BINARY(signed_high_product, SMulHi)
#undef RELIT_BINARY

inline Expression operator&&(Expression a, Expression b) { return {a.builder, a.builder->BAnd(a.id, b.id)}; }
inline Expression operator||(Expression a, Expression b) { return {a.builder, a.builder->BOr(a.id, b.id)}; }
inline Expression operator!(Expression a) { return {a.builder, a.builder->BNot(a.id)}; }
inline Expression operator-(Expression a) { return {a.builder, a.builder->INeg(a.id)}; }
inline Expression highest_bit(Expression a) { return {a.builder, a.builder->UFindMsb(a.id)}; }

inline Expression choose(Expression condition, Expression yes, Expression no) {
    return {yes.builder, yes.builder->Select(condition.id, yes.id, no.id)};
}
inline Expression choose(Expression condition, std::uint32_t yes, Expression no) {
    return choose(condition, no.same(yes), no);
}
inline Expression choose(Expression condition, Expression yes, std::uint32_t no) {
    return choose(condition, yes, yes.same(no));
}

} // namespace relit::ir
