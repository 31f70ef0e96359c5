// One instruction of fragment assembly text: its clauses as written, before anything is looked up.
#pragma once

#include "isa/r500/fs/encoding/word.hpp"
#include "isa/r500/text/tokens.hpp"

#include <optional>
#include <vector>

namespace relit::isa::r500::fs {

/// "[5]", "[aL+5]", or the same in round brackets.
struct Index {
    Token number;
    bool relative = false;
};
/// "src0.rgb = temp[1]", "srcp.a = neg"
struct SourceClause {
    Token source, unit, kind;
    Index index; // of temp, const and float
};
/// "temp[1].rg =", "out[0].a =", "pred[lt].r ="
struct Destination {
    Token kind;
    Index index;
    Token mask;
};
/// "-|src0.rgb|"
struct OperandClause {
    Token select, components;
    std::uint32_t modifier = 0;
};
/// "temp[0].r = 0.5 * MAD.SAT src0.r00 src1.r00 src0.000"
struct OperationClause {
    std::vector<Destination> destinations;
    Token scale, scale_fraction; // "0" and "5"; End where none is given
    bool unscaled = false;       // "(DISABLE OMOD)"
    Token op;
    bool clamped = false;
    std::vector<OperandClause> operands;
};
/// "TEX temp[0].rgba = LD tex[0].rgba temp[0].rgaa"
struct TexClause {
    std::vector<Destination> destinations;
    Token op;
    Index unit;
    Token texel;
    struct Address {
        Index temp;
        Token components;
    };
    Address coordinates;
    std::vector<Address> derivatives; // none, or of x and y
};
/// A jump's target that is a label.
struct LabelUse {
    Token name;
    bool global = false;
};

/// Reads the grammar; functions that give false have filled the reader's fault. Tags and fields go into `word` directly.
class SyntaxReader {
public:
    explicit SyntaxReader(TokenReader& in) : in_(in) {}

    /// Up to the ';', which is left.
    bool alu(Word192& word, std::vector<SourceClause>& sources, std::vector<OperationClause>& operations);
    bool tex(Word192& word, TexClause& clause);
    bool fc(Word192& word, std::optional<LabelUse>& target);
    /// "@ {FIELD=value, ...}" where an '@' follows, then ';'.
    bool end(Word192& word);

private:
    bool word(Token& into, std::string_view what);
    bool keyword(Token& into, std::string_view what);
    bool index(Index& into, char open, char close);
    bool tags(Word192& word);
    bool tag(Word192& word, bool& taken);
    bool tag_argument(Word192& word, bool& taken);
    bool predicate(Word192& word, const Field<Number>& select, const Field<bool>& inverted);
    bool statistics(Word192& word);
    bool alu_result(Word192& word);
    bool source(SourceClause& into);
    bool operation(OperationClause& into);
    bool destination(Destination& into);
    bool scale(OperationClause& into);
    bool operand(OperandClause& into);
    bool address(TexClause::Address& into);
    bool condition(Word192& word);
    bool fc_clause(Word192& word, std::optional<LabelUse>& target);
    bool jump_target(Word192& word, std::optional<LabelUse>& target);
    bool named(Word192& word, const Field<Number>& field, std::span<const std::string_view> names);
    bool numbered(Word192& word, const Field<Number>& field, char open, char close);
    bool field(Word192& word);
    [[nodiscard]] bool at_scale() const;

    TokenReader& in_;
};

} // namespace relit::isa::r500::fs
