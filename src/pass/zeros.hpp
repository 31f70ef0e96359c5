// Which values have zeros whose sign is observed, and what is known of values that bears on it.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace relit::pass {

enum class Plus : std::uint8_t { No, Always, All, Any, First, Last, Same };

/// A row of pass/zeros.inc.
struct ZeroRow {
    ir::Op op{};
    std::string_view operands;
    Plus plus{};

    /// Its letter for an operand.
    [[nodiscard]] char sees(std::size_t operand) const {
        return operands[operand < operands.size() ? operand : operands.size() - 1];
    }
    /// Whether this one of `count` operands makes the result never -0 if it never is -0 itself.
    [[nodiscard]] bool is_enough(std::size_t operand, std::size_t count) const {
        return plus == Plus::Any || (plus == Plus::First && operand == 0) ||
               (plus == Plus::Last && operand == count - 1);
    }
};

[[nodiscard]] std::span<const ZeroRow> zero_rows();

/// A sum with +0, which does nothing but make -0 to +0: the other operand; else kNone.
[[nodiscard]] ir::Id summed_with_zero(const ir::Module& module, const ir::Inst& inst);
/// What is subtracted from +0; else kNone.
[[nodiscard]] ir::Id subtracted_from_zero(const ir::Module& module, const ir::Inst& inst);

/// Of one function. All holds as well when every sum with +0 is what is added to it, every difference from +0 a negation,
/// and every product without a sign of zero a usual one, wherever sign_is_seen() is false of it.
class Zeros {
public:
    Zeros(const ir::Module& module, const ir::Function& function);

    /// Whether anything depends on the sign that a zero of this value has.
    [[nodiscard]] bool sign_is_seen(ir::Id id) const { return seen_[id] != 0; }
    /// Whether no lane is ever -0.
    [[nodiscard]] bool is_plus(ir::Id id) const { return (traits_[id] & kPlus) != 0; }
    /// Whether no lane of the product is zero times infinity or NaN.
    [[nodiscard]] bool is_usual_product(ir::Id a, ir::Id b) const;

private:
    using Traits = std::uint8_t;
    static constexpr Traits kPlus = 1, kFinite = 2, kNotZero = 4, kAll = 7; // of all lanes

    [[nodiscard]] Traits traits_of(const ir::Inst& inst) const;
    [[nodiscard]] Traits traits_of_literal(const ir::Inst& inst) const;
    [[nodiscard]] Traits traits_by_row(const ir::Inst& inst) const;
    [[nodiscard]] ir::Id without_sign(ir::Id id) const;
    void see(ir::Id id);
    void see_operands(const ir::Inst& inst, bool result_is_seen);
    [[nodiscard]] bool is_settled_by_another(const ZeroRow& row, const ir::Inst& inst, std::size_t operand) const;
    void see_arguments(const ir::Function& function);
    void drain();

    const ir::Module& module_;
    std::vector<Traits> traits_;     // by value
    std::vector<std::uint8_t> seen_; // by value
    std::vector<ir::Id> work_;       // seen, operands not looked at yet
};

} // namespace relit::pass
