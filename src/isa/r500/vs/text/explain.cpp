// Every bit of every instruction of a vertex program, in words.
#include "isa/r500/vs/text/caveats.hpp"
#include "isa/r500/vs/text/spelling.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

bool is(const FieldInfo& field, const FieldInfo& other) { return field.name == other.name; }

std::string described(Opcode opcode) {
    const OpcodeRow* row = find(opcode);
    return row == nullptr ? "not defined" : std::string(row->name) + ": " + std::string(row->summary);
}

std::string components(std::uint32_t mask) {
    std::string text;
    for (unsigned i = 0; i < 4; ++i)
        if ((mask >> i & 1) != 0) text += kLanes[i];
    return text.empty() ? "none" : text;
}

std::string added(Mode mode, std::uint32_t lane) {
    switch (mode) {
        case Mode::Absolute: return "by its number";
        case Mode::Address: return "a0." + std::string(1, kLanes[lane]) + " is added";
        case Mode::Loop: return "the loop register is added";
        case Mode::None: return "reserved";
    }
    return {};
}

// ---- the meaning of one field; each function answers for a group of them and gives nothing for others

std::string explanation_of_operation(const Word128& word, const FieldInfo& field) {
    if (is(field, W::op)) return described(opcode_of(word));
    if (is(field, W::math)) return word[W::math] ? "the math engine" : "the vector engine";
    if (is(field, W::macro)) return word[W::macro] ? "two clocks: may read three temporaries" : "one clock";
    if (is(field, W::dual))
        return word[W::dual] ? "dword 3 is a second operation, of the math engine" : "one operation";
    if (is(field, W::ve_saturate))
        return word[W::ve_saturate] ? "the vector engine's result is clamped to 0 .. 1" : "the result stays as it is";
    if (is(field, W::me_saturate))
        return word[W::me_saturate] ? "the math engine's result is clamped to 0 .. 1" : "the result stays as it is";
    if (is(field, W::predicated))
        return word[W::predicated] ? "writes if the predicate has the required value" : "always writes";
    if (is(field, W::predicate)) {
        if (!word[W::predicated]) return "no predicate is looked at";
        return word[W::predicate] ? "required: true" : "required: false";
    }
    return {};
}

std::string explanation_of_destination(const Word128& word, const FieldInfo& field) {
    if (is(field, W::target)) {
        const auto name = kTargetNames[static_cast<unsigned>(word[W::target]) & 7];
        return word[W::target] > TargetClass::Input ? "does not exist" : std::string(name);
    }
    if (is(field, W::target_index)) return "number " + std::to_string(word[W::target_index]);
    if (is(field, W::mask)) return "writes " + components(word[W::mask]);
    if (is(field, W::target_mode)) return added(word[W::target_mode], word[W::target_lane]);
    if (is(field, W::target_lane))
        return word[W::target_mode] == Mode::Address ? "a0." + std::string(1, kLanes[word[W::target_lane]])
                                                     : "a0 is not used";
    return {};
}

std::string explanation_of_part(const Source& source, std::string_view part) {
    if (part == "class") return std::string(kSourceNames[static_cast<unsigned>(source.from)]);
    if (part == "index") return "number " + std::to_string(source.index);
    if (part == "unused") return "not used";
    if (part == "abs") return source.abs ? "the size of each component" : "components as they are";
    if (part == "neg") return source.negate == 0 ? "none is negated" : "negated: " + components(source.negate);
    if (part == "mode") return added(source.mode, source.lane);
    if (part == "a0") return source.mode == Mode::Address ? added(source.mode, source.lane) : "a0 is not used";
    const std::size_t lane = kLanes.find(part[0]);
    return lane == std::string_view::npos ? std::string{}
                                          : "component " + std::string(part) + ": " +
                                                std::string(kSelectNames[static_cast<unsigned>(source.select[lane])]);
}

std::string explanation_of_source(const Word128& word, const FieldInfo& field) {
    if (field.name.size() < 3 || field.name[1] != '.') return {};
    const auto which = static_cast<unsigned>(field.name[0] - 'A');
    if (which == 2 && word[W::dual]) return explanation_of_part(dual_source(word), field.name.substr(2));
    const std::string text = explanation_of_part(source(word, which), field.name.substr(2));
    return is_known(word) && which < operands_of(word) ? text : text + " (not read)";
}

std::string explanation_of_dual(const Word128& word, const FieldInfo& field) {
    if (is(field, W::dual_op)) return described(dual_opcode_of(word));
    if (is(field, W::dual_index)) return "writes alt_temp[" + std::to_string(word[W::dual_index]) + "]";
    if (is(field, W::dual_component)) return "its component " + std::string(1, kLanes[word[W::dual_component]]);
    if (is(field, W::dual_negate)) return explanation_of_part(dual_source(word), "neg");
    return {};
}

std::string explanation_of(const Word128& word, const FieldInfo& field) {
    for (const auto answer :
         {explanation_of_operation, explanation_of_destination, explanation_of_dual, explanation_of_source})
        if (std::string text = answer(word, field); !text.empty()) return text;
    return {};
}

std::string described(const Word128& word) {
    if (!is_known(word)) return "not an operation that is defined";
    std::string text = summary_of(word);
    if (const std::string caveats = caveats_of(word); !caveats.empty()) text += " (" + caveats + ")";
    return text;
}

} // namespace

Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options) {
    const auto listing = list(file, options);
    if (!listing) return std::unexpected(listing.error());
    std::vector<Explanation> all;
    for (std::uint32_t i = 0; i < listing->lines.size(); ++i) {
        const Line& line = listing->lines[i];
        if (!line.instruction) continue;
        Word128 word;
        std::ranges::copy(line.words, word.raw.begin());
        const auto explain_field = [&](const FieldInfo& field) { return explanation_of(word, field); };
        const Fields fields = word[W::dual] ? Fields(W::dual_fields) : Fields(W::fields);
        all.push_back({i, described(word), explain_fields(fields, word.raw, explain_field)});
    }
    return all;
}

} // namespace relit::isa::r500::vs
