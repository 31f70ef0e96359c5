// The rows of pass/simplify.inc as trees, for the pass that applies them and the property test that proves them.
#pragma once

#include "ir/op.hpp"
#include "ir/type.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace relit::pass {

inline constexpr std::size_t kKinds = static_cast<std::size_t>(ir::Kind::F64) + 1;

/// A node of a pattern: a letter, a number, or an operation on nodes.
struct Term {
    enum class Form : std::uint8_t { Letter, Number, Operation };
    Form form{};
    unsigned letter = 0; // 0 for a, 1 for b, ...
    double number = 0;   // false and true are 0 and 1
    ir::Op op{};
    std::vector<Term> operands;
    std::array<std::uint64_t, kKinds> lanes{}; // of a number, by kind

    /// The number as a lane of the kind.
    [[nodiscard]] std::uint64_t lane(ir::Kind kind) const { return lanes[static_cast<std::size_t>(kind)]; }
};

inline constexpr unsigned kLetters = 4;
inline constexpr ir::Op kAnyOp = static_cast<ir::Op>(ir::kOpCount);

struct Rewrite {
    std::string_view from_text, to_text;
    Term from, to;
    std::array<ir::Op, kLetters> wants; // of the pattern's operands: the operation, Const for numbers, or kAnyOp
};

[[nodiscard]] std::span<const Rewrite> all_rewrites();
/// Those whose pattern begins with one operation, in the order of the table.
struct RewritesOfOp {
    std::vector<const Rewrite*> rows;
    std::array<bool, ir::kOpCount> operands{}; // operations that some row wants among the operands
    std::vector<const Term*> numbers;          // and the numbers, each once
    bool any_twice = false;                    // whether some row wants an operand twice

    /// Whether a lane of the kind holds one of the numbers.
    [[nodiscard]] bool wants(std::uint64_t lane, ir::Kind kind) const {
        for (const Term* number : numbers)
            if (number->lane(kind) == lane) return true;
        return false;
    }
};
using RewritesByOp = std::array<RewritesOfOp, ir::kOpCount>;
[[nodiscard]] const RewritesByOp& rewrites_by_op();
/// A number of a pattern as a lane of the kind.
[[nodiscard]] std::uint64_t lane_of(double number, ir::Kind kind);
/// The type of an operation whose first operand that is not a number has type `operand`.
[[nodiscard]] ir::Type type_of(ir::Op op, ir::Type operand);

} // namespace relit::pass
