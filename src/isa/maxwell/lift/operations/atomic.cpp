// Changes of memory in one step.
#include "isa/maxwell/lift/operations/atomic.hpp"
#include "isa/maxwell/lift/operations/operations.hpp"

namespace relit::isa::maxwell {

ir::Type type_of_size(std::uint32_t size) { return size == kU64 || size == kS64 || size == kF64 ? ir::kI64 : ir::kI32; }

// Measured on a console; of exchanges that are not of whole words another translator says so. Sums of doubles are Pascal's.
bool Change::is_done() const {
    constexpr auto ops = [](std::initializer_list<AtomOp> all) {
        std::uint32_t mask = 0;
        for (const AtomOp one : all) mask |= 1U << one;
        return mask;
    };
    constexpr std::uint32_t kWhole = ops({kAdd, kMin, kMax, kAnd, kOr, kXor, kExchange});
    constexpr std::uint32_t kDone[] = {
        kWhole | ops({kInc, kDec}), kWhole,     kWhole, ops({kAdd}), ops({kAdd, kMin, kMax}),
        ops({kMin, kMax}),          ops({kAdd})};
    return (kDone[size] >> op & 1) != 0;
}

std::optional<ir::Op> direct(const Change& change) {
    if (change.is_of_floats()) return {};
    const bool sign = change.size == kS32 || change.size == kS64;
    switch (change.op) {
        case kAdd: return ir::Op::AtomicAdd;
        case kMin: return sign ? ir::Op::AtomicSMin : ir::Op::AtomicUMin;
        case kMax: return sign ? ir::Op::AtomicSMax : ir::Op::AtomicUMax;
        case kAnd: return ir::Op::AtomicAnd;
        case kOr: return ir::Op::AtomicOr;
        case kXor: return ir::Op::AtomicXor;
        case kExchange: return ir::Op::AtomicExchange;
        default: return {};
    }
}

namespace {

/// Of two zeros +0 is the larger one; NaN gives the other.
ir::Id extreme_half(Lift& lift, ir::Id a, ir::Id b, bool least) {
    ir::Builder& ir = lift.ir;
    const ir::Type bits = ir::kI32.with_lanes(2), floats = ir::kF32.with_lanes(2);
    const ir::Id x = ir.bitcast(bits, a), y = ir.bitcast(bits, b);
    const ir::Id joined = ir.bitcast(floats, least ? ir.IOr(x, y) : ir.IAnd(x, y));
    return ir.Select({ir.FEq(a, b), joined, least ? ir.FMin(a, b) : ir.FMax(a, b)});
}

ir::Id changed_halves(Lift& lift, const Change& change, ir::Id old) {
    ir::Builder& ir = lift.ir;
    const ir::Type halves = ir::kF16.with_lanes(2);
    const auto wide = [&](ir::Id word) {
        return ir.convert(ir::Op::FConvert, ir::Kind::F32, ir.bitcast(halves, word));
    };
    const ir::Id a = wide(old), b = wide(change.value);
    const ir::Id made = change.op == kAdd ? ir.FAdd(a, b) : extreme_half(lift, a, b, change.op == kMin);
    return ir.bitcast(ir::kI32, ir.convert(ir::Op::FConvert, ir::Kind::F16, made));
}

} // namespace

ir::Id changed(Lift& lift, const Change& change, ir::Id old) {
    ir::Builder& ir = lift.ir;
    if (change.size == kF32) {
        ir.mode(ir::FloatMode{}.set(ir::FloatMode::flush_inputs, true).set(ir::FloatMode::flush_result, true));
        const ir::Id sum = ir.FAdd({ir.bitcast(ir::kF32, old), ir.bitcast(ir::kF32, change.value)});
        lift.plain_mode();
        return ir.bitcast(ir::kI32, sum);
    }
    if (change.size == kF16x2) return changed_halves(lift, change, old);
    if (change.size == kF64)
        return ir.bitcast(ir::kI64, ir.FAdd({ir.bitcast(ir::kF64, old), ir.bitcast(ir::kF64, change.value)}));
    const ir::Type type = type_of_size(change.size);
    const ir::Id zero = ir.constant(type, std::uint64_t{0}), one = ir.constant(type, std::uint64_t{1});
    if (change.op == kInc) return lift.ir.Select({ir.ULe(change.value, old), zero, ir.IAdd(old, one)});
    const ir::Id starts_again = ir.BOr({ir.IEq(old, zero), ir.ULt(change.value, old)});
    return lift.ir.Select(starts_again, change.value, ir.ISub(old, one));
}

namespace {

/// Repeats until no other invocation interferes. A change requests the old value, too: a thread whose changes do nothing (a helper
/// of a quad, one that was discarded) is given the same by both, and goes on.
ir::Id changed_in_a_loop(Lift& lift, const Lift::MemoryOperand& at, const Change& change) {
    ir::Builder& ir = lift.ir;
    const ir::BlockId head = ir.block(), after = ir.block();
    ir.jump(head);
    ir.move_to(head);
    const ir::Type type = type_of_size(change.size);
    const ir::Id old = ir.add(ir::Op::AtomicOr, type, {at.address, ir.constant(type, std::uint64_t{0})}, at.resource);
    const ir::Id fresh = changed(lift, change, old);
    const ir::Id found = ir.add(ir::Op::AtomicCompareExchange, type, {at.address, fresh, old}, at.resource);
    ir.branch(ir.IEq(found, old), after, head);
    ir.move_to(after);
    return found;
}

/// A pair of type and operation that the machine does not have: memory stays, and what it holds is given.
void put_unchanged(Lift& lift, const Lift::MemoryOperand& at, const Change& change, bool gives) {
    lift.context.approximate(
        "an atomic operation on a type that it does not exist for leaves memory as it is, as on a console; what it gives is "
        "treated as the contents of memory");
    if (gives)
        lift.where_guarded([&] { lift.put(lift.ir.load_buffer(at.resource, at.address, type_of_size(change.size))); });
}

/// Does it where the guard holds; the old value goes to Rd, where there is one.
void put_changed(Lift& lift, const Lift::MemoryOperand& at, const Change& change, bool gives) {
    if (!change.is_known()) return lift.refuse("an unknown operation");
    if (!change.is_done()) return put_unchanged(lift, at, change, gives);
    lift.where_guarded([&] {
        const auto op = direct(change);
        const ir::Id old = op ? lift.ir.add(*op, type_of_size(change.size), {at.address, change.value}, at.resource)
                              : changed_in_a_loop(lift, at, change);
        if (gives) lift.put(old);
    });
}

/// Two words, or two pairs of them from B on: what must be there, and what comes then.
void put_exchanged(Lift& lift, const Lift::MemoryOperand& at) {
    const ir::Type type = lift.is_on(Role::CasWide) ? ir::kI64 : ir::kI32;
    const std::uint32_t first = lift.in[Role::B], words = type == ir::kI64 ? 2 : 1;
    const std::uint32_t second = first == kZeroRegister ? first : first + words;
    const ir::Id wanted = lift.reg(first, type), fresh = lift.reg(second, type);
    lift.where_guarded(
        [&] { lift.put(lift.ir.add(ir::Op::AtomicCompareExchange, type, {at.address, fresh, wanted}, at.resource)); });
}

} // namespace

void lift_atom(Lift& lift) {
    const std::uint32_t size = lift.in[Role::AtomSize];
    const Lift::MemoryOperand at = lift.global_operand();
    put_changed(lift, at, {lift.in[Role::AtomOp], size, lift.bits(Role::B, type_of_size(size))}, true);
}

// The operand of the change is where other instructions have the destination.
void lift_red(Lift& lift) {
    const std::uint32_t size = lift.in[Role::AtomSize];
    const Lift::MemoryOperand at = lift.global_operand();
    put_changed(lift, at, {lift.in[Role::AtomOp], size, lift.reg(lift.in[Role::D], type_of_size(size))}, false);
}

void lift_atoms(Lift& lift) {
    constexpr std::uint32_t kSizes[] = {kU32, kS32, kU64, kS64};
    const std::uint32_t size = kSizes[lift.in[Role::AtomSize]];
    if (type_of_size(size) == ir::kI64 && lift.in[Role::AtomOp] != kExchange)
        lift.context.approximate("ATOMS of 64 bits, which on a console only exchange, are taken to be done");
    const Lift::MemoryOperand at = lift.shared_operand();
    put_changed(lift, at, {lift.in[Role::AtomOp], size, lift.bits(Role::B, type_of_size(size))}, true);
}

void lift_atom_cas(Lift& lift) { put_exchanged(lift, lift.global_operand()); }
void lift_atoms_cas(Lift& lift) { put_exchanged(lift, lift.shared_operand()); }

} // namespace relit::isa::maxwell
