// Caveats about one word of an RSX vertex program.
#include "isa/rsx/vp/encoding/notes.hpp"

#include "isa/text.hpp"

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;
constexpr std::uint32_t kRealTemps = 32, kAddresses = 2;

bool reads_missing_temp(const Word128& word) {
    for (unsigned i = 0; i < 3; ++i)
        if (const Source s = source(word, i); reads(word, i) && s.type == Type::Temp && s.temp >= kRealTemps)
            return true;
    return false;
}

bool reads_missing_constant(const Word128& word) {
    if (word[W::constant_relative] || word[W::constant] < kConstants) return false;
    for (unsigned i = 0; i < 3; ++i)
        if (reads(word, i) && source(word, i).type == Type::Constant) return true;
    return false;
}

void caveats_of_operations(std::string& text, const Word128& word) {
    if (!is_defined(word[W::vec])) add_clause(text, "this operation of the vector unit is not defined");
    if (!is_defined(word[W::sca])) add_clause(text, "this operation of the scalar unit is not defined");
    if (is_defined(word[W::vec]) && is_defined(word[W::sca]) && !is_known(word))
        add_clause(text, "a source that is read has no register file");
}

void assumptions_of_results(std::string& text, const Word128& word) {
    const bool vec = vec_writes_temp(word), sca = sca_writes_temp(word);
    if ((vec && word[W::vec_temp] >= kRealTemps) || (sca && word[W::sca_temp] >= kRealTemps))
        add_clause(text, "writes a temporary that does not exist");
    if (vec && sca && word[W::vec_temp] == word[W::sca_temp] && (word[W::vec_mask] & word[W::sca_mask]) != 0)
        add_clause(text, "both units write the same lanes");
    if (writes_address(word[W::vec]) && word[W::vec_temp] >= kAddresses)
        add_clause(text, "writes an address register that does not exist");
    if (writes_output(word) && !word[W::out_relative] && word[W::output] >= kOutputs)
        add_clause(text, "this output goes nowhere");
}

} // namespace

std::string assumptions_of(const Word128& word) {
    std::string text;
    if (!is_known(word)) return text;
    if (reads_missing_temp(word)) add_clause(text, "reads a temporary that does not exist");
    if (reads_missing_constant(word)) add_clause(text, "reads a constant that does not exist");
    assumptions_of_results(text, word);
    if (word[W::sca] == Sca::Psh && is_predicated(word)) add_clause(text, "PSH is done in any case: not certain");
    return text;
}

std::string caveats_of(const Word128& word) {
    std::string text;
    caveats_of_operations(text, word);
    if (const std::string assumptions = assumptions_of(word); !assumptions.empty()) add_clause(text, assumptions);
    return text;
}

} // namespace relit::isa::rsx::vp
