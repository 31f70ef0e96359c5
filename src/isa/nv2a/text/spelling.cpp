// Dialects, numbers of constants, and which bits of an NV2A word its text says.
#include "isa/nv2a/text/spelling.hpp"

namespace relit::isa::nv2a {
namespace {

void copy(Word128& to, const Word128& from, const FieldInfo& field) { to.insert(field, from.extract(field)); }

void copy_operand(Word128& to, const Word128& from, char which) {
    const OperandFields& f = operand_fields(which);
    for (const FieldInfo* field : {f.x, f.y, f.z, f.w, f.negate, f.mux}) copy(to, from, *field);
    switch (operand(from, which).mux) {
        case Mux::Temp: copy(to, from, *f.reg); break;
        case Mux::Input: copy(to, from, Word128::input); break;
        case Mux::Constant: copy(to, from, Word128::relative); break;
        case Mux::None: break;
    }
    if (operand(from, which).mux == Mux::Constant && from[Word128::constant] < kConstants)
        copy(to, from, Word128::constant);
}

void copy_output(Word128& to, const Word128& from) {
    copy(to, from, Word128::out_mask);
    copy(to, from, Word128::out_bank);
    copy(to, from, Word128::out_source);
    const std::uint32_t address = from[Word128::out_address];
    const bool is_output = from[Word128::out_bank] != 0;
    to.set(Word128::out_address, is_output ? address % kOutputs : address < kConstants ? address : 0);
}

} // namespace

Word128 bits_in_text(const Word128& word) {
    Word128 said = kBlankWord;
    copy(said, word, Word128::mac);
    copy(said, word, Word128::ilu);
    copy(said, word, Word128::final);
    for (const char which : {'A', 'B', 'C'})
        if (reads(word, which)) copy_operand(said, word, which);
    if (mac_writes_temp(word)) {
        copy(said, word, Word128::mac_mask);
        copy(said, word, Word128::temp);
    }
    if (ilu_writes_temp(word)) {
        copy(said, word, Word128::ilu_mask);
        if (!mac_writes_temp(word)) said.set(Word128::temp, ilu_temp(word));
    }
    if (writes_output(word)) copy_output(said, word);
    return said;
}

TextRules rules_of(Dialect dialect) {
    const bool gl = dialect == Dialect::Gl;
    return {.line_comment = gl ? '#' : ';', .new_lines_end_statements = !gl, .semicolons_end_statements = gl};
}

Result<Style> style_of(const TextOptions& options) {
    Style style;
    if (const auto found = options.find("dialect"); found != options.end()) {
        if (found->second != "vsh" && found->second != "gl")
            return fail(FaultKind::Usage, "dialect is vsh or gl, not '" + found->second + "'");
        if (found->second == "gl") style.dialect = Dialect::Gl;
    }
    if (const auto found = options.find("constants"); found != options.end()) {
        const auto numbering = numbering_named(found->second);
        if (!numbering) return fail(FaultKind::Usage, "constants is raw, gl or d3d, not '" + found->second + "'");
        style.constants = *numbering;
    }
    return style;
}

std::optional<Numbering> numbering_named(std::string_view name) {
    for (const Numbering numbering : {Numbering::Raw, Numbering::Gl, Numbering::D3d})
        if (name_of(numbering) == name) return numbering;
    return {};
}

std::string_view name_of(Numbering numbering) {
    switch (numbering) {
        case Numbering::Raw: return "raw";
        case Numbering::Gl: return "gl";
        case Numbering::D3d: return "d3d";
    }
    unreachable("name_of(Numbering)");
}

std::int32_t shown_constant(std::uint32_t raw, Numbering numbering) {
    const auto number = static_cast<std::int32_t>(raw);
    constexpr auto kFirst = static_cast<std::int32_t>(kFirstUserConstant);
    switch (numbering) {
        case Numbering::Raw: return number;
        case Numbering::Gl: return number < kFirst ? number + kFirst : number - kFirst;
        case Numbering::D3d: return number - kFirst;
    }
    unreachable("shown_constant");
}

std::optional<std::uint32_t> raw_constant(std::int64_t shown, Numbering numbering) {
    std::int64_t raw = shown;
    if (numbering == Numbering::D3d) raw += kFirstUserConstant;
    if (numbering == Numbering::Gl)
        raw += shown < kFirstUserConstant ? kFirstUserConstant : -std::int64_t{kFirstUserConstant};
    if (raw < 0 || raw >= kConstants || (numbering == Numbering::Gl && (shown < 0 || shown >= kConstants))) return {};
    return static_cast<std::uint32_t>(raw);
}

} // namespace relit::isa::nv2a
