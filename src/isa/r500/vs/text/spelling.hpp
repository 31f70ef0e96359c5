// Text of vertex program words, and the words of text.
#pragma once

#include "isa/r500/text/tokens.hpp"
#include "isa/r500/vs/text/statement.hpp"

#include <string>
#include <string_view>

namespace relit::isa::r500::vs {

/// Appends the text of a word: a statement, with the fields that it does not say, or `.word`.
void print_word(std::string& text, const Word128& word, Fill fill);
/// The statement alone, without columns; for people.
[[nodiscard]] std::string summary_of(const Word128& word);

/// Where the parts of an operation are in a text.
struct OperationTokens {
    struct OfSource {
        Token at, index, swizzle;
        unsigned letters = 0; // of the swizzle, without signs
    };
    Token at, index, mask, opcode; // `at`, `index`: of the target
    std::array<OfSource, 3> sources;
    unsigned given = 0; // sources
};

/// Reads statements; false, and a fault in the reader, where one is wrong.
class StatementReader {
public:
    explicit StatementReader(TokenReader& in) : in_(in) {}

    /// Up to the fields after it, or the ';'.
    bool read(Statement& into);
    /// "@ {field=value, ...}", where it follows.
    bool fields(Word128& word);

private:
    bool tags(Statement& into);
    bool operation(Operation& into, OperationTokens& tokens);
    bool target(Destination& into, OperationTokens& tokens);
    bool mask(std::uint32_t& into);
    bool mnemonic(Operation& into, OperationTokens& tokens);
    bool source(Source& into, OperationTokens::OfSource& tokens);
    bool index(std::uint32_t& index, Mode& mode, std::uint32_t& lane, std::uint32_t limit);
    bool swizzle(Source& into, OperationTokens::OfSource& tokens);
    bool check(Statement& into);
    bool check_units(Statement& into);
    bool check_sources(const Statement& statement, unsigned which);
    bool field(Word128& word);

    TokenReader& in_;
    std::array<OperationTokens, 2> tokens_{};
};

} // namespace relit::isa::r500::vs
