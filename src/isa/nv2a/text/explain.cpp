// Every bit of every word of an NV2A program, in words.
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/text/spelling.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

namespace relit::isa::nv2a {
namespace {

constexpr std::array<std::string_view, kOutputs> kOutputPurpose = {
#define OUTPUT(number, gl, vsh, longer, purpose) purpose,
#include "isa/nv2a/encoding/outputs.inc"
#undef OUTPUT
};
constexpr std::array<std::string_view, kInputs> kInputPurpose = {
#define INPUT(number, gl, vsh, purpose) purpose,
#include "isa/nv2a/encoding/inputs.inc"
#undef INPUT
};

std::string number(std::uint64_t value) { return std::to_string(value); }

std::string show_constant(const Word128& word, Numbering numbering) {
    const std::uint32_t raw = word[Word128::constant];
    std::string text = word[Word128::relative] ? "c[A0 + " : "c[";
    text += raw < kConstants ? std::to_string(shown_constant(raw, numbering)) : std::to_string(raw);
    return text + "]";
}

// ---- the meaning of one field; each function answers for a group of them and gives nothing for others

std::string explanation_of_operation(const Word128& word, const FieldInfo& field) {
    if (field.name == "MAC") {
        if (!is_defined(word[Word128::mac])) return "not defined; writes nothing";
        return std::string(info(word[Word128::mac]).mnemonic) + ": " + std::string(info(word[Word128::mac]).summary);
    }
    if (field.name == "ILU")
        return std::string(info(word[Word128::ilu]).mnemonic) + ": " + std::string(info(word[Word128::ilu]).summary);
    return {};
}

std::string explanation_of_index(const Word128& word, const FieldInfo& field, Numbering numbering) {
    if (field.name == "C.index")
        return uses(word, Mux::Constant) ? show_constant(word, numbering) : "no source reads c";
    if (field.name == "V.index") {
        const std::uint32_t input = word[Word128::input];
        if (!uses(word, Mux::Input)) return "no source reads v";
        return "v" + number(input) + ", by convention " + std::string(kInputPurpose[input]);
    }
    if (field.name == "relative") {
        if (!word[Word128::relative]) return "constants are read by number";
        return uses(word, Mux::Constant) ? "A0 is added to the number of the constant" : "no source reads c";
    }
    return {};
}

std::string explanation_of_operand(const Word128& word, const FieldInfo& field) {
    if (field.name.size() < 3 || field.name[1] != '.' || field.name[0] < 'A' || field.name[0] > 'C') return {};
    const char which = field.name[0];
    const Operand source = operand(word, which);
    const std::string_view part = field.name.substr(2);
    if (part == "index") return {};
    if (!reads(word, which)) return "not read by these operations";
    if (part == "mux")
        return source.mux == Mux::None ? "none: not legal here"
                                       : "from " + std::string(field.name_of(word.extract(field)));
    if (part == "reg") {
        if (source.mux != Mux::Temp) return "not read: the source is no temporary";
        if (source.reg == kPositionMirror) return "R12: oPos as it was before this word";
        return "R" + number(source.reg) + (source.reg > kPositionMirror ? ", which does not exist" : "");
    }
    if (part == "neg") return source.negate ? "the sign is turned, after the swizzle" : "the sign stays";
    return "lane " + std::string(part) + " is taken from lane " + std::string(field.name_of(word.extract(field)));
}

std::string explanation_of_temp(const Word128& word, const FieldInfo& field) {
    if (field.name == "MAC.mask") {
        if (!mac_has_result(word)) return "the MAC has no result";
        return lanes_of(word[Word128::mac_mask]) + " of R" + number(word[Word128::temp]) + " from the MAC";
    }
    if (field.name == "ILU.mask") {
        if (!ilu_has_result(word)) return "the ILU has no result";
        const bool moved = word[Word128::mac] != Mac::Nop;
        return lanes_of(word[Word128::ilu_mask]) + " of R" + number(ilu_temp(word)) + " from the ILU" +
               (moved ? " (always R1 beside an operation of the MAC)" : "");
    }
    if (field.name == "temp") {
        const bool written = mac_writes_temp(word) || (ilu_writes_temp(word) && word[Word128::mac] == Mac::Nop);
        return written ? "R" + number(word[Word128::temp]) : "no temporary is written through it";
    }
    return {};
}

std::string explanation_of_address(const Word128& word) {
    const std::uint32_t address = word[Word128::out_address];
    if (word[Word128::out_bank] == 0) return "c[" + number(address) + "], where constants may be written";
    const std::uint32_t output = address % kOutputs;
    std::string text = "o" + number(output) + ": " + std::string(kOutputPurpose[output]);
    if (output == 5) text += "; of several lanes the most significant written one (x first) is the fog";
    return text;
}

std::string explanation_of_output(const Word128& word, const FieldInfo& field) {
    if (!field.name.starts_with("out.")) return {};
    if (field.name == "out.mask" && word[Word128::out_mask] == 0) return "no output is written";
    if (!writes_output(word)) return "no output is written";
    if (field.name == "out.mask") return lanes_of(word[Word128::out_mask]) + " of the output";
    if (field.name == "out.bank")
        return word[Word128::out_bank] != 0 ? "an output register o[]" : "constant memory c[]";
    if (field.name == "out.source") return word[Word128::out_source] != 0 ? "the ILU's result" : "the MAC's result";
    return explanation_of_address(word);
}

std::string explanation_of(const Word128& word, const FieldInfo& field, Numbering numbering) {
    if (field.name == "W0" || field.name == "W1.unused") return "not stored by the hardware";
    if (field.name == "FINAL") return word[Word128::final] ? "the last instruction" : "the program continues";
    for (std::string text :
         {explanation_of_operation(word, field), explanation_of_index(word, field, numbering),
          explanation_of_operand(word, field), explanation_of_temp(word, field), explanation_of_output(word, field)})
        if (!text.empty()) return text;
    return "as it stands";
}

// ---- the sentence about the whole word

std::string output_text(const Word128& word) {
    const std::uint32_t address = word[Word128::out_address];
    if (word[Word128::out_bank] == 0) return "c[" + number(address) + "]";
    return "o" + number(address % kOutputs) + " (" + std::string(kOutputPurpose[address % kOutputs]) + ")";
}

void add_target(std::string& text, const std::string& lanes, const std::string& target) {
    text += text.empty() ? "" : " and ";
    text += lanes + " of " + target;
}

std::string summary_of_mac(const Word128& word) {
    const Mac op = word[Word128::mac];
    if (!is_defined(op)) return "MAC operation " + number(static_cast<std::uint64_t>(op)) + " is not defined.";
    if (op == Mac::Arl) return "ARL rounds A.x down and keeps it in A0 for the words after this one.";
    std::string targets;
    if (mac_writes_temp(word))
        add_target(targets, lanes_of(word[Word128::mac_mask]), "R" + number(word[Word128::temp]));
    if (writes_output(word) && word[Word128::out_source] == 0)
        add_target(targets, lanes_of(word[Word128::out_mask]), output_text(word));
    std::string text = std::string(info(op).mnemonic) + " computes " + std::string(info(op).summary);
    return text + (targets.empty() ? "; the result is not kept." : "; it goes to " + targets + ".");
}

std::string summary_of_ilu(const Word128& word) {
    const Ilu op = word[Word128::ilu];
    std::string targets;
    if (ilu_writes_temp(word)) add_target(targets, lanes_of(word[Word128::ilu_mask]), "R" + number(ilu_temp(word)));
    if (writes_output(word) && word[Word128::out_source] != 0)
        add_target(targets, lanes_of(word[Word128::out_mask]), output_text(word));
    std::string text = std::string(info(op).mnemonic) + " computes " + std::string(info(op).summary);
    return text + (targets.empty() ? "; the result is not kept." : "; it goes to " + targets + ".");
}

std::string summary_of(const Word128& word, const std::string& caveats) {
    std::string text;
    const bool mac = word[Word128::mac] != Mac::Nop, ilu = ilu_has_result(word);
    if (mac) text += summary_of_mac(word);
    if (ilu) text += (mac ? " At the same time " : "") + summary_of_ilu(word);
    if (!mac && !ilu) text = "Nothing is done.";
    if (!caveats.empty()) text += " Beware: " + caveats + ".";
    if (word[Word128::final]) text += " The program ends here.";
    return text;
}

} // namespace

Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options) {
    const auto style = style_of(options);
    if (!style) return std::unexpected(style.error());
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
        into.summary = summary_of(word, line.note);
        into.fields = explain_fields(Word128::fields, word.raw, [&](const FieldInfo& field) {
            return explanation_of(word, field, style->constants);
        });
    }
    return explained;
}

} // namespace relit::isa::nv2a
