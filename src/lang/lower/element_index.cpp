#include "lang/lower/element_index.hpp"

#include "ir/analysis/bounds.hpp"

namespace relit::lang {
namespace {

using ir::Id;
using ir::Inst;
using ir::Op;

constexpr std::uint32_t kAllOffsets = 0xffffffff;
constexpr unsigned kOffsetWidth = 32;

std::uint32_t low_word(std::uint64_t number) { return static_cast<std::uint32_t>(number); }

/// Of an operation whose second operand is known: what needs no shift, or kNone.
Id without_shift(ir::Builder& ir, const Inst& inst, std::uint64_t by, unsigned shift) {
    const Id first = inst.operands[0];
    const std::uint64_t unit = std::uint64_t{1} << shift, most = ir::upper_bound(ir.module(), first);
    switch (inst.op) {
        case Op::IShl: {
            if (by < shift || by >= kOffsetWidth) break;
            const Id scaled = by == shift ? first : ir.IShl(first, ir.i32(low_word(by) - shift));
            return most <= kAllOffsets >> by ? scaled : ir.IAnd(scaled, ir.i32(kAllOffsets >> shift));
        }
        case Op::IMul:
            if (by == 0 || by % unit != 0 || most > kAllOffsets / by) break;
            return by == unit ? first : ir.IMul(first, ir.i32(low_word(by >> shift)));
        case Op::IAnd: // with what clears only bits that are shifted out
            if ((by | (unit - 1)) != kAllOffsets) break;
            return element_index(ir, first, shift);
        case Op::IAdd:
            if (by % unit != 0 || most > kAllOffsets - by || !ir::is_multiple(ir.module(), first, low_word(unit)))
                break;
            return ir.IAdd({element_index(ir, first, shift), ir.i32(low_word(by >> shift))});
        default: break;
    }
    return ir::kNone;
}

} // namespace

Id element_index(ir::Builder& builder, Id offset, unsigned shift) {
    const Inst inst = builder.module()[offset];
    const auto by = inst.operands.size() == 2 ? ir::known_lane(builder.module(), inst.operands[1]) : std::nullopt;
    const Id shorter = by ? without_shift(builder, inst, *by, shift) : ir::kNone;
    return shorter != ir::kNone ? shorter : builder.UShr(offset, builder.i32(shift));
}

} // namespace relit::lang
