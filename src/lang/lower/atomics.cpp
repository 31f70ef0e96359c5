#include "lang/lower/atomics.hpp"

#include "ir/evaluate.hpp"
#include "lang/lower/element_index.hpp"
#include "lang/memory.hpp"

#include <array>
#include <vector>

namespace relit::lang {

using ir::Id;
using ir::Inst;
using ir::Op;

Id Atomics::write(Id id, const Inst& inst) {
    if (inst.type != ir::kI32 && inst.type != ir::kI64) return id; // writers refuse it
    const std::span<const Id> operands = inst.operands.subspan(1);
    if (const auto at = elements_.known_word(inst); at && !is_retried(inst)) {
        const std::uint32_t each = elements_.words_of_lane(inst), size = *elements_.words(inst);
        if (*at >= size || each > size - *at) return elements_.zeros(inst.type);
        return write({inst, ir_.i32(*at / each), operands});
    }
    std::vector<Id> arguments{element_index(ir_, inst.operands[0], inst.type == ir::kI64 ? kPairShift : kWordShift)};
    arguments.insert(arguments.end(), operands.begin(), operands.end());
    const OutlineKey key{inst.op, inst.type, ir::kI32, inst.type, {}, false, inst.imm + 1};
    return *outlines_.call(key, inst.type, arguments, [&](std::span<const Id> params) {
        return std::optional(where_inside({inst, params[0], params.subspan(1)}));
    });
}

Id Atomics::where_inside(const Change& change) {
    const bool wide = change.inst.type == ir::kI64;
    const Id first = wide ? elements_.first_word(change.index) : change.index;
    const std::optional<Id> inside = elements_.is_inside(change.inst, first, wide ? 1 : 0);
    if (!inside) return elements_.zeros(change.inst.type);
    const ir::BlockId change_it = ir_.block(), leave_it = ir_.block(), end = ir_.block();
    const Id result = ir_.block_param(end, change.inst.type);
    ir_.branch(*inside, change_it, leave_it);
    ir_.move_to(change_it);
    ir_.jump(end, std::array{write(change)});
    ir_.move_to(leave_it);
    ir_.jump(end, std::array{elements_.zeros(change.inst.type)});
    ir_.move_to(end);
    return result;
}

bool Atomics::is_alone(const Inst& inst) const {
    const bool harness = target_.interface == Interface::Harness;
    return is_private(module_, target_, inst.imm) || (harness && inst.type == ir::kI64);
}

/// Words are unsigned in GLSL, and so are atomic minima of them.
bool Atomics::is_retried(const Inst& inst) const {
    const bool is_signed = inst.op == Op::AtomicSMin || inst.op == Op::AtomicSMax;
    return is_signed && target_.dialect != Dialect::SpirV && !is_alone(inst);
}

Id Atomics::write(const Change& change) {
    if (is_alone(change.inst)) return write_alone(change);
    if (is_retried(change.inst)) return write_tries(change);
    std::vector<Id> operands{change.index};
    operands.insert(operands.end(), change.operands.begin(), change.operands.end());
    return ir_.add(change.inst.op, change.inst.type, operands, change.inst.imm);
}

/// Memory that no other invocation sees needs no atomic operation, and Vulkan has none for it.
Id Atomics::write_alone(const Change& change) {
    const Inst& inst = change.inst;
    if (inst.type == ir::kI32) {
        const Id old = elements_.load(inst, change.index, inst.type);
        elements_.store(inst, change.index, replacement(change, old));
        return old;
    }
    const Id low = elements_.first_word(change.index), high = elements_.after(low, 1);
    const Id first = elements_.load(inst, low, ir::kI32);
    const Id old = ir_.bitcast(inst.type, ir_.compose({first, elements_.load(inst, high, ir::kI32)}));
    const Id words = ir_.bitcast(kPairOfWords, replacement(change, old));
    elements_.store(inst, low, ir_.lane(words, 0));
    elements_.store(inst, high, ir_.lane(words, 1));
    return old;
}

/// Until no other invocation came between. A try finds what is there: words alone can be loaded before.
Id Atomics::write_tries(const Change& change) {
    const Inst& inst = change.inst;
    const ir::BlockId head = ir_.block(), again = ir_.block(), done = ir_.block();
    const Id old = ir_.block_param(head, inst.type);
    const bool is_word = inst.type == ir::kI32;
    ir_.jump(head, std::array{is_word ? elements_.load(inst, change.index, inst.type) : elements_.zeros(inst.type)});
    ir_.move_to(head);
    const Id fresh = replacement(change, old);
    const Id found = ir_.add(Op::AtomicCompareExchange, inst.type, {change.index, fresh, old}, inst.imm);
    ir_.branch(ir_.IEq(found, old), done, again);
    ir_.move_to(again);
    ir_.jump(head, std::array{found});
    ir_.move_to(done);
    return old;
}

Id Atomics::replacement(const Change& change, Id old) {
    const Op op = change.inst.op;
    if (op == Op::AtomicExchange) return change.operands[0];
    if (op == Op::AtomicCompareExchange) return ir_.Select({ir_.IEq(old, change.operands[1]), change.operands[0], old});
    return ir_.add(ir::plain_operation(op), change.inst.type, {old, change.operands[0]});
}

} // namespace relit::lang
