// Heads of lines, compilers' habits, and which bits of a fragment program's word its text says.
#include "isa/rsx/fp/text/spelling.hpp"

namespace relit::isa::rsx::fp {
namespace {

using W = Word128;

// Sources in order; R0 for one compiler, an attribute for the other. The condition is TR, its lanes in order.
constexpr std::uint32_t kConditionTrue = 0x1c9c0000, kSourceTemp = 0x0001c800, kSourceInput = 0x0001c801;
constexpr std::uint32_t kNoOffset = 0x7fc; // -4: attribute 0

void copy(Word128& to, const Word128& from, const FieldInfo& field) { to.insert(field, from.extract(field)); }

bool reads_input(const Word128& word, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
        if (word[*kSourceFields[i].type] == Type::Input) return true;
    return false;
}

void copy_source(Word128& to, const Word128& from, unsigned which) {
    const SourceFields& f = kSourceFields[which];
    for (const FieldInfo* field : {f.x, f.y, f.z, f.w}) copy(to, from, *field);
    copy(to, from, *f.type), copy(to, from, *f.abs), copy(to, from, *f.negate);
    const bool named = !kSourcePrecisionNames[static_cast<unsigned>(from[*f.precision])].empty();
    to.insert(*f.precision, named ? from.extract(*f.precision) : 0);
    const bool temp = from[*f.type] == Type::Temp;
    to.insert(*f.temp, temp ? from.extract(*f.temp) : 0);
    to.set(*f.half, temp && from[*f.half]);
    if (from[*f.type] == Type::Input) copy(to, from, Word128::input);
}

void copy_result(Word128& to, const Word128& from, Fill fill) {
    copy(to, from, W::dst_half), copy(to, from, W::bx2), copy(to, from, W::saturate), copy(to, from, W::no_dst);
    if (!kScaleNames[from[W::scale]].empty()) copy(to, from, W::scale);
    constexpr std::uint32_t kAllLanes = 15; // what a destination without a mask means
    to.set(W::mask, from[W::mask] != 0 ? from[W::mask] : kAllLanes);
    if (from[W::no_dst]) return fill_destination(to, fill);
    copy(to, from, W::dst);
}

void copy_condition(Word128& to, const Word128& from) {
    if (from[W::condition] == Condition::Tr || from[W::op] == Op::Nop) return;
    for (const FieldInfo* field :
         {static_cast<const FieldInfo*>(&W::condition), static_cast<const FieldInfo*>(&W::cc_x),
          static_cast<const FieldInfo*>(&W::cc_y), static_cast<const FieldInfo*>(&W::cc_z),
          static_cast<const FieldInfo*>(&W::cc_w), static_cast<const FieldInfo*>(&W::cc_tested)})
        copy(to, from, *field);
}

void copy_flow(Word128& to, const Word128& from) {
    switch (info(from[W::op]).op_class) {
        case OpClass::If: copy(to, from, W::first_address), copy(to, from, W::second_address); return;
        case OpClass::Call: copy(to, from, W::first_address); return;
        case OpClass::Loop:
            copy(to, from, W::count), copy(to, from, W::initial), copy(to, from, W::step);
            copy(to, from, W::second_address);
            return;
        default: return;
    }
}

void copy_attribute(Word128& to, const Word128& from, Fill fill) {
    copy(to, from, W::flat), copy(to, from, W::indexed);
    fill_index(to, fill);
    if (!from[W::indexed]) return;
    copy(to, from, W::index);
    to.insert(W::input, 0);
}

bool is_blank_source(const Word128& word, const Word128& blank, unsigned which) {
    const SourceFields& f = kSourceFields[which];
    for (const FieldInfo* field : {f.temp, f.x, f.y, f.z, f.w})
        if (word.extract(*field) != blank.extract(*field)) return false;
    return word[*f.type] == blank[*f.type] && !word[*f.half] && !word[*f.abs] && !word[*f.negate] &&
           word[*f.precision] == SourcePrecision::R;
}

} // namespace

Word128 blank_word(Op op, Fill fill) {
    Word128 word;
    if (op == Op::Nop) return word;
    const bool mesa = fill == Fill::Mesa, flow = steers(op);
    const std::uint32_t source = flow && mesa ? 0 : mesa ? kSourceInput : kSourceTemp;
    word.raw = {0, kConditionTrue | source, source, source};
    const OpClass op_class = info(op).op_class;
    // Addresses and counts take the place of sources.
    if (op_class == OpClass::If || op_class == OpClass::Loop || op_class == OpClass::Call) word.raw[2] = 0;
    if (op_class == OpClass::If || op_class == OpClass::Loop) word.raw[3] = 0;
    word.set(Word128::op, op);
    if (op_class == OpClass::Value || op_class == OpClass::Texture) return word;
    word.set(Word128::no_dst, mesa);
    fill_destination(word, fill);
    return word;
}

void fill_destination(Word128& word, Fill fill) { word.set(Word128::dst, fill == Fill::Sony ? kNoRegister : 0); }

void fill_index(Word128& word, Fill fill) { word.set(Word128::index, fill == Fill::Sony ? kNoOffset : 0); }

unsigned printed_sources(const Word128& word, Fill fill) {
    const OpInfo& op = info(word[Word128::op]);
    unsigned count = op.sources();
    if (op.op_class != OpClass::Texture) return count;
    const Word128 blank = blank_word(word[Word128::op], fill);
    if (count == 3 && is_blank_source(word, blank, 2)) return 2;
    // Mesa's TXL and TXB take the level from lane w of the first source.
    if (count == 2 && fill == Fill::Mesa && is_blank_source(word, blank, 1)) return 1;
    return count;
}

Word128 bits_in_text(const Word128& word, Fill fill) {
    Word128 said = blank_word(word[W::op], fill);
    copy(said, word, W::end), copy(said, word, W::precision), copy(said, word, W::cc_write);
    if (word[W::cc_write]) copy(said, word, W::cc_written);
    if (has_result(word)) copy_result(said, word, fill);
    copy_condition(said, word);
    copy_flow(said, word);
    const unsigned count = printed_sources(word, fill);
    for (unsigned i = 0; i < count; ++i) copy_source(said, word, i);
    if (reads_input(word, count)) copy_attribute(said, word, fill);
    if (info(word[W::op]).op_class == OpClass::Texture) copy(said, word, W::unit);
    return said;
}

bool says_constant(const Word128& word, Fill fill) {
    if (!is_known(word)) return false;
    const unsigned count = printed_sources(word, fill);
    for (unsigned i = 0; i < count; ++i)
        if (word[*kSourceFields[i].type] == Type::Constant) return true;
    return false;
}

Result<Style> style_of(const TextOptions& options) {
    Style style;
    const auto found = options.find("addresses");
    if (found == options.end() || found->second == "slots") return style;
    if (found->second != "bytes" && found->second != "none")
        return fail(FaultKind::Usage, "addresses is slots, bytes or none, not '" + found->second + "'");
    style.heads = found->second == "bytes" ? Heads::Bytes : Heads::None;
    return style;
}

std::string label_of(std::uint32_t address) { return "L" + std::to_string(address / 4); }

} // namespace relit::isa::rsx::fp
