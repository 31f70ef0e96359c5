// The only writer of modules. What a lifter asks for is what stands in the program, but see build_ssa().
#pragma once

#include "ir/module.hpp"
#include "ir/ssa_builder.hpp"

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace relit::ir {

/// Appends to one block of one function at a time. Operand and result types are the caller's duty; ir/verify/verify.hpp
/// checks them.
class Builder {
public:
    explicit Builder(Module& module);
    ~Builder();
    Builder(const Builder&) = delete;
    Builder& operator=(const Builder&) = delete;
    [[nodiscard]] Module& module() { return module_; }

    // ---- declarations
    std::uint32_t file(std::string_view name, Kind kind, unsigned lanes, std::uint32_t count, Role role,
                       FilePurpose purpose = FilePurpose::Guest);
    void add_io_slot(std::uint32_t file, const IoSlot& slot);
    std::uint32_t constant_buffer(std::string_view name, std::uint32_t binding, std::uint32_t bytes);
    /// One that holds registers. `block`: Resource::block.
    std::uint32_t constant_registers(std::string_view name, std::uint32_t binding, std::uint32_t count,
                                     std::string_view block = {});
    std::uint32_t storage_buffer(std::string_view name, std::uint32_t binding, std::uint32_t bytes);
    std::uint32_t resource(const Resource& description);
    std::uint32_t table(std::span<const std::uint32_t> entries);
    /// Starts a function with one empty block, the entry, and makes it current.
    FunctionId function(std::string_view name, Type result = kVoid, std::initializer_list<Type> params = {});
    /// Adds the text of a guest instruction; what is built next came from it. Empty text ends that.
    void origin(std::string_view text);
    /// The same of instruction `number`, counted from 0 in the order of the listing, whose text may be empty. Numbers may come in any
    /// order and several times: the first text stays. Instructions before it that were not named have empty texts.
    void origin(std::uint32_t number, std::string_view text);
    void origin_index(std::uint32_t one_based) { origin_ = one_based; }
    [[nodiscard]] std::uint32_t origin_here() const { return origin_; }

    // ---- where to write
    BlockId block(); // a new empty block of the current function; does not move there
    void move_to(BlockId block) { move_to(function_, block); }
    void move_to(FunctionId function, BlockId block);
    /// Builds what happens only where the condition holds, in a block of its own, and goes on in one behind it.
    template <std::invocable Effect>
    void where(Id condition, Effect&& effect) {
        const BlockId then = block(), after = block();
        branch(condition, then, after);
        go_aside(then);
        effect();
        if (!ended()) jump(after);
        come_back(after);
    }
    [[nodiscard]] BlockId here() const { return block_; }
    [[nodiscard]] FunctionId function_here() const { return function_; }
    [[nodiscard]] bool ended() const; // whether the current block has its terminator
    void mode(FloatMode mode) { mode_ = mode; }
    [[nodiscard]] FloatMode mode() const { return mode_; }
    /// Builds what `make` builds with that mode, and returns its value.
    template <std::invocable Make>
    Id in_mode(FloatMode mode, Make&& make) {
        const FloatMode before = std::exchange(mode_, mode);
        const Id made = make();
        mode_ = before;
        return made;
    }
    /// From now on registers are values: nothing of them is stored but what the program ends with, and loads give what was
    /// stored last on all ways. Final register values are stored only if they are read; outputs always are. Not for
    /// readable modules, where every statement is a guest's. Call before the first store, and finish() at the end. What is
    /// built comes to what `combine` would make of it from then on, as far as its block shows: a constant, a simpler
    /// operation, or an equal value that is there already.
    void build_ssa(SsaBuilder::Wanted wanted);
    /// When all blocks of all functions have their ends. Values that were loaded may be replaced in the module.
    void finish();

    // ---- values
    Id add(Op op, Type type, std::span<const Id> operands, std::uint32_t imm = 0);
    Id add(Op op, Type type, std::initializer_list<Id> operands, std::uint32_t imm = 0) {
        return add(op, type, std::span(operands.begin(), operands.size()), imm);
    }
    /// The same, but in no block: for passes that insert it themselves.
    Id make(Op op, Type type, std::span<const Id> operands, std::uint32_t imm = 0);
    Id constant(Type type, std::span<const std::uint64_t> lanes); // lanes as bits
    Id constant(Type type, std::uint64_t lane) {                  // every lane the same
        const Id known = ssa_ && type.lanes == 1 ? ssa_->known_number(type, lane) : kNone;
        return known != kNone ? known : other_constant(type, lane);
    }
    Id f32(float value);
    Id f32(float value, unsigned lanes);
    Id i32(std::uint32_t value) { return constant(kI32, value); }
    Id i32(std::uint32_t value, unsigned lanes) { return constant(kI32.with_lanes(lanes), value); }
    Id boolean(bool value) { return constant(kBool, value ? 1 : 0); }
    Id param(std::uint32_t index);
    Id block_param(BlockId block, Type type);

    Id swizzle(Id value, std::span<const std::uint8_t> lanes);
    Id swizzle(Id value, std::initializer_list<std::uint8_t> lanes) {
        return swizzle(value, std::span(lanes.begin(), lanes.size()));
    }
    Id lane(Id value, unsigned index) { return swizzle(value, {static_cast<std::uint8_t>(index)}); }
    Id splat(Id scalar, unsigned lanes);
    Id compose(std::span<const Id> scalars);
    Id compose(std::initializer_list<Id> scalars) { return compose(std::span(scalars.begin(), scalars.size())); }
    Id blend(Id base, Id over, std::uint32_t mask);
    Id bitcast(Type type, Id value) { return add(Op::Bitcast, type, {value}); }

    // ---- one function an operation whose result type follows from its operands: FAdd(a, b), FLt(a, b), Select(c, a, b)
    // Operands that are built in the call stand in braces, FAdd({FMul(a, b), FMul(c, d)}): C++ leaves the order of arguments
    // open and compilers differ, but what stands in braces is built from left to right.
#define OP(name)                                      \
    template <class... Ids>                           \
    Id name(Id first, Ids... rest) {                  \
        return operation(Op::name, {first, rest...}); \
    }                                                 \
    Id name(std::initializer_list<Id> operands) { return operation(Op::name, operands); }
#include "ir/op_names.inc"
#undef OP
    /// The same of an operation that is not known here: a bool row has as many lanes as its operands, Select takes its second
    /// operand's type.
    Id operation(Op op, std::span<const Id> operands);
    Id operation(Op op, std::initializer_list<Id> operands) {
        return operation(op, std::span(operands.begin(), operands.size()));
    }
    /// Conversions, whose result type must be said.
    Id convert(Op op, Kind to, Id value) { return add(op, type_of(value).with_kind(to), {value}); }

    // ---- registers and memory
    Id load(std::uint32_t file, std::uint32_t lane, Type type) {
        const Id known = ssa_ ? ssa_->known(file, lane, type) : kNone;
        return known != kNone ? known : other_load(file, lane, type);
    }
    void store(std::uint32_t file, std::uint32_t lane, Id value, std::uint32_t mask = 15) {
        if (ssa_ && ssa_->keep(file, lane, value)) return;
        other_store(file, lane, value, mask);
    }
    /// Truth values in a file of integers: 1 or 0 there, but as values they stay what they are.
    Id load_bool(std::uint32_t file, std::uint32_t lane);
    void store_bool(std::uint32_t file, std::uint32_t lane, Id value);
    Id load_at(std::uint32_t file, std::uint32_t lane, Id register_index, Type type);
    void store_at(std::uint32_t file, std::uint32_t lane, Id register_index, Id value, std::uint32_t mask = 15);
    /// `lane`: of the registers of one vertex.
    Id load_vertex(std::uint32_t file, std::uint32_t lane, Id vertex, Type type) {
        return add(Op::LoadVertex, type, {vertex}, Access{}.set(Access::file, file).set(Access::lane, lane).raw[0]);
    }
    Id load_buffer(std::uint32_t resource, Id byte_offset, Type type);
    void store_buffer(std::uint32_t resource, Id byte_offset, Id value);
    /// Up to four words, at `offset` in the guest's file, that do not decode: a translation stops at them where they can
    /// be reached, or leaves them out and says so.
    void opaque(std::uint64_t offset, std::span<const std::uint32_t> words);
    Id lookup(std::uint32_t table, Id entry) { return add(Op::LoadTable, kI32, {entry}, table); }
    Id call(FunctionId function, std::span<const Id> arguments);
    void emit_vertex();
    /// Constants, loads and stores that are in no block: for passes that insert them themselves.
    Id make_constant(Type type, std::span<const std::uint64_t> lanes);
    Id make_constant(Type type, std::uint64_t lane); // every lane the same
    Id make_load(std::uint32_t file, std::uint32_t lane, Type type);
    Id make_store(Access access, Id value);
    /// The instruction, where it stands, becomes another, and keeps its origin: a load, one that gives the value of another, or
    /// one that takes a lane of another.
    void become_load(Id id, Access access, Type type);
    void become_copy(Id id, Id value);
    void become_lane(Id id, Id value, unsigned lane);
    Id call(FunctionId function, std::initializer_list<Id> arguments) {
        return call(function, std::span(arguments.begin(), arguments.size()));
    }

    // ---- the end of the current block
    void jump(BlockId to, std::span<const Id> args = {});
    void branch(Id condition, BlockId then_to, BlockId else_to);
    /// cases.size() + 1 targets; the last is the default
    void switch_on(Id selector, std::span<const std::uint32_t> cases, std::span<const BlockId> targets);
    void ret(Id value = kNone);
    void unreachable();

    [[nodiscard]] Type type_of(Id value) const { return module_[value].type; }

private:
    Id other_constant(Type type, std::uint64_t lane);
    Id other_load(std::uint32_t file, std::uint32_t lane, Type type);
    void other_store(std::uint32_t file, std::uint32_t lane, Id value, std::uint32_t mask);
    Id make_here(Op op, Type type, std::span<const Id> operands, std::uint32_t imm);
    [[nodiscard]] FloatMode mode_of(Type type) const {
        return is_float(type.kind) || type.kind == Kind::Bool ? mode_ : FloatMode{};
    }
    void note_register(Id value, Access access);
    void start_region();
    void go_aside(BlockId block);
    void come_back(BlockId block);
    void enter_block(bool program_begins);
    void leave_block();
    [[nodiscard]] InsertPoint insert_point() { return {current().insts, origin_, reducer_.get()}; }
    void end(Terminator terminator);
    std::span<Edge> edges(std::span<const BlockId> targets);
    [[nodiscard]] Block& current() { return module_.functions[function_].blocks[block_]; }

    Module& module_;
    FunctionId function_ = 0;
    BlockId block_ = 0;
    std::uint32_t origin_ = 0;
    FloatMode mode_{};
    std::unique_ptr<SsaBuilder> ssa_;  // of registers, where they are values
    std::unique_ptr<Reducer> reducer_; // there too
    FunctionId reduced_function_ = 0;  // whose values it knows
};

/// An edge without arguments, or with some, in the module's arena.
[[nodiscard]] std::span<Edge> make_edges(Module& module, std::span<const Edge> edges);
} // namespace relit::ir
