#include "isa/r500/vs/text/statement.hpp"

#include <algorithm>
#include <vector>

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

constexpr std::uint32_t kDualTargets = 4, kDualSources = 1;

/// Sources of all operations of one class, with their indices.
struct Named {
    std::uint32_t index = 0;
    unsigned operation = 0;
    int source = 0;
};
std::vector<Named> named(const Statement& statement, SourceClass from) {
    std::vector<Named> all;
    for (unsigned i = 0; i < statement.count; ++i)
        for (unsigned k = 0; k < statement.operations[i].source_count; ++k)
            if (const Source& source = statement.operations[i].sources[k]; source.from == from)
                all.push_back({source.index, i, static_cast<int>(k)});
    return all;
}
std::size_t distinct(std::vector<Named> all) {
    std::ranges::sort(all, {}, &Named::index);
    return all.size() - std::ranges::unique(all, {}, &Named::index).size();
}

std::uint32_t limit_of(SourceClass from) {
    switch (from) {
        case SourceClass::Temp:
        case SourceClass::Input: return 128;
        case SourceClass::Constant: return kConstants;
        case SourceClass::AltTemp: return kAltTemps;
    }
    return 0;
}
std::uint32_t limit_of(TargetClass to) {
    return to == TargetClass::AltTemp ? kAltTemps : to == TargetClass::Address ? 1 : 128;
}
std::string missing(std::string_view name, std::uint32_t index, std::uint32_t limit) {
    return std::string(name) + "[" + std::to_string(index) + "] does not exist: the last is " +
           std::to_string(limit - 1);
}

Breach breach_of_indices(const Operation& operation, unsigned number) {
    const Destination& target = operation.target;
    if (target.index >= limit_of(target.to))
        return {missing(kTargetNames[static_cast<unsigned>(target.to)], target.index, limit_of(target.to)), number};
    for (unsigned k = 0; k < operation.source_count; ++k) {
        const Source& source = operation.sources[k];
        if (source.index >= limit_of(source.from))
            return {missing(kSourceNames[static_cast<unsigned>(source.from)], source.index, limit_of(source.from)),
                    number, static_cast<int>(k)};
    }
    return {};
}

Breach breach_of_ports(const Statement& statement) {
    const std::vector<Named> temps = named(statement, SourceClass::Temp);
    const std::size_t count = distinct(temps);
    const bool alone = statement.count == 1;
    const Opcode opcode = statement.operations[0].opcode;
    if (count > 2 && (!alone || promoted(opcode, count).unit != Unit::Macro))
        return {"three temporaries can be read by VE_MAD and VE_MULTIPLYX2_ADD alone", temps.back().operation,
                temps.back().source};
    for (const SourceClass from : {SourceClass::Constant, SourceClass::Input, SourceClass::AltTemp})
        if (const std::vector<Named> all = named(statement, from); distinct(all) > 1)
            return {"an instruction reads one register of " + std::string(kSourceNames[static_cast<unsigned>(from)]) +
                        " at most",
                    all.back().operation, all.back().source};
    return {};
}

Breach breach_of_pair(const Statement& statement) {
    const Operation& second = statement.operations[1];
    if (find(second.opcode)->operands > kDualSources)
        return {"an operation of two sources or more cannot be the second of a pair", 1};
    if (second.target.to != TargetClass::AltTemp || second.target.index >= kDualTargets)
        return {"the math operation of a pair writes alt_temp[0] to alt_temp[3]", 1};
    return {};
}

Source unread(const Source& last, Fill fill) {
    Source source{last.from, last.index};
    source.select.fill(fill == Fill::Author ? Select::Unused : Select::Zero);
    return source;
}

void set_sources(Word128& word, const Operation& operation, Fill fill, unsigned count) {
    if (operation.source_count == 0) return;
    if (is_power(operation.opcode)) fill = Fill::Author; // the exponent would be 0
    for (unsigned k = 0; k < count; ++k)
        set_source(word, k,
                   k < operation.source_count ? operation.sources[k]
                                              : unread(operation.sources[operation.source_count - 1], fill));
}

void set_target(Word128& word, const Destination& target) {
    word.set(W::target, target.to).set(W::target_index, target.index).set(W::target_mode, target.mode);
    word.set(W::target_lane, target.lane).set(W::mask, target.mask);
}

std::uint32_t component_of(std::uint32_t mask) {
    for (std::uint32_t i = 0; i < 4; ++i)
        if ((mask >> i & 1) != 0) return i;
    return 0;
}

/// Modes and lanes that text has no words for are left to the fields after it.
void drop_unspeakable(Mode& mode, std::uint32_t& lane) {
    if (mode == Mode::None) mode = Mode::Absolute;
    if (mode != Mode::Address) lane = 0;
}

Source readable(Source source) {
    drop_unspeakable(source.mode, source.lane);
    return source;
}

Operation second_of(const Word128& word) {
    Operation second{.opcode = dual_opcode_of(word), .saturate = word[W::me_saturate]};
    second.target = {TargetClass::AltTemp, word[W::dual_index]};
    second.target.mask = 1U << word[W::dual_component];
    second.source_count = std::min(find(second.opcode)->operands, kDualSources);
    if (second.source_count != 0) second.sources[0] = readable(dual_source(word));
    return second;
}

} // namespace

std::size_t temps_read(const Statement& statement) { return distinct(named(statement, SourceClass::Temp)); }

Opcode promoted(Opcode opcode, std::size_t temps) {
    if (temps < 3) return opcode;
    if (opcode.is(Ve::Mad) || opcode.is(Macro::Mad)) return vs::opcode(Macro::Mad);
    if (opcode.is(Ve::M2x) || opcode.is(Macro::M2x)) return vs::opcode(Macro::M2x);
    return opcode;
}

Breach breach_of(const Statement& statement) {
    for (unsigned i = 0; i < statement.count; ++i)
        if (Breach breach = breach_of_indices(statement.operations[i], i)) return breach;
    if (statement.count == 2)
        if (Breach breach = breach_of_pair(statement)) return breach;
    return breach_of_ports(statement);
}

Word128 word_of(const Statement& statement, Fill fill) {
    const Operation& first = statement.operations[0];
    const bool dual = statement.count == 2;
    const Opcode opcode = statement.unchecked || dual ? first.opcode : promoted(first.opcode, temps_read(statement));
    Word128 word;
    word.set(W::op, opcode.number).set(W::math, opcode.unit == Unit::Me).set(W::macro, opcode.unit == Unit::Macro);
    set_target(word, first.target);
    word.set(opcode.unit == Unit::Me ? W::me_saturate : W::ve_saturate, first.saturate);
    word.set(W::predicated, statement.predication != Predication::None);
    word.set(W::predicate, statement.predication == Predication::IfTrue).set(W::dual, dual);
    set_sources(word, first, fill, dual ? 2 : 3);
    if (!dual) return word;
    const Operation& second = statement.operations[1];
    word.set(W::me_saturate, second.saturate);
    if (second.source_count != 0) set_dual_source(word, second.sources[0]);
    word.set(W::dual_op, second.opcode.number).set(W::dual_index, second.target.index);
    word.set(W::dual_component, component_of(second.target.mask));
    return word;
}

Statement statement_of(const Word128& word) {
    Statement statement;
    if (word[W::predicated]) statement.predication = word[W::predicate] ? Predication::IfTrue : Predication::IfFalse;
    Operation& first = statement.operations[0];
    first.opcode = opcode_of(word);
    first.saturate = word[first.opcode.unit == Unit::Me ? W::me_saturate : W::ve_saturate];
    first.target = {word[W::target], word[W::target_index], word[W::target_lane], word[W::target_mode], word[W::mask]};
    drop_unspeakable(first.target.mode, first.target.lane);
    first.source_count = operands_of(word);
    for (unsigned k = 0; k < first.source_count; ++k) first.sources[k] = readable(source(word, k));
    if (word[W::dual]) {
        statement.operations[1] = second_of(word);
        statement.count = 2;
    }
    const bool promotes = statement.count == 1 && promoted(first.opcode, temps_read(statement)) != first.opcode;
    statement.unchecked = promotes || static_cast<bool>(breach_of(statement));
    return statement;
}

Fill fill_of(std::span<const Word128> words) {
    std::size_t author = 0, mesa = 0;
    for (const Word128& word : words) {
        if (!is_known(word)) continue;
        const Statement statement = statement_of(word);
        const bool as_author = word_of(statement, Fill::Author) == word,
                   as_mesa = word_of(statement, Fill::Mesa) == word;
        author += as_author && !as_mesa ? 1 : 0;
        mesa += as_mesa && !as_author ? 1 : 0;
    }
    return mesa > author ? Fill::Mesa : Fill::Author;
}

} // namespace relit::isa::r500::vs
