// Every bit of every instruction of a fragment program, in words.
#include "isa/rsx/fp/encoding/notes.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"
#include "isa/rsx/fp/text/spelling.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <bit>

namespace relit::isa::rsx::fp {
namespace {

using W = Word128;

// What stands in a word in place of sources, and after it; the bits that are left have names of their own.
constexpr FieldInfo kIfFields[] = {W::first_address, W::second_address, W::flat};
constexpr FieldInfo kLoopFields[] = {
    {"W2.low", {BitRun{64, 2}}, {}},  W::count,          W::initial, {"W2.middle", {BitRun{82, 1}}, {}}, W::step,
    {"W2.high", {BitRun{91, 4}}, {}}, W::second_address, W::flat,
};
constexpr FieldInfo kCallFields[] = {W::first_address};
constexpr FieldInfo kConstantFields[] = {{"constant.x", {BitRun{128, 32}}, {}},
                                         {"constant.y", {BitRun{160, 32}}, {}},
                                         {"constant.z", {BitRun{192, 32}}, {}},
                                         {"constant.w", {BitRun{224, 32}}, {}}};
constexpr unsigned kSource1Bit = 64, kSource2Bit = 96;

/// The fields that the bits of this word are, each bit in one of them.
std::vector<FieldInfo> fields_of_word(const Word128& word, bool constant) {
    const OpClass op_class = info(word[W::op]).op_class;
    // The first bit from which on the sources' fields mean nothing.
    const unsigned limit =
        op_class == OpClass::If || op_class == OpClass::Loop || op_class == OpClass::Call ? kSource1Bit : W::kBits;
    std::vector<FieldInfo> fields;
    const auto add = [&](std::span<const FieldInfo> more) { fields.insert(fields.end(), more.begin(), more.end()); };
    std::ranges::copy_if(W::fields, std::back_inserter(fields),
                         [&](const FieldInfo& field) { return field.runs[0].bit < limit; });
    if (op_class == OpClass::If) add(kIfFields);
    if (op_class == OpClass::Loop) add(kLoopFields);
    if (op_class == OpClass::Call) {
        add(kCallFields);
        std::ranges::copy_if(W::fields, std::back_inserter(fields),
                             [](const FieldInfo& field) { return field.runs[0].bit >= kSource2Bit; });
    }
    if (constant) add(kConstantFields);
    return fields;
}

std::string number(std::uint64_t value) { return std::to_string(value); }

std::string slot_at_dword(std::uint32_t address) { return "slot " + number(address / 4); }

std::string lanes_written(std::uint32_t mask) {
    std::string text;
    for (unsigned lane = 0; lane < 4; ++lane)
        if ((mask >> lane & 1) != 0) text += kLanes[lane];
    return text.empty() ? "nothing" : text;
}

/// "R5", or "H5 (zw of R2)".
std::string register_text(std::uint32_t index, bool half) {
    if (!half) return "R" + number(index);
    return "H" + number(index) + (index % 2 == 0 ? " (xy of R" : " (zw of R") + number(index / 2) + ")";
}

std::string attribute_text(const Word128& word) {
    if (word[W::indexed]) return "attribute aL + " + std::to_string(indexed_input(word)) + " (TEX0 is attribute 4)";
    const InputInfo& input = kInputRows[word[W::input]];
    return (input.name.empty() ? "v15" : std::string(input.name)) + ": " + std::string(input.summary);
}

bool reads_type(const Word128& word, Type type) {
    for (unsigned i = 0; i < 3; ++i)
        if (reads(word, i) && word[*kSourceFields[i].type] == type) return true;
    return false;
}

// ---- conditions

constexpr std::array<std::string_view, 8> kConditionWords = {"never",   "below 0", "0",          "0 or below",
                                                             "above 0", "not 0",   "0 or above", "always"};

std::string condition_text(const Word128& word) {
    const Condition condition = word[W::condition];
    if (condition == Condition::Tr) return {};
    std::string text = "CC" + number(word[W::cc_tested]);
    print_swizzle(text, condition_swizzle(word));
    if (condition == Condition::Fl) return "never";
    return text + " is " + std::string(kConditionWords[static_cast<std::size_t>(condition)]);
}

// ---- the meaning of one field; each function answers for a group of them and gives nothing for others

std::string explanation_of_operation(const Word128& word, const FieldInfo& field) {
    if (field.name == "op") {
        const OpInfo& op = info(word[W::op]);
        return op.mnemonic.empty() ? "not defined" : std::string(op.mnemonic) + ": " + std::string(op.summary);
    }
    if (field.name == "END") return word[W::end] ? "the program ends here" : "the program continues";
    if (field.name == "unit")
        return info(word[W::op]).op_class == OpClass::Texture ? "texture unit " + number(word[W::unit])
                                                              : "no texture is read";
    return {};
}

std::string explanation_of_precision(Precision precision) {
    switch (precision) {
        case Precision::R: return "the result stays as it is";
        case Precision::H: return "the result is rounded to a half";
        case Precision::X: return "the result is clamped to -2 .. 2";
        case Precision::B: return "the result is clamped to -1 .. 1";
    }
    unreachable("explanation_of_precision");
}

std::string explanation_of_result(const Word128& word, const FieldInfo& field) {
    constexpr std::string_view kNames[] = {"dst",    "dst.half", "mask",  "bx2",
                                           "no_dst", "saturate", "scale", "precision"};
    if (std::ranges::find(kNames, field.name) == std::end(kNames)) return {};
    if (!has_result(word)) return "this operation has no result";
    if (field.name == "dst")
        return word[W::no_dst] ? "no register is written" : register_text(word[W::dst], word[W::dst_half]);
    if (field.name == "dst.half") return word[W::dst_half] ? "the register holds halves" : "the register is a full one";
    if (field.name == "mask") return "written: " + lanes_written(word[W::mask]);
    if (field.name == "bx2") return word[W::bx2] ? "2 * texel - 1 instead of the texel" : "the result is not expanded";
    if (field.name == "no_dst") return word[W::no_dst] ? "no register is written" : "a register is written";
    if (field.name == "saturate") return word[W::saturate] ? "the result is clamped to 0 .. 1" : "no clamp to 0 .. 1";
    if (field.name == "precision") return explanation_of_precision(word[W::precision]);
    constexpr std::array<std::string_view, 8> kScales = {"1", "2", "4", "8", "an illegal factor", "1/2", "1/4", "1/8"};
    return "the result is multiplied by " + std::string(kScales[word[W::scale]]);
}

std::string explanation_of_condition(const Word128& word, const FieldInfo& field) {
    if (!field.name.starts_with("CC.")) return {};
    if (field.name == "CC.write")
        return word[W::cc_write] ? "the result also goes to a condition register" : "no condition register is written";
    if (field.name == "CC.written")
        return word[W::cc_write] ? "CC" + number(word[W::cc_written]) + " is written"
                                 : "no condition register is written";
    if (field.name == "CC.tested") return "CC" + number(word[W::cc_tested]) + " is tested";
    if (field.name == "CC.condition") {
        const Condition condition = word[W::condition];
        if (condition == Condition::Tr) return "always done";
        if (condition == Condition::Fl) return "never done";
        return "done where the tested lane is " + std::string(kConditionWords[static_cast<std::size_t>(condition)]);
    }
    return "for lane " + std::string(field.name.substr(3)) + ", lane " +
           std::string(field.name_of(word.extract(field))) + " is tested";
}

std::string explanation_of_source_precision(SourcePrecision precision) {
    switch (precision) {
        case SourcePrecision::R: return "used unchanged";
        case SourcePrecision::H: return "clamped to what a half holds";
        case SourcePrecision::X: return "clamped to -2 .. 2";
        case SourcePrecision::B: return "clamped to -1 .. 1";
        case SourcePrecision::S: return "clamped to 0 .. 1";
        case SourcePrecision::N: return "used unchanged, as far as is known";
    }
    return "not defined";
}

std::string explanation_of_source(const Word128& word, const FieldInfo& field) {
    if (!field.name.starts_with("src")) return {};
    const auto which = static_cast<unsigned>(field.name[3] - '0');
    const std::string_view part = field.name.substr(5);
    const Source one = source(word, which);
    if (!reads(word, which))
        return part == "type" && one.type == Type::Constant ? "not read, but a constant follows" : "not read";
    if (part == "type")
        return one.type == Type::Reserved ? "reserved" : std::string(field.name_of(word.extract(field)));
    if (part == "temp" || part == "half") {
        if (one.type != Type::Temp) return "the source is no temporary";
        if (part == "half") return one.half ? "a register of halves" : "a full register";
        return register_text(one.temp, one.half);
    }
    if (part == "abs") return one.abs ? "the absolute value" : "with its sign";
    if (part == "neg") return one.negate ? "negated, after abs and the clamp" : "not negated";
    if (part == "precision") return explanation_of_source_precision(one.precision);
    return "lane " + std::string(part) + " is lane " + std::string(field.name_of(word.extract(field))) +
           " of the source";
}

std::string explanation_of_attribute(const Word128& word, const FieldInfo& field) {
    const bool known =
        field.name == "input" || field.name == "index" || field.name == "indexed" || field.name == "no_perspective";
    if (!known) return {};
    if (!reads_type(word, Type::Input)) return "no source reads an attribute";
    if (field.name == "input") return word[W::indexed] ? "not read: aL says which" : attribute_text(word);
    if (field.name == "index") return word[W::indexed] ? attribute_text(word) : "not read: the attribute has a number";
    if (field.name == "indexed") return word[W::indexed] ? "aL says which attribute" : "the attribute has a number";
    return word[W::flat] ? "multiplied by 1 / w: linear on the screen" : "in perspective";
}

std::string explanation_of_flow(const Word128& word, const FieldInfo& field) {
    const OpClass op_class = info(word[W::op]).op_class;
    if (field.name == "address")
        return slot_at_dword(word[W::first_address]) +
               (op_class == OpClass::If ? ": ELSE, or ENDIF where there is none" : "");
    if (field.name == "end.address")
        return slot_at_dword(word[W::second_address]) + (op_class == OpClass::If ? ": ENDIF" : ": after the loop");
    if (field.name == "count") return number(word[W::count]) + " iterations";
    if (field.name == "initial") return "aL is " + number(word[W::initial]) + " in the first iteration";
    if (field.name == "step") return "aL grows by " + std::to_string(step_of(word)) + " each iteration";
    return {};
}

std::string explanation_of(const Instruction& one, const FieldInfo& field) {
    if (field.name.starts_with("constant.")) {
        const auto lane = static_cast<std::size_t>(field.name.back() == 'w' ? 3 : field.name.back() - 'x');
        return shortest_decimal(std::bit_cast<float>(one.constant ? one.constant->lanes[lane] : 0));
    }
    if (steers(one.word[W::op]) && field.name == "no_perspective") return "not used";
    constexpr std::array kAnswers = {explanation_of_operation, explanation_of_result,    explanation_of_condition,
                                     explanation_of_source,    explanation_of_attribute, explanation_of_flow};
    for (const auto answer : kAnswers)
        if (std::string text = answer(one.word, field); !text.empty()) return text;
    return "not used";
}

// ---- the sentence about the whole instruction

std::string result_text(const Word128& word) {
    std::string text;
    if (writes_register(word))
        text = lanes_written(word[W::mask]) + " of " + register_text(word[W::dst], word[W::dst_half]);
    if (writes_condition(word))
        text += (text.empty() ? "" : " and ") + lanes_written(word[W::mask]) + " of CC" + number(word[W::cc_written]);
    return text.empty() ? "the result is not kept" : "it goes to " + text;
}

std::string flow_text(const Word128& word) {
    const Addresses to = addresses_of(word);
    switch (info(word[W::op]).op_class) {
        case OpClass::If:
            return to.dwords[0] == to.dwords[1]
                       ? "; else on at " + slot_at_dword(to.dwords[0])
                       : "; ELSE is " + slot_at_dword(to.dwords[0]) + ", ENDIF " + slot_at_dword(to.dwords[1]);
        case OpClass::Loop:
            return " of " + number(word[W::count]) + " iterations, up to " + slot_at_dword(to.dwords[0]);
        case OpClass::Call: return " of " + slot_at_dword(to.dwords[0]);
        default: return {};
    }
}

std::string summary_of(const Word128& word) {
    const OpInfo& op = info(word[W::op]);
    std::string text;
    if (op.op_class == OpClass::Unknown) {
        text = "Operation " + number(static_cast<std::uint64_t>(word[W::op])) + " is not defined";
    } else if (has_result(word)) {
        text = std::string(op.mnemonic) + " computes " + std::string(op.summary) + "; " + result_text(word);
    } else {
        text = std::string(op.mnemonic) + ": " + std::string(op.summary) + flow_text(word);
    }
    const bool conditional =
        op.op_class != OpClass::Unknown && word[W::op] != Op::Nop && word[W::condition] != Condition::Tr;
    if (conditional) text += has_result(word) ? ", where " + condition_text(word) : "; tested: " + condition_text(word);
    text += '.';
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
        Instruction one{static_cast<std::uint32_t>(line.offset), {}, {}};
        std::copy_n(line.words.begin(), one.word.raw.size(), one.word.raw.begin());
        if (line.words.size() > one.word.raw.size()) {
            one.constant.emplace();
            std::copy_n(line.words.begin() + 4, 4, one.constant->lanes.begin());
        }
        const std::vector<FieldInfo> fields = fields_of_word(one.word, one.constant.has_value());
        explained.push_back({i, summary_of(one.word), explain_fields(fields, line.words, [&](const FieldInfo& field) {
                                 return explanation_of(one, field);
                             })});
        explain_names(explained.back(), line.names);
    }
    return explained;
}

} // namespace relit::isa::rsx::fp
