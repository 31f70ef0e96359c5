#include "isa/r500/vs/text/sample_word.hpp"

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

constexpr std::array kHardVe = {Ve::Dot, Ve::Mul, Ve::Add, Ve::Mad, Ve::Dst, Ve::Frc, Ve::Max,
                                Ve::Min, Ve::Sge, Ve::Slt, Ve::M2x, Ve::Sgt, Ve::Seq, Ve::Sne};
constexpr std::array kAssumedVe = {Ve::Mcl,     Ve::WriteEq, Ve::WriteGt, Ve::WriteGe,
                                   Ve::WriteNe, Ve::MuxEq,   Ve::MuxGt,   Ve::MuxGe};
constexpr std::array kPushes = {Ve::PushEq, Ve::PushGt, Ve::PushGe, Ve::PushNe};
/// What a small difference stays small in.
constexpr std::array kSoftVe = {Ve::Mul, Ve::Max, Ve::Min};
constexpr std::array kRoughMe = {Me::Exp, Me::Log,     Me::ExpE,    Me::Lit,     Me::Pow,     Me::Rcp,     Me::Rsq,
                                 Me::Sin, Me::ExpFull, Me::LogFull, Me::LogIeee, Me::RcpIeee, Me::RsqIeee, Me::Cos};
constexpr std::array kAssumedMe = {Me::RcpFf, Me::RsqFf, Me::PowClampB, Me::PowClampB1, Me::PowClamp01};
constexpr std::array kPredicates = {Me::SetEq,    Me::SetGt,     Me::SetGe,  Me::SetNe,
                                    Me::SetClear, Me::SetInvert, Me::SetPop, Me::SetRestore};

template <class T, std::size_t N>
T pick(Random& random, const std::array<T, N>& from) {
    return from[random.below(N)];
}

/// Fills one statement: at most one constant, one input, one alternate and two temporaries, three where a macro may.
class Maker {
public:
    Maker(Random& random, const Habits& habits) : random_(random), habits_(habits) {
        constant_ = {SourceClass::Constant, random_.below(kConstants)};
        input_ = {SourceClass::Input, random_.below(kInputs)};
        alternate_ = {SourceClass::AltTemp, random_.below(4)};
        if (habits.relative && random_.one_in(3)) {
            constant_.index = random_.below(8);
            constant_.mode = random_.one_in(3) ? Mode::Loop : Mode::Address;
            constant_.lane = constant_.mode == Mode::Address ? random_.below(4) : 0;
        }
        if (habits.relative && random_.one_in(4)) input_.mode = Mode::Address, input_.lane = random_.below(4);
        for (std::uint32_t& temp : temps_) temp = random_.below(kHardTemps);
    }

    Word128 make() {
        choose();
        if (habits_.predicates && random_.one_in(3))
            statement_.predication = random_.one_in(2) ? Predication::IfTrue : Predication::IfFalse;
        return word_of(statement_, habits_.fill);
    }

private:
    void choose() {
        Operation& first = statement_.operations[0];
        if (habits_.predicates && random_.one_in(6)) return predicate(first);
        if (habits_.relative && random_.one_in(6)) return address(first);
        if (random_.one_in(4))
            return rough(first,
                         habits_.assumed && random_.one_in(3) ? pick(random_, kAssumedMe) : pick(random_, kRoughMe));
        const bool soft = random_.one_in(5);
        vector(first, soft);
        if (habits_.pairs && first.source_count <= 2 && random_.one_in(2)) pair();
    }
    void vector(Operation& into, bool soft) {
        const bool assumed = habits_.assumed && random_.one_in(3);
        const Ve op = soft ? pick(random_, kSoftVe) : assumed ? pick(random_, kAssumedVe) : pick(random_, kHardVe);
        into.opcode = opcode(op);
        if (op == Ve::Mad || op == Ve::M2x) spread();
        sources(into, find(into.opcode)->operands, soft);
        target(into, soft);
        into.saturate = random_.one_in(8);
    }
    void rough(Operation& into, Me op) {
        into.opcode = opcode(op);
        sources(into, find(into.opcode)->operands + (op == Me::Pow ? random_.below(2) : 0), false);
        target(into, true);
        into.saturate = random_.one_in(8);
    }
    void predicate(Operation& into) {
        const bool push = random_.one_in(3);
        into.opcode = push ? opcode(pick(random_, kPushes)) : opcode(pick(random_, kPredicates));
        sources(into, find(into.opcode)->operands, false);
        into.target = {TargetClass::Temp, random_.below(kHardTemps)};
        into.target.mask = 1 + random_.below(15);
    }
    void address(Operation& into) {
        into.opcode = opcode(random_.one_in(2) ? Ve::Flr : Ve::Rnd);
        sources(into, 1, false);
        into.target = {TargetClass::Address, 0};
        into.target.mask = 1 + random_.below(15);
    }
    void pair() {
        Operation& second = statement_.operations[1];
        Me op = pick(random_, kRoughMe);
        while (find(opcode(op))->operands != 1) op = pick(random_, kRoughMe);
        second.opcode = opcode(op);
        sources(second, 1, false);
        Source& only = second.sources[0];
        only.select[2] = only.select[3] = Select::Unused;
        only.negate &= 3;
        if (random_.one_in(2)) only.select[1] = Select::Unused, only.negate &= 1;
        second.target = {TargetClass::AltTemp, random_.below(4)};
        second.target.mask = 1U << random_.below(4);
        second.saturate = random_.one_in(8);
        statement_.count = 2;
    }

    /// Three different temporaries, one of each source.
    void spread() {
        if (!random_.one_in(2)) return;
        for (std::uint32_t i = 0; i < 3; ++i) temps_[i] = (temps_[0] + i) % kHardTemps;
        spreads_ = true;
    }
    void sources(Operation& into, unsigned count, bool soft) {
        into.source_count = count;
        for (unsigned k = 0; k < count; ++k) into.sources[k] = source(k, soft);
    }
    Source source(unsigned which, bool soft) {
        Source source = base(which, soft);
        source.abs = random_.one_in(6);
        source.negate = random_.one_in(2) ? 0 : random_.below(16);
        for (unsigned i = 0; i < 4; ++i)
            source.select[i] = random_.one_in(4) ? random_select() : static_cast<Select>(i);
        if (random_.one_in(4)) source.select.fill(static_cast<Select>(random_.below(4)));
        return source;
    }
    Source base(unsigned which, bool soft) {
        const std::uint32_t kind = spreads_ ? 0 : random_.below(soft ? 4 : 3);
        if (kind == 1) return input_;
        if (kind == 2) return constant_;
        if (kind == 3) return alternate_;
        const std::uint32_t temp = temps_[spreads_ ? which : which % 2];
        return {SourceClass::Temp, soft ? kSoft + temp % kSoftTemps : temp};
    }
    Select random_select() {
        const std::uint32_t select = random_.below(habits_.assumed ? 8 : 6);
        return static_cast<Select>(select);
    }
    void target(Operation& into, bool soft) {
        into.target.mask = 1 + random_.below(15);
        if (random_.one_in(3)) {
            into.target.to = random_.one_in(6) ? TargetClass::OutReplicateX : TargetClass::Out;
            into.target.index = random_.below(kSampleOutputs);
            if (habits_.relative && random_.one_in(4))
                into.target.mode = Mode::Address, into.target.lane = random_.below(4);
        } else if (!soft && habits_.assumed && random_.one_in(8)) {
            into.target.to = TargetClass::Input;
            into.target.index = random_.below(kInputs);
        } else if (soft && random_.one_in(3)) {
            into.target.to = TargetClass::AltTemp;
            into.target.index = random_.below(4);
        } else {
            into.target.index = soft ? kSoft + random_.below(kSoftTemps) : random_.below(kHardTemps);
        }
    }

    Random& random_;
    const Habits& habits_;
    Statement statement_;
    Source constant_, input_, alternate_;
    std::array<std::uint32_t, 3> temps_{};
    bool spreads_ = false;
};

} // namespace

Word128 random_word(Random& random, const Habits& habits) { return Maker(random, habits).make(); }

Word128 with_random_rest(Random& random, const Word128& word) {
    const Statement said = statement_of(word);
    Word128 result = word;
    for (const FieldInfo& field : Word128::fields) {
        Word128 changed = result;
        changed.insert(field, random.next());
        if (is_known(changed) && statement_of(changed) == said) result = changed;
    }
    return result;
}

} // namespace relit::isa::r500::vs
