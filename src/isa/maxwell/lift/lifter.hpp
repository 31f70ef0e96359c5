// The operands of Maxwell's operations for their lift functions: sources with modifiers, results under the guard, flags,
// memory. One Lift lifts one program; `in` is the instruction that is being lifted.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/maxwell/lift/attributes.hpp"
#include "isa/maxwell/lift/driver/convention.hpp"
#include "isa/maxwell/lift/driver/resource_ids.hpp"
#include "isa/maxwell/lift/flags.hpp"
#include "isa/maxwell/lift/lift.hpp"
#include "isa/maxwell/lift/vertex_extras.hpp"

#include <array>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace relit::isa::maxwell {

inline constexpr std::uint32_t kRegisters = 255;

/// Returns true if a value of 32 or 64 bits takes a pair of registers.
[[nodiscard]] constexpr bool is_wide(ir::Type type) {
    return type.lanes == 2 ? bits_of(type.kind) == 32 : type.kind == ir::Kind::I64 || type.kind == ir::Kind::F64;
}

class Lift {
public:
    Lift(ir::Module& module, const Program& from, ir::ContextReader& reader, PrintOrigin print_origin);
    /// A vertex program that runs after another one: registers are its own, memory is the same.
    Lift(Lift& before, const Program& from);

    ir::Builder& ir;
    const Program& program;
    ir::ContextReader& context;
    Instruction in;
    std::span<const Instruction> earlier; // those of its basic block that stand before it
    Attributes attributes;

    // ---- sources. Bits are i32, of a pair of registers i64; RZ is 0
    [[nodiscard]] ir::Id reg(std::uint32_t index, ir::Type type = ir::kI32) {
        if (index >= kRegisters) return number(type, 0);
        if (guard_ != ir::kNone) return guarded_reg(index, type);
        return is_wide(type) ? pair(index, type) : ir.load(r_, index, type);
    }
    /// A source without changes: integers and bits. Numbers of 20 bits have their sign spread.
    [[nodiscard]] ir::Id bits(Role role, ir::Type type = ir::kI32) {
        const std::array<std::uint8_t, 3>& abc = row(in.form).abc;
        const std::uint8_t at = role == Role::A ? abc[0] : role == Role::B ? abc[1] : role == Role::C ? abc[2] : 0xff;
        return at == FormRow::kNowhere ? other_bits(role, type) : reg(in.word >> at & 0xff, type);
    }
    /// A float: its value with |A| and -A (AbsA, NegA, or those of B and C) done, in this order; f64 takes pairs.
    [[nodiscard]] ir::Id real(Role role, ir::Type type = ir::kF32) {
        const ir::Id value = bits(role, type);
        return (in.word & row(in.form).negation) == 0 ? value : with_sign(role, value);
    }
    [[nodiscard]] ir::Id with_sign(Role role, ir::Id value);
    /// Without the modifiers of the sign.
    [[nodiscard]] ir::Id with_absolute(Role role, ir::Id value);
    /// Whether a predicate holds; Condition fields with their negation. PT holds.
    [[nodiscard]] ir::Id predicate(std::uint32_t number_and_not);
    [[nodiscard]] ir::Id predicate(Role role) { return predicate(in[role]); }
    [[nodiscard]] ir::Id flag(Flag flag); // a bool
    /// Whether anything reads the flag that the instruction leaves, if it has .CC.
    [[nodiscard]] bool is_live(Flag flag) const {
        return sets_flags() && (live_flags_ >> static_cast<unsigned>(flag) & 1) != 0;
    }
    /// Whether it leaves any live one.
    [[nodiscard]] bool has_live_flags() const { return sets_flags() && live_flags_ != 0; }
    /// Whether the flags pass a test (values of Role::Test).
    [[nodiscard]] ir::Id test(std::uint32_t number);
    /// A builtin of the invocation, of its own type.
    [[nodiscard]] ir::Id read(ir::Builtin which);
    /// A word of a constant buffer, or several lanes; `offset` in bytes.
    [[nodiscard]] ir::Id constant(std::uint32_t slot, ir::Id offset, ir::Type type = ir::kI32);
    [[nodiscard]] ir::Id number(ir::Type type, std::uint64_t value) { return ir.constant(type, value); }
    [[nodiscard]] ir::Id i32(std::uint32_t value) { return number(ir::kI32, value); }
    [[nodiscard]] ir::Id i64(std::uint64_t value) { return number(ir::kI64, value); }
    [[nodiscard]] ir::Id boolean(bool value) { return number(ir::kBool, value ? 1 : 0); }
    /// Where the driver keeps descriptors in constant buffers.
    [[nodiscard]] const Convention& convention();
    /// `yes` or `no` by a predicate, which is PT or !PT more often than not: only what may be chosen is built.
    template <std::invocable Yes, std::invocable No>
    [[nodiscard]] ir::Id choose_by(Role role, Yes&& yes, No&& no) {
        if ((in[role] & 7) == kTruePredicate) return in[role] == kTruePredicate ? yes() : no();
        const ir::Id condition = predicate(role), first = yes();
        return ir.Select(condition, first, no());
    }

    /// Whether the instruction has the field and it is not 0.
    [[nodiscard]] bool is_on(Role role) const { return in[role] != 0; }
    /// Operations that are built from here to plain_mode() round and flush as the instruction says (Round, Ftz).
    void float_mode() { float_mode(is_on(Role::Ftz), is_on(Role::Ftz)); }
    void float_mode(bool flushes_inputs, bool flushes_result);
    void plain_mode() { ir.mode({}); }
    /// -0.0 of the value's type: adding it changes nothing but what the mode does.
    [[nodiscard]] ir::Id negative_zero(ir::Id value);

    // ---- results. They stay as they were where the guard does not hold
    /// To Rd, or a pair from there on; any type of 32 or 64 bits.
    void put(ir::Id value) { put(in[Role::D], value); }
    void put(std::uint32_t index, ir::Id value);
    void put_predicate(std::uint32_t number, ir::Id holds);
    void put_predicate(Role role, ir::Id holds) { put_predicate(in[role], holds); }
    void put_flag(Flag flag, ir::Id holds);
    /// Where the instruction has .CC: zero and sign from a result of 32 bits; carry and overflow as given, else off. Only
    /// the live ones.
    void put_flags(ir::Id result, ir::Id carry = ir::kNone, ir::Id overflow = ir::kNone);
    /// The same from a float.
    void put_float_flags(ir::Id value);
    [[nodiscard]] bool sets_flags() const { return is_on(Role::Cc); }
    /// The operation that wrote all flags in this block, if it is known.
    [[nodiscard]] std::optional<Op> flag_writer() const { return flag_writer_; }
    /// Two predicates of a comparison: joined with Ps, and the opposite joined with it.
    void put_compared(ir::Id holds);
    /// The same where the second is not simply the opposite.
    void put_two(ir::Id first, ir::Id second);
    /// What a set operation writes: all ones or 1.0 where it holds, joined with Ps.
    void put_set(ir::Id holds);
    /// Joined with a predicate by a number of Role::Bool.
    [[nodiscard]] ir::Id joined(ir::Id holds, Role other_one, std::uint32_t how);

    /// Builds what happens only where the guard holds, in a block of its own; results put there need no choice.
    template <std::invocable Effect>
    void where_guarded(Effect&& effect) {
        if (guard_ == ir::kNone) return effect();
        const ir::Id holds = guard();
        guard_ = ir::kNone;
        ir.where(holds, effect);
    }

    [[nodiscard]] bool is_guarded() const { return guard_ != ir::kNone; }
    /// Whether the guard holds; of an instruction that has one.
    [[nodiscard]] ir::Id guard() { return guard_is_not_ ? ir.BNot(guard_) : guard_; }

    /// Of a stage whose vertices reach the rasteriser.
    [[nodiscard]] const VertexExtras& vertex_extras();

    // ---- memory, as resources of the module
    /// All that 64-bit addresses reach: to be turned into storage buffers (lower/).
    [[nodiscard]] std::uint32_t global_memory();
    [[nodiscard]] std::uint32_t shared_memory();
    [[nodiscard]] std::uint32_t local_memory();
    /// Memory of the workgroup that is none of the guest's: the same for the same id.
    [[nodiscard]] std::uint32_t shared(ResourceId id, std::string_view name, std::uint32_t bytes);
    /// What a reducing barrier found, until it is read.
    [[nodiscard]] std::uint32_t barrier_result();
    /// Source A with the instruction's offset. Of global memory the low word, which says all: lower() finds the buffer.
    [[nodiscard]] ir::Id address();
    /// What the instruction accesses, and where.
    struct MemoryOperand {
        std::uint32_t resource;
        ir::Id address;
    };
    [[nodiscard]] MemoryOperand global_operand() { return {global_memory(), address()}; }
    [[nodiscard]] MemoryOperand shared_operand() { return {shared_memory(), address()}; }
    [[nodiscard]] MemoryOperand local_operand() { return {local_memory(), address()}; }

    /// The instruction cannot be translated: the lift fails with this reason.
    void refuse(std::string_view why);
    [[nodiscard]] const Status& refusal() const { return refusal_; }

    // ---- for the writer of blocks
    /// The name of a file of registers, which two programs in one module do not share.
    [[nodiscard]] std::string own_name(std::string_view name) const { return std::string(name).append(suffix_); }
    /// Begins a block that is reached from elsewhere than the last one.
    void start_block() { flag_writer_.reset(); }
    /// Lifts one instruction without control flow; `live_flags`: those of its flags that are live.
    void instruction(std::span<const Instruction> block, std::size_t at, std::uint32_t live_flags);
    /// Whether the last instruction of a block branches: guard and test of the flags; kNone where it always does.
    [[nodiscard]] ir::Id branch_condition(const Instruction& last);
    /// `number`: in the code of the program.
    void name_origin(std::uint32_t number, const Instruction& next);

private:
    Lift(std::unique_ptr<ir::Builder> builder, ir::Module& module, const Program& from, ir::ContextReader& reader,
         PrintOrigin print_origin);
    /// `value` where the guard holds, else what was there before.
    [[nodiscard]] ir::Id guarded(ir::Id value, ir::Id before);
    void put_guarded(std::uint32_t index, ir::Type type, ir::Id value);
    [[nodiscard]] ir::Id pair(std::uint32_t index, ir::Type type);
    [[nodiscard]] ir::Id guarded_reg(std::uint32_t index, ir::Type type);
    [[nodiscard]] ir::Id put_under_guard(std::uint32_t index);
    void put_bool(std::uint32_t file, std::uint32_t index, ir::Id holds);
    /// Returns what a choice by the predicate of the guard comes to where the guard holds.
    [[nodiscard]] ir::Id under_guard(ir::Id value);
    [[nodiscard]] ir::Id other_bits(Role role, ir::Type type);
    [[nodiscard]] ir::Id constant_source(const Source& from, ir::Type type);
    [[nodiscard]] ir::Id constant_at(std::uint32_t slot, std::uint32_t offset, ir::Type type);
    [[nodiscard]] ir::Id number(Role role, const Source& from, ir::Type type);
    void opaque();
    void note_flag_writer();
    /// Refuses a value of a field that has no known meaning, and reports bits that no field has.
    void look_for_unknown();
    [[nodiscard]] std::uint32_t memory(ResourceId id, ir::ResourceKind kind, std::string_view name,
                                       std::uint32_t bytes);
    /// The resource of the id, or the constant buffer of a slot, that this program or the one before it declared.
    [[nodiscard]] std::optional<std::uint32_t> known_resource(ResourceId id);
    [[nodiscard]] std::optional<std::uint32_t> known_constants(std::uint32_t slot);

    std::unique_ptr<ir::Builder> own_builder_; // of a program that runs first
    PrintOrigin print_origin_;
    std::uint32_t first_origin_ = 0; // number of the first instruction: those of the program before it are counted on
    std::string_view suffix_;
    std::uint32_t r_, p_, cc_;
    std::array<std::optional<std::uint32_t>, 32> constants_{};
    std::optional<std::uint32_t> global_, shared_, local_, barrier_;
    std::optional<Convention> convention_;
    ir::Id guard_ = ir::kNone;  // the predicate of the guard, as it is
    bool guard_is_not_ = false; // the guard holds where it does not
    std::optional<VertexExtras> extras_;
    std::uint32_t live_flags_ = 0; // a mask
    std::optional<Op> flag_writer_;
    std::string text_;
    Status refusal_;
};

/// A row of operations.inc. Without a function: the operation has no effect on a translation, or it is refused, and
/// `reason` says why.
struct OperationLift {
    void (*lift)(Lift&) = nullptr;
    bool refused = false;
    std::string_view reason;
};
[[nodiscard]] const OperationLift& lift_of(Op op);

inline constexpr std::uint32_t kPredicates = 7;
inline constexpr std::uint32_t kConstantBytes = 65536; // of a constant buffer

} // namespace relit::isa::maxwell
