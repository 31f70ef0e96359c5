#include "isa/r500/fs/text/sample_word.hpp"

#include "isa/r500/fs/encoding/notes.hpp"
#include "isa/r500/fs/encoding/units.hpp"

namespace relit::isa::r500::fs {
namespace {

constexpr std::uint32_t kSampledConstants = 8, kSampledUnits = 4;

/// An address that a slot may have.
void random_source(Random& random, const Habits& habits, Word192& word, const SourceFields& source) {
    const std::uint32_t kind = random.below(8);
    if (kind < 4) word.set(*source.address, random.below(habits.temps));
    if (kind >= 4 && kind < 6) word.set(*source.address, random.below(kSampledConstants)).set(*source.constant, true);
    if (kind >= 6) word.set(*source.address, kInlineFloat + 24 + random.below(48)); // 2^-4 to nearly 4
    if (kind != 7 && habits.in_loop && random.one_in(4)) word.set(*source.relative, true);
}

Component random_component(Random& random) {
    return random.one_in(4) ? static_cast<Component>(4 + random.below(3)) : static_cast<Component>(random.below(4));
}

std::uint32_t random_op(Random& random, const UnitFields& unit) {
    while (true) {
        const std::uint32_t op = random.below(16);
        const std::string_view name = unit.ops[op].mnemonic;
        // DP is the RGB unit's, which need not have one.
        if (!name.empty() && name != "MDH" && name != "MDV" && name != "DP") return op;
    }
}

void random_operation(Random& random, Word192& word, const UnitFields& unit) {
    word.insert(*unit.op, random_op(random, unit));
    const unsigned count = op_of(word, unit).operands;
    for (unsigned i = 0; i < count; ++i) {
        const OperandFields& operand = unit.operands[i];
        word.set(*operand.select, random.below(random.one_in(4) ? 4 : 3));
        for (unsigned lane = 0; lane < unit.lanes; ++lane)
            word.set(*operand.components[lane], random_component(random));
        if (random.one_in(3)) word.set(*operand.modifier, random.below(4));
    }
    if (random.one_in(6)) word.set(*unit.scale, random.below(kNoScale));
    if (random.one_in(8)) word.set(*unit.clamp, true);
}

void random_predicate(Random& random, Word192& word) {
    word.set(Common::rgb_predicate, random.below(6)).set(Common::alpha_predicate, random.below(6));
    if (random.one_in(2)) word.set(Common::rgb_predicate_inverted, word[Common::rgb_predicate] != 0);
    if (random.one_in(2)) word.set(Common::alpha_predicate_inverted, word[Common::alpha_predicate] != 0);
}

Word192 computing(Random& random, const Habits& habits) {
    Word192 word;
    for (const UnitFields* unit : kUnitFields) {
        for (const SourceFields& source : unit->sources) random_source(random, habits, word, source);
        word.set(*unit->pre_subtract, random.below(4));
        random_operation(random, word, *unit);
    }
    // The sum of four products is the RGB unit's where it has one.
    const RgbOp op = word[Alu::rgb_op];
    const bool dot = op == RgbOp::Dp3 || op == RgbOp::Dp4 || op == RgbOp::D2a;
    if (dot && op != RgbOp::Dp4 && random.one_in(2)) word.set(Alu::alpha_op, AlphaOp::Dp);
    return word;
}

/// Sources that nothing reads, as compilers leave them.
void drop_unread(Word192& word) {
    for (const UnitFields* unit : kUnitFields) {
        for (unsigned i = 0; i < unit->sources.size(); ++i) {
            if (reads_source(word, unit->kind == UnitKind::Alpha, i)) continue;
            const SourceFields& source = unit->sources[i];
            word.set(*source.address, kNoSource).set(*source.constant, false).set(*source.relative, false);
        }
    }
}

void random_temps(Random& random, const Habits& habits, Word192& word) {
    word.set(Alu::rgb_temp, random.below(habits.temps)).set(Common::rgb_mask, random.below(8));
    word.set(Alu::alpha_temp, random.below(habits.temps)).set(Common::alpha_mask, random.below(2));
    if (habits.in_loop && random.one_in(6)) word.set(Alu::rgb_temp_relative, true);
}

} // namespace

Word192 any_word(Random& random) {
    while (true) {
        Word192 word;
        for (std::uint32_t& raw : word.raw) raw = static_cast<std::uint32_t>(random.next());
        // Most bits of real instructions are 0.
        if (random.one_in(2))
            for (std::uint32_t& raw : word.raw) raw &= static_cast<std::uint32_t>(random.next() & random.next());
        if (is_known(word)) return word;
    }
}

Word192 random_alu(Random& random, const Habits& habits) {
    Word192 word = computing(random, habits);
    random_temps(random, habits, word);
    if (habits.predicated && random.one_in(3)) {
        word.set(Common::rgb_out_mask, random.below(8)).set(Common::alpha_out_mask, random.below(2));
        word.set(Alu::rgb_target, random.below(4)).set(Alu::alpha_target, random.below(4));
    } else if (habits.predicated && random.one_in(2)) {
        random_predicate(random, word);
    }
    drop_unread(word);
    return word;
}

Word192 random_tex(Random& random, const Habits& habits) {
    Word192 word;
    word.set(Common::type, Type::Tex).set(Tex::acquires, random.one_in(2)).set(Tex::unscaled, random.one_in(6));
    constexpr TexOp kOps[] = {TexOp::Ld, TexOp::Ld, TexOp::Proj, TexOp::LodBias, TexOp::Lod, TexOp::DxDy};
    const bool kills = random.one_in(12);
    word.set(Tex::op, kills ? TexOp::TexKill : kOps[random.below(std::size(kOps))]);
    word.set(Tex::unit, random.below(kSampledUnits));
    for (const AddressFields* each : {&kCoordinates, &kDx, &kDy}) {
        if (each != &kCoordinates && word[Tex::op] != TexOp::DxDy) break;
        word.set(*each->temp, random.below(habits.temps));
        for (const Field<Number>* component : each->components) word.set(*component, random.below(4));
    }
    if (kills) return word;
    word.set(Tex::temp, random.below(habits.temps));
    word.set(Common::rgb_mask, random.below(8)).set(Common::alpha_mask, random.below(2));
    for (const Field<Number>* component : kTexel) word.set(*component, random.below(4));
    if (habits.predicated && random.one_in(4)) random_predicate(random, word);
    return word;
}

Word192 random_test(Random& random, const Habits& habits) {
    Word192 word = computing(random, habits);
    word.set(Alu::writes_result, true).set(Common::result_select, random.below(2));
    word.set(Common::result_compare, static_cast<Compare>(random.below(4)));
    drop_unread(word);
    return word;
}

Word192 random_out(Random& random, const Habits& habits, std::uint32_t target) {
    Word192 word = computing(random, habits);
    word.set(Common::type, Type::Out).set(Common::tex_sem_wait, true);
    word.set(Common::rgb_out_mask, 7U).set(Common::alpha_out_mask, 1U);
    word.set(Alu::rgb_target, target).set(Alu::alpha_target, target);
    if (random.one_in(8)) word.set(Alu::writes_depth, true);
    if (habits.predicated && random.one_in(4)) random_predicate(random, word);
    drop_unread(word);
    return word;
}

} // namespace relit::isa::r500::fs
