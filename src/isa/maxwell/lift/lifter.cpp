// The lifting context of operations: registers, predicates and flags as files, memory as resources.
#include "isa/maxwell/lift/lifter.hpp"

#include "ir/names.hpp"
#include "isa/maxwell/lift/epilogue.hpp"
#include "isa/maxwell/lift/flags.hpp"
#include "isa/maxwell/lift/operations/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <ranges>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kNot = 8; // of a predicate

struct LiftRow {
    Op op;
    OperationLift lift;
};
constexpr LiftRow kLiftRows[] = {
#define LIFT(op, function) {Op::op, {function, false, {}}},
#define SILENT(op, why) {Op::op, {nullptr, false, why}},
#define REFUSED(op, why) {Op::op, {nullptr, true, why}},
#include "isa/maxwell/lift/operations/operations.inc"
#undef LIFT
#undef SILENT
#undef REFUSED
};

constexpr auto kLifts = [] {
    std::array<OperationLift, kOps> by_op{};
    for (const LiftRow& row : kLiftRows) by_op[static_cast<std::size_t>(row.op)] = row.lift;
    return by_op;
}();
static_assert(std::size(kLiftRows) == kOps, "every operation of ops.inc has one row in operations.inc");

} // namespace

const OperationLift& lift_of(Op op) { return kLifts[static_cast<std::size_t>(op)]; }

Lift::Lift(ir::Module& module, const Program& from, ir::ContextReader& reader, PrintOrigin print_origin)
    : Lift(std::make_unique<ir::Builder>(module), module, from, reader, print_origin) {}

Lift::Lift(std::unique_ptr<ir::Builder> builder, ir::Module& module, const Program& from, ir::ContextReader& reader,
           PrintOrigin print_origin)
    : ir(*builder), program(from), context(reader),
      attributes((describe_stage(module, from, reader), ir), from, reader), own_builder_(std::move(builder)),
      print_origin_(print_origin), r_(ir.file("r", ir::Kind::I32, 1, kRegisters, ir::Role::Register)),
      p_(ir.file("p", ir::Kind::I32, 1, kPredicates, ir::Role::Register)),
      cc_(ir.file("cc", ir::Kind::I32, 1, kFlags, ir::Role::Register)) {
    module.source = "maxwell";
}

Lift::Lift(Lift& before, const Program& from)
    : ir(before.ir), program(from), context(before.context), attributes(before.attributes, from),
      print_origin_(before.print_origin_), first_origin_(static_cast<std::uint32_t>(before.program.code.size())),
      suffix_("_b"), r_(ir.file(own_name("r"), ir::Kind::I32, 1, kRegisters, ir::Role::Register)),
      p_(ir.file(own_name("p"), ir::Kind::I32, 1, kPredicates, ir::Role::Register)),
      cc_(ir.file(own_name("cc"), ir::Kind::I32, 1, kFlags, ir::Role::Register)) {}

// ---- sources

/// RZ follows the last register.
ir::Id Lift::pair(std::uint32_t index, ir::Type type) {
    return index + 1 < kRegisters ? ir.load(r_, index, type) : number(type, 0);
}

/// Of a register as it is where the guard holds.
ir::Id Lift::guarded_reg(std::uint32_t index, ir::Type type) {
    const bool is_pair = is_wide(type) && index + 1 < kRegisters;
    if (const ir::Id low = put_under_guard(index); low != ir::kNone && (!is_wide(type) || is_pair)) {
        if (!is_pair) return ir.type_of(low) == type ? low : ir.bitcast(type, low);
        const auto bits = [&](ir::Id word) { return ir.type_of(word) == ir::kI32 ? word : ir.bitcast(ir::kI32, word); };
        if (const ir::Id high = put_under_guard(index + 1); high != ir::kNone)
            return ir.bitcast(type, ir.compose({bits(low), bits(high)}));
    }
    return under_guard(is_wide(type) ? pair(index, type) : ir.load(r_, index, type));
}

/// In a program that is lifted to be read: the value that an instruction before, in this block and under the same guard, put
/// into the register. None where it put none, or the predicate has changed since.
ir::Id Lift::put_under_guard(std::uint32_t index) {
    if (context.builds_ssa() || context.traceable()) return ir::kNone;
    const ir::Module& module = ir.module();
    const auto is_store_to = [&](const ir::Inst& inst, std::uint32_t file, std::uint32_t lane) {
        if (inst.op != ir::Op::StoreFile || inst.access()[ir::Access::file] != file) return false;
        const std::uint32_t first = inst.access()[ir::Access::lane];
        return lane - first < bits_of(accessed_type(module, inst)) / bits_of(ir::kI32);
    };
    for (const ir::Id id : module.functions[ir.function_here()].blocks[ir.here()].insts | std::views::reverse) {
        const ir::Inst& inst = module[id];
        if (is_store_to(inst, p_, in.guard() & ~kNot)) return ir::kNone;
        if (!is_store_to(inst, r_, index)) continue;
        const ir::Inst& value = module[inst.operands[0]];
        const ir::Inst& condition = module[value.operands.empty() ? inst.operands[0] : value.operands[0]];
        if (value.op != ir::Op::Select || condition.op != ir::Op::INe || bits_of(value.type) != 32) return ir::kNone;
        const ir::Inst& guard = module[condition.operands[0]];
        const ir::Access predicate = ir::Access{}.set(ir::Access::file, p_).set(ir::Access::lane, in.guard() & ~kNot);
        if (guard.op != ir::Op::LoadFile || guard.imm != predicate.raw[0]) return ir::kNone;
        const ir::Id put = value.operands[guard_is_not_ ? 2 : 1];
        const ir::Access own = ir::Access{}.set(ir::Access::file, r_).set(ir::Access::lane, index);
        const bool is_before = module[put].op == ir::Op::LoadFile && module[put].imm == own.raw[0];
        return is_before ? ir::kNone : put; // the other way round
    }
    return ir::kNone;
}

const VertexExtras& Lift::vertex_extras() {
    if (!extras_) extras_.emplace(ir, attributes.output, context);
    return *extras_;
}

ir::Id Lift::other_bits(Role role, ir::Type type) {
    const Source from = source(in, role);
    switch (from.kind) {
        case Source::Kind::Register: return reg(from.index, type);
        case Source::Kind::Constant: return constant_source(from, type);
        default: return number(role, from, type);
    }
}

// A pair that begins at an odd word is that word, above zeros.
ir::Id Lift::constant_source(const Source& from, ir::Type type) {
    const auto offset = static_cast<std::uint32_t>(from.number);
    if (!is_wide(type) || offset % 8 == 0) return constant_at(from.index, offset, type);
    return ir.bitcast(type, ir.compose({i32(0), constant_at(from.index, offset, ir::kI32)}));
}

ir::Id Lift::constant_at(std::uint32_t slot, std::uint32_t offset, ir::Type type) {
    return constant(slot, i32(offset), type);
}

// Short numbers are the high word of 64 bits, of whole numbers too.
ir::Id Lift::number(Role role, const Source& from, ir::Type type) {
    if (type == ir::kI32) return i32(static_cast<std::uint32_t>(from.number));
    if (bits_of(type) == 32) return number(type, from.number & 0xffffffff);
    const FieldId field = field_of(in.form, role);
    const bool is_float = field != FieldId::End && maxwell::row(field).kind == Kind::Float64Top;
    return number(type, is_float ? from.number : from.number << 32);
}

ir::Id Lift::with_sign(Role role, ir::Id value) {
    const Role neg = role == Role::A ? Role::NegA : role == Role::B ? Role::NegB : Role::NegC;
    value = with_absolute(role, value);
    return is_on(neg) ? ir.FNeg(value) : value;
}

ir::Id Lift::with_absolute(Role role, ir::Id value) {
    const Role abs = role == Role::A ? Role::AbsA : Role::AbsB;
    return role != Role::C && is_on(abs) ? ir.FAbs(value) : value;
}

ir::Id Lift::predicate(std::uint32_t number) {
    const bool negated = (number & kNot) != 0;
    number &= 7;
    if (number == kTruePredicate) return boolean(!negated);
    const ir::Id loaded = ir.load_bool(p_, number), holds = guard_ == ir::kNone ? loaded : under_guard(loaded);
    return negated ? ir.BNot(holds) : holds;
}

ir::Id Lift::flag(Flag flag) {
    assert((flags_read_by(in) >> static_cast<unsigned>(flag) & 1) != 0);
    const ir::Id loaded = ir.load_bool(cc_, static_cast<std::uint32_t>(flag));
    return guard_ == ir::kNone ? loaded : under_guard(loaded);
}

// n, z, c, v are sign, zero, carry, overflow.
ir::Id Lift::test(std::uint32_t number) {
    const auto n = [&] { return flag(Flag::Sign); };
    const auto z = [&] { return flag(Flag::Zero); };
    const auto c = [&] { return flag(Flag::Carry); };
    const auto v = [&] { return flag(Flag::Overflow); };
    const auto no = [&](ir::Id a) { return ir.BNot(a); };
    switch (number) {
        case 0: return boolean(false);
        case 1: return ir.BXor({ir.BAnd({n(), no(z())}), v()});
        case 2: return ir.BAnd({z(), no(n())});
        case 3: return ir.BXor({n(), ir.BOr({z(), v()})});
        case 4: return no(ir.BOr({ir.BXor({n(), v()}), z()}));
        case 5: return no(z());
        case 6: return no(ir.BXor({n(), v()}));
        case 7: return no(ir.BAnd({n(), z()}));
        case 8: return ir.BAnd({n(), z()});
        case 9: return ir.BXor({n(), v()});
        case 10: return z();
        case 11: return ir.BOr({ir.BXor({n(), v()}), z()});
        case 12: return no(ir.BXor({n(), ir.BOr({z(), v()})}));
        case 13: return ir.BOr({n(), no(z())});
        case 14: return no(ir.BXor({ir.BAnd({n(), no(z())}), v()}));
        case 16: return no(v());
        case 17: return no(c());
        case 18: return no(n());
        case 19: return ir.BOr({z(), no(c())});
        case 20: return ir.BAnd({c(), no(z())});
        case 21: return n();
        case 22: return c();
        case 23: return v();
        case 30: return ir.BOr({n(), z()});
        case 31: return no(ir.BOr({n(), z()}));
        case 15: return boolean(true);
        default: // tests of the shader's kind
            context.approximate("tests of the flags CC.CSM and CC.FCSM, whose meaning is unknown, are treated as true");
            return boolean(true);
    }
}

ir::Id Lift::read(ir::Builtin which) {
    return ir.add(ir::Op::ReadBuiltin, ir::type_of(which), std::span<const ir::Id>{},
                  static_cast<std::uint32_t>(which));
}

namespace {

/// By rounding, 4 with flushing of what goes in, 8 of what comes out.
constexpr auto kFloatModes = [] {
    constexpr std::array<std::uint32_t, 4> kRounding = {0, 3, 2, 1}; // to nearest, down, up, to zero
    std::array<ir::FloatMode, 16> modes;
    for (std::size_t i = 0; i < modes.size(); ++i)
        modes[i]
            .set(ir::FloatMode::rounding, kRounding[i % 4])
            .set(ir::FloatMode::flush_inputs, (i & 4) != 0)
            .set(ir::FloatMode::flush_result, (i & 8) != 0);
    return modes;
}();

} // namespace

void Lift::float_mode(bool flushes_inputs, bool flushes_result) {
    ir.mode(kFloatModes[(flushes_inputs ? 4 : 0) + (flushes_result ? 8 : 0) + (in[Role::Round] & 3)]);
}

ir::Id Lift::negative_zero(ir::Id value) {
    const ir::Type type = ir.type_of(value);
    return number(type, std::uint64_t{1} << (bits_of(type.kind) - 1));
}

// ---- results

ir::Id Lift::under_guard(ir::Id value) {
    const ir::Inst& inst = ir.module()[value];
    if (inst.op == ir::Op::Bitcast) {
        const ir::Id bits = under_guard(inst.operands[0]);
        return bits == inst.operands[0] ? value : ir.bitcast(inst.type, bits);
    }
    if (inst.op != ir::Op::Select || inst.operands[0] != guard_) return value;
    return inst.operands[guard_is_not_ ? 2 : 1];
}

ir::Id Lift::guarded(ir::Id value, ir::Id before) {
    return guard_is_not_ ? ir.Select(guard_, before, value) : ir.Select(guard_, value, before);
}

void Lift::put(std::uint32_t index, ir::Id value) {
    const ir::Type type = ir.type_of(value);
    if (index + (is_wide(type) ? 2 : 1) > kRegisters) return;
    is_guarded() ? put_guarded(index, type, value) : ir.store(r_, index, value);
}

void Lift::put_guarded(std::uint32_t index, ir::Type type, ir::Id value) {
    ir.store(r_, index, guarded(value, ir.load(r_, index, type)));
}

void Lift::put_predicate(std::uint32_t number, ir::Id holds) {
    if (number < kPredicates) put_bool(p_, number, holds);
}

void Lift::put_flag(Flag flag, ir::Id holds) { put_bool(cc_, static_cast<std::uint32_t>(flag), holds); }

void Lift::put_bool(std::uint32_t file, std::uint32_t index, ir::Id holds) {
    if (is_guarded()) holds = guarded(holds, ir.load_bool(file, index));
    ir.store_bool(file, index, holds);
}

void Lift::put_flags(ir::Id result, ir::Id carry, ir::Id overflow) {
    if (!sets_flags()) return;
    if (is_live(Flag::Zero)) put_flag(Flag::Zero, ir.IEq(result, i32(0)));
    if (is_live(Flag::Sign)) put_flag(Flag::Sign, ir.SLt(result, i32(0)));
    if (is_live(Flag::Carry)) put_flag(Flag::Carry, carry == ir::kNone ? boolean(false) : carry);
    if (is_live(Flag::Overflow)) put_flag(Flag::Overflow, overflow == ir::kNone ? boolean(false) : overflow);
}

void Lift::put_float_flags(ir::Id value) {
    if (!sets_flags() || live_flags_ == 0) return;
    const ir::Type type = ir.type_of(value);
    const ir::Id zero = number(type, 0), no_number = ir.FIsNan(value);
    put_flag(Flag::Zero, ir.BOr(ir.FEq(value, zero), no_number));
    put_flag(Flag::Sign, ir.BOr(ir.FLt(value, zero), no_number));
    put_flag(Flag::Carry, boolean(false));
    put_flag(Flag::Overflow, boolean(false));
}

// The other one is PT more often than not.
ir::Id Lift::joined(ir::Id holds, Role other_one, std::uint32_t how) {
    if (how == 0 && in[other_one] == kTruePredicate) return holds;
    const ir::Id other = predicate(other_one);
    return how == 0 ? ir.BAnd(holds, other) : how == 1 ? ir.BOr(holds, other) : ir.BXor(holds, other);
}

void Lift::put_compared(ir::Id holds) { put_two(holds, in[Role::Pq] < kPredicates ? ir.BNot(holds) : ir::kNone); }

void Lift::put_two(ir::Id first, ir::Id second) {
    const bool is_first = in[Role::Pd] < kPredicates, is_second = in[Role::Pq] < kPredicates;
    const ir::Id yes = is_first ? joined(first, Role::Ps, in[Role::Bool]) : ir::kNone;
    const ir::Id no = is_second ? joined(second, Role::Ps, in[Role::Bool]) : ir::kNone;
    put_predicate(Role::Pd, yes);
    put_predicate(Role::Pq, no);
}

void Lift::put_set(ir::Id holds) {
    const ir::Id yes = joined(holds, Role::Ps, in[Role::Bool]);
    const ir::Id result = ir.Select({yes, i32(is_on(Role::Float) ? std::bit_cast<std::uint32_t>(1.0F) : ~0U), i32(0)});
    put(result);
    put_flags(result);
}

void Lift::refuse(std::string_view why) {
    if (!refusal_) return;
    refusal_ = std::unexpected(Fault{.kind = FaultKind::NotSupported,
                                     .text = fmt::format("{}: {}", row(in.op()).mnemonic, why),
                                     .offset = std::uint64_t{program.code_offset} + in.address});
}

// ---- one instruction

void Lift::name_origin(std::uint32_t number, const Instruction& next) {
    if (!context.named()) return;
    text_.clear();
    print_origin_(text_, next);
    ir.origin(first_origin_ + number, text_);
}

void Lift::instruction(std::span<const Instruction> block, std::size_t at, std::uint32_t live_flags) {
    in = block[at];
    earlier = block.first(at);
    live_flags_ = live_flags;
    if (!in.known()) return opaque();
    if (const std::uint32_t guard = in.guard(); guard != kTruePredicate) {
        guard_is_not_ = (guard & kNot) != 0;
        guard_ = predicate(guard & ~kNot);
        if (const ir::Inst& known = ir.module()[guard_]; context.builds_ssa() && known.op == ir::Op::BNot) {
            guard_is_not_ = !guard_is_not_; // as choices have it that are made by it
            guard_ = known.operands[0];
        }
    }
    const OperationLift& operation = lift_of(in.op());
    if (operation.lift != nullptr) operation.lift(*this), look_for_unknown();
    if (operation.refused) refuse(operation.reason);
    if (has_to_do_with_flags(in)) note_flag_writer();
    guard_ = ir::kNone;
}

void Lift::note_flag_writer() {
    const bool writes = sets_flags() || (in.op() == Op::R2P && in[Role::Flags] != 0);
    if (writes && is_guarded()) return flag_writer_.reset();
    if (writes) flag_writer_ = in.op();
}

ir::Id Lift::branch_condition(const Instruction& last) {
    in = last;
    const ir::Id guard = last.guard() == kTruePredicate ? ir::kNone : predicate(last.guard());
    if (!last.has(Role::Test) || last[Role::Test] == kTrueTest) return guard;
    const ir::Id passes = test(last[Role::Test]);
    return guard == ir::kNone ? passes : ir.BAnd(guard, passes);
}

void Lift::opaque() {
    const std::uint32_t words[] = {static_cast<std::uint32_t>(in.word), static_cast<std::uint32_t>(in.word >> 32)};
    ir.opaque(std::uint64_t{program.code_offset} + in.address, words);
}

} // namespace relit::isa::maxwell
