// Dialects, numbers of constants, and which bits of an NV2A word its text says.
#include "isa/nv2a/text/spelling.hpp"

#include <algorithm>
#include <bit>
#include <utility>

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

/// The first of the two words that the SDK appends, "mul oPos.xyz, R12, c[58] + rcc R1.x, R12.w": its field of a
/// temporary is 7, where other words name the R1 of the ILU (docs/isa/nv2a.md, "Unused fields").
constexpr Word128 kScreenScale{{0, 0x0647401b, 0xc4361bff, 0x1078e800}};
bool is_screen_scale(const Word128& word) {
    Word128 same = word;
    if (same[Word128::temp] != kPairedTemp) return false;
    same.set(Word128::temp, kScreenScale[Word128::temp]).set(Word128::final, false);
    return same == kScreenScale;
}

/// An operand that is an input or a constant has the low bits of its number in the field of a temporary, too.
void number_operands(Word128& word) {
    for (const char which : {'A', 'B', 'C'}) {
        if (!reads(word, which)) continue;
        const Mux mux = operand(word, which).mux;
        if (mux == Mux::Input) word.insert(*operand_fields(which).reg, word[Word128::input]);
        if (mux == Mux::Constant) word.insert(*operand_fields(which).reg, word[Word128::constant]);
    }
}

/// NOP as the vendor's programs have it, without FINAL.
constexpr Word128 kXvsNop{{0, 0x0000001b, 0x0836106c, 0x20900000}};

/// ARL, and what writes nothing, has temporary 0; beside the MAC the field is free, for the ILU writes R1 anyway.
void complete_xvs(Word128& word) {
    if (word[Word128::mac] == Mac::Nop && word[Word128::ilu] == Ilu::Nop) {
        const bool final = word[Word128::final];
        word = kXvsNop;
        word.set(Word128::final, final);
        return;
    }
    number_operands(word);
    const bool temp = mac_writes_temp(word) || ilu_writes_temp(word);
    if (!temp && !writes_output(word)) word.set(Word128::temp, 0U);
    const bool paired = word[Word128::mac] != Mac::Nop && !mac_writes_temp(word) && ilu_writes_temp(word);
    if (paired && word[Word128::temp] == kPairedTemp) word.set(Word128::temp, blank_word(Fill::Xvs)[Word128::temp]);
}

std::size_t bits_that_differ(const Word128& a, const Word128& b) {
    std::size_t bits = 0;
    for (std::size_t i = 0; i < a.raw.size(); ++i) bits += static_cast<std::size_t>(std::popcount(a.raw[i] ^ b.raw[i]));
    return bits;
}

} // namespace

std::optional<Fill> fill_named(std::string_view name) {
    for (const Fill fill : {Fill::Plain, Fill::Sdk, Fill::Xvs, Fill::Cg})
        if (name_of(fill) == name) return fill;
    return {};
}

void complete_fill(Word128& word, Fill fill) {
    if (fill == Fill::Sdk && is_screen_scale(word)) word.set(Word128::temp, kScreenScale[Word128::temp]);
    if (fill == Fill::Xvs) complete_xvs(word);
}

Word128 bits_in_text(const Word128& word, Fill fill) {
    Word128 said = blank_word(fill);
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
    complete_fill(said, fill);
    return said;
}

Fill fill_of(std::span<const Word128> slots) {
    const auto differences = [&](Fill fill) {
        std::pair<std::size_t, std::size_t> found; // words, and bits of them
        for (const Word128& word : slots) {
            if (!is_known(word) || word == Word128{}) continue; // zeros are slots that nothing has loaded
            const std::size_t bits = bits_that_differ(word, bits_in_text(word, fill));
            found.first += bits == 0 ? 0U : 1U;
            found.second += bits;
        }
        return found;
    };
    return std::ranges::min({Fill::Plain, Fill::Sdk, Fill::Xvs, Fill::Cg}, {}, differences);
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
    if (const auto found = options.find("fill"); found != options.end() && found->second != "auto") {
        style.fill = fill_named(found->second);
        if (!style.fill)
            return fail(FaultKind::Usage, "fill is auto, plain, sdk, xvs or cg, not '" + found->second + "'");
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
