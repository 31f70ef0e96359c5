// Makes one NV2A word out of up to three operations, and says why where they do not fit together.
#include "isa/nv2a/text/operation.hpp"

namespace relit::isa::nv2a {
namespace {

/// The word while operations are added to it. Each function gives false where the operation does not fit.
class Joiner {
public:
    Joiner(const Reader& in, TwoInputs two_inputs, Fill fill)
        : in_(in), two_inputs_(two_inputs), fill_(fill), word_(blank_word(fill)) {}

    bool all(std::span<const Operation> operations) {
        for (const Operation& op : operations)
            if (!is_move(op) && !add(op)) return false;
        for (const Operation& op : operations)
            if (is_move(op) && !add_move(op)) return false;
        return finish();
    }
    [[nodiscard]] const Word128& word() const { return word_; }
    [[nodiscard]] Fault& fault() { return fault_; }

private:
    bool wrong(std::size_t at, std::string text) {
        fault_ = in_.fault(at, std::move(text));
        return false;
    }

    bool add(const Operation& op) {
        if (op.mac != Mac::Nop) return add_mac(op);
        return op.ilu == Ilu::Nop || add_ilu(op);
    }
    /// Either unit can move: the MAC does where it is free, or moves the same already.
    bool add_move(const Operation& op) {
        const bool temp_taken = op.target.kind == TargetKind::Temp && mac_temp_;
        const bool same_move =
            mac_ != nullptr && mac_->mac == Mac::Mov && mac_->sources[0].same(op.sources[0]) && !temp_taken;
        return mac_ == nullptr || same_move ? add_mac(op) : add_ilu(op);
    }

    bool add_mac(const Operation& op) {
        if (mac_ == nullptr) {
            mac_ = &op;
            word_.set(Word128::mac, op.mac);
            for (unsigned i = 0; i < op.count; ++i)
                if (!operand(info(op.mac).reads[i], op.sources[i])) return false;
        } else if (!same_sources(*mac_, op) || mac_->mac != op.mac) {
            return wrong(op.at, "two operations of the MAC in one word");
        }
        return mac_target(op);
    }
    bool add_ilu(const Operation& op) {
        if (ilu_ == nullptr) {
            ilu_ = &op;
            word_.set(Word128::ilu, op.ilu);
            if (mac_reads_c() && !op.sources[0].same(*c_))
                return wrong(op.sources[0].at, "the MAC and the ILU read different sources C");
            if (!operand('C', op.sources[0])) return false;
        } else if (!same_sources(*ilu_, op) || ilu_->ilu != op.ilu) {
            return wrong(op.at, "two operations of the ILU in one word");
        }
        return ilu_target(op);
    }
    static bool same_sources(const Operation& a, const Operation& b) {
        for (unsigned i = 0; i < a.count; ++i)
            if (!a.sources[i].same(b.sources[i])) return false;
        return true;
    }
    [[nodiscard]] bool mac_reads_c() const { return c_ != nullptr; }

    bool operand(char which, const Source& source) {
        if (which == 'C' && c_ != nullptr && !c_->same(source))
            return wrong(source.at, "the MAC and the ILU read different sources C");
        const OperandFields& f = operand_fields(which);
        word_.insert(*f.mux, static_cast<std::uint64_t>(source.operand.mux));
        word_.insert(*f.negate, source.operand.negate ? 1 : 0);
        word_.insert(*f.x, source.operand.swizzle[0]);
        word_.insert(*f.y, source.operand.swizzle[1]);
        word_.insert(*f.z, source.operand.swizzle[2]);
        word_.insert(*f.w, source.operand.swizzle[3]);
        if (which == 'C') c_ = &source;
        switch (source.operand.mux) {
            case Mux::Temp: word_.insert(*f.reg, source.operand.reg); return true;
            case Mux::Input: return input(source);
            case Mux::Constant: return constant(source);
            case Mux::None: return true;
        }
        return true;
    }
    bool input(const Source& source) {
        if (input_ != nullptr && input_->index != source.index && two_inputs_ == TwoInputs::Error)
            return wrong(source.at, "two different inputs in one word: v" + std::to_string(input_->index) + " and v" +
                                        std::to_string(source.index));
        input_ = &source;
        word_.set(Word128::input, source.index);
        return true;
    }
    bool constant(const Source& source) {
        if (constant_ != nullptr && (constant_->index != source.index || constant_->relative != source.relative))
            return wrong(source.at, "two different constants in one word: " + name_of_constant(*constant_) + " and " +
                                        name_of_constant(source));
        constant_ = &source;
        word_.set(Word128::constant, source.index);
        word_.set(Word128::relative, source.relative);
        return true;
    }
    static std::string name_of_constant(const Source& source) {
        return (source.relative ? "c[A0+" : "c[") + std::to_string(source.index) + "]";
    }

    bool mac_target(const Operation& op) {
        const Destination& target = op.target;
        if ((op.mac == Mac::Arl) != (target.kind == TargetKind::Address))
            return wrong(target.at, op.mac == Mac::Arl ? "arl writes A0 and nothing else" : "only arl writes A0");
        if (target.kind == TargetKind::Temp) {
            if (mac_temp_) return wrong(target.at, "the MAC writes two temporaries in one word");
            mac_temp_ = true;
            word_.set(Word128::mac_mask, target.mask);
            word_.set(Word128::temp, target.number);
        }
        return output(target, 0);
    }
    bool ilu_target(const Operation& op) {
        const Destination& target = op.target;
        if (target.kind == TargetKind::Address) return wrong(target.at, "only arl writes A0");
        if (target.kind == TargetKind::Temp) {
            if (ilu_temp_ != nullptr) return wrong(target.at, "the ILU writes two temporaries in one word");
            ilu_temp_ = &target;
            word_.set(Word128::ilu_mask, target.mask);
        }
        return output(target, 1);
    }
    bool output(const Destination& target, std::uint32_t from) {
        if (target.kind != TargetKind::Output && target.kind != TargetKind::Constant) return true;
        if (has_output_) return wrong(target.at, "two outputs in one word");
        has_output_ = true;
        word_.set(Word128::out_mask, target.mask);
        word_.set(Word128::out_bank, target.kind == TargetKind::Output ? 1U : 0U);
        word_.set(Word128::out_address, target.number);
        word_.set(Word128::out_source, from);
        return true;
    }

    bool finish() {
        if (!name_ilu_temp()) return false;
        complete_fill(word_, fill_);
        return true;
    }
    bool name_ilu_temp() {
        if (ilu_temp_ == nullptr) return true;
        // NV2A: beside the MAC the ILU writes R1 whatever the word names; other assemblers take such text (reference
        // nv2a.md, section 6). The name is kept where the MAC leaves the field free, and listings tell.
        if (mac_ != nullptr && mac_temp_ && ilu_temp_->number != kPairedTemp)
            return wrong(ilu_temp_->at, "beside an operation of the MAC, the ILU writes R1 and no other temporary");
        if (!mac_temp_) word_.set(Word128::temp, ilu_temp_->number);
        return true;
    }

    const Reader& in_;
    TwoInputs two_inputs_;
    Fill fill_;
    Word128 word_;
    Fault fault_;
    const Operation* mac_ = nullptr;
    const Operation* ilu_ = nullptr;
    const Source* input_ = nullptr;
    const Source* constant_ = nullptr;
    const Source* c_ = nullptr;
    const Destination* ilu_temp_ = nullptr;
    bool mac_temp_ = false;
    bool has_output_ = false;
};

} // namespace

Result<Word128> join(std::span<const Operation> operations, const Reader& in, TwoInputs two_inputs, Fill fill) {
    Joiner joiner(in, two_inputs, fill);
    if (!joiner.all(operations)) return std::unexpected(std::move(joiner.fault()));
    return joiner.word();
}

} // namespace relit::isa::nv2a
