// What the meanings of operations are built with: registers, predicates and flags as files, memory as resources.
#include "isa/maxwell/lift.hpp"

#include "isa/maxwell/hand_out.hpp"
#include "isa/maxwell/meaning.hpp"
#include "isa/maxwell/surface_words.hpp"
#include "isa/maxwell/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kRegisters = 255, kPredicates = 7, kFlags = 4;
constexpr std::uint32_t kNot = 8; // of a predicate
constexpr std::uint32_t kMostThreads = 1024, kMostMemory = 1U << 20;

constexpr std::size_t kOps = 0
#define OP(op, mnemonic, guard, meaning) +1
#include "isa/maxwell/ops.inc"
#undef OP
    ;

struct MeaningOf {
    Op op;
    Meaning meaning;
};
constexpr MeaningOf kRows[] = {
#define MEANING(op, function) {Op::op, {function, false, {}}},
#define SILENT(op, why) {Op::op, {nullptr, false, why}},
#define REFUSED(op, why) {Op::op, {nullptr, true, why}},
#include "isa/maxwell/meanings.inc"
#undef MEANING
#undef SILENT
#undef REFUSED
};

constexpr auto kMeanings = [] {
    std::array<Meaning, kOps> by_op{};
    for (const MeaningOf& row : kRows) by_op[static_cast<std::size_t>(row.op)] = row.meaning;
    return by_op;
}();
static_assert(std::size(kRows) == kOps, "every operation of ops.inc has one row in meanings.inc");

} // namespace

const Meaning& meaning_of(Op op) { return kMeanings[static_cast<std::size_t>(op)]; }

Lift::Lift(ir::Module& module, const Program& from, ir::ContextReader& facts)
    : ir(module), program(from), context(facts), attributes((describe_stage(module, from, facts), ir), from, facts),
      r_(ir.file("r", ir::Kind::I32, 1, kRegisters, ir::Role::Register)),
      p_(ir.file("p", ir::Kind::I32, 1, kPredicates, ir::Role::Register)),
      cc_(ir.file("cc", ir::Kind::I32, 1, kFlags, ir::Role::Register)) {
    module.source = "maxwell";
    if (module.stage != ir::Stage::Compute) return;
    constexpr std::array<std::string_view, 3> kSizes = {"maxwell.workgroup0", "maxwell.workgroup1",
                                                        "maxwell.workgroup2"};
    for (std::size_t i = 0; i < kSizes.size(); ++i) {
        const auto size = from.block[i] != 0 ? from.block[i] : static_cast<std::uint32_t>(facts.read(kSizes[i], 1));
        module.workgroup[i] = std::clamp(size, 1U, kMostThreads);
    }
}

// ---- sources

ir::Id Lift::i32(std::uint32_t value) {
    Number& known = numbers_[value % numbers_.size()];
    if (known.block != ir.here() || known.value != value) known = {value, ir.here(), ir.i32(value)};
    return known.id;
}

ir::Id Lift::reg(std::uint32_t index, ir::Type type) {
    if (index >= kRegisters) return type == ir::kI32 ? i32(0) : ir.constant(type, std::uint64_t{0});
    const bool pair = bits_of(type) == 64;
    if (const ir::Id low = known_under_guard(index); low != ir::kNone) {
        if (!pair) return as(type, low);
        const ir::Id high = index + 1 < kRegisters ? known_under_guard(index + 1) : ir::kNone;
        if (high != ir::kNone) return ir.bitcast(type, ir.compose({as(ir::kI32, low), as(ir::kI32, high)}));
    }
    if (pair && index + 1 >= kRegisters) return ir.constant(type, std::uint64_t{0});
    return loaded(index, type);
}

ir::Id Lift::loaded(std::uint32_t index, ir::Type type) {
    if (const ir::Id held = held_as(index, type); held != ir::kNone) return held;
    const ir::Id value = ir.load(r_, index, type);
    if (bits_of(type) == 32 && !context.spoken()) held_.registers[index] = value;
    return value;
}

ir::Id Lift::held_as(std::uint32_t index, ir::Type type) {
    const ir::Id low = held_.registers[index];
    if (low == ir::kNone || bits_of(type) == 32) return low == ir::kNone ? low : as(type, low);
    const ir::Id high = held_.registers[index + 1];
    if (high == ir::kNone) return ir::kNone;
    return ir.bitcast(type, ir.compose({as(ir::kI32, low), as(ir::kI32, high)}));
}

void Lift::Held::forget_changes(const Held& before) {
    for (std::size_t i = 0; i < registers.size(); ++i)
        if (registers[i] != before.registers[i]) registers[i] = ir::kNone;
    for (std::size_t i = 0; i < predicates.size(); ++i)
        if (predicates[i] != before.predicates[i]) predicates[i] = ir::kNone;
}

ir::Id Lift::known_under_guard(std::uint32_t index) const {
    if (guard_ == ir::kNone || guarded_[index].value == ir::kNone) return ir::kNone;
    const std::uint32_t guard = in.guard();
    const bool same = guarded_[index].guard == guard && guarded_[index].epoch == epochs_[guard & 7];
    return same ? guarded_[index].value : ir::kNone;
}

void Lift::start_run() {
    guarded_.fill({});
    neighbours_.clear();
    held_ = {};
}

void Lift::note_neighbour(std::uint32_t to, std::uint32_t from, std::uint32_t way) {
    if (to >= kRegisters || from >= kRegisters || to == from) return;
    std::erase_if(neighbours_, [&](const Neighbour& one) { return one.to == to; });
    neighbours_.push_back({to, from, changes_[to], changes_[from], way});
}

std::uint32_t Lift::neighbour_way(std::uint32_t to, std::uint32_t from) const {
    for (const Neighbour& one : neighbours_)
        if (one.to == to && one.from == from && one.to_changes == changes_[to] && one.from_changes == changes_[from])
            return one.way;
    return 0;
}

const VertexExtras& Lift::vertex_extras() {
    if (!extras_) extras_.emplace(ir, attributes.output, context);
    return *extras_;
}

ir::Id Lift::bits(Role role, ir::Type type) {
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
    if (bits_of(type) == 32 || offset % 8 == 0) return constant(from.index, i32(offset), type);
    const ir::Id high = constant(from.index, i32(offset));
    return ir.bitcast(type, ir.compose({i32(0), high}));
}

// Short numbers are the high word of 64 bits, of whole numbers too.
ir::Id Lift::number(Role role, const Source& from, ir::Type type) {
    if (type == ir::kI32) return i32(static_cast<std::uint32_t>(from.number));
    if (bits_of(type) == 32) return ir.constant(type, from.number & 0xffffffff);
    const FieldId field = field_of(in.form, role);
    const bool is_float = field != FieldId::End && maxwell::row(field).kind == Kind::Float64Top;
    return ir.constant(type, is_float ? from.number : from.number << 32);
}

ir::Id Lift::real(Role role, ir::Type type) { return with_sign(role, bits(role, type)); }

ir::Id Lift::with_sign(Role role, ir::Id value) {
    const Role abs = role == Role::A ? Role::AbsA : Role::AbsB;
    const Role neg = role == Role::A ? Role::NegA : role == Role::B ? Role::NegB : Role::NegC;
    if (role != Role::C && is_on(abs)) value = ir.FAbs(value);
    if (is_on(neg)) value = ir.FNeg(value);
    return value;
}

ir::Id Lift::predicate(std::uint32_t number) {
    const bool negated = (number & kNot) != 0;
    number &= 7;
    if (number == kTruePredicate) return ir.boolean(!negated);
    ir::Id holds = held_.predicates[number];
    if (holds == ir::kNone) holds = ir.INe(ir.load(p_, number, ir::kI32), i32(0));
    if (!context.spoken()) held_.predicates[number] = holds;
    return negated ? ir.BNot(holds) : holds;
}

ir::Id Lift::flag(Flag flag) { return ir.INe(ir.load(cc_, static_cast<std::uint32_t>(flag), ir::kI32), i32(0)); }

// n, z, c, v are sign, zero, carry, overflow.
ir::Id Lift::test(std::uint32_t number) {
    const auto n = [&] { return flag(Flag::Sign); };
    const auto z = [&] { return flag(Flag::Zero); };
    const auto c = [&] { return flag(Flag::Carry); };
    const auto v = [&] { return flag(Flag::Overflow); };
    const auto no = [&](ir::Id a) { return ir.BNot(a); };
    switch (number) {
        case 0: return ir.boolean(false);
        case 1: return ir.BXor(ir.BAnd(n(), no(z())), v());
        case 2: return ir.BAnd(z(), no(n()));
        case 3: return ir.BXor(n(), ir.BOr(z(), v()));
        case 4: return no(ir.BOr(ir.BXor(n(), v()), z()));
        case 5: return no(z());
        case 6: return no(ir.BXor(n(), v()));
        case 7: return no(ir.BAnd(n(), z()));
        case 8: return ir.BAnd(n(), z());
        case 9: return ir.BXor(n(), v());
        case 10: return z();
        case 11: return ir.BOr(ir.BXor(n(), v()), z());
        case 12: return no(ir.BXor(n(), ir.BOr(z(), v())));
        case 13: return ir.BOr(n(), no(z()));
        case 14: return no(ir.BXor(ir.BAnd(n(), no(z())), v()));
        case 16: return no(v());
        case 17: return no(c());
        case 18: return no(n());
        case 19: return ir.BOr(z(), no(c()));
        case 20: return ir.BAnd(c(), no(z()));
        case 21: return n();
        case 22: return c();
        case 23: return v();
        case 30: return ir.BOr(n(), z());
        case 31: return no(ir.BOr(n(), z()));
        default: return ir.boolean(true); // 15, and tests of the shader's kind, which hold
    }
}

ir::Id Lift::constant(std::uint32_t slot, ir::Id offset, ir::Type type) {
    const ir::Inst& at = ir.module()[offset];
    if (at.op == ir::Op::Const && type == ir::kI32) {
        const auto bytes = static_cast<std::uint32_t>(ir.module().literal(at)[0]);
        if (const auto word = surface_word(convention(), context, slot, bytes)) return i32(*word);
    }
    std::optional<std::uint32_t>& known = constants_[slot];
    if (!known) known = ir.constant_buffer(fmt::format("c{}", slot), slot, kConstantBytes);
    return ir.load_buffer(*known, offset, type);
}

const Convention& Lift::convention() {
    if (!convention_) {
        const auto driver = static_cast<Driver>(context.read("maxwell.convention", 0) & 3);
        convention_ = convention_of(program, driver);
    }
    return *convention_;
}

void Lift::float_mode() {
    constexpr std::array<std::uint32_t, 4> kRounding = {0, 3, 2, 1}; // to nearest, down, up, to zero
    const bool flush = in.has(Role::Ftz) && in[Role::Ftz] != 0;
    const std::uint32_t rounding = in.has(Role::Round) ? kRounding[in[Role::Round] & 3] : 0;
    ir.mode(ir::FloatMode{}
                .set(ir::FloatMode::rounding, rounding)
                .set(ir::FloatMode::flush_inputs, flush)
                .set(ir::FloatMode::flush_result, flush));
}

ir::Id Lift::negative_zero(ir::Id value) {
    const ir::Type type = ir.type_of(value);
    return ir.constant(type, std::uint64_t{1} << (bits_of(type.kind) - 1));
}

// ---- results

void Lift::put(std::uint32_t index, ir::Id value) {
    const ir::Type type = ir.type_of(value);
    const std::uint32_t wide = bits_of(type) == 64 ? 2 : 1;
    if (index + wide > kRegisters) return;
    for (std::uint32_t i = 0; i < wide; ++i) {
        guarded_[index + i] = {};
        ++changes_[index + i];
    }
    if (guard_ != ir::kNone) {
        if (wide == 1) guarded_[index] = {in.guard(), epochs_[in.guard() & 7], value};
        value = choose(guard_, value, loaded(index, type));
    }
    for (std::uint32_t i = 0; i < wide; ++i) held_.registers[index + i] = ir::kNone;
    if (wide == 1 && !context.spoken()) held_.registers[index] = value;
    ir.store(r_, index, value);
}

void Lift::put_predicate(std::uint32_t number, ir::Id holds) {
    if (number >= kPredicates) return;
    if (guard_ != ir::kNone) holds = choose(guard_, holds, predicate(number));
    ++epochs_[number];
    if (!context.spoken()) held_.predicates[number] = holds;
    ir.store(p_, number, choose(holds, i32(1), i32(0)));
}

void Lift::put_flag(Flag flag, ir::Id holds) {
    const auto lane = static_cast<std::uint32_t>(flag);
    ir::Id bit = choose(holds, i32(1), i32(0));
    if (guard_ != ir::kNone) bit = choose(guard_, bit, ir.load(cc_, lane, ir::kI32));
    ir.store(cc_, lane, bit);
}

void Lift::put_flags(ir::Id result, ir::Id carry, ir::Id overflow) {
    if (!sets_flags()) return;
    put_flag(Flag::Zero, ir.IEq(result, i32(0)));
    put_flag(Flag::Sign, ir.SLt(result, i32(0)));
    put_flag(Flag::Carry, carry == ir::kNone ? ir.boolean(false) : carry);
    put_flag(Flag::Overflow, overflow == ir::kNone ? ir.boolean(false) : overflow);
}

void Lift::put_float_flags(ir::Id value) {
    if (!sets_flags()) return;
    const ir::Type type = ir.type_of(value);
    const ir::Id zero = ir.constant(type, std::uint64_t{0}), no_number = ir.FIsNan(value);
    put_flag(Flag::Zero, ir.BOr(ir.FEq(value, zero), no_number));
    put_flag(Flag::Sign, ir.BOr(ir.FLt(value, zero), no_number));
    put_flag(Flag::Carry, ir.boolean(false));
    put_flag(Flag::Overflow, ir.boolean(false));
}

// The other one is PT more often than not.
ir::Id Lift::joined(ir::Id holds, ir::Id other, std::uint32_t how) {
    const ir::Inst& inst = ir.module()[other];
    if (how == 0 && inst.op == ir::Op::Const && ir.module().literal(inst)[0] != 0) return holds;
    return how == 0 ? ir.BAnd(holds, other) : how == 1 ? ir.BOr(holds, other) : ir.BXor(holds, other);
}

void Lift::put_compared(ir::Id holds) {
    const ir::Id other = predicate(Role::Ps);
    const bool is_first = in[Role::Pd] < kPredicates, is_second = in[Role::Pq] < kPredicates;
    const ir::Id yes = is_first ? joined(holds, other, in[Role::Bool]) : ir::kNone;
    const ir::Id no = is_second ? joined(ir.BNot(holds), other, in[Role::Bool]) : ir::kNone;
    put_predicate(Role::Pd, yes);
    put_predicate(Role::Pq, no);
}

void Lift::put_set(ir::Id holds) {
    const ir::Id yes = joined(holds, predicate(Role::Ps), in[Role::Bool]);
    const ir::Id result = choose(yes, i32(is_on(Role::Float) ? std::bit_cast<std::uint32_t>(1.0F) : ~0U), i32(0));
    put(result);
    put_flags(result);
}

// ---- memory

/// Of as many bytes as the file says, or, where it does not, the fact.
std::uint32_t Lift::memory(ir::ResourceKind kind, std::string_view name, std::uint32_t bytes) {
    const std::string fact = fmt::format("maxwell.{}_bytes", name);
    if (bytes == 0) bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(context.read(fact, 0), kMostMemory));
    if (bytes == 0) refuse(fmt::format("the size of {} memory is not known; {} says it", name, fact));
    return ir.resource(
        {.name = std::pmr::string(name, ir.module().arena()), .kind = kind, .size = (bytes + 3) / 4 * 4});
}

std::uint32_t Lift::global_memory() {
    if (!global_) global_ = ir.storage_buffer(kGlobalName, 0, 0);
    return *global_;
}

std::uint32_t Lift::shared_memory() {
    if (!shared_) shared_ = memory(ir::ResourceKind::Shared, "shared", program.shared_bytes);
    return *shared_;
}

std::uint32_t Lift::local_memory() {
    if (!local_) local_ = memory(ir::ResourceKind::Scratch, "local", program.local_bytes);
    return *local_;
}

std::uint32_t Lift::shared(std::string_view name, std::uint32_t bytes) {
    const auto& resources = ir.module().resources;
    const auto known = std::ranges::find(resources, name, &ir::Resource::name);
    if (known != resources.end()) return static_cast<std::uint32_t>(known - resources.begin());
    return ir.resource(
        {.name = std::pmr::string(name, ir.module().arena()), .kind = ir::ResourceKind::Shared, .size = bytes});
}

std::uint32_t Lift::barrier_result() {
    if (!barrier_) barrier_ = ir.file("bar", ir::Kind::I32, 1, 1, ir::Role::Register);
    return *barrier_;
}

void Lift::refuse(std::string_view why) {
    if (!refusal_) return;
    refusal_ = std::unexpected(Fault{.kind = FaultKind::NotSupported,
                                     .text = fmt::format("{}: {}", row(in.op()).mnemonic, why),
                                     .offset = std::uint64_t{program.code_offset} + in.address});
}

ir::Id Lift::global_address() {
    const std::uint32_t base = in[Role::A];
    const auto offset = static_cast<std::uint64_t>(offset_of(in));
    const ir::Id from = is_on(Role::E) ? reg(base, ir::kI64) : ir.convert(ir::Op::UExtend, ir::Kind::I64, reg(base));
    return offset == 0 ? from : ir.IAdd(from, i64(offset));
}

ir::Id Lift::near_address() {
    const auto offset = static_cast<std::uint32_t>(offset_of(in));
    const ir::Id from = reg(in[Role::A]);
    return offset == 0 ? from : ir.IAdd(from, i32(offset));
}

// ---- one instruction

void Lift::name_origin(const Instruction& next) {
    if (!context.named()) return ir.unnamed_origin();
    text_.clear();
    print_origin(text_, next);
    ir.origin(text_);
}

ir::Id Lift::guard_of(const Instruction& next) {
    return next.guard() == kTruePredicate ? ir::kNone : predicate(next.guard());
}

void Lift::instruction(const Instruction& next) {
    in = next;
    if (!in.known()) return opaque();
    guard_ = guard_of(in);
    const Meaning& meaning = meaning_of(in.op());
    if (meaning.lift != nullptr) meaning.lift(*this);
    if (meaning.refused) refuse(meaning.reason);
    guard_ = ir::kNone;
}

ir::Id Lift::turn_condition(const Instruction& last) {
    in = last;
    const ir::Id guard = guard_of(last);
    if (!last.has(Role::Test) || last[Role::Test] == kTrueTest) return guard;
    const ir::Id passes = test(last[Role::Test]);
    return guard == ir::kNone ? passes : ir.BAnd(guard, passes);
}

void Lift::opaque() {
    auto& literals = ir.module().literals;
    const auto at = static_cast<std::uint32_t>(literals.size());
    literals.insert(literals.end(), {in.word & 0xffffffff, in.word >> 32, 0, 0});
    ir.add(ir::Op::Opaque, ir::kVoid, std::span<const ir::Id>{}, at);
}

} // namespace relit::isa::maxwell
