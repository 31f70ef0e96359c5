// One random legal word of an RSX vertex program, without jumps.
#include "isa/rsx/vp/text/sample_word.hpp"

#include <utility>

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

constexpr std::array kHardVec = {Vec::Mov, Vec::Mul, Vec::Add, Vec::Mad, Vec::Dp3, Vec::Dph, Vec::Dp4,
                                 Vec::Dst, Vec::Min, Vec::Max, Vec::Slt, Vec::Sge, Vec::Frc, Vec::Flr,
                                 Vec::Seq, Vec::Sfl, Vec::Sgt, Vec::Sle, Vec::Sne, Vec::Str, Vec::Ssg};
/// What a small difference stays small in.
constexpr std::array kSoftVec = {Vec::Mov, Vec::Mul, Vec::Min, Vec::Max};
constexpr std::array kRoughSca = {Sca::Rcp, Sca::Rcc, Sca::Rsq, Sca::Exp, Sca::Log,
                                  Sca::Lit, Sca::Lg2, Sca::Ex2, Sca::Sin, Sca::Cos};

template <class T, std::size_t N>
T pick(Random& random, const std::array<T, N>& from) {
    return from[random.below(N)];
}

/// Fills one word, unit by unit.
class Maker {
public:
    Maker(Random& random, const Habits& habits) : random_(random), habits_(habits), word_(blank_word(habits.fill)) {}

    Word128 make() {
        if (habits_.relative) {
            word_.set(W::address, random_.below(2)).set(W::address_lane, random_.below(4));
            relative_ = random_.one_in(3);
            if (random_.one_in(8)) return address();
        }
        const bool vec = !random_.one_in(3), sca = !vec || (habits_.pairs && random_.one_in(2));
        if (vec) vector();
        if (sca) scalar();
        results(vec, sca);
        forget_address();
        return word_;
    }

private:
    // ---- operations

    /// A1 only ever holds 0 or 1, so that v[] and o[] can count from it.
    Word128 address() {
        const bool first = random_.one_in(2);
        const bool sum = first && random_.one_in(3);
        word_.set(W::vec, sum ? Vec::Ara : random_.one_in(2) ? Vec::Arl : Vec::Arr);
        word_.set(W::vec_temp, first ? 0U : 1U).set(W::vec_mask, 1 + random_.below(15));
        relative_ = false;
        if (first && !sum) source(0, false);
        if (!first) {
            lanes(0);
            temp(0, kBits + random_.below(kBitTemps));
        }
        if (habits_.conditions && random_.one_in(3)) random_test(random_, word_);
        word_.set(W::address_lane, 0U);
        if (!sum) word_.set(W::address, 0U);
        return word_;
    }
    void vector() {
        soft_vec_ = random_.one_in(5);
        Vec op = soft_vec_ ? pick(random_, kSoftVec) : pick(random_, kHardVec);
        if (habits_.textures && random_.one_in(4)) op = Vec::Txl, soft_vec_ = true;
        word_.set(W::vec, op);
        const bool reads_soft = soft_vec_ && op != Vec::Txl;
        for (const char which : info(op).reads) source(static_cast<unsigned>(which - '0'), reads_soft);
        if (op == Vec::Txl) word_.set(W::unit, random_.below(4));
    }
    void scalar() {
        const bool move = random_.one_in(3);
        const bool taken = vec_reads(word_, 2); // by the vector unit, of a hard operation
        soft_sca_ = !move || (!taken && random_.one_in(3));
        word_.set(W::sca, move ? Sca::Mov : pick(random_, kRoughSca));
        if (!taken) source(2, move && soft_sca_);
    }

    // ---- sources

    void source(unsigned which, bool soft) {
        const SourceFields& f = kSourceFields[which];
        word_.insert(*f.negate, random_.below(2));
        word_.insert(*f.abs, random_.one_in(6) ? 1 : 0);
        lanes(which);
        switch (random_.below(3)) {
            case 0:
                return temp(which, soft ? kSoft + random_.below(kSoftTemps) : random_.below(kHardTemps + kBitTemps));
            case 1: return input(which);
            default: return constant(which);
        }
    }
    /// One in three is plain, as most are in real programs.
    void lanes(unsigned which) {
        const SourceFields& f = kSourceFields[which];
        std::uint64_t lanes = random_.one_in(3) ? 0x1b : random_.below(256);
        if (random_.one_in(4)) lanes = 0x55 * random_.below(4);
        word_.insert(*f.x, lanes >> 6), word_.insert(*f.y, lanes >> 4), word_.insert(*f.z, lanes >> 2),
            word_.insert(*f.w, lanes);
    }
    void temp(unsigned which, std::uint32_t number) {
        const SourceFields& f = kSourceFields[which];
        word_.set(*f.type, Type::Temp);
        word_.insert(*f.temp, number);
    }
    void input(unsigned which) {
        word_.set(*kSourceFields[which].type, Type::Input);
        if (std::exchange(has_input_, true)) return;
        const bool relative = relative_ && word_[W::address] == 1 && random_.one_in(2);
        word_.set(W::in_relative, relative).set(W::input, random_.below(relative ? kInputs - 1 : kInputs));
        uses_address_ = uses_address_ || relative;
    }
    void constant(unsigned which) {
        word_.set(*kSourceFields[which].type, Type::Constant);
        if (std::exchange(has_constant_, true)) return;
        word_.set(W::constant_relative, relative_).set(W::constant, random_.below(kConstants));
        uses_address_ = uses_address_ || relative_;
    }

    // ---- results

    void results(bool vec, bool sca) {
        if (vec) {
            word_.set(W::vec_mask, 1 + random_.below(15));
            if (!random_.one_in(3)) word_.set(W::vec_temp, result_temp(soft_vec_, word_[W::vec]));
        }
        if (sca) {
            word_.set(W::sca_mask, 1 + random_.below(15)).set(W::sca_temp, kNoTemp);
            if (!random_.one_in(3)) word_.set(W::sca_temp, result_temp(soft_sca_, Vec::Nop));
            // Which unit wins is not documented.
            if (vec && word_[W::sca_temp] == word_[W::vec_temp]) word_.set(W::sca_temp, kNoTemp);
        }
        if (random_.one_in(2)) output(vec && (!sca || random_.one_in(2)));
        word_.set(W::saturate, random_.one_in(8));
        if (!habits_.conditions) return;
        if (random_.one_in(3)) random_test(random_, word_);
        const bool of_vec = vec && !soft_vec_, of_sca = sca && !soft_sca_;
        if (!random_.one_in(4) || (!of_vec && !of_sca)) return;
        if (!word_[W::cc_test]) word_.set(W::cc_select, random_.below(2));
        word_.set(W::cc_write, true).set(W::cc_source, of_vec && (!of_sca || random_.one_in(2)) ? 1U : 0U);
    }
    std::uint32_t result_temp(bool soft, Vec op) {
        if (soft) return kSoft + random_.below(kSoftTemps);
        return random_.below(op == Vec::Sfl || op == Vec::Str ? kBits + kBitTemps : kHardTemps);
    }
    void output(bool of_vec) {
        const bool relative = relative_ && word_[W::address] == 1 && random_.one_in(2);
        word_.set(W::out_source, of_vec ? 1U : 0U).set(W::out_relative, relative);
        word_.set(W::output, random_.below(relative ? kOutputs - 1 : kOutputs));
        uses_address_ = uses_address_ || relative;
    }
    void forget_address() {
        if (!uses_address_) word_.set(W::address, 0U).set(W::address_lane, 0U);
    }

    Random& random_;
    const Habits& habits_;
    Word128 word_;
    bool relative_ = false, uses_address_ = false, has_input_ = false, has_constant_ = false;
    bool soft_vec_ = false, soft_sca_ = false;
};

} // namespace

Word128 random_word(Random& random, const Habits& habits) { return Maker(random, habits).make(); }

void random_test(Random& random, Word128& word) {
    word.set(W::cc_test, true).set(W::condition, static_cast<Condition>(random.below(7))); // not TR
    word.set(W::cc_select, random.below(2));
    const std::uint32_t lanes = random.one_in(3) ? 0x1b : random.one_in(2) ? 0x55 * random.below(4) : random.below(256);
    word.set(W::cc_x, lanes >> 6).set(W::cc_y, lanes >> 4 & 3).set(W::cc_z, lanes >> 2 & 3).set(W::cc_w, lanes & 3);
}

Word128 with_random_rest(Random& random, const Word128& word) {
    const Word128 said = bits_in_text(word, Fill::Sony);
    Word128 result = word;
    for (const FieldInfo& field : Word128::fields) {
        Word128 changed = result;
        changed.insert(field, random.next());
        if (is_known(changed) && bits_in_text(changed, Fill::Sony) == said) result = changed;
    }
    return result;
}

} // namespace relit::isa::rsx::vp
