#include "isa/r500/fs/text/syntax.hpp"

#include "isa/r500/fs/text/keywords.hpp"
#include "isa/r500/fs/text/spelling.hpp"
#include "isa/text.hpp"

namespace relit::isa::r500::fs {
namespace {

constexpr std::string_view kLoopRegister = "aL";

[[nodiscard]] bool is_named(const Token& token, std::string_view name) {
    return token.kind == TokenKind::Word && equal_ignoring_case(token.text, name);
}

} // namespace

// ---- words and locations

/// A word that is no keyword.
bool SyntaxReader::word(Token& into, std::string_view what) {
    into = in_.peek();
    if (into.kind != TokenKind::Word || is_keyword(into.text))
        return in_.wrong(into, std::string(what) + " is expected");
    (void)in_.take();
    return true;
}

bool SyntaxReader::keyword(Token& into, std::string_view what) {
    into = in_.peek();
    // PRED is ours: predicates are destinations.
    if (into.kind != TokenKind::Word || !(is_keyword(into.text) || is_named(into, "pred")))
        return in_.wrong(into, std::string(what) + " is expected");
    (void)in_.take();
    return true;
}

bool SyntaxReader::index(Index& into, char open, char close) {
    if (!in_.expect(open)) return false;
    into.relative = is_named(in_.peek(), kLoopRegister) && in_.peek(1).is('+');
    if (into.relative) (void)in_.take(), (void)in_.take();
    return word(into.number, "a number") && in_.expect(close);
}

// ---- tags

bool SyntaxReader::tags(Word192& word) {
    bool taken = true;
    while (taken)
        if (!tag(word, taken)) return false;
    return true;
}

/// A tag that is not set yet; one that is set is no tag any more.
bool SyntaxReader::tag(Word192& word, bool& taken) {
    taken = false;
    const Token& token = in_.peek();
    for (const Tag& each : tags_of(word[Common::type])) {
        if (!is_named(token, each.name) || word[*each.field]) continue;
        word.set(*each.field, true);
        taken = true;
        (void)in_.take();
        return true;
    }
    return tag_argument(word, taken);
}

bool SyntaxReader::tag_argument(Word192& word, bool& taken) {
    const Token token = in_.peek();
    if (!in_.peek(1).is('(')) return true;
    const auto begins = [&](std::string_view name, const FieldInfo& field) {
        if (!is_named(token, name) || word.extract(field) != 0) return false;
        (void)in_.take(), (void)in_.take();
        return taken = true;
    };
    if (begins("RGB_PRED", Common::rgb_predicate))
        return predicate(word, Common::rgb_predicate, Common::rgb_predicate_inverted);
    if (word[Common::type] != Type::Fc && begins("ALPHA_PRED", Common::alpha_predicate))
        return predicate(word, Common::alpha_predicate, Common::alpha_predicate_inverted);
    if (begins("STAT", Common::statistics)) return statistics(word);
    return !computes(word) || !begins("ALU_RESULT", Alu::writes_result) || alu_result(word);
}

bool SyntaxReader::predicate(Word192& word, const Field<Number>& select, const Field<bool>& inverted) {
    word.set(inverted, in_.accept_word("not"));
    const Token& name = in_.peek();
    const auto found = one_of(kPredicateNames, name.text);
    std::uint32_t value = 0;
    if (found) {
        value = *found;
        (void)in_.take();
    } else if (!in_.number(value, 7)) {
        return in_.wrong(name, "rgba, r, g, b, a or none is expected");
    }
    word.set(select, value);
    return in_.expect(')');
}

bool SyntaxReader::statistics(Word192& word) {
    const Token name = in_.take();
    const auto mask = one_of(kAllMasks, name.text);
    if (!mask) return in_.wrong(name, "components are expected: rgba, ra, g");
    word.set(Common::statistics, *mask);
    return in_.expect(')');
}

bool SyntaxReader::alu_result(Word192& word) {
    const Token component = in_.take();
    const auto selected = one_of(kResultNames, component.text);
    if (!selected) return in_.wrong(component, "r or a is expected");
    const Token comparison = in_.take();
    const auto compare = one_of(kCompareNames, comparison.text);
    if (!compare) return in_.wrong(comparison, "eq, lt, ge or ne is expected");
    word.set(Alu::writes_result, true).set(Common::result_select, *selected);
    word.set(Common::result_compare, static_cast<Compare>(*compare));
    return in_.expect(')');
}

// ---- ALU and OUT

bool SyntaxReader::alu(Word192& word, std::vector<SourceClause>& sources, std::vector<OperationClause>& operations) {
    if (in_.accept_word("OUT")) word.set(Common::type, Type::Out);
    if (!tags(word)) return false;
    // OUT may be one of the tags.
    if (word[Common::type] == Type::Alu && is_named(in_.peek(), "OUT")) {
        (void)in_.take();
        word.set(Common::type, Type::Out);
        if (!tags(word)) return false;
    }
    while (!in_.peek().is(':')) {
        if (!source(sources.emplace_back())) return false;
        if (!in_.peek().is(':') && !in_.expect(',')) return false;
    }
    (void)in_.take();
    while (!in_.peek().is(';') && !in_.peek().is('@')) {
        if (!operation(operations.emplace_back())) return false;
        if (!in_.peek().is(';') && !in_.peek().is('@') && !in_.expect(',')) return false;
    }
    return true;
}

bool SyntaxReader::source(SourceClause& into) {
    if (!keyword(into.source, "src0, src1, src2 or srcp") || !in_.expect('.')) return false;
    if (!word(into.unit, "rgb or a") || !in_.expect('=')) return false;
    if (!keyword(into.kind, "temp, const, float or what srcp is")) return false;
    if (one_of(kPreSubtractNames, into.kind.text)) return true;
    const bool is_float = is_named(into.kind, "float");
    return index(into.index, is_float ? '(' : '[', is_float ? ')' : ']');
}

bool SyntaxReader::at_scale() const {
    const auto is_word = [&](std::size_t i) {
        return in_.peek(i).kind == TokenKind::Word && !is_keyword(in_.peek(i).text);
    };
    return is_word(0) && in_.peek(1).is('.') && is_word(2) && in_.peek(3).is('*');
}

bool SyntaxReader::operation(OperationClause& into) {
    while (!at_scale() && !in_.peek().is('(') && !is_alu_op(in_.peek().text))
        if (!destination(into.destinations.emplace_back())) return false;
    if (!scale(into) || !keyword(into.op, "an operation")) return false;
    if (in_.peek().is('.') && is_named(in_.peek(1), "SAT")) {
        (void)in_.take(), (void)in_.take();
        into.clamped = true;
    }
    while (!in_.peek().is(',') && !in_.peek().is(';') && !in_.peek().is('@'))
        if (!operand(into.operands.emplace_back())) return false;
    return true;
}

bool SyntaxReader::destination(Destination& into) {
    return keyword(into.kind, "a destination or an operation") && index(into.index, '[', ']') && in_.expect('.') &&
           word(into.mask, "a mask") && in_.expect('=');
}

bool SyntaxReader::scale(OperationClause& into) {
    if (in_.accept('(')) {
        into.unscaled = true;
        const Token at = in_.peek();
        return (in_.accept_word("DISABLE") && in_.accept_word("OMOD") && in_.expect(')')) ||
               in_.wrong(at, "(DISABLE OMOD) is expected");
    }
    if (!at_scale()) return true;
    into.scale = in_.take();
    (void)in_.take();
    into.scale_fraction = in_.take();
    (void)in_.take();
    return true;
}

bool SyntaxReader::operand(OperandClause& into) {
    if (in_.accept('-')) into.modifier |= 1;
    const bool absolute = in_.accept('|');
    if (absolute) into.modifier |= 2;
    if (!keyword(into.select, "src0, src1, src2 or srcp") || !in_.expect('.')) return false;
    return word(into.components, "components") && (!absolute || in_.expect('|'));
}

// ---- TEX

bool SyntaxReader::tex(Word192& word, TexClause& clause) {
    word.set(Common::type, Type::Tex);
    if (!tags(word)) return false;
    // OUT has no effect here, and may be written.
    if (in_.accept_word("OUT") && !tags(word)) return false;
    while (!is_tex_op(in_.peek().text))
        if (!destination(clause.destinations.emplace_back())) return false;
    clause.op = in_.take();
    const Token tex = in_.peek();
    if (!in_.accept_word("tex")) return in_.wrong(tex, "tex is expected");
    if (!index(clause.unit, '[', ']') || !in_.expect('.') || !this->word(clause.texel, "components")) return false;
    if (!address(clause.coordinates)) return false;
    while (is_named(in_.peek(), "temp") && clause.derivatives.size() < 2)
        if (!address(clause.derivatives.emplace_back())) return false;
    if (clause.derivatives.size() == 1) return in_.wrong(in_.peek(), "the derivative of y is expected after that of x");
    return in_.peek().is('@') || in_.peek().is(';') || in_.expect(';');
}

bool SyntaxReader::address(TexClause::Address& into) {
    const Token temp = in_.peek();
    if (!in_.accept_word("temp")) return in_.wrong(temp, "temp is expected");
    return index(into.temp, '[', ']') && in_.expect('.') && word(into.components, "components");
}

// ---- FC

bool SyntaxReader::fc(Word192& word, std::optional<LabelUse>& target) {
    word.set(Common::type, Type::Fc);
    if (!tags(word)) return false;
    const Token name = in_.take();
    const auto* op = std::ranges::find_if(kFcOps, [&](const OpInfo& each) { return is_named(name, each.mnemonic); });
    if (op == kFcOps.end()) return in_.wrong(name, "an operation of flow control is expected: JUMP, LOOP, ENDLOOP");
    word.insert(Fc::op, static_cast<std::uint64_t>(op - kFcOps.begin()));
    while (!in_.peek().is(';') && !in_.peek().is('@'))
        if (!fc_clause(word, target)) return false;
    return true;
}

bool SyntaxReader::fc_clause(Word192& word, std::optional<LabelUse>& target) {
    const Token name = in_.take();
    if (is_named(name, "if")) return condition(word);
    if (is_named(name, "to")) return jump_target(word, target);
    if (is_named(name, "stays")) return named(word, Fc::if_stayed, kCounterNames);
    if (is_named(name, "jumps")) return named(word, Fc::if_jumped, kCounterNames);
    if (is_named(name, "stack")) return named(word, Fc::stack, kStackNames);
    if (is_named(name, "pop")) return numbered(word, Fc::pop_count, '(', ')');
    if (is_named(name, "bool")) return numbered(word, Fc::boolean, '[', ']');
    if (is_named(name, "int")) return numbered(word, Fc::integer, '[', ']');
    return in_.wrong(name, "if, to, stays, jumps, pop, stack, bool or int is expected");
}

/// (always), (not alu_result), (0x3c)
bool SyntaxReader::condition(Word192& word) {
    if (!in_.expect('(')) return false;
    const Token first = in_.peek();
    std::uint32_t table = 0;
    if (!first.text.empty() && first.text[0] >= '0' && first.text[0] <= '9') {
        if (!in_.number(table, 0xff)) return false;
    } else {
        const bool negated = in_.accept_word("not");
        const std::string text = (negated ? "not " : "") + to_lower(in_.take().text);
        const auto* found = std::ranges::find(kJumpTables, text, &JumpTable::text);
        if (found == std::end(kJumpTables))
            return in_.wrong(first, "always, never, alu_result, predicate, boolean or a table of 8 bits is expected");
        table = found->table;
    }
    word.set(Fc::table, table);
    return in_.expect(')');
}

bool SyntaxReader::jump_target(Word192& word, std::optional<LabelUse>& target) {
    const bool global = in_.accept_word("global");
    word.set(Fc::global, global);
    const Token name = in_.peek();
    if (name.kind != TokenKind::Word) return in_.wrong(name, "a label or the number of an instruction is expected");
    if (name.text[0] < '0' || name.text[0] > '9') {
        target = LabelUse{in_.take(), global};
        return true;
    }
    std::uint32_t number = 0;
    if (!in_.number(number, 511)) return false;
    word.set(Fc::target, number);
    return true;
}

bool SyntaxReader::named(Word192& word, const Field<Number>& field, std::span<const std::string_view> names) {
    if (!in_.expect('(')) return false;
    const Token name = in_.take();
    const auto value = one_of(names, name.text);
    if (!value) {
        std::string all;
        for (const std::string_view each : names) all += (all.empty() ? "" : ", ") + std::string(each);
        return in_.wrong(name, "one of " + all + " is expected");
    }
    word.set(field, *value);
    return in_.expect(')');
}

bool SyntaxReader::numbered(Word192& word, const Field<Number>& field, char open, char close) {
    std::uint32_t value = 0;
    if (!in_.expect(open) || !in_.number(value, static_cast<std::uint32_t>(relit::detail::low_mask(field.width()))))
        return false;
    word.set(field, value);
    return in_.expect(close);
}

// ---- fields that no clause says

bool SyntaxReader::end(Word192& word) {
    if (in_.accept('@')) {
        if (!in_.expect('{')) return false;
        do {
            if (!field(word)) return false;
        } while (in_.accept(','));
        if (!in_.expect('}')) return false;
    }
    return in_.expect(';');
}

bool SyntaxReader::field(Word192& word) {
    const Token name = in_.take();
    const auto fields = fields_in(word);
    const auto found = std::ranges::find_if(fields, [&](const FieldInfo& each) { return is_named(name, each.name); });
    if (found == fields.end() || found->name == Common::type.name)
        return in_.wrong(name, quoted(name.text) + " is no field of this instruction");
    std::uint32_t value = 0;
    if (!in_.expect('=') || !in_.number(value, static_cast<std::uint32_t>(relit::detail::low_mask(found->width()))))
        return false;
    word.insert(*found, value);
    return true;
}

} // namespace relit::isa::r500::fs
