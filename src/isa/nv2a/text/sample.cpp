// Random legal NV2A programs, for tests and soaks: the same for the same seed.
#include "base/words.hpp"
#include "isa/nv2a/encoding/word.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/shared/random.hpp"

namespace relit::isa::nv2a {
namespace {

/// How a whole program is made, so that programs differ in kind and not only in bits.
struct Habits {
    bool state_program = false; // writes c[] and no o[]
    bool any_bits = false;      // fields that are not used hold anything
    bool relative = false;      // some words address constants through A0
};

void random_operand(Random& random, Word128& word, char which) {
    const OperandFields& f = operand_fields(which);
    const auto mux = 1 + random.below(3);
    word.insert(*f.mux, mux);
    word.insert(*f.negate, random.below(2));
    // One in three is plain, as most are in real programs.
    const std::uint64_t lanes = random.one_in(3) ? 0x1b : random.next();
    word.insert(*f.x, lanes >> 6), word.insert(*f.y, lanes >> 4), word.insert(*f.z, lanes >> 2),
        word.insert(*f.w, lanes);
    word.insert(*f.reg, mux == 1 ? random.below(kTemps + 1) : 0); // R12 reads oPos
}

/// An output that exists, or a constant.
void random_output(Random& random, Word128& word, const Habits& habits) {
    constexpr std::array<std::uint32_t, 11> kReal = {0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    word.set(Word128::out_mask, 1 + random.below(15));
    word.set(Word128::out_source, random.below(2));
    const bool constant = habits.state_program || random.one_in(16);
    word.set(Word128::out_bank, constant ? 0U : 1U);
    word.set(Word128::out_address, constant ? random.below(kConstants) : kReal[random.below(kReal.size())]);
    if (word[Word128::mac] == Mac::Nop || word[Word128::mac] == Mac::Arl) word.set(Word128::out_source, 1U);
    if (word[Word128::ilu] == Ilu::Nop) word.set(Word128::out_source, 0U);
}

void random_unused_bits(Random& random, Word128& word) {
    const Word128 used = word;
    for (std::uint32_t& raw : word.raw) raw = static_cast<std::uint32_t>(random.next());
    for (const Field<std::uint32_t>& field : {Word128::mac_mask, Word128::ilu_mask, Word128::temp, Word128::out_mask,
                                              Word128::out_bank, Word128::out_address, Word128::out_source})
        word.set(field, used[field]);
    word.set(Word128::mac, used[Word128::mac]).set(Word128::ilu, used[Word128::ilu]);
    word.set(Word128::constant, used[Word128::constant]).set(Word128::input, used[Word128::input]);
    word.set(Word128::relative, used[Word128::relative]).set(Word128::final, false);
    for (const char which : {'A', 'B', 'C'}) {
        if (!reads(used, which)) continue;
        const OperandFields& f = operand_fields(which);
        for (const FieldInfo* field : {f.x, f.y, f.z, f.w, f.negate, f.mux}) word.insert(*field, used.extract(*field));
        if (operand(used, which).mux == Mux::Temp) word.insert(*f.reg, used.extract(*f.reg));
    }
}

constexpr auto kMacOperations = static_cast<std::uint32_t>(
    std::ranges::count_if(kMacRows, [](const MacInfo& row) { return !row.mnemonic.empty(); }));

Word128 random_word(Random& random, const Habits& habits) {
    Word128 word{{0, 0x0000001b, 0x0836106c, 0x20700ff8}};
    word.set(Word128::mac, static_cast<Mac>(random.below(kMacOperations)));
    if (random.one_in(3)) word.set(Word128::ilu, static_cast<Ilu>(random.below(8)));
    word.set(Word128::constant, random.below(kConstants)).set(Word128::input, random.below(kInputs));
    word.set(Word128::relative, habits.relative && random.one_in(4));
    for (const char which : {'A', 'B', 'C'})
        if (reads(word, which)) random_operand(random, word, which);
    const bool paired = word[Word128::mac] != Mac::Nop;
    const bool to_mac = mac_has_result(word), to_ilu = ilu_has_result(word);
    word.set(Word128::temp, random.below(kTemps));
    if (to_mac && !random.one_in(3)) word.set(Word128::mac_mask, 1 + random.below(15));
    if (to_ilu && !random.one_in(3)) word.set(Word128::ilu_mask, 1 + random.below(15));
    // Which unit wins R1 is not documented: assemblers refuse it and so do samples.
    if (paired && mac_writes_temp(word) && ilu_writes_temp(word) && word[Word128::temp] == kPairedTemp)
        word.set(Word128::temp, 0U);
    if ((to_mac || to_ilu) && random.one_in(2)) random_output(random, word, habits);
    if (habits.any_bits) random_unused_bits(random, word);
    return word;
}

} // namespace

std::vector<std::uint8_t> sample(std::uint64_t seed) {
    Random random(seed);
    const Habits habits{random.one_in(8), random.one_in(8), random.one_in(2)};
    // Short programs are as likely as long ones.
    const std::uint32_t count = 1 + random.below(1 + random.below(kMaxSlots));
    std::vector<std::uint8_t> bytes;
    bytes.reserve(std::size_t{count} * kSlotBytes);
    for (std::uint32_t i = 0; i < count; ++i) {
        Word128 word = random_word(random, habits);
        word.set(Word128::final, i + 1 == count);
        add_words(bytes, word.raw);
    }
    return bytes;
}

} // namespace relit::isa::nv2a
