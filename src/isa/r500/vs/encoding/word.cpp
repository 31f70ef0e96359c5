#include "isa/r500/vs/encoding/word.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

constexpr std::size_t kVeOps = 29, kMeOps = 29;
static_assert(kOpcodes[28].name == "VE_SET_NOT_EQUAL" && kOpcodes[28].opcode == opcode(Ve::Sne) &&
                  kOpcodes[kVeOps + 28].opcode == opcode(Me::SetRestore) && kOpcodes.size() == kVeOps + kMeOps + 2,
              "ve_ops.inc and me_ops.inc name every operation in order");

} // namespace

Source source(const Word128& word, unsigned which) {
    const SourceFields& f = kSourceFields[which];
    Source source{word[*f.from], word[*f.index], word[*f.lane], word[*f.mode], {}, word[*f.negate], word[*f.abs]};
    for (unsigned i = 0; i < 4; ++i) source.select[i] = word[*f.select[i]];
    return source;
}

void set_source(Word128& word, unsigned which, const Source& source) {
    const SourceFields& f = kSourceFields[which];
    word.set(*f.from, source.from).set(*f.index, source.index).set(*f.lane, source.lane).set(*f.mode, source.mode);
    word.set(*f.negate, source.negate).set(*f.abs, source.abs);
    for (unsigned i = 0; i < 4; ++i) word.set(*f.select[i], source.select[i]);
}

Source dual_source(const Word128& word) {
    return {word[W::C_class],
            word[W::C_index],
            word[W::C_lane],
            word[W::C_mode],
            {word[W::C_x], word[W::C_y], Select::Unused, Select::Unused},
            word[W::dual_negate],
            word[W::C_abs]};
}

void set_dual_source(Word128& word, const Source& source) {
    word.set(W::C_class, source.from).set(W::C_index, source.index).set(W::C_lane, source.lane);
    word.set(W::C_mode, source.mode).set(W::C_x, source.select[0]).set(W::C_y, source.select[1]);
    word.set(W::dual_negate, source.negate).set(W::C_abs, source.abs);
}

const OpcodeRow* find(Opcode opcode) {
    const std::size_t count = opcode.unit == Unit::Ve ? kVeOps : opcode.unit == Unit::Me ? kMeOps : 2;
    const std::size_t first = opcode.unit == Unit::Ve ? 0 : opcode.unit == Unit::Me ? kVeOps : kVeOps + kMeOps;
    return opcode.number < count ? &kOpcodes[first + opcode.number] : nullptr;
}

const OpcodeRow* opcode_named(std::string_view name) {
    const auto row = std::ranges::find_if(kOpcodes, [&](const OpcodeRow& each) {
        return equal_ignoring_case(each.name, name) || equal_ignoring_case(each.shorter, name);
    });
    return row == kOpcodes.end() ? nullptr : row;
}

bool is_known(const Word128& word) {
    const OpcodeRow* row = find(opcode_of(word));
    if (row == nullptr || (word[W::macro] && word[W::math])) return false;
    if (word[W::target] > TargetClass::Input) return false;
    if (!word[W::dual]) return true;
    return row->opcode.unit == Unit::Ve && row->operands <= 2 && find(dual_opcode_of(word)) != nullptr;
}

unsigned operands_of(const Word128& word) {
    const bool has_third = is_power(opcode_of(word)) && word[W::C_w] != Select::Unused;
    return has_third ? 3 : find(opcode_of(word))->operands;
}

} // namespace relit::isa::r500::vs
