// The rows of ir/rewrite/rewrites.inc as trees, for who applies them and the property test that proves them.
#pragma once

#include "ir/module.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace relit::ir {

inline constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::F64) + 1;

/// A node of a pattern: a letter, a number, or an operation on nodes.
struct Term {
    enum class Form : std::uint8_t { Letter, Number, Operation };
    Form form{};
    unsigned letter = 0; // 0 for a, 1 for b, ...
    double number = 0;   // false and true are 0 and 1
    Op op{};
    std::vector<Term> operands;
    std::array<std::uint64_t, kKinds> lanes{}; // of a number, by kind

    /// The number as a lane of the kind.
    [[nodiscard]] std::uint64_t lane(Kind kind) const { return lanes[static_cast<std::size_t>(kind)]; }
};

inline constexpr unsigned kLetters = 4;
struct Rewrite {
    std::string_view from_text, to_text;
    Term from, to;
    Kind only = Kind::Void; // of the value, where the row holds for one kind alone
};

[[nodiscard]] std::span<const Rewrite> all_rewrites();

/// Those whose pattern begins with one operation.
class RewritesOfOp {
public:
    /// Adds a row, which outlives this; after the last one, index().
    void add(const Rewrite& row) { rows_.push_back(&row); }
    void index();
    /// The rows that may match an instruction of the default float mode, in the order of the table: mostly none.
    [[nodiscard]] std::span<const Rewrite* const> candidates(const Module& module, const Inst& inst) const {
        return rows_.empty() ? std::span<const Rewrite* const>() : candidates_[combination_of(module, inst)];
    }
    /// Returns true if there are any.
    [[nodiscard]] bool has_candidates(const Module& module, const Inst& inst) const {
        return !rows_.empty() && has_candidates_[combination_of(module, inst)] != 0;
    }

private:
    using Class = std::uint8_t; // of operands that no row tells apart; 0: all that no row asks for
    static constexpr Class kNumber = 1, kAny = 0xff;
    /// The operands of a pattern.
    struct Wanted {
        std::array<Class, kLetters> classes{};
        bool equal = false; // two of them are one value
        bool swaps = false; // the first two may change places
    };
    static constexpr std::size_t kMostClasses = 16;
    static constexpr Op kAnyInner = static_cast<Op>(kOpCount);

    [[nodiscard]] static Op inner_of(const Term& operation);
    void find_classes();
    [[nodiscard]] Class class_of(const Term& term) const;
    [[nodiscard]] Wanted wanted_by(const Rewrite& row) const;
    [[nodiscard]] static bool admits(const Wanted& row, std::span<const Class> operands, bool any_equal);
    [[nodiscard]] bool is_wanted(std::uint64_t lane, Kind kind) const;
    [[nodiscard]] Class class_of(const Module& module, Id operand) const;
    [[nodiscard]] std::size_t combination_of(const Module& module, const Inst& inst) const;

    std::array<Class, kOpCount> classes_{};
    /// By class: operands are of it only if their own first operand is that operation.
    std::array<Op, kMostClasses> inner_{};
    std::uint32_t class_count_ = 2;
    std::vector<std::uint8_t> has_candidates_;
    std::vector<std::vector<const Rewrite*>> candidates_; // by whether two operands are equal, and by their classes
    std::size_t combinations_ = 0;                        // of classes
    std::vector<const Rewrite*> rows_;
    std::vector<const Term*> numbers_;                                    // that rows want as operands, each once
    std::array<std::array<std::uint64_t, kLetters * 2>, kKinds> lanes_{}; // those, by kind; the last one is repeated
};

/// All are compared: there are few.
inline bool RewritesOfOp::is_wanted(std::uint64_t lane, Kind kind) const {
    bool any = false;
    for (const std::uint64_t wanted : lanes_[static_cast<std::size_t>(kind)]) any |= wanted == lane;
    return any;
}

inline RewritesOfOp::Class RewritesOfOp::class_of(const Module& module, Id operand) const {
    const Inst& from = module[operand];
    const Class of = classes_[static_cast<std::size_t>(from.op)];
    if (of == 0) return 0;
    if (of == kNumber) return is_wanted(module.literals[from.imm], from.type.kind) ? kNumber : Class{0};
    return inner_[of] == kAnyInner || module[from.operands[0]].op == inner_[of] ? of : Class{0};
}

inline std::size_t RewritesOfOp::combination_of(const Module& module, const Inst& inst) const {
    const std::span<const Id> operands = inst.operands;
    std::size_t at = class_of(module, operands[0]);
    bool any_equal = false;
    for (std::size_t i = 1; i < operands.size(); ++i) {
        at = at * class_count_ + class_of(module, operands[i]);
        any_equal |= operands[i] == operands[i - 1];
    }
    return any_equal ? at + combinations_ : at;
}

using RewritesByOp = std::array<RewritesOfOp, kOpCount>;
[[nodiscard]] const RewritesByOp& rewrites_by_op();
/// A number of a pattern as a lane of the kind.
[[nodiscard]] std::uint64_t lane_of(double number, Kind kind);
/// The type of an operation whose first operand that is not a number has type `operand`.
[[nodiscard]] Type result_type(Op op, Type operand);

} // namespace relit::ir
