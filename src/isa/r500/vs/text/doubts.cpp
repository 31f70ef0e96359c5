#include "isa/r500/vs/text/doubts.hpp"

#include "isa/r500/vs/encoding/notes.hpp"
#include "isa/r500/vs/text/statement.hpp"
#include "isa/text.hpp"

namespace relit::isa::r500::vs {

std::string doubts_of(const Word128& word) {
    if (!is_known(word)) return "this operation is not defined";
    std::string text;
    const Statement statement = statement_of(word);
    if (const Breach breach = breach_of(statement)) add_clause(text, breach.text);
    const bool lacks_macro = statement.count == 1 && opcode_of(word).unit != Unit::Macro &&
                             promoted(opcode_of(word), temps_read(statement)).unit == Unit::Macro;
    if (lacks_macro) add_clause(text, "three temporaries without the macro bit: the hardware reads wrong values");
    if (const std::string guesses = guesses_of(word); !guesses.empty()) add_clause(text, guesses);
    return text;
}

} // namespace relit::isa::r500::vs
