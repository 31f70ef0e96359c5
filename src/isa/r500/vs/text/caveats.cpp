#include "isa/r500/vs/text/caveats.hpp"

#include "isa/r500/vs/encoding/notes.hpp"
#include "isa/r500/vs/text/statement.hpp"
#include "isa/text.hpp"

namespace relit::isa::r500::vs {

std::string caveats_of(const Word128& word) {
    if (!is_known(word)) return "this operation is not defined";
    std::string text;
    const Statement statement = statement_of(word);
    if (const Breach breach = breach_of(statement)) add_clause(text, breach.text);
    const bool lacks_macro = statement.count == 1 && opcode_of(word).unit != Unit::Macro &&
                             promoted(opcode_of(word), temps_read(statement)).unit == Unit::Macro;
    if (lacks_macro) add_clause(text, "three temporaries without the macro bit: the hardware reads wrong values");
    if (const std::string assumptions = assumptions_of(word); !assumptions.empty()) add_clause(text, assumptions);
    return text;
}

} // namespace relit::isa::r500::vs
