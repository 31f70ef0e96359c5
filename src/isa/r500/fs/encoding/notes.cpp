#include "isa/r500/fs/encoding/notes.hpp"

#include "base/text.hpp"
#include "isa/r500/fs/encoding/units.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::r500::fs {
namespace {

/// Lanes of the unit whose result is used.
std::uint32_t lanes_taken(const Word192& word, const UnitFields& unit) {
    const std::uint32_t all = (1U << unit.lanes) - 1;
    const std::string_view name = op_of(word, unit).mnemonic;
    if (unit.lanes == 1 || name == "DP3" || name == "DP4") return all;
    if (name == "D2A") return all; // red and green of A and B, blue of C
    const bool of_red =
        (word[Alu::writes_result] && word[Common::result_select] == 0) || word[Alu::alpha_op] == AlphaOp::Dp;
    return word[*unit.mask] | word[*unit.out_mask] | (of_red ? 1U : 0U);
}

/// Components that an operand takes of a source, by the slot that they select: A comes from the alpha slot.
std::uint32_t taken(const Word192& word, const UnitFields& unit, unsigned which, bool alpha_slot, unsigned source) {
    const OperandFields& operand = unit.operands[which];
    const std::uint32_t select = word[*operand.select];
    const std::uint32_t pre_subtract = word[alpha_slot ? Alu::alpha_pre_subtract : Alu::rgb_pre_subtract];
    const bool through_srcp =
        select == kPreSubtracted && (source == 0 || (source == 1 && (pre_subtract == 1 || pre_subtract == 2)));
    if (select != source && !through_srcp) return 0;
    const std::uint32_t lanes = lanes_taken(word, unit);
    std::uint32_t mask = 0;
    for (unsigned i = 0; i < unit.lanes; ++i) {
        const Component component = word[*operand.components[i]];
        const bool is_alpha = component == Component::Alpha;
        if ((lanes >> i & 1) != 0 && component <= Component::Alpha && is_alpha == alpha_slot)
            mask |= 1U << static_cast<unsigned>(component);
    }
    return mask;
}

} // namespace

std::uint32_t components_read(const Word192& word, bool alpha_slot, unsigned source) {
    std::uint32_t mask = 0;
    if (!computes(word)) return mask;
    for (const UnitFields* unit : kUnitFields) {
        if (!matters(word, *unit)) continue;
        const bool quad = is_quad(word, *unit), alpha = unit->kind == UnitKind::Alpha;
        if (quad && source == 0 && alpha_slot == alpha) mask |= alpha ? 8 : lanes_taken(word, *unit);
        const bool for_dp4 = alpha && word[Alu::rgb_op] == RgbOp::Dp4;
        const unsigned operands = std::max(op_of(word, *unit).operands, for_dp4 ? 2U : 0U);
        for (unsigned i = 0; i < operands; ++i)
            if (!quad || i == 1) mask |= taken(word, *unit, i, alpha_slot, source);
    }
    return mask;
}

std::string inline_float_note(const Word192& word, InlineFloats floats) {
    std::string text;
    if (!computes(word) || !is_known(word)) return text;
    std::array<bool, kInlineFloats> said{};
    for (const UnitFields* unit : kUnitFields) {
        for (unsigned i = 0; i < unit->sources.size(); ++i) {
            const SourceFields& source = unit->sources[i];
            const std::uint32_t address = word[*source.address];
            if (word[*source.constant] || word[*source.relative] || address < kInlineFloat) continue;
            const std::uint32_t code = address - kInlineFloat;
            if (said[code] || !reads_source(word, unit->kind == UnitKind::Alpha, i)) continue;
            said[code] = true;
            add_clause(text, "float(" + std::to_string(code) + ") is " + shortest_decimal(inline_float(code, floats)));
        }
    }
    return text;
}

std::string caveats_of(const Word192& word) {
    std::string text;
    if (!is_known(word)) return "no operation has this number";
    const auto predicate = [&](const Field<Number>& select) {
        if (word[select] >= std::size(kPredicateNames)) add_clause(text, "this predicate select is not defined");
    };
    predicate(Common::rgb_predicate);
    if (word[Common::type] != Type::Fc) predicate(Common::alpha_predicate);
    if (word[Common::type] == Type::Fc && word[Fc::if_stayed] == 3)
        add_clause(text, "3 is no operation on the branch counter");
    if (word[Common::type] == Type::Fc && word[Fc::if_jumped] == 3)
        add_clause(text, "3 is no operation on the branch counter");
    if (word[Common::type] == Type::Fc && word[Fc::stack] == 3)
        add_clause(text, "3 is no operation on the address stack");
    return text;
}

std::string_view assumption_of(const Word192& word) {
    const auto undefined = [&](const Field<Number>& select) { return word[select] >= std::size(kPredicateNames); };
    if (undefined(Common::rgb_predicate) || (word[Common::type] != Type::Fc && undefined(Common::alpha_predicate)))
        return "a predicate select that is not defined is taken for none";
    if (!computes(word)) return {};
    for (const UnitFields* unit : kUnitFields)
        if (is_quad(word, *unit))
            return "MDH and MDV take the pixels of their own row or column of the quad: not certain";
    const RgbOp op = word[Alu::rgb_op];
    const bool has_product = op == RgbOp::Dp3 || op == RgbOp::Dp4 || op == RgbOp::D2a;
    if (word[Alu::alpha_op] == AlphaOp::Dp && writes(word, kAlphaUnit) && !has_product)
        return "DP without a product in the RGB unit takes red of what that computes, or 0 of SOP: not certain";
    return {};
}

bool reads_disputed_float(const Word192& word) {
    constexpr std::uint32_t kDisputed = 8;
    if (!computes(word)) return false;
    for (const UnitFields* unit : kUnitFields)
        for (unsigned i = 0; i < unit->sources.size(); ++i) {
            const std::uint32_t address = word[*unit->sources[i].address];
            const bool disputed = address >= kInlineFloat && address < kInlineFloat + kDisputed;
            if (disputed && !word[*unit->sources[i].constant] && reads_source(word, unit->kind == UnitKind::Alpha, i))
                return true;
        }
    return false;
}

} // namespace relit::isa::r500::fs
