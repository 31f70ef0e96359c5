// Makes one RSX vertex program word out of one or two operations, and says why where they do not fit together.
#include "isa/rsx/vp/text/operation.hpp"

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

/// The word while operations are added to it. Each function gives false where the operation does not fit.
class Joiner {
public:
    Joiner(Fill fill, const Reader& in) : in_(in), fill_(fill), word_(blank_word(fill)) {}

    bool all(std::span<const Operation> operations) {
        for (const Operation& op : operations)
            if (!op.is_move() && !(op.vec != Vec::Nop ? vector(op) : scalar(op))) return false;
        // Either unit can move. Of two moves, the scalar one stands first.
        for (std::size_t i = 0; i < operations.size(); ++i) {
            const Operation& op = operations[i];
            if (!op.is_move()) continue;
            const bool another_follows = i + 1 < operations.size() && operations[i + 1].is_move();
            if (!(vec_ != nullptr || another_follows ? scalar(op) : vector(op))) return false;
        }
        return finish();
    }
    [[nodiscard]] const Word128& word() const { return word_; }
    [[nodiscard]] Fault& fault() { return fault_; }

private:
    bool wrong(std::size_t at, std::string text) {
        fault_ = in_.fault(at, std::move(text));
        return false;
    }
    /// Takes the value that a word has only one of; false where it has another one already.
    template <class T>
    static bool once(std::optional<T>& known, const T& value) {
        if (known && !(*known == value)) return false;
        known = value;
        return true;
    }

    bool vector(const Operation& op) {
        if (vec_ != nullptr) return wrong(op.at, "two operations of the vector unit in one word");
        vec_ = &op;
        word_.set(W::vec, op.vec);
        for (unsigned i = 0; i < op.source_count; ++i)
            if (!source(static_cast<unsigned>(info(op.vec).reads[i] - '0'), op.sources[i])) return false;
        if (op.vec == Vec::Ara && !address(op.address, op.at)) return false;
        if (op.vec == Vec::Txl) word_.set(W::unit, op.unit);
        return targets(op, W::vec_temp, W::vec_mask, 1) && value(op, 1);
    }
    bool scalar(const Operation& op) {
        if (op.sca == Sca::Nop) return true;
        if (sca_ != nullptr) return wrong(op.at, "two operations of the scalar unit in one word");
        sca_ = &op;
        word_.set(W::sca, op.sca);
        if (info(op.sca).op_class != OpClass::Value) return control_flow(op);
        word_.set(W::sca_temp, kNoTemp);
        return source(2, op.sources[0]) && targets(op, W::sca_temp, W::sca_mask, 0) && value(op, 0);
    }

    bool source(unsigned which, const SourceText& text) {
        const SourceFields& f = kSourceFields[which];
        const Source& s = text.source;
        if (which == 2 && !once(third_, s)) return wrong(text.at, "both operations read source 2: it must be the same");
        const std::array<const FieldInfo*, 4> lanes = {f.x, f.y, f.z, f.w};
        for (std::size_t i = 0; i < 4; ++i) word_.insert(*lanes[i], s.swizzle[i]);
        word_.set(*f.type, s.type).set(*f.abs, s.abs).set(*f.negate, s.negate);
        switch (s.type) {
            case Type::None: return true;
            case Type::Temp: word_.insert(*f.temp, s.temp); return true;
            case Type::Input: return indexed(text, input_, W::input, W::in_relative);
            case Type::Constant: return indexed(text, constant_, W::constant, W::constant_relative);
        }
        return true;
    }
    bool indexed(const SourceText& text, std::optional<Index>& known, const Field<std::uint32_t>& number,
                 const Field<bool>& relative) {
        if (!once(known, text.index))
            return wrong(text.at, std::string("one word reads one ") + (&known == &input_ ? "input" : "constant"));
        return set_index(text.index, text.at, number, relative);
    }
    bool set_index(const Index& index, std::size_t at, const Field<std::uint32_t>& number,
                   const Field<bool>& relative) {
        word_.set(number, index.number).set(relative, index.relative);
        return !index.relative || lane_of_address(index, at);
    }
    bool lane_of_address(const Index& index, std::size_t at) {
        if (!once(lane_, index.lane)) return wrong(at, "one word uses one lane of an address register");
        word_.set(W::address_lane, index.lane);
        return address(index.address, at);
    }
    bool address(std::uint32_t number, std::size_t at) {
        if (!once(address_, number)) return wrong(at, "one word uses one address register");
        word_.set(W::address, number);
        return true;
    }

    bool targets(const Operation& op, const Field<std::uint32_t>& temp, const Field<std::uint32_t>& mask,
                 std::uint32_t unit) {
        word_.set(mask, op.targets[0].mask);
        for (unsigned i = 0; i < op.target_count; ++i) {
            const Destination& target = op.targets[i];
            if (target.mask != op.targets[0].mask || target.guard != op.targets[0].guard)
                return wrong(target.at, "both destinations have the same mask and condition");
            if (target.kind == TargetKind::Output && !output(target, unit)) return false;
            if (target.kind == TargetKind::Temp || target.kind == TargetKind::Address)
                word_.set(temp, target.index.number);
        }
        return guarded(op.targets[0].guard, op.targets[0].at);
    }
    bool output(const Destination& target, std::uint32_t unit) {
        if (word_[W::output] != kNoOutput) return wrong(target.at, "one word writes one output");
        word_.set(W::out_source, unit);
        return set_index(target.index, target.at, W::output, W::out_relative);
    }
    bool guarded(const std::optional<Guard>& guard, std::size_t at) {
        if (!once(guard_, guard)) return wrong(at, "both operations of a word test the same condition");
        if (!guard) return true;
        word_.set(W::cc_test, true);
        return condition(*guard, at);
    }
    bool condition(const Guard& guard, std::size_t at) {
        if (!once(condition_register_, guard.select))
            return wrong(at, "a word tests and writes the same condition register");
        word_.set(W::condition, guard.condition).set(W::cc_select, guard.select);
        word_.set(W::cc_x, std::uint32_t{guard.swizzle[0]}).set(W::cc_y, std::uint32_t{guard.swizzle[1]});
        word_.set(W::cc_z, std::uint32_t{guard.swizzle[2]}).set(W::cc_w, std::uint32_t{guard.swizzle[3]});
        return true;
    }
    /// What the suffixes say.
    bool value(const Operation& op, std::uint32_t unit) {
        if (!writes_address(op.vec)) {
            if (!once(saturate_, op.saturate)) return wrong(op.at, "_sat is of both operations of a word, or of none");
            word_.set(W::saturate, op.saturate);
        }
        if (!op.writes_condition) return true;
        if (word_[W::cc_write]) return wrong(op.at, "one operation of a word writes the condition register");
        if (!once(condition_register_, op.condition_written))
            return wrong(op.at, "a word tests and writes the same condition register");
        word_.set(W::cc_write, true).set(W::cc_source, unit).set(W::cc_select, op.condition_written);
        return true;
    }

    bool control_flow(const Operation& op) {
        if (looks_at_bit(op.sca)) {
            bit_at_ = &op;
        } else if (!looks_at_condition(op.sca) && !guarded(op.guard, op.at)) {
            return false;
        }
        if (info(op.sca).op_class == OpClass::Stack) return address(op.address, op.at);
        return !op.jump.relative || lane_of_address(op.jump, op.jump_at);
    }
    /// Jumps, calls and returns branch on the condition whether results beside them are tested or not.
    bool steering() {
        if (sca_ == nullptr || !looks_at_condition(sca_->sca)) return true;
        const std::optional<Guard>& guard = sca_->guard;
        if (word_[W::cc_test] && !once(guard_, guard))
            return wrong(sca_->at, "both operations of a word test the same condition");
        if (!guard) return true;
        if (!condition(*guard, sca_->at)) return false;
        if (!can_be_predicated(word_)) word_.set(W::cc_test, fill_ == Fill::Mesa && guard->condition != Condition::Tr);
        return true;
    }
    /// Where to jump and which bit to look at: they share bits with source 2.
    bool finish() {
        if (!steering()) return false;
        if (bit_at_ != nullptr) {
            word_.set(W::bit, bit_at_->bit).set(W::bit_wanted, bit_at_->bit_wanted);
            if (third_ && third_->type == Type::Temp && word_[W::temp2] != third_->temp)
                return wrong(bit_at_->at, "the branch bit shares its place with source 2, which says otherwise");
        }
        if (sca_ == nullptr || !has_target(sca_->sca) || !sca_->label.empty()) return true;
        return set_target(word_, sca_->jump.number) ||
               wrong(sca_->jump_at, "the target shares its place with source 2, which says otherwise");
    }

    const Reader& in_;
    Fill fill_;
    Word128 word_;
    Fault fault_;
    const Operation *vec_ = nullptr, *sca_ = nullptr, *bit_at_ = nullptr;
    std::optional<Index> input_, constant_;
    std::optional<std::uint32_t> address_, lane_, condition_register_;
    std::optional<Source> third_;
    std::optional<std::optional<Guard>> guard_;
    std::optional<bool> saturate_;
};

} // namespace

bool set_target(Word128& word, std::uint32_t slot) {
    const Source before = source(word, 2);
    word.set(W::target, slot);
    return !reads(word, 2) || source(word, 2) == before;
}

Result<Word128> join(std::span<const Operation> operations, Fill fill, const Reader& in) {
    Joiner joiner(fill, in);
    if (!joiner.all(operations)) return std::unexpected(std::move(joiner.fault()));
    return joiner.word();
}

} // namespace relit::isa::rsx::vp
