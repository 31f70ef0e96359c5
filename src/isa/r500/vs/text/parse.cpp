// Statements from text, by the rules of the language's author and with what he has no words for.
#include "base/text.hpp"
#include "isa/r500/vs/text/spelling.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <utility>

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

struct ClassName {
    std::string_view name, shorter;
    unsigned number = 0;
};
constexpr ClassName kSourceClasses[] = {
    {"temporary", "temp", 0}, {"input", "", 1}, {"constant", "const", 2}, {"alt_temporary", "alt_temp", 3}};
constexpr ClassName kTargetClasses[] = {{"temporary", "temp", 0}, {"a0", "", 1},    {"out", "", 2},
                                        {"out_repl_x", "", 3},    {"input", "", 5}, {"alt_temporary", "alt_temp", 4}};

template <std::size_t N>
const ClassName* class_named(const ClassName (&classes)[N], std::string_view name) {
    for (const ClassName& each : classes)
        if (equal_ignoring_case(each.name, name) || (!each.shorter.empty() && equal_ignoring_case(each.shorter, name)))
            return &each;
    return nullptr;
}

/// 0..7 for x y z w 0 1 h _, 8 for anything else.
unsigned select_of(char c) {
    constexpr std::string_view kSelectLetters = "xyzw01h_";
    const std::size_t at = kSelectLetters.find(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    return at == std::string_view::npos ? 8 : static_cast<unsigned>(at);
}

constexpr std::uint32_t kIndices = 256, kTargetIndices = 128; // what the fields hold

} // namespace

bool StatementReader::read(Statement& into) {
    into = {};
    tokens_ = {};
    if (!tags(into)) return false;
    const Token at = in_.peek();
    into.count = 0;
    do {
        // As the author has it, a comma may be before the end.
        if (into.count != 0 && (in_.peek().is(';') || in_.peek().is('@'))) break;
        if (into.count == 2) return in_.wrong(at, "an instruction has two operations at most");
        if (!operation(into.operations[into.count], tokens_[into.count])) return false;
        ++into.count;
    } while (in_.accept(','));
    return check(into);
}

bool StatementReader::tags(Statement& into) {
    into.unchecked = in_.accept_word("UNCHECKED");
    if (in_.accept_word("PRED")) into.predication = Predication::IfTrue;
    if (into.predication == Predication::None && in_.accept_word("PRED_NOT")) into.predication = Predication::IfFalse;
    return true;
}

bool StatementReader::operation(Operation& into, OperationTokens& tokens) {
    if (!target(into.target, tokens) || !in_.expect('=') || !mnemonic(into, tokens)) return false;
    while (!in_.peek().is(',') && !in_.peek().is(';') && !in_.peek().is('@')) {
        if (tokens.given == into.sources.size()) return in_.wrong(in_.peek(), "an operation has three sources at most");
        if (!source(into.sources[tokens.given], tokens.sources[tokens.given])) return false;
        ++tokens.given;
    }
    into.source_count = tokens.given;
    return true;
}

bool StatementReader::target(Destination& into, OperationTokens& tokens) {
    tokens.at = in_.take();
    const ClassName* to = class_named(kTargetClasses, tokens.at.text);
    if (to == nullptr) return in_.wrong(tokens.at, "the target of an operation is expected: temp, out, alt_temp, a0");
    into.to = static_cast<TargetClass>(to->number);
    if (!in_.expect('[')) return false;
    tokens.index = in_.peek();
    if (!index(into.index, into.mode, into.lane, kTargetIndices)) return false;
    if (!in_.expect(']') || !in_.expect('.')) return false;
    tokens.mask = in_.peek();
    return mask(into.mask);
}

/// Letters of xyzw in their order, or '_' for none.
bool StatementReader::mask(std::uint32_t& into) {
    const Token at = in_.take();
    if (at.kind != TokenKind::Word) return in_.wrong(at, "the components that are written are expected");
    if (at.text == "_") return true;
    for (const char c : at.text) {
        const unsigned lane = select_of(c);
        if (lane > 3) return in_.wrong(at, quoted(at.text) + " is no subset of xyzw");
        if (into >> lane != 0) return in_.wrong(at, quoted(at.text) + " is not in the order of xyzw");
        into |= 1U << lane;
    }
    return true;
}

bool StatementReader::mnemonic(Operation& into, OperationTokens& tokens) {
    tokens.opcode = in_.take();
    const OpcodeRow* row = opcode_named(tokens.opcode.text);
    if (row == nullptr) return in_.wrong(tokens.opcode, quoted(tokens.opcode.text) + " is no operation");
    into.opcode = row->opcode;
    if (!in_.accept('.')) return true;
    into.saturate = in_.accept_word("sat") || in_.accept_word("saturation");
    return into.saturate || in_.wrong(in_.peek(), "only .sat can follow an operation");
}

bool StatementReader::source(Source& into, OperationTokens::OfSource& tokens) {
    into.abs = in_.accept('|');
    tokens.at = in_.take();
    const ClassName* from = class_named(kSourceClasses, tokens.at.text);
    if (from == nullptr) return in_.wrong(tokens.at, "a source is expected: temp, input, const, alt_temp");
    into.from = static_cast<SourceClass>(from->number);
    if (!in_.expect('[')) return false;
    tokens.index = in_.peek();
    if (!index(into.index, into.mode, into.lane, kIndices) || !in_.expect(']') || !in_.expect('.')) return false;
    return swizzle(into, tokens) && (!into.abs || in_.expect('|'));
}

/// "3", "a0.x+3" or "i0+3".
bool StatementReader::index(std::uint32_t& index, Mode& mode, std::uint32_t& lane, std::uint32_t limit) {
    constexpr std::string_view kWhat = "register";
    if (in_.accept_word("a0")) {
        mode = Mode::Address;
        if (!in_.expect('.')) return false;
        const Token at = in_.take();
        lane = at.text.size() == 1 ? select_of(at.text[0]) : 8;
        if (lane > 3) return in_.wrong(at, "a component of a0 is expected: x, y, z or w");
    } else if (in_.accept_word("i0")) {
        mode = Mode::Loop;
    } else {
        return in_.index(index, limit, kWhat);
    }
    return !in_.accept('+') || in_.index(index, limit, kWhat);
}

/// Letters of xyzw01h_, each with a '-' before it or not.
bool StatementReader::swizzle(Source& into, OperationTokens::OfSource& tokens) {
    tokens.swizzle = in_.take();
    const std::string_view text = tokens.swizzle.text;
    if (tokens.swizzle.kind != TokenKind::Word) return in_.wrong(tokens.swizzle, "components are expected");
    into.select.fill(Select::Unused);
    bool negated = false;
    for (const char c : text) {
        if (c == '-') {
            negated = true;
            continue;
        }
        const unsigned select = select_of(c);
        if (select > 7) return in_.wrong(tokens.swizzle, quoted(text) + " has a letter that is none of xyzw01h_");
        if (tokens.letters == 4) return in_.wrong(tokens.swizzle, quoted(text) + " has more than four components");
        into.select[tokens.letters] = static_cast<Select>(select);
        into.negate |= negated ? 1U << tokens.letters : 0U;
        negated = false;
        ++tokens.letters;
    }
    return true;
}

// ---- what must hold

bool StatementReader::check(Statement& into) {
    if (into.count == 2 && !check_units(into)) return false;
    for (unsigned i = 0; i < into.count; ++i)
        if (!check_sources(into, i)) return false;
    if (into.unchecked) return true;
    const Breach breach = breach_of(into);
    if (!breach) return true;
    const OperationTokens& tokens = tokens_[breach.operation];
    const Token& at = breach.source < 0 ? tokens.index : tokens.sources[static_cast<unsigned>(breach.source)].index;
    return in_.wrong(at, breach.text);
}

/// Of a pair: one operation of each unit; that of the vector engine comes first from here on.
bool StatementReader::check_units(Statement& into) {
    auto& [first, second] = into.operations;
    const auto is_ve = [](const Operation& each) { return each.opcode.unit == Unit::Ve; };
    const auto is_me = [](const Operation& each) { return each.opcode.unit == Unit::Me; };
    if (is_me(first) && is_ve(second)) {
        std::swap(first, second);
        std::swap(tokens_[0], tokens_[1]);
    }
    if (!is_ve(first) || !is_me(second))
        return in_.wrong(tokens_[0].opcode, "a pair is one operation of the vector and one of the math engine");
    const Destination& target = second.target;
    if (target.to != TargetClass::AltTemp || target.mode != Mode::Absolute || target.index >= 4)
        return in_.wrong(target.to != TargetClass::AltTemp ? tokens_[1].at : tokens_[1].index,
                         "the math operation of a pair writes alt_temp[0] to alt_temp[3]");
    if ((target.mask & (target.mask - 1)) != 0 || target.mask == 0)
        return in_.wrong(tokens_[1].mask, "the math operation of a pair writes one component");
    return true;
}

bool StatementReader::check_sources(const Statement& statement, unsigned which) {
    const OperationTokens& tokens = tokens_[which];
    const bool is_second = which == 1;
    const unsigned operands = find(statement.operations[which].opcode)->operands;
    if (statement.count == 2 && operands > (is_second ? 1U : 2U) && !(is_second && statement.unchecked))
        return in_.wrong(tokens.opcode, "this operation has too many sources for a pair");
    const unsigned wanted = is_second ? std::min(operands, 1U) : operands;
    const bool is_third = is_power(statement.operations[which].opcode) && tokens.given == 3 && !is_second;
    if (tokens.given != wanted && !is_third)
        return in_.wrong(
            tokens.given == 0 ? tokens.opcode : tokens.sources[0].at,
            "the operation has " + std::to_string(wanted) + " sources, not " + std::to_string(tokens.given));
    for (unsigned k = 0; k < tokens.given; ++k)
        if (tokens.sources[k].letters != (is_second ? 2U : 4U))
            return in_.wrong(tokens.sources[k].swizzle,
                             is_second ? "two components are expected: of a pair, for the math engine"
                                       : "four components are expected");
    return true;
}

// ---- fields

bool StatementReader::fields(Word128& word) {
    if (!in_.accept('@')) return true;
    if (!in_.expect('{')) return false;
    do {
        if (!field(word)) return false;
    } while (in_.accept(','));
    return in_.expect('}');
}

/// "A.mode=3"
bool StatementReader::field(Word128& word) {
    const Token at = in_.take();
    std::string name(at.text);
    if (in_.accept('.')) name.append(".").append(in_.take().text);
    const auto* found =
        std::ranges::find_if(W::fields, [&](const FieldInfo& each) { return equal_ignoring_case(each.name, name); });
    if (found == W::fields.end()) return in_.wrong(at, quoted(name) + " is no field of the word");
    std::uint32_t value = 0;
    if (!in_.expect('=') || !in_.number(value, static_cast<std::uint32_t>(detail::low_mask(found->width()))))
        return false;
    word.insert(*found, value);
    return true;
}

} // namespace relit::isa::r500::vs
