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

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kRegisters = 255;
constexpr std::uint32_t kNot = 8; // of a predicate

/// Whether a value of 32 or 64 bits takes a pair of registers.
bool is_wide(ir::Type type) {
    return type.lanes == 2 ? bits_of(type.kind) == 32 : type.kind == ir::Kind::I64 || type.kind == ir::Kind::F64;
}

struct LiftRow {
    Op op;
    OperationLift lift;
};
constexpr LiftRow kLiftRows[] = {
#define LIFT(op, function, touches) {Op::op, {function, false, {}}},
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
    : ir(module), program(from), context(reader), attributes((describe_stage(module, from, reader), ir), from, reader),
      print_origin_(print_origin), r_(ir.file("r", ir::Kind::I32, 1, kRegisters, ir::Role::Register)),
      p_(ir.file("p", ir::Kind::I32, 1, kPredicates, ir::Role::Register)),
      cc_(ir.file("cc", ir::Kind::I32, 1, kFlags, ir::Role::Register)) {
    module.source = "maxwell";
}

Lift::Lift(Lift& before, const Program& from)
    : ir(before.ir.module()), program(from), context(before.context), attributes(before.attributes, from),
      print_origin_(before.print_origin_), first_origin_(static_cast<std::uint32_t>(before.program.code.size())),
      suffix_("_b"), r_(ir.file(own_name("r"), ir::Kind::I32, 1, kRegisters, ir::Role::Register)),
      p_(ir.file(own_name("p"), ir::Kind::I32, 1, kPredicates, ir::Role::Register)),
      cc_(ir.file(own_name("cc"), ir::Kind::I32, 1, kFlags, ir::Role::Register)) {}

// ---- sources

ir::Id Lift::number(ir::Type type, std::uint64_t value) {
    const auto kind = static_cast<std::uint32_t>(type.kind);
    const std::uint32_t mixed = (static_cast<std::uint32_t>(value ^ value >> 32) + kind) * 0x9e3779b1U;
    Number& known = numbers_[mixed >> (32 - kNumberBits)];
    if (known.id == ir::kNone || known.value != value || known.type != type)
        known = {value, type, new_number(type, value)};
    return known.id;
}

ir::Id Lift::new_number(ir::Type type, std::uint64_t value) {
    ir::Module& module = ir.module();
    const auto literal = static_cast<std::uint32_t>(module.literals.size());
    module.literals.push_back(value);
    const ir::Id id = ir.make(ir::Op::Const, type, {}, literal);
    module.functions[ir.function_here()].blocks[0].insts.push_back(id);
    return id;
}

// What is not at hand as it is.
ir::Id Lift::other_reg(std::uint32_t index, ir::Type type) {
    if (index >= kRegisters) return number(type, 0);
    const bool pair = is_wide(type);
    if (const ir::Id low = known_under_guard(index); low != ir::kNone) {
        if (!pair) return as(type, low);
        const ir::Id high = index + 1 < kRegisters ? known_under_guard(index + 1) : ir::kNone;
        if (high != ir::kNone) return ir.bitcast(type, ir.compose({as(ir::kI32, low), as(ir::kI32, high)}));
    }
    if (pair && index + 1 >= kRegisters) return number(type, 0);
    return pair ? loaded_pair(index, type) : loaded(index, type);
}

ir::Id Lift::known_under_guard(std::uint32_t index) const {
    if (guard_ == ir::kNone || guarded_[index].block != block_ || guarded_[index].value == ir::kNone) return ir::kNone;
    if (context.traceable()) return ir::kNone;
    const std::uint32_t guard = in.guard();
    const bool same = guarded_[index].guard == guard && guarded_[index].epoch == epochs_[guard & 7];
    return same ? guarded_[index].value : ir::kNone;
}

void Lift::start_block(bool program_starts) {
    ++block_;
    program_starts_ = program_starts && !context.named();
    neighbours_.clear();
    waiting_.clear();
    unsaved_.fill(0);
    flag_writer_.reset();
}

// ---- what the block holds

ir::Id Lift::word_of(const LocalValue& local) {
    if (local.part == LocalValue::Part::Whole) return local.id;
    if (local.part == LocalValue::Part::Later) return value_of_part(*this, waiting_[local.id - 1]);
    return ir.lane(ir.bitcast(ir::kI32.with_lanes(2), local.id), local.part == LocalValue::Part::High ? 1 : 0);
}

bool Lift::is_pair(std::uint32_t index) const {
    if (index + 1 >= kRegisters || locals_[index].part != LocalValue::Part::Low) return false;
    return is_known(index) && is_known(index + 1) && locals_[index + 1].part == LocalValue::Part::High &&
           locals_[index + 1].id == locals_[index].id;
}

ir::Id Lift::loaded(std::uint32_t index, ir::Type type) {
    if (is_known(index)) return known_as(type, index);
    if (is_untouched(index)) return number(type, 0);
    const ir::Id value = ir.load(r_, index, type);
    know(index, {value, LocalValue::Part::Whole});
    return value;
}

ir::Id Lift::known_as(ir::Type type, std::uint32_t index) {
    LocalValue& local = locals_[index];
    const bool stays = local.part == LocalValue::Part::Later && aside_from_ == ir::kNoBlock;
    if (stays) local = {word_of(local), LocalValue::Part::Whole, block_, ir::kNone};
    const ir::Id word = known_where(true, word_of(local));
    if (ir.type_of(word) == type) return word;
    if (word != local.id) return cast(type, word);
    if (local.cast != ir::kNone && ir.type_of(local.cast) == type) return local.cast;
    const ir::Id made = cast(type, word);
    if (aside_from_ == ir::kNoBlock) local.cast = made;
    return made;
}

// A number of the other type is another number, and what was cast before is there as it was.
ir::Id Lift::cast(ir::Type type, ir::Id word) {
    const ir::Inst& inst = ir.module()[word];
    constexpr std::uint32_t kWord = 32;
    if (context.keeps_local_values() && inst.op == ir::Op::Const && bits_of(inst.type) == kWord && type.lanes == 1)
        return number(type, ir.module().literal(inst)[0]);
    if (context.keeps_local_values() && inst.op == ir::Op::Bitcast && ir.type_of(inst.operands[0]) == type)
        return inst.operands[0];
    return ir.bitcast(type, word);
}

ir::Id Lift::loaded_pair(std::uint32_t index, ir::Type type) {
    if (is_pair(index)) return as(type, locals_[index].id);
    if (is_known(index) || is_known(index + 1)) {
        const ir::Id low = loaded(index, ir::kI32), high = loaded(index + 1, ir::kI32);
        return ir.bitcast(type, ir.compose({low, high}));
    }
    if (is_untouched(index) && is_untouched(index + 1)) return number(type, 0);
    const ir::Id value = ir.load(r_, index, type);
    know(index, {value, LocalValue::Part::Low});
    know(index + 1, {value, LocalValue::Part::High});
    return value;
}

ir::Id Lift::loaded_bool(std::uint32_t index) {
    if (is_known(index)) return known_where(true, locals_[index].id);
    if (is_untouched(index)) return boolean(false);
    const bool of_flags = index >= kFlagAt;
    const ir::Id bits = ir.load(of_flags ? cc_ : p_, index - (of_flags ? kFlagAt : kPredicateAt), ir::kI32);
    const ir::Id holds = ir.INe(bits, i32(0));
    know(index, {holds, LocalValue::Part::Whole});
    return holds;
}

void Lift::know(std::uint32_t index, const LocalValue& local) {
    if (!context.keeps_local_values()) return;
    locals_[index] = local;
    locals_[index].block = block_;
    if (aside_from_ != ir::kNoBlock) aside_.push_back(index);
}

/// For the value's name in text.
void Lift::note_register(std::uint32_t index, const LocalValue& local) {
    if (!context.named()) return;
    const std::uint32_t file = index < kPredicateAt ? r_ : index < kFlagAt ? p_ : cc_;
    const std::uint32_t lane = index - (index < kPredicateAt ? 0 : index < kFlagAt ? kPredicateAt : kFlagAt);
    ir.module().note_register(
        local.id, ir::Access{}.set(ir::Access::file, file).set(ir::Access::lane, lane).set(ir::Access::mask, 1U));
}

void Lift::change(std::uint32_t index, const LocalValue& local) {
    if (local.part == LocalValue::Part::Whole || local.part == LocalValue::Part::Low) note_register(index, local);
    if (context.keeps_local_values() && aside_from_ == ir::kNoBlock) {
        locals_[index] = {local.id, local.part, block_, ir::kNone};
        unsaved_[index / 64] |= std::uint64_t{1} << (index % 64);
        origins_[index] = ir.origin_here();
        return;
    }
    if (is_unsaved(index)) { // where the effect is not done
        const ir::BlockId here = ir.here();
        ir.move_to(aside_from_);
        save(index);
        ir.move_to(here);
    }
    know(index, local);
    store(index, local);
}

void Lift::store(std::uint32_t index, const LocalValue& local) {
    if (index < kPredicateAt) return ir.store(r_, index, word_of(local));
    const bool of_flags = index >= kFlagAt;
    ir.store(of_flags ? cc_ : p_, index - (of_flags ? kFlagAt : kPredicateAt), ir.Select({local.id, i32(1), i32(0)}));
}

void Lift::save(std::uint32_t index) {
    const std::uint32_t origin = ir.origin_here();
    ir.origin_index(origins_[index]);
    if (is_pair(index) && is_unsaved(index + 1)) {
        ir.store(r_, index, locals_[index].id);
        note_saved(index + 1);
    } else {
        store(index, locals_[index]);
    }
    note_saved(index);
    ir.origin_index(origin);
}

void Lift::save(const RegisterSet& looked_at) {
    for (std::uint32_t i = 0; i < unsaved_.size(); ++i)
        for (std::uint64_t left = unsaved_[i]; left != 0; left &= left - 1) {
            const std::uint32_t index = 64 * i + static_cast<std::uint32_t>(std::countr_zero(left));
            if (is_unsaved(index) && looked_at.has(index)) save(index);
        }
    unsaved_.fill(0);
}

void Lift::come_back() {
    for (const std::uint32_t index : aside_) locals_[index] = {.block = block_}; // as it was stored there, or before
    aside_.clear();
    aside_from_ = ir::kNoBlock;
}

bool Lift::put_later(const Product& part) {
    const std::uint32_t index = in[Role::D];
    if (context.named() || is_guarded() || aside_from_ != ir::kNoBlock || index >= kRegisters) return false;
    waiting_.push_back(part);
    guarded_[index].value = ir::kNone;
    ++changes_[index];
    change(index, {static_cast<ir::Id>(waiting_.size()), LocalValue::Part::Later});
    return true;
}

Lift::Product Lift::part_in(Role role) {
    const Source from = source(in, role);
    const bool waits = from.kind == Source::Kind::Register && from.index < kRegisters && is_known(from.index) &&
                       locals_[from.index].part == LocalValue::Part::Later;
    return waits ? waiting_[locals_[from.index].id - 1] : part_of_product(bits(role));
}

void Lift::note_neighbour(std::uint32_t to, std::uint32_t from, std::uint32_t direction) {
    if (to >= kRegisters || from >= kRegisters || to == from) return;
    std::erase_if(neighbours_, [&](const Neighbour& one) { return one.to == to; });
    neighbours_.push_back({to, from, changes_[to], changes_[from], direction});
}

std::uint32_t Lift::neighbour_direction(std::uint32_t to, std::uint32_t from) const {
    for (const Neighbour& one : neighbours_)
        if (one.to == to && one.from == from && one.to_changes == changes_[to] && one.from_changes == changes_[from])
            return one.direction;
    return 0;
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
    LoadedConstant& known = loaded_constants_[(offset / 4 + slot) % loaded_constants_.size()];
    if (known.block == block_ && known.slot == slot && known.offset == offset && known.type == type) return known.id;
    const ir::Id value = constant(slot, i32(offset), type);
    if (context.keeps_local_values() && aside_from_ == ir::kNoBlock) known = {slot, offset, block_, type, value};
    return value;
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
    const ir::Id holds = loaded_bool(kPredicateAt + number);
    return negated ? opposite(holds) : holds;
}

ir::Id Lift::opposite(ir::Id holds) {
    const ir::Inst inst = ir.module()[holds];
    if (!context.keeps_local_values()) return ir.BNot(holds);
    switch (inst.op) {
        case ir::Op::BNot: return inst.operands[0];
        case ir::Op::IEq: return ir.INe(inst.operands[0], inst.operands[1]);
        case ir::Op::INe: return ir.IEq(inst.operands[0], inst.operands[1]);
        case ir::Op::ULt: return ir.ULe(inst.operands[1], inst.operands[0]);
        case ir::Op::ULe: return ir.ULt(inst.operands[1], inst.operands[0]);
        case ir::Op::SLt: return ir.SLe(inst.operands[1], inst.operands[0]);
        case ir::Op::SLe: return ir.SLt(inst.operands[1], inst.operands[0]);
        default: return ir.BNot(holds);
    }
}

ir::Id Lift::flag(Flag flag) {
    assert((flags_read_by(in) >> static_cast<unsigned>(flag) & 1) != 0);
    return loaded_bool(kFlagAt + static_cast<std::uint32_t>(flag));
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

ir::Id Lift::known_where(bool guard_holds, ir::Id value) {
    const ir::Inst& inst = ir.module()[value];
    if (guard_ == ir::kNone || inst.op != ir::Op::Select || inst.operands[0] != guard_) return value;
    return inst.operands[guard_holds != guard_is_not_ ? 1 : 2];
}

ir::Id Lift::before_guarded(std::uint32_t index, ir::Type type) {
    if (is_known(index) && locals_[index].part == LocalValue::Part::Whole) {
        const ir::Id value = known_where(false, locals_[index].id);
        return type == ir::kBool ? value : as(type, value);
    }
    return index < kPredicateAt ? loaded(index, type) : loaded_bool(index);
}

ir::Id Lift::pair_before_guarded(std::uint32_t index, ir::Type type) {
    if (is_pair(index)) return as(type, known_where(false, locals_[index].id));
    if (!is_known(index) && !is_known(index + 1)) return loaded_pair(index, type);
    const ir::Id low = before_guarded(index, ir::kI32), high = before_guarded(index + 1, ir::kI32);
    return ir.bitcast(type, ir.compose({low, high}));
}

ir::Id Lift::guarded(ir::Id value, ir::Id before) {
    return guard_is_not_ ? ir.Select(guard_, before, value) : ir.Select(guard_, value, before);
}

void Lift::put(std::uint32_t index, ir::Id value) {
    if (index >= kRegisters) return;
    const ir::Type type = ir.type_of(value);
    if (!is_wide(type) && !is_guarded()) {
        guarded_[index].value = ir::kNone;
        ++changes_[index];
        return change(index, {value, LocalValue::Part::Whole});
    }
    put_other(index, type, value);
}

/// A pair, or under a guard.
void Lift::put_other(std::uint32_t index, ir::Type type, ir::Id value) {
    const std::uint32_t wide = is_wide(type) ? 2 : 1;
    if (index + wide > kRegisters) return;
    for (std::uint32_t i = 0; i < wide; ++i) {
        guarded_[index + i].value = ir::kNone;
        ++changes_[index + i];
    }
    if (is_guarded()) {
        if (wide == 1) guarded_[index] = {block_, in.guard(), epochs_[in.guard() & 7], value};
        value = guarded(value, wide == 1 ? before_guarded(index, type) : pair_before_guarded(index, type));
    }
    if (wide == 1) return change(index, {value, LocalValue::Part::Whole});
    if (!context.keeps_local_values()) return ir.store(r_, index, value);
    change(index, {value, LocalValue::Part::Low});
    change(index + 1, {value, LocalValue::Part::High});
}

void Lift::put_predicate(std::uint32_t number, ir::Id holds) {
    if (number >= kPredicates) return;
    if (is_guarded()) holds = guarded(holds, before_guarded(kPredicateAt + number, ir::kBool));
    ++epochs_[number];
    change(kPredicateAt + number, {holds, LocalValue::Part::Whole});
}

void Lift::put_flag(Flag flag, ir::Id holds) {
    const std::uint32_t index = kFlagAt + static_cast<std::uint32_t>(flag);
    if (is_guarded()) holds = guarded(holds, before_guarded(index, ir::kBool));
    change(index, {holds, LocalValue::Part::Whole});
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

void Lift::put_compared(ir::Id holds) { put_two(holds, in[Role::Pq] < kPredicates ? opposite(holds) : ir::kNone); }

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

void Lift::instruction(const Instruction& next, std::uint32_t live_flags) {
    in = next;
    live_flags_ = live_flags;
    if (!in.known()) return opaque();
    if (const std::uint32_t guard = in.guard(); guard != kTruePredicate) {
        guard_is_not_ = (guard & kNot) != 0;
        guard_ = predicate(guard & ~kNot);
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
