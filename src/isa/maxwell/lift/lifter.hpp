// The operands of Maxwell's operations for their lift functions: sources with modifiers, results under the guard, flags,
// memory. One Lift lifts one program; `in` is the instruction that is being lifted.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/maxwell/lift/attributes.hpp"
#include "isa/maxwell/lift/driver/convention.hpp"
#include "isa/maxwell/lift/driver/resource_ids.hpp"
#include "isa/maxwell/lift/lift.hpp"
#include "isa/maxwell/lift/liveness.hpp"
#include "isa/maxwell/lift/vertex_extras.hpp"

#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace relit::isa::maxwell {

class Lift {
public:
    Lift(ir::Module& module, const Program& from, ir::ContextReader& reader, PrintOrigin print_origin);
    /// A vertex program that runs after another one: registers are its own, memory is the same.
    Lift(Lift& before, const Program& from);

    ir::Builder ir;
    const Program& program;
    ir::ContextReader& context;
    Instruction in;
    Attributes attributes;

    // ---- sources. Bits are i32, of a pair of registers i64; RZ is 0
    [[nodiscard]] ir::Id reg(std::uint32_t index, ir::Type type = ir::kI32) {
        if (guard_ == ir::kNone && index < kZeroRegister) {
            const LocalValue& local = locals_[index];
            const bool is_at_hand = local.block == block_ && local.part == LocalValue::Part::Whole;
            if (is_at_hand && ir.type_of(local.id) == type) return local.id;
        }
        return other_reg(index, type);
    }
    /// A source without changes: integers and bits. Numbers of 20 bits have their sign spread.
    [[nodiscard]] ir::Id bits(Role role, ir::Type type = ir::kI32) {
        const std::array<std::uint8_t, 3>& abc = row(in.form).named.abc;
        const std::uint8_t at = role == Role::A ? abc[0] : role == Role::B ? abc[1] : role == Role::C ? abc[2] : 0xff;
        return at == Named::kNowhere ? other_bits(role, type) : reg(in.word >> at & 0xff, type);
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
    /// Numbers are in the first block of all, each once.
    [[nodiscard]] ir::Id number(ir::Type type, std::uint64_t value);
    [[nodiscard]] ir::Id i32(std::uint32_t value) { return number(ir::kI32, value); }
    [[nodiscard]] ir::Id i64(std::uint64_t value) { return number(ir::kI64, value); }
    [[nodiscard]] ir::Id boolean(bool value) { return number(ir::kBool, value ? 1 : 0); }
    [[nodiscard]] ir::Id new_number(ir::Type type, std::uint64_t value);
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
        const ir::BlockId then = ir.block(), after = ir.block();
        aside_from_ = ir.here();
        const ir::Id holds = guard();
        guard_ = ir::kNone;
        ir.branch(holds, then, after);
        ir.move_to(then);
        effect();
        come_back();
        ir.jump(after);
        ir.move_to(after);
    }

    [[nodiscard]] bool is_guarded() const { return guard_ != ir::kNone; }
    /// Whether the guard holds; of an instruction that has one.
    [[nodiscard]] ir::Id guard() { return guard_is_not_ ? opposite(guard_) : guard_; }
    /// Whether it does not hold.
    [[nodiscard]] ir::Id opposite(ir::Id holds);

    // ---- values of neighbours in the quad: what SHFL brought, for a difference that may follow
    struct Neighbour {
        std::uint32_t to = 0, from = 0;                 // registers: what was brought, of the own thread what was given
        std::uint32_t to_changes = 0, from_changes = 0; // as they were then
        std::uint32_t direction = 0;                    // 1: along x, 2: along y
    };
    void note_neighbour(std::uint32_t to, std::uint32_t from, std::uint32_t direction);
    /// In which direction `to` still is the neighbour's `from`; 0: it is not.
    [[nodiscard]] std::uint32_t neighbour_direction(std::uint32_t to, std::uint32_t from) const;

    // ---- products of 32 bits, which compilers make of three of 16
    struct Product {
        ir::Id a = ir::kNone, b = ir::kNone, c = ir::kNone; // factors, which are whole, and addend
        bool middle = false; // low half of a times high one of b, below the low half of b; else low halves and addend
    };
    void note_part_of_product(ir::Id value, const Product& part) {
        products_[value % products_.size()] = {value, part};
    }
    /// Puts the value of a part to Rd, which is built only when it is read; false where that cannot wait.
    [[nodiscard]] bool put_later(const Product& part);
    /// What is known of the source. Without factors: nothing.
    [[nodiscard]] Product part_in(Role role);
    /// What was noted of the value. Without factors: nothing.
    [[nodiscard]] Product part_of_product(ir::Id value) const {
        const Noted& known = products_[value % products_.size()];
        return known.value == value ? known.part : Product{};
    }

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
    /// Begins a block that is reached from elsewhere than the last one; or the one where the program starts, if nothing
    /// leads back there: then registers are 0.
    void start_block(bool program_starts = false);
    /// Stores what registers, predicates and flags hold that is not stored yet, of those that are live: before the
    /// block's end.
    void save(const RegisterSet& looked_at = RegisterSet::all());
    /// Lifts one instruction without control flow; `live_flags`: those of its flags that are live.
    void instruction(const Instruction& next, std::uint32_t live_flags);
    /// Whether the last instruction of a block branches: guard and test of the flags; kNone where it always does.
    [[nodiscard]] ir::Id branch_condition(const Instruction& last);
    /// `number`: in the code of the program.
    void name_origin(std::uint32_t number, const Instruction& next);

private:
    /// `value` where the guard holds, else what was there before.
    [[nodiscard]] ir::Id guarded(ir::Id value, ir::Id before);
    void put_other(std::uint32_t index, ir::Type type, ir::Id value);
    /// Returns the value that a register keeps if the guard does not hold.
    [[nodiscard]] ir::Id before_guarded(std::uint32_t index, ir::Type type);
    [[nodiscard]] ir::Id pair_before_guarded(std::uint32_t index, ir::Type type);
    /// What a choice by the predicate of the guard comes to where the guard holds, or where it does not.
    [[nodiscard]] ir::Id known_where(bool guard_holds, ir::Id value);
    [[nodiscard]] ir::Id other_reg(std::uint32_t index, ir::Type type);
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

    PrintOrigin print_origin_;
    std::uint32_t first_origin_ = 0; // number of the first instruction: those of the program before it are counted on
    std::string_view suffix_;
    std::uint32_t r_, p_, cc_;
    std::array<std::optional<std::uint32_t>, 32> constants_{};
    std::optional<std::uint32_t> global_, shared_, local_, barrier_;
    std::optional<Convention> convention_;
    ir::Id guard_ = ir::kNone;  // the predicate of the guard, as it is
    bool guard_is_not_ = false; // the guard holds where it does not
    /// What a guarded instruction put into a register, for those after it that have the same guard: they need no choice
    /// between it and what was there before.
    struct Guarded {
        std::uint32_t block = 0;
        std::uint32_t guard = 0, epoch = 0; // predicate and negation; of that predicate when it was put
        ir::Id value = ir::kNone;           // 32 bits
    };
    [[nodiscard]] ir::Id known_under_guard(std::uint32_t index) const;
    std::array<Guarded, kZeroRegister> guarded_{};
    std::array<std::uint32_t, kTruePredicate + 1> epochs_{}; // by predicate: counts its changes
    std::array<std::uint32_t, kZeroRegister> changes_{};     // by register: how often it was put
    std::vector<Neighbour> neighbours_;
    struct Noted {
        ir::Id value = ir::kNone;
        Product part;
    };
    std::array<Noted, 32> products_{}; // by the low bits of the value: the last ones
    std::vector<Product> waiting_;     // parts that are not built yet
    std::optional<VertexExtras> extras_;
    /// What a register, a predicate or a flag holds as far as this block knows it: a value of 32 bits or a bool, or a half of
    /// a value of 64 bits. It is stored when the block ends, or where an effect under a guard changes it, and what is known is
    /// not loaded. Not so in a program that is lifted to be read.
    struct LocalValue {
        enum class Part : std::uint8_t { Whole, Low, High, Later }; // Later: waiting_[id - 1]
        ir::Id id = ir::kNone;
        Part part = Part::Whole;
        std::uint32_t block = 0;
        ir::Id cast = ir::kNone; // the same bits as another type, created on first use
    };
    [[nodiscard]] ir::Id loaded(std::uint32_t index, ir::Type type);
    [[nodiscard]] ir::Id loaded_pair(std::uint32_t index, ir::Type type);
    [[nodiscard]] ir::Id loaded_bool(std::uint32_t index);
    [[nodiscard]] ir::Id as(ir::Type type, ir::Id word) { return ir.type_of(word) == type ? word : cast(type, word); }
    [[nodiscard]] ir::Id cast(ir::Type type, ir::Id word);
    [[nodiscard]] ir::Id word_of(const LocalValue& local);
    /// Of a register that is known, as it is where the guard holds.
    [[nodiscard]] ir::Id known_as(ir::Type type, std::uint32_t index);
    [[nodiscard]] bool is_known(std::uint32_t index) const {
        return locals_[index].block == block_ && locals_[index].id != ir::kNone;
    }
    /// Whether it still is 0, as when the program began.
    [[nodiscard]] bool is_untouched(std::uint32_t index) const {
        return program_starts_ && locals_[index].block != block_;
    }
    void know(std::uint32_t index, const LocalValue& local);
    void note_register(std::uint32_t index, const LocalValue& local);
    void change(std::uint32_t index, const LocalValue& local);
    void store(std::uint32_t index, const LocalValue& local);
    void save(std::uint32_t index);
    /// Returns whether registers index and index + 1 are the halves of one value.
    [[nodiscard]] bool is_pair(std::uint32_t index) const;
    [[nodiscard]] bool is_unsaved(std::uint32_t index) const { return (unsaved_[index / 64] >> (index % 64) & 1) != 0; }
    void note_saved(std::uint32_t index) { unsaved_[index / 64] &= ~(std::uint64_t{1} << (index % 64)); }
    /// From an effect under a guard: what it put counts only where it was done.
    void come_back();

    bool program_starts_ = false;
    std::uint32_t block_ = 0; // counts the blocks: what an earlier one knew is forgotten
    std::array<LocalValue, kRegisterSetSize> locals_{};
    std::array<std::uint32_t, kRegisterSetSize> origins_{}; // of what is not stored yet
    std::array<std::uint64_t, (kRegisterSetSize + 63) / 64> unsaved_{};
    ir::BlockId aside_from_ = ir::kNoBlock; // the block before the one of an effect under a guard
    std::vector<std::uint32_t> aside_;      // indices of registers that are known in there only
    std::uint32_t live_flags_ = 0;          // a mask
    std::optional<Op> flag_writer_;
    /// A constant that there is already, by its value.
    struct Number {
        std::uint64_t value = 0;
        ir::Type type{};
        ir::Id id = ir::kNone;
    };
    /// A load from a constant buffer that the block has already, by its offset.
    struct LoadedConstant {
        std::uint32_t slot = 0, offset = 0, block = 0;
        ir::Type type{};
        ir::Id id = ir::kNone;
    };
    std::array<LoadedConstant, 64> loaded_constants_{};
    static constexpr unsigned kNumberBits = 7;
    std::array<Number, 1U << kNumberBits> numbers_{};
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

/// What a part of a product comes to (integer.cpp).
[[nodiscard]] ir::Id value_of_part(Lift& lift, const Lift::Product& part);

inline constexpr std::uint32_t kPredicates = 7, kFlags = 4;
inline constexpr std::uint32_t kConstantBytes = 65536; // of a constant buffer

} // namespace relit::isa::maxwell
