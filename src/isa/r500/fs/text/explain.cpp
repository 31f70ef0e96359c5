// Every bit of every instruction of a fragment program, in words.
#include "isa/r500/fs/encoding/notes.hpp"
#include "isa/r500/fs/encoding/units.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/print.hpp"
#include "isa/r500/fs/text/purposes.hpp"
#include "isa/r500/fs/text/spelling.hpp"
#include "isa/shared/fields.hpp"

#include <algorithm>

namespace relit::isa::r500::fs {
namespace {

struct Purpose {
    std::string_view field, text;
};
constexpr Purpose kPurposes[] = {
#define PURPOSE(field, text) {field, text},
#include "isa/r500/fs/text/purposes.inc"
#undef PURPOSE
};

std::string_view exact_purpose(std::string_view field) {
    const auto* found = std::ranges::find(kPurposes, field, &Purpose::field);
    return found == std::end(kPurposes) ? std::string_view{} : found->text;
}

std::string explanation_of(const Word192& word, const FieldInfo& field) {
    const std::uint64_t value = word.extract(field);
    const std::string purpose(purpose_of(field.name));
    if (purpose.empty()) return value == 0 ? "not used" : "not used, but not 0";
    if (field.name == Fc::table.name) return jump_table_text(static_cast<std::uint32_t>(value)) + "; " + purpose;
    if (field.name == Alu::rgb_op.name) return std::string(kRgbOps[value].mnemonic) + "; " + purpose;
    if (field.name == Alu::alpha_op.name) return std::string(kAlphaOps[value].mnemonic) + "; " + purpose;
    if (field.name == Tex::op.name) return std::string(kTexOps[value].mnemonic) + "; " + purpose;
    if (field.name == Fc::op.name) return std::string(kFcOps[value].mnemonic) + "; " + purpose;
    const std::string_view name = field.name_of(value);
    return name.empty() ? purpose : std::string(name) + "; " + purpose;
}

// ---- the sentence about the whole instruction

std::string destination_text(const Word192& word, const UnitFields& unit) {
    const bool out = word[Common::type] == Type::Out;
    std::string text;
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : " and ") + more; };
    const auto components = [&](std::uint32_t mask) {
        return std::string(unit.kind == UnitKind::Alpha ? kAlphaMasks[mask] : kRgbMasks[mask]);
    };
    if (const std::uint32_t mask = word[*unit.mask]; mask != 0)
        add(components(mask) + " of temporary " + std::to_string(word[*unit.temp]) +
            (word[*unit.temp_relative] ? " + aL" : ""));
    if (const std::uint32_t mask = word[*unit.out_mask]; mask != 0)
        add(out ? components(mask) + " of target " + std::to_string(word[*unit.target])
                : "predicates " + components(mask) + " (" + std::string(kCompareNames[word[*unit.target]]) + " 0)");
    if (unit.kind == UnitKind::Alpha && word[Alu::writes_depth]) add("the depth");
    return text;
}

std::string alu_summary(const Word192& word) {
    std::string text;
    for (const UnitFields* unit : kUnitFields) {
        const bool alpha = unit->kind == UnitKind::Alpha;
        std::string to = destination_text(word, *unit);
        if (word[Alu::writes_result] && alpha == (word[Common::result_select] != 0))
            to += to.empty() ? "the ALU result" : " and the ALU result";
        if (to.empty()) continue;
        const OpInfo& op = op_of(word, *unit);
        text += (text.empty() ? "" : " ") + std::string(alpha ? "Alpha: " : "RGB: ") + std::string(op.mnemonic) + ", " +
                std::string(op.summary) + ", goes to " + to + ".";
    }
    return text.empty() ? "Nothing is written." : text;
}

std::string tex_summary(const Word192& word) {
    const OpInfo& op = kTexOps[word.extract(Tex::op)];
    std::string text =
        std::string(op.mnemonic) + " of unit " + std::to_string(word[Tex::unit]) + ": " + std::string(op.summary);
    const std::uint32_t mask = word[Common::rgb_mask] | word[Common::alpha_mask] << 3;
    if (mask != 0)
        text += "; goes to " + std::string(kAllMasks[mask]) + " of temporary " + std::to_string(word[Tex::temp]);
    return text + ".";
}

std::string fc_summary(const Word192& word) {
    const OpInfo& op = kFcOps[word.extract(Fc::op)];
    return std::string(op.mnemonic) + ": " + std::string(op.summary) + "; a pixel takes the jump to " +
           std::to_string(word[Fc::target]) + ": " + jump_table_text(word[Fc::table]) + ".";
}

std::string summary_of(const Word192& word) {
    std::string text;
    if (!is_known(word)) {
        text = "An operation that is not defined.";
    } else if (word[Common::type] == Type::Tex) {
        text = tex_summary(word);
    } else {
        text = word[Common::type] == Type::Fc ? fc_summary(word) : alu_summary(word);
    }
    if (const std::string caveats = caveats_of(word); !caveats.empty()) text += " Beware: " + caveats + ".";
    return text;
}

} // namespace

std::string_view purpose_of(std::string_view field) {
    if (const std::string_view text = exact_purpose(field); !text.empty()) return text;
    for (const std::string_view unit : {"RGB_", "ALPHA_", "RED_", "GREEN_", "BLUE_"})
        if (field.starts_with(unit)) return exact_purpose(field.substr(unit.size()));
    return {};
}

Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options) {
    const auto listing = list(file, options);
    if (!listing) return std::unexpected(listing.error());
    std::vector<Explanation> explained;
    for (std::uint32_t i = 0; i < listing->lines.size(); ++i) {
        const Line& line = listing->lines[i];
        if (!line.instruction) continue;
        Word192 word;
        std::ranges::copy(line.words, word.raw.begin());
        explained.push_back({i, summary_of(word),
                             explain_fields(fields_in(word), word.raw,
                                            [&](const FieldInfo& field) { return explanation_of(word, field); })});
    }
    return explained;
}

} // namespace relit::isa::r500::fs
