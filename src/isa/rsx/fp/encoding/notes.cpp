// Caveats about one word of a fragment program.
#include "isa/rsx/fp/encoding/notes.hpp"

#include "isa/text.hpp"

namespace relit::isa::rsx::fp {
namespace {

using W = Word128;

void caveats_of_sources(std::string& text, const Word128& word) {
    bool constant = false;
    for (unsigned i = 0; i < 3; ++i) {
        const Source one = source(word, i);
        constant = constant || (!reads(word, i) && one.type == Type::Constant);
        if (!reads(word, i)) continue;
        if (one.type == Type::Reserved) add_clause(text, "a source that is read has no register file");
    }
    if (constant && !takes_constant(word[W::op]))
        add_clause(text, "a source is a constant, but after this operation none is taken to follow: not certain");
    else if (constant)
        add_clause(text, "a source that is not read makes the next 16 bytes a constant");
}

bool reads_from(const Word128& word, auto&& is_it) {
    for (unsigned i = 0; i < 3; ++i)
        if (reads(word, i) && is_it(source(word, i))) return true;
    return false;
}

void missing_attribute(std::string& text, const Word128& word) {
    constexpr std::int32_t kTex0 = 4, kTexcoords = 10;
    if (!reads_from(word, [](const Source& one) { return one.type == Type::Input; })) return;
    const std::int32_t first = indexed_input(word) - kTex0;
    if (word[W::indexed] && (first < 0 || first >= kTexcoords))
        add_clause(text, "f[aL + n] outside of TEX0 to TEX9 is 0");
    if (!word[W::indexed] && kInputRows[word[W::input]].kind == InputKind::None)
        add_clause(text, "this attribute does not exist");
}

void caveats_of_operation(std::string& text, const Word128& word) {
    switch (word[W::op]) {
        case Op::Bemlum: add_clause(text, "the operation of BEMLUM is unknown"); return;
        case Op::Timeswtex: add_clause(text, "the operation of TIMESWTEX is unknown"); return;
        case Op::Pow: add_clause(text, "POW is an operation of NV30, not known to work in NV40"); return;
        default: return;
    }
}

} // namespace

std::string_view assumption_of(const Word128& word) {
    switch (word[W::op]) {
        case Op::Refl: return "REFL reflects its second source about its first, of any length: sources disagree";
        case Op::Txpbem: return "TXPBEM divides by w before it adds the offset: sources disagree";
        case Op::Pk4:
        case Op::Up4: return "PK4 and UP4 keep signed bytes 128 higher: sources disagree";
        case Op::Pkg:
        case Op::Upg: return "PKG and UPG leave alpha linear: sources disagree";
        case Op::Bemlum: return "BEMLUM is treated as BEM: its operation is unknown";
        case Op::Timeswtex: return "TIMESWTEX is treated as TEX times w: its operation is unknown";
        case Op::Pow: return "POW is an operation of NV30, not known to work in NV40";
        default: break;
    }
    if (word[W::scale] == 4) return "scale 4 is not legal: taken for 1";
    if (names_constant(word) && !takes_constant(word[W::op]))
        return "no constant follows operations that steer, nor fences, whatever their sources say: not certain";
    const bool to_full = writes_register(word) && !word[W::dst_half] && !word[W::saturate];
    if (to_full && word[W::precision] == Precision::H)
        return "results of precision H are rounded to halves in full registers as well: sources disagree";
    return {};
}

std::string missing_of(const Word128& word) {
    std::string text;
    if (!is_known(word)) return text;
    if (reads_from(word, [](const Source& one) { return one.type == Type::Temp && !one.half && one.temp >= kTemps; }))
        add_clause(text, "R48 to R63 do not exist");
    missing_attribute(text, word);
    if (writes_register(word) && !word[W::dst_half] && word[W::dst] >= kTemps)
        add_clause(text, "writes a register that does not exist");
    return text;
}

std::string caveats_of(const Word128& word) {
    std::string text;
    if (!is_defined(word[W::op])) {
        add_clause(text, "this operation is not defined");
        return text;
    }
    caveats_of_operation(text, word);
    caveats_of_sources(text, word);
    if (const std::string missing = missing_of(word); !missing.empty()) add_clause(text, missing);
    if (!has_result(word)) return text;
    if (word[W::mask] == 0) add_clause(text, "writes no lane");
    if (word[W::scale] == 4) add_clause(text, "scale 4 is not legal");
    return text;
}

} // namespace relit::isa::rsx::fp
