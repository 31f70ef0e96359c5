// Integers of 64 bits as two of 32: what ir/opcodes.inc says of them, built of operations on the halves.
#pragma once

#include "ir/builder.hpp"

#include <optional>
#include <span>

namespace relit::lang {

/// Of as many lanes as the value.
struct Pair {
    ir::Id low = ir::kNone, high = ir::kNone;
};

/// Writes at the builder's position. Rounding is that of `mode`; everything else is exact.
class Pairs {
public:
    explicit Pairs(ir::Builder& builder) : ir_(builder) {}

    [[nodiscard]] Pair constant(std::uint64_t value, unsigned lanes);
    [[nodiscard]] Pair choose(ir::Id condition, Pair yes, Pair no);
    [[nodiscard]] Pair extended(ir::Id words, bool is_signed);

    /// An operation from wide integers to one such. Nothing: it has no form here.
    [[nodiscard]] std::optional<Pair> compute(ir::Op op, std::span<const Pair> in);
    /// A comparison.
    [[nodiscard]] std::optional<ir::Id> compare(ir::Op op, Pair a, Pair b);
    /// Floats of any kind, toward zero and clamped to the range.
    [[nodiscard]] Pair from_float(ir::Id value, bool is_signed);
    [[nodiscard]] ir::Id to_float(Pair value, ir::Kind kind, bool is_signed, ir::FloatMode mode);

private:
    struct Rounding {
        ir::FloatMode mode;
        ir::Id is_negative;
    };
    [[nodiscard]] unsigned lanes(ir::Id value) const { return ir_.type_of(value).lanes; }
    [[nodiscard]] ir::Id word(std::uint32_t value, ir::Id like) { return ir_.i32(value, lanes(like)); }
    [[nodiscard]] ir::Id real(double value, ir::Id like);

    [[nodiscard]] Pair add(Pair a, Pair b);
    /// From left to right.
    [[nodiscard]] Pair add_all(std::initializer_list<Pair> terms);
    [[nodiscard]] Pair subtract(Pair a, Pair b);
    [[nodiscard]] Pair negate(Pair a);
    [[nodiscard]] Pair invert(Pair a);
    [[nodiscard]] Pair both(Pair a, Pair b);
    [[nodiscard]] Pair either(Pair a, Pair b);
    [[nodiscard]] Pair times(Pair a, Pair b);
    [[nodiscard]] Pair high_product(Pair a, Pair b);
    [[nodiscard]] Pair signed_high_product(Pair a, Pair b);
    [[nodiscard]] std::optional<std::uint32_t> known(ir::Id value) const;
    [[nodiscard]] Pair shifted(ir::Op op, Pair a, std::uint32_t by);
    [[nodiscard]] Pair left(Pair a, ir::Id by);
    [[nodiscard]] Pair right(Pair a, ir::Id by);
    [[nodiscard]] Pair signed_right(Pair a, ir::Id by);
    [[nodiscard]] Pair shift(ir::Op op, Pair a, Pair by);
    [[nodiscard]] Pair bit(ir::Id condition);
    [[nodiscard]] Pair carry(Pair a, Pair b);
    [[nodiscard]] ir::Id highest_bit(Pair a);
    [[nodiscard]] ir::Id lowest_bit(Pair a);
    [[nodiscard]] Pair low_bits(Pair a, Pair count);
    [[nodiscard]] Pair low_ones(Pair count);
    [[nodiscard]] Pair signed_field(Pair a, Pair from, Pair count);
    [[nodiscard]] Pair insert(Pair a, Pair b, Pair to, Pair count);
    [[nodiscard]] ir::Id equal(Pair a, Pair b);
    [[nodiscard]] ir::Id below(Pair a, Pair b, ir::Op high);
    [[nodiscard]] Pair whole_single(ir::Id magnitude);
    [[nodiscard]] Pair whole_double(ir::Id magnitude);
    [[nodiscard]] ir::Id sum_of_parts(Pair value, bool is_signed, ir::FloatMode mode);
    [[nodiscard]] ir::Id rounded(ir::Id top, ir::Kind kind, Rounding rounding);

    ir::Builder& ir_;
};

} // namespace relit::lang
