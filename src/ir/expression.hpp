// Operators on values, for lifters that spell formulas: `(a & 0xff) << 3` comes to two instructions. Integers of 32 bits
// and bools; a plain number becomes a constant with as many lanes as the other side.
#pragma once

#include "ir/builder.hpp"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace relit::ir {

/// A value, or an operation on some that is built when its number is asked for: operands from left to right, each once. C++
/// leaves the order of operands open, and compilers differ; so nothing is built while a formula is evaluated.
class Expression {
public:
    Expression() = default;
    Expression(Builder& builder, Id value);
    Expression(Op op, std::initializer_list<Expression> operands);

    [[nodiscard]] Id id() const;
    /// A number with as many lanes as this has.
    [[nodiscard]] Expression same(std::uint32_t value) const;
    [[nodiscard]] Expression lane(unsigned index) const;
    /// The entry of a table that outlives the building.
    [[nodiscard]] Expression entry_of(std::span<const std::uint32_t> table) const;
    [[nodiscard]] static Expression compose(std::initializer_list<Expression> lanes) { return {Op::Compose, lanes}; }

private:
    struct Node {
        Op op{};
        Id id = kNone;                          // once it is built
        std::uint32_t number = 0;               // of a constant, or the lane that is taken
        std::span<const std::uint32_t> table{}; // that is looked up
        std::array<Node*, kMaxLanes> operands{};
        std::size_t count = 0;
    };
    [[nodiscard]] static Expression made(Builder* builder, const Node& node);
    static Id build(Builder& builder, Node& node);

    Builder* builder_ = nullptr;
    Node* node_ = nullptr; // in the module's arena
};

#define RELIT_BINARY(spelling, operation)                                                        \
    inline Expression spelling(Expression a, Expression b) { return {Op::operation, {a, b}}; }   \
    inline Expression spelling(Expression a, std::uint32_t b) { return spelling(a, a.same(b)); } \
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
RELIT_BINARY(borrow_of, IBorrow)
RELIT_BINARY(signed_shift_right, SShr)
RELIT_BINARY(signed_less, SLt)
RELIT_BINARY(signed_less_equal, SLe)
RELIT_BINARY(unsigned_min, UMin)
RELIT_BINARY(unsigned_max, UMax)
RELIT_BINARY(signed_max, SMax)
RELIT_BINARY(high_product, UMulHi)
RELIT_BINARY(signed_high_product, SMulHi)
#undef RELIT_BINARY

inline Expression operator&&(Expression a, Expression b) { return {Op::BAnd, {a, b}}; }
inline Expression operator||(Expression a, Expression b) { return {Op::BOr, {a, b}}; }
inline Expression operator!(Expression a) { return {Op::BNot, {a}}; }
inline Expression operator-(Expression a) { return {Op::INeg, {a}}; }
inline Expression highest_bit(Expression a) { return {Op::UFindMsb, {a}}; }

inline Expression choose(Expression condition, Expression yes, Expression no) {
    return {Op::Select, {condition, yes, no}};
}
inline Expression choose(Expression condition, std::uint32_t yes, Expression no) {
    return choose(condition, no.same(yes), no);
}
inline Expression choose(Expression condition, Expression yes, std::uint32_t no) {
    return choose(condition, yes, yes.same(no));
}

} // namespace relit::ir
