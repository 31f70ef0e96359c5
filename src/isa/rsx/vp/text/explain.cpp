// Every bit of every word of an RSX vertex program, in words.
#include "isa/rsx/vp/encoding/notes.hpp"
#include "isa/rsx/vp/encoding/outputs.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

constexpr std::array<std::string_view, kInputs> kInputNames = {
#define INPUT(index, name) name,
#include "isa/rsx/vp/encoding/inputs.inc"
#undef INPUT
};

std::string number(std::uint64_t value) { return std::to_string(value); }

bool is(const FieldInfo& field, const FieldInfo& other) { return field.name == other.name; }

std::string address_of(const Word128& word) {
    return "A" + number(word[W::address]) + "." + std::string(1, kLanes[word[W::address_lane]]);
}

std::string indexed(std::string_view file, const Word128& word, std::uint32_t index, bool relative) {
    return std::string(file) + "[" + (relative ? address_of(word) + "+" : "") + number(index) + "]";
}

bool uses(const Word128& word, Type type) {
    for (unsigned i = 0; i < 3; ++i)
        if (reads(word, i) && source(word, i).type == type) return true;
    return false;
}

/// "clip position"; of o[5] and o[6] what each lane is.
std::string purpose_of(std::uint32_t output) {
    std::string text;
    for (const OutputRow& row : kOutputRows) {
        if (row.index != output) continue;
        const bool all = row.lanes == "xyzw";
        add_clause(text, (all ? "" : std::string(row.lanes) + ": ") + std::string(row.purpose));
    }
    return text.empty() ? "does not exist" : text;
}

bool uses_address(const Word128& word) {
    const bool relative = (uses(word, Type::Input) && word[W::in_relative]) ||
                          (uses(word, Type::Constant) && word[W::constant_relative]) ||
                          (writes_output(word) && word[W::out_relative]);
    return relative || info(word[W::sca]).reads == 'a' || word[W::sca] == Sca::Pop || word[W::vec] == Vec::Ara;
}

// ---- the meaning of one field; each function answers for a group of them and gives nothing for others

std::string explanation_of_operation(const Word128& word, const FieldInfo& field) {
    const auto described = [](std::string_view mnemonic, std::string_view summary) {
        return mnemonic.empty() ? std::string("not defined") : std::string(mnemonic) + ": " + std::string(summary);
    };
    if (is(field, W::vec)) return described(info(word[W::vec]).mnemonic, info(word[W::vec]).summary);
    if (is(field, W::sca)) return described(info(word[W::sca]).mnemonic, info(word[W::sca]).summary);
    if (is(field, W::unused)) return "not used";
    if (is(field, W::end)) return word[W::end] ? "the program ends after this word" : "the program continues";
    if (is(field, W::saturate)) return word[W::saturate] ? "results are clamped to 0 .. 1" : "results stay as they are";
    return {};
}

std::string explanation_of_index(const Word128& word, const FieldInfo& field) {
    const bool input = uses(word, Type::Input), constant = uses(word, Type::Constant);
    if (is(field, W::input)) {
        if (!input) return "no source reads v";
        return indexed("v", word, word[W::input], word[W::in_relative]) + ", by convention " +
               std::string(kInputNames[word[W::input]]);
    }
    if (is(field, W::constant))
        return constant ? indexed("c", word, word[W::constant], word[W::constant_relative]) : "no source reads c";
    if (is(field, W::in_relative) || is(field, W::constant_relative)) {
        const bool inputs = is(field, W::in_relative);
        if (!(inputs ? input : constant)) return inputs ? "no source reads v" : "no source reads c";
        if (word.extract(field) == 0) return "by number";
        return address_of(word) + " is added to the number";
    }
    if (is(field, W::address))
        return uses_address(word) ? "A" + number(word[W::address]) : "no address register is used";
    if (is(field, W::address_lane))
        return uses_address(word) ? "its lane " + std::string(1, kLanes[word[W::address_lane]])
                                  : "no address register is used";
    return {};
}

/// Bits of source 2 that mean something else in jumps and calls.
std::string explanation_of_shared(const Word128& word, const FieldInfo& field) {
    const Sca op = word[W::sca];
    std::string target = "part of the target, slot " + number(word[W::target]);
    for (const std::string_view part : {"src2.abs", "src2.neg", "src2.x", "src2.y", "src2.z", "src2.w"})
        if (has_target(op) && field.name == part) return target;
    if (looks_at_bit(op) && is(field, W::temp2))
        return "branch bit " + number(word[W::bit]) + "; must be " + (word[W::bit_wanted] ? "true" : "false");
    if (word[W::vec] == Vec::Txl && is(field, W::temp1)) return "texture unit " + number(word[W::unit]);
    return {};
}

std::string explanation_of_source(const Word128& word, const FieldInfo& field) {
    if (!field.name.starts_with("src")) return {};
    const auto which = static_cast<unsigned>(field.name[3] - '0');
    const Source from = source(word, which);
    const std::string_view part = field.name.substr(5);
    std::string shared = explanation_of_shared(word, field);
    if (!reads(word, which)) return shared.empty() ? "not read by these operations" : shared;
    if (!shared.empty()) shared = "; also " + shared;
    if (part == "type")
        return from.type == Type::None ? "none: not legal here"
                                       : "from " + std::string(field.name_of(word.extract(field)));
    if (part == "temp")
        return (from.type == Type::Temp ? "R" + number(from.temp) : "not read: the source is no temporary") + shared;
    if (part == "neg")
        return (from.negate ? "the sign is turned, after the absolute value" : "the sign stays") + shared;
    if (part == "abs") return (from.abs ? "the absolute value" : "as it is") + shared;
    return "lane " + std::string(part) + " is taken from lane " + std::string(field.name_of(word.extract(field))) +
           shared;
}

std::string explanation_of_results(const Word128& word, const FieldInfo& field) {
    if (is(field, W::vec_mask))
        return vec_has_result(word) || writes_address(word[W::vec])
                   ? lanes_of(word[W::vec_mask]) + " of the vector unit's result"
                   : "the vector unit has no result";
    if (is(field, W::sca_mask))
        return sca_has_result(word) ? lanes_of(word[W::sca_mask]) + " of the scalar unit's result"
                                    : "the scalar unit has no result";
    if (is(field, W::vec_temp)) {
        if (writes_address(word[W::vec])) return "A" + number(word[W::vec_temp]);
        return vec_writes_temp(word) ? "R" + number(word[W::vec_temp]) : "the vector unit writes no temporary";
    }
    if (is(field, W::sca_temp))
        return sca_writes_temp(word) ? "R" + number(word[W::sca_temp]) : "the scalar unit writes no temporary";
    if (!is(field, W::output) && !is(field, W::out_source) && !is(field, W::out_relative)) return {};
    if (!writes_output(word)) return "no output is written";
    if (is(field, W::out_source))
        return word[W::out_source] != 0 ? "the vector unit's result" : "the scalar unit's result";
    if (is(field, W::out_relative))
        return word[W::out_relative] ? address_of(word) + " is added to the number" : "by number";
    return indexed("o", word, word[W::output], word[W::out_relative]) + ": " + purpose_of(word[W::output]);
}

std::string explanation_of_test(const Word128& word) {
    if (!looks_at_condition(word[W::sca]))
        return word[W::cc_test] ? "the condition decides what is done" : "the condition is ignored";
    if (!can_be_predicated(word)) return "ignored: jumps, calls and returns always depend on the condition";
    return word[W::cc_test] ? "the condition decides what is written, too" : "what is written is so in any case";
}

std::string explanation_of_condition(const Word128& word, const FieldInfo& field) {
    if (!field.name.starts_with("CC.")) return {};
    const std::string name = "CC" + number(word[W::cc_select]);
    const bool tested = is_predicated(word) || branches_on_condition(word), written = writes_condition(word);
    if (is(field, W::cc_write)) {
        if (!word[W::cc_write]) return "no condition register is written";
        return written ? name + " is written as well" : "nothing has a result to write";
    }
    if (is(field, W::cc_source)) {
        if (!written) return "no condition register is written";
        return std::string(word[W::cc_source] != 0 ? "the vector" : "the scalar") + " unit's result";
    }
    if (is(field, W::cc_select)) return tested || written ? name : "no condition register is used";
    if (is(field, W::cc_test)) return explanation_of_test(word);
    if (!tested) return "not looked at";
    if (is(field, W::condition))
        return std::string(field.name_of(word.extract(field))) + " 0 must hold for a lane of " + name;
    return "lane " + std::string(field.name.substr(3)) + " is decided by lane " +
           std::string(field.name_of(word.extract(field)));
}

std::string explanation_of(const Word128& word, const FieldInfo& field) {
    for (const auto answer : {explanation_of_operation, explanation_of_index, explanation_of_source,
                              explanation_of_results, explanation_of_condition})
        if (std::string text = answer(word, field); !text.empty()) return text;
    return "as it stands";
}

// ---- the sentence about the whole word

void add_target(std::string& text, std::uint32_t mask, const std::string& target) {
    text += text.empty() ? "" : " and ";
    text += lanes_of(mask) + " of " + target;
}

/// Where a unit's result goes: "xy of R1 and xy of o[7] (texture coordinate 0)".
std::string targets_of(const Word128& word, std::uint32_t unit) {
    std::string text;
    const std::uint32_t mask = unit != 0 ? word[W::vec_mask] : word[W::sca_mask];
    if (unit != 0 ? vec_writes_temp(word) : sca_writes_temp(word))
        add_target(text, mask, "R" + number(unit != 0 ? word[W::vec_temp] : word[W::sca_temp]));
    if (writes_output(word) && word[W::out_source] == unit)
        add_target(
            text, mask,
            indexed("o", word, word[W::output], word[W::out_relative]) + " (" + purpose_of(word[W::output]) + ")");
    if (writes_condition(word) && word[W::cc_source] == unit) add_target(text, mask, "CC" + number(word[W::cc_select]));
    return text;
}

std::string computes(std::string_view mnemonic, std::string_view summary, const std::string& targets) {
    return std::string(mnemonic) + " computes " + std::string(summary) +
           (targets.empty() ? "; the result is not kept." : "; it goes to " + targets + ".");
}

std::string summary_of_vec(const Word128& word) {
    const Vec op = word[W::vec];
    if (!is_defined(op)) return "Vector operation " + number(static_cast<std::uint64_t>(op)) + " is not defined.";
    if (writes_address(op))
        return std::string(info(op).mnemonic) + " computes " + std::string(info(op).summary) + ": " +
               lanes_of(word[W::vec_mask]) + " of A" + number(word[W::vec_temp]) + ".";
    return computes(info(op).mnemonic, info(op).summary, targets_of(word, 1));
}

std::string summary_of_sca(const Word128& word) {
    const Sca op = word[W::sca];
    if (!is_defined(op)) return "Scalar operation " + number(static_cast<std::uint64_t>(op)) + " is not defined.";
    if (info(op).op_class == OpClass::Value) return computes(info(op).mnemonic, info(op).summary, targets_of(word, 0));
    std::string text = std::string(info(op).mnemonic) + " is " + std::string(info(op).summary);
    if (info(op).op_class == OpClass::Stack) return text + ": A" + number(word[W::address]) + ".";
    if (!has_target(op)) return text + ".";
    text += ", to slot " + (info(op).reads == 'a' ? address_of(word) + "+" : "") + number(word[W::target]);
    if (looks_at_bit(op))
        text += ": bit " + number(word[W::bit]) + " must be " + (word[W::bit_wanted] ? "true" : "false");
    return text + ".";
}

/// What depends on the condition.
std::string where_of(const Word128& word) {
    const std::string where = "where CC" + number(word[W::cc_select]) + " is " +
                              std::string(kConditionNames[static_cast<unsigned>(word[W::condition])]) + " 0.";
    if (is_predicated(word) && (word[W::vec] != Vec::Nop || word[W::sca] != Sca::Nop)) return " Only " + where;
    if (branches_on_condition(word)) return " " + std::string(info(word[W::sca]).mnemonic) + " branches only " + where;
    return {};
}

std::string summary_of(const Word128& word) {
    std::string text;
    const bool vec = word[W::vec] != Vec::Nop, sca = word[W::sca] != Sca::Nop;
    if (vec) text += summary_of_vec(word);
    if (sca) text += (vec ? " At the same time " : "") + summary_of_sca(word);
    if (!vec && !sca) text = "Nothing is done.";
    text += where_of(word);
    if (const std::string caveats = caveats_of(word); !caveats.empty()) text += " Beware: " + caveats + ".";
    if (word[W::end]) text += " The program ends here.";
    return text;
}

} // namespace

Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options) {
    const auto listing = list(file, options);
    if (!listing) return std::unexpected(listing.error());
    std::vector<Explanation> explained;
    for (std::uint32_t i = 0; i < listing->lines.size(); ++i) {
        const Line& line = listing->lines[i];
        if (!line.instruction) continue;
        Word128 word;
        for (std::size_t k = 0; k < word.raw.size(); ++k) word.raw[k] = line.words[k];
        Explanation& into = explained.emplace_back();
        into.line = i;
        into.summary = summary_of(word);
        into.fields = explain_fields(Word128::fields, word.raw,
                                     [&](const FieldInfo& field) { return explanation_of(word, field); });
        explain_names(into, line.names);
    }
    return explained;
}

} // namespace relit::isa::rsx::vp
