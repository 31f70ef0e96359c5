// Caveats about one NV2A word.
#include "isa/nv2a/encoding/notes.hpp"

#include "isa/text.hpp"

namespace relit::isa::nv2a {
namespace {

bool reads_missing_temp(const Word128& word) {
    for (const char which : {'A', 'B', 'C'}) {
        const Operand source = operand(word, which);
        if (reads(word, which) && source.mux == Mux::Temp && source.reg > kPositionMirror) return true;
    }
    return false;
}

/// A paired ILU beside which the word names a temporary that nothing writes; 7 is what assemblers leave there.
bool names_other_temp(const Word128& word) {
    constexpr std::uint32_t kUnnamed = 7;
    const std::uint32_t named = word[Word128::temp];
    return word[Word128::mac] != Mac::Nop && ilu_writes_temp(word) && !mac_writes_temp(word) && named != kPairedTemp &&
           named != kUnnamed;
}

void assumptions_of_output(std::string& text, const Word128& word) {
    const std::uint32_t address = word[Word128::out_address];
    if (word[Word128::out_bank] == 0) {
        if (address >= kConstants) add_clause(text, "writes a constant that does not exist");
        return;
    }
    const std::uint32_t number = address % kOutputs;
    if (address >= kOutputs) add_clause(text, "the output address has more than four bits");
    if (number == 1 || number == 2 || number > 12) add_clause(text, "this output goes nowhere");
}

} // namespace

std::string assumptions_of(const Word128& word) {
    std::string text;
    if (reads_missing_temp(word)) add_clause(text, "R13 to R15 do not exist");
    if (mac_writes_temp(word) && word[Word128::temp] >= kTemps)
        add_clause(text, "writes a temporary that does not exist");
    if (ilu_writes_temp(word) && ilu_temp(word) >= kTemps && !mac_writes_temp(word))
        add_clause(text, "writes a temporary that does not exist");
    if (mac_writes_temp(word) && ilu_writes_temp(word) && word[Word128::temp] == kPairedTemp)
        add_clause(text, "both units write R1: where both do, the ILU's lane stays");
    if (uses(word, Mux::Constant) && word[Word128::constant] >= kConstants)
        add_clause(text, "reads a constant that does not exist");
    if (writes_output(word)) assumptions_of_output(text, word);
    return text;
}

std::string caveats_of(const Word128& word, bool temp_is_free) {
    std::string text;
    if (!is_defined(word[Word128::mac])) add_clause(text, "this MAC operation is not defined");
    if (is_defined(word[Word128::mac]) && !is_known(word))
        add_clause(text, "a source that is read has no register file");
    if (const std::string assumptions = assumptions_of(word); !assumptions.empty()) add_clause(text, assumptions);
    if (!temp_is_free && names_other_temp(word))
        add_clause(text, "beside the MAC the ILU writes R1, not R" + std::to_string(word[Word128::temp]));
    return text;
}

} // namespace relit::isa::nv2a
