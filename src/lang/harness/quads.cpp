#include "lang/harness/steps.hpp"
#include "lang/lower/instructions.hpp"

namespace relit::lang {
namespace {

using ir::Id;
using ir::Inst;
using ir::Op;

constexpr std::uint32_t kQuad = 4;

class Quads {
public:
    explicit Quads(ir::Builder& builder) : ir_(builder), module_(builder.module()) {}

    void run() {
        (void)rewrite_instructions(
            ir_, [&](Id id) { return ir::info(module_[id].op).exchanges(); },
            [&](Id id) { return rewritten(Inst(module_[id])); });
    }

private:
    Id rewritten(const Inst& inst) {
        switch (inst.op) {
            case Op::FDdx: return difference(inst, 2, 1);
            case Op::FDdy: return difference(inst, 1, 2);
            case Op::Shuffle: return shuffle(inst.operands[0], as_word(inst.operands[1]));
            case Op::Ballot: return resized(inst.type.kind, ballot(inst.operands[0]));
            case Op::VoteAll: return ir_.IEq({ballot(ir_.BNot(inst.operands[0])), ir_.i32(0)});
            default: return ir_.INe({ballot(inst.operands[0]), ir_.i32(0)}); // VoteAny
        }
    }

    Id own_number() {
        return ir_.add(Op::ReadBuiltin, ir::kI32, {}, static_cast<std::uint32_t>(ir::Builtin::SubgroupInvocation));
    }
    Id first_of_quad() { return ir_.IAnd({own_number(), ir_.i32(~(kQuad - 1))}); }
    Id resized(ir::Kind kind, Id value) {
        const unsigned to = ir::bits_of(kind), from = ir::bits_of(ir_.type_of(value).kind);
        if (to == from) return value;
        return ir_.convert(to < from ? Op::ITruncate : Op::UExtend, kind, value);
    }
    Id as_word(Id value) { return resized(ir::Kind::I32, value); }

    /// From an invocation of the subgroup; 0 if it is not there.
    Id taken(Id value, Id from) { return ir_.add(Op::Shuffle, ir_.type_of(value), {value, from}); }
    Id is_there(Id number) { return ir_.INe({taken(ir_.i32(1), number), ir_.i32(0)}); }
    Id or_zero(Id condition, Id value) {
        const ir::Type type = ir_.type_of(value);
        const Id everywhere = type.lanes == 1 ? condition : ir_.splat(condition, type.lanes);
        return ir_.Select({everywhere, value, ir_.constant(type, 0)});
    }

    Id shuffle(Id value, Id asked) {
        const Id within = ir_.ULt(asked, ir_.i32(kQuad));
        const Id number = ir_.Select({within, asked, ir_.i32(0)});
        return or_zero(within, taken(value, ir_.IAdd(first_of_quad(), number)));
    }
    /// Bit i: of item i.
    Id ballot(Id condition) {
        const Id bit = ir_.Select({condition, ir_.i32(1), ir_.i32(0)}), first = first_of_quad();
        Id bits = taken(bit, first);
        for (std::uint32_t i = 1; i < kQuad; ++i) {
            const Id one = taken(bit, ir_.IAdd(first, ir_.i32(i)));
            bits = ir_.IOr(bits, ir_.IShl(one, ir_.i32(i)));
        }
        return bits;
    }
    /// Between the item's row or column of the quad (`own_bit` of its number) and the other one.
    Id difference(const Inst& inst, std::uint32_t own_bit, std::uint32_t other_bit) {
        const Id low = ir_.IAnd({own_number(), ir_.i32(~(kQuad - 1) | own_bit)});
        const Id high = ir_.IAdd(low, ir_.i32(other_bit));
        const Id low_is_there = is_there(low), both = ir_.BAnd(low_is_there, is_there(high));
        const Id more = taken(inst.operands[0], high), less = taken(inst.operands[0], low);
        return or_zero(both, ir_.in_mode(inst.mode, [&] { return ir_.FSub(more, less); }));
    }

    ir::Builder& ir_;
    ir::Module& module_;
};

} // namespace

void exchange_in_quads(ir::Builder& builder) { Quads(builder).run(); }

} // namespace relit::lang
