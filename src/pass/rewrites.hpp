// The rows of pass/simplify.inc as trees, for the pass that applies them and the law that proves them.
#pragma once

#include "ir/op.hpp"
#include "ir/type.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace relit::pass {

/// A node of a pattern: a letter, a number, or an operation on nodes.
struct Term {
    enum class Form : std::uint8_t { Letter, Number, Operation };
    Form form{};
    unsigned letter = 0; // 0 for a, 1 for b, ...
    double number = 0;   // false and true are 0 and 1
    ir::Op op{};
    std::vector<Term> operands;
};

struct Rewrite {
    std::string_view from_text, to_text;
    Term from, to;
};

inline constexpr unsigned kLetters = 4;

[[nodiscard]] std::span<const Rewrite> all_rewrites();
/// By the operation with which a pattern begins, in the order of the table.
using RewritesByOp = std::array<std::vector<const Rewrite*>, ir::kOpCount>;
[[nodiscard]] const RewritesByOp& rewrites_by_op();
/// A number of a pattern as a lane of the kind.
[[nodiscard]] std::uint64_t lane_of(double number, ir::Kind kind);
/// The type of an operation whose first operand that is not a number has type `operand`.
[[nodiscard]] ir::Type type_of(ir::Op op, ir::Type operand);

} // namespace relit::pass
