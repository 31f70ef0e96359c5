// One random legal instruction of an RSX fragment program, without those that steer.
#include "isa/rsx/fp/text/sample_word.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace relit::isa::rsx::fp {
namespace {

using W = Word128;

constexpr std::uint32_t kNameableHalves = 64;

constexpr Op kOps[] = {
#define FP_OP(name, number, mnemonic, reads, op_class, summary) Op::name,
#include "isa/rsx/fp/encoding/ops.inc"
#undef FP_OP
};
/// Operations that devices compute approximately, and those that read a texel at such coordinates.
constexpr Op kRough[] = {Op::Rcp, Op::Rsq, Op::Ex2, Op::Lg2, Op::Cos,   Op::Sin, Op::Pow, Op::Lit,
                         Op::Lif, Op::Nrm, Op::Div, Op::Pkg, Op::Divsq, Op::Upg, Op::Txp, Op::Txpbem};
/// What a small difference stays small in.
constexpr Op kSteady[] = {Op::Mov, Op::Mul, Op::Add, Op::Mad, Op::Min, Op::Max, Op::Dp3, Op::Dp4, Op::Lrp};
/// What reads the bits of a float.
constexpr Op kUnpacks[] = {Op::Up2, Op::Up4, Op::Upb, Op::Up16, Op::Upg};
/// What never gives NaN.
constexpr Op kClean[] = {Op::Slt, Op::Sge, Op::Sle,  Op::Sgt, Op::Sne, Op::Seq, Op::Str, Op::Sfl,
                         Op::Up4, Op::Upb, Op::Up16, Op::Tex, Op::Txd, Op::Txl, Op::Txb};
/// What gives bits that may look like NaN, and which all devices agree on.
constexpr Op kPacks[] = {Op::Pk2, Op::Pk4, Op::Pkb, Op::Pk16};

template <std::size_t N>
bool is_in(const Op (&list)[N], Op op) {
    return std::ranges::find(list, op) != std::end(list);
}

bool is_half(Keeps keeps) { return keeps == Keeps::Halves || keeps == Keeps::SoftHalves; }

/// Fills one word.
class Maker {
public:
    Maker(Random& random, const Habits& habits, bool has_counter)
        : random_(random), habits_(habits), has_counter_(has_counter) {}

    Sampled make() {
        const Op op = operation();
        made_.word = blank_word(op, habits_.fill);
        soft_ = is_in(kSteady, op) && random_.one_in(4);
        bits_ = is_in(kPacks, op) || op == Op::Mov;
        for (unsigned i = 0; i < info(op).sources(); ++i) source(i);
        soft_ = soft_ || is_in(kRough, op);
        if (has_result(made_.word)) result();
        if (op != Op::Nop && random_.one_in(4)) random_condition(random_, made_.word);
        if (info(op).op_class == OpClass::Texture)
            made_.word.set(W::unit, random_.below(kUnits)).set(W::bx2, random_.one_in(8));
        if (habits_.any_bits) unused_bits();
        return made_;
    }

    Sampled last() {
        W& word = made_.word = blank_word(Op::Mov, habits_.fill);
        const Keeps keeps = of_first_register();
        soft_ = keeps == Keeps::SoftFull || keeps == Keeps::SoftHalves;
        source(0);
        const bool half = keeps == Keeps::Bits ? random_.one_in(2) : is_half(keeps);
        word.set(W::mask, 15U).set(W::dst_half, half).set(W::end, true);
        if (keeps == Keeps::Bits) word.set(W::saturate, true);
        return made_;
    }

private:
    Op operation() {
        for (;;) {
            const Op op = kOps[random_.below(std::size(kOps))];
            const OpClass op_class = info(op).op_class;
            const bool uncertain = op == Op::Bemlum || op == Op::Timeswtex || op == Op::Pow;
            if (steers(op) || (uncertain && !habits_.uncertain) || (op_class == OpClass::Texture && !habits_.textures))
                continue;
            // TerminatorKind fragments, and doing nothing, are rare.
            if (op_class == OpClass::Value || op_class == OpClass::Texture || random_.one_in(4)) return op;
        }
    }
    [[nodiscard]] Keeps of_first_register() const {
        for (unsigned i = 0; i < habits_.registers.size(); ++i)
            if (std::ranges::find(habits_.registers[i], 0U) != habits_.registers[i].end()) return static_cast<Keeps>(i);
        return Keeps::Full;
    }

    // ---- results

    void result() {
        constexpr std::array<std::uint32_t, 8> kLegalScales = {0, 0, 0, 1, 2, 3, 5, 6};
        W& word = made_.word;
        word.set(W::mask, random_.one_in(3) ? 15U : 1 + random_.below(15));
        if (random_.one_in(3)) word.set(W::precision, static_cast<Precision>(random_.below(4)));
        if (random_.one_in(8)) word.set(W::saturate, true);
        if (random_.one_in(8)) word.set(W::scale, random_.one_in(8) ? 7U : kLegalScales[random_.below(8)]);
        const Keeps keeps = where_to();
        const bool half = is_half(keeps) || (keeps == Keeps::Bits && is_clean() && random_.one_in(2));
        word.set(W::dst_half, half).set(W::dst, random_register(keeps, half));
        if (soft_ || !random_.one_in(5)) return;
        word.set(W::cc_write, true).set(W::cc_written, random_.below(2));
        if (!random_.one_in(2)) return;
        word.set(W::no_dst, true);
        fill_destination(word, habits_.fill);
    }
    Keeps where_to() {
        if (soft_) return random_.one_in(3) ? Keeps::SoftHalves : Keeps::SoftFull;
        const bool as_it_is = made_.word[W::precision] == Precision::R && made_.word[W::scale] == 0;
        const bool plain = bits_ && as_it_is && !made_.word[W::saturate];
        if (random_.one_in(3)) return random_.one_in(2) ? Keeps::Halves : Keeps::Full;
        if (plain || is_clean()) return Keeps::Bits;
        // Either makes a number of NaN.
        const bool saturates = random_.one_in(2);
        if (saturates) made_.word.set(W::saturate, true);
        if (!saturates) made_.word.set(W::precision, random_.one_in(2) ? Precision::X : Precision::B);
        return Keeps::Bits;
    }
    [[nodiscard]] bool is_clean() const {
        const W& word = made_.word;
        const bool clamps = word[W::precision] == Precision::X || word[W::precision] == Precision::B;
        return is_in(kClean, word[W::op]) || clamps || word[W::saturate];
    }
    std::uint32_t random_register(Keeps keeps, bool half) {
        const std::vector<std::uint32_t>& own = habits_.registers[static_cast<unsigned>(keeps)];
        std::uint32_t number = own[random_.below(static_cast<std::uint32_t>(own.size()))];
        while (half && 2 * number >= kNameableHalves)
            number = own[random_.below(static_cast<std::uint32_t>(own.size()))];
        return half ? 2 * number + random_.below(2) : number;
    }

    // ---- sources

    void source(unsigned which) {
        const SourceFields& f = kSourceFields[which];
        W& word = made_.word;
        // One in three is plain, as most are in real programs.
        const std::uint64_t lanes = random_.one_in(3) ? 0xe4 : random_.next();
        word.insert(*f.x, lanes), word.insert(*f.y, lanes >> 2), word.insert(*f.z, lanes >> 4);
        word.insert(*f.w, lanes >> 6);
        word.set(*f.abs, random_.one_in(6)).set(*f.negate, random_.one_in(4));
        if (random_.one_in(6)) word.set(*f.precision, static_cast<SourcePrecision>(random_.below(6)));
        // NaN has no sign that a pack could put into bits.
        if (word[W::op] == Op::Pk2) word.set(*f.precision, random_.one_in(2) ? SourcePrecision::X : SourcePrecision::S);
        bits_ = bits_ && (word[W::op] != Op::Mov || word[*f.precision] != SourcePrecision::H);
        switch (random_.below(5)) {
            case 0: return attribute(which);
            case 1: return constant_source(which, made_.constant);
            default: return temp(which, kept_by_source());
        }
    }
    Keeps kept_by_source() {
        if (soft_) return random_.one_in(3) ? Keeps::SoftHalves : Keeps::SoftFull;
        if (is_in(kUnpacks, made_.word[W::op])) return Keeps::Bits;
        const std::uint32_t which = random_.below(4);
        return which == 0 ? Keeps::Full : which == 1 ? Keeps::Halves : Keeps::Bits;
    }
    void temp(unsigned which, Keeps keeps) {
        const SourceFields& f = kSourceFields[which];
        const bool unpacks = is_in(kUnpacks, made_.word[W::op]);
        const bool half = is_half(keeps) || (keeps == Keeps::Bits && !unpacks && random_.one_in(3));
        made_.word.set(*f.type, Type::Temp).set(*f.half, half);
        made_.word.insert(*f.temp, random_register(keeps, half));
        bits_ = bits_ && (made_.word[W::op] != Op::Mov || (keeps == Keeps::Bits && !half));
    }
    void constant_source(unsigned which, ConstantWords& constant) {
        if (!has_constant(made_.word)) constant = random_constant();
        made_.word.set(*kSourceFields[which].type, Type::Constant);
        made_.word.insert(*kSourceFields[which].temp, 0);
    }
    void attribute(unsigned which) {
        W& word = made_.word;
        word.set(*kSourceFields[which].type, Type::Input);
        word.insert(*kSourceFields[which].temp, 0);
        constexpr std::uint32_t kTex0 = 4, kRealInputs = 15;
        if (std::exchange(has_attribute_, true)) return; // one an instruction
        fill_index(word, habits_.fill);
        const bool indexed = has_counter_ && random_.one_in(3);
        word.set(W::indexed, indexed);
        if (indexed) word.set(W::index, random_.below(3)); // TEX0 to TEX2 where aL is 0
        if (!indexed) word.set(W::input, random_.below(kRealInputs));
        const std::uint32_t input = word[W::input];
        const bool product = is_in(kUnpacks, word[W::op]); // of what comes and of w: its NaN have no sign
        word.set(W::flat, !product && (indexed || (input >= kTex0 && input < kRealInputs - 1)) && random_.one_in(4));
        bits_ = bits_ && (word[W::op] != Op::Mov || !word[W::flat]);
    }
    ConstantWords random_constant() {
        constexpr std::array<float, 12> kUsual = {0, 1, -1, 0.5F, 2, -2, 3, 0.25F, 100, -0.0F, 65504, 1e-6F};
        ConstantWords lanes{};
        for (std::uint32_t& lane : lanes) {
            lane = std::bit_cast<std::uint32_t>(kUsual[random_.below(kUsual.size())]);
            const auto any = static_cast<float>(static_cast<std::int32_t>(random_.below(1 << 20)) - (1 << 19));
            if (random_.one_in(2)) lane = std::bit_cast<std::uint32_t>(any / (1 << 16));
            if (random_.one_in(32)) lane = static_cast<std::uint32_t>(random_.next()); // infinities, NaN and all
        }
        return lanes;
    }

    /// Anything in the fields that this operation does not look at.
    void unused_bits() {
        W& word = made_.word;
        for (unsigned i = info(word[W::op]).sources(); i < 3; ++i) {
            const SourceFields& f = kSourceFields[i];
            for (const FieldInfo* field : {f.temp, f.x, f.y, f.z, f.w}) word.insert(*field, random_.next());
            word.set(*f.half, random_.one_in(2)).set(*f.abs, random_.one_in(2)).set(*f.negate, random_.one_in(2));
            word.set(*f.precision, static_cast<SourcePrecision>(random_.below(8)));
            if (!random_.one_in(8)) {
                word.set(*f.type, random_.one_in(2) ? Type::Input : Type::Temp);
            } else {
                constant_source(i, made_.constant);
            }
        }
        if (info(word[W::op]).op_class != OpClass::Texture) word.set(W::unit, random_.below(kUnits));
        if (!word[W::cc_write]) word.set(W::cc_written, random_.below(2));
        if (!has_result(word)) word.set(W::dst, random_.below(64)).set(W::mask, random_.below(16));
        word.set(W::scale, word[W::scale] == 0 && !has_result(word) ? random_.below(8) : word[W::scale]);
    }

    Random& random_;
    const Habits& habits_;
    bool has_counter_;
    Sampled made_;
    bool has_attribute_ = false;
    bool soft_ = false; // the result may differ a little; before the result is made: so may the sources
    bool bits_ = false; // the result is what was packed or moved, with nothing computed
};

} // namespace

RegisterNumbers dealt(Random& random, std::uint32_t count) {
    RegisterNumbers registers;
    const std::uint32_t first = random.below(5);
    for (std::uint32_t i = 0; i < count; ++i) {
        constexpr std::array kFull = {Keeps::Bits, Keeps::Full, Keeps::SoftFull};
        const bool nameable = 2 * i < kNameableHalves;
        const std::uint32_t any = i < 5 ? (first + i) % 5 : random.below(5);
        registers[nameable ? any : static_cast<std::uint32_t>(kFull[any % 3])].push_back(i);
    }
    return registers;
}

Sampled random_word(Random& random, const Habits& habits, bool has_counter) {
    return Maker(random, habits, has_counter).make();
}

Sampled last_word(Random& random, const Habits& habits) { return Maker(random, habits, false).last(); }

void random_condition(Random& random, Word128& word) {
    const std::uint32_t lanes = random.one_in(2) ? 0xe4 : static_cast<std::uint32_t>(random.next());
    word.set(W::condition, static_cast<Condition>(random.below(8))).set(W::cc_tested, random.below(2));
    word.insert(W::cc_x, lanes), word.insert(W::cc_y, lanes >> 2);
    word.insert(W::cc_z, lanes >> 4), word.insert(W::cc_w, lanes >> 6);
    if (word[W::condition] != Condition::Tr) return;
    word.set(W::cc_tested, 0U).set(W::cc_x, 0U).set(W::cc_y, 1U).set(W::cc_z, 2U).set(W::cc_w, 3U);
}

} // namespace relit::isa::rsx::fp
