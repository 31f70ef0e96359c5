#include "isa/r500/vs/encoding/notes.hpp"

#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

/// Operations whose meaning no source states, and what a translation takes it to be.
struct AssumedOpcode {
    Opcode opcode;
    std::string_view text;
};
constexpr AssumedOpcode kAssumed[] = {
    {opcode(Ve::Mcl), "VE_MULTIPLY_CLAMP is taken to be A * B from C.x to C.w, for all components"},
    {opcode(Ve::WriteEq), "VE_COND_WRITE_EQ is taken to write B where A == 0"},
    {opcode(Ve::WriteGt), "VE_COND_WRITE_GT is taken to write B where A > 0"},
    {opcode(Ve::WriteGe), "VE_COND_WRITE_GTE is taken to write B where A >= 0"},
    {opcode(Ve::WriteNe), "VE_COND_WRITE_NEQ is taken to write B where A != 0"},
    {opcode(Ve::Rnd), "VE_FLT2FIX_DX_RND is taken to round halves up"},
    {opcode(Me::RcpFf), "ME_RECIP_FF of 0 is taken to be 0"},
    {opcode(Me::RsqFf), "ME_RECIP_SQRT_FF of 0 is taken to be 0"},
    {opcode(Me::PowClampB), "ME_POWER_FUNC_FF_CLAMP_B is taken to be 0 where A < B, else a power"},
    {opcode(Me::PowClampB1), "ME_POWER_FUNC_FF_CLAMP_B1 is taken to be 0 where A < B, 1 where A > 1, else a power"},
    {opcode(Me::PowClamp01), "ME_POWER_FUNC_FF_CLAMP_01 is taken to be 0 where A <= 0, 1 where A > 1, else a power"},
    {opcode(Me::SetClear), "ME_PRED_SET_CLR is taken to give the greatest number"},
    {opcode(Me::Mul), "ME_MULTIPLY is taken to multiply component W of A and B"},
};

void assumptions_of_opcode(std::string& text, Opcode opcode) {
    const auto* row = std::ranges::find(kAssumed, opcode, &AssumedOpcode::opcode);
    if (row != std::end(kAssumed)) add_clause(text, row->text);
}

void assumptions_of_source(std::string& text, const Source& source, unsigned lanes) {
    if (source.mode == Mode::None) add_clause(text, "addressing mode 3 is taken to be absolute");
    if (source.from == SourceClass::Input && source.index >= kInputs)
        add_clause(text, "reads an input that does not exist, as 0");
    for (unsigned i = 0; i < 4; ++i) {
        if ((lanes >> i & 1) == 0) continue;
        if (source.select[i] == Select::Half) add_clause(text, "'h' is taken to be 0.5");
        if (source.select[i] == Select::Unused) add_clause(text, "reads an unused component, as 0");
    }
}

void assumptions_of_target(std::string& text, const Word128& word) {
    const Opcode opcode = opcode_of(word);
    const TargetClass target = word[W::target];
    if (is_nothing(opcode)) return;
    if (word[W::target_mode] == Mode::None) add_clause(text, "addressing mode 3 is taken to be absolute");
    if (target == TargetClass::Address && !writes_address(opcode))
        add_clause(text, "a number that was not rounded goes to a0: rounded down");
    if (target != TargetClass::Address && writes_address(opcode))
        add_clause(text, "a number for a0 goes elsewhere, as a float");
    if (target == TargetClass::Input) add_clause(text, "writes an input, which is taken to be a register");
    if (target == TargetClass::Address && word[W::target_index] != 0) add_clause(text, "there is one a0 only");
}

void assumptions_of_pair(std::string& text, const Word128& word) {
    assumptions_of_opcode(text, dual_opcode_of(word));
    const Source second = dual_source(word);
    if (find(dual_opcode_of(word))->operands > 1)
        add_clause(text, "the second operation has two arguments, taken to be the two components of its source");
    else if (find(dual_opcode_of(word))->operands == 1)
        assumptions_of_source(text, second, 1U << only_component(second));
    if (word[W::predicated]) add_clause(text, "the predicate is taken to hold for both operations");
}

} // namespace

unsigned components_read(const Word128& word, unsigned which) {
    const Opcode opcode = opcode_of(word);
    if (opcode.is(Ve::Dot)) return 15;
    if (opcode.is(Ve::Dst)) return (which == 0 ? 6U : 10U) & word[W::mask];
    if (opcode.is(Ve::Mcl)) return 9;
    if (is_power(opcode) && which == 1) return operands_of(word) == 3 ? 0U : 8U;
    const bool scalar = opcode.unit == Unit::Me || sets_predicate(opcode);
    return scalar ? 8U : word[W::target] == TargetClass::OutReplicateX ? 1U : word[W::mask];
}

std::string assumptions_of(const Word128& word) {
    std::string text;
    if (!is_known(word)) return text;
    assumptions_of_opcode(text, opcode_of(word));
    for (unsigned k = 0; k < operands_of(word); ++k)
        assumptions_of_source(text, source(word, k), components_read(word, k));
    assumptions_of_target(text, word);
    if (word[W::dual]) assumptions_of_pair(text, word);
    return text;
}

} // namespace relit::isa::r500::vs
