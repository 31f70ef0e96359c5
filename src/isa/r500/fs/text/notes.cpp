#include "isa/r500/fs/text/notes.hpp"

#include "base/text.hpp"
#include "isa/r500/fs/encoding/units.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::r500::fs {
namespace {

[[nodiscard]] bool computes(const Word192& word) {
    return word[Common::type] == Type::Alu || word[Common::type] == Type::Out;
}

[[nodiscard]] bool is_quad(const Word192& word, const UnitFields& unit) {
    const std::string_view name = op_of(word, unit).mnemonic;
    return name == "MDH" || name == "MDV";
}

/// Whether the operand takes the source, by the slot that its components select: A comes from the alpha slot.
bool takes(const Word192& word, const UnitFields& unit, unsigned which, bool alpha_slot, unsigned source) {
    const OperandFields& operand = unit.operands[which];
    const std::uint32_t select = word[*operand.select];
    const std::uint32_t pre_subtract = word[alpha_slot ? Alu::alpha_pre_subtract : Alu::rgb_pre_subtract];
    const bool through_srcp =
        select == kPreSubtracted && (source == 0 || (source == 1 && (pre_subtract == 1 || pre_subtract == 2)));
    if (select != source && !through_srcp) return false;
    for (unsigned i = 0; i < unit.lanes; ++i) {
        const Component component = word[*operand.components[i]];
        if (component <= Component::Alpha && (component == Component::Alpha) == alpha_slot) return true;
    }
    return false;
}

} // namespace

bool reads_source(const Word192& word, bool alpha_slot, unsigned source) {
    if (!computes(word)) return false;
    for (const UnitFields* unit : kUnitFields) {
        if (!matters(word, *unit)) continue;
        const unsigned operands = op_of(word, *unit).operands;
        const bool quad = is_quad(word, *unit);
        if (quad && source == 0 && alpha_slot == (unit->kind == UnitKind::Alpha)) return true;
        for (unsigned i = 0; i < operands; ++i)
            if (!(quad && i != 1) && takes(word, *unit, i, alpha_slot, source)) return true;
    }
    return false;
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

std::string doubts_of(const Word192& word) {
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

std::string_view guess_of(const Word192& word) {
    if (!computes(word)) return {};
    for (const UnitFields* unit : kUnitFields)
        if (is_quad(word, *unit)) return "MDH and MDV take the pixels of their own row or column of the quad: not certain";
    return {};
}

} // namespace relit::isa::r500::fs
