// Integers of 64 bits as pairs of 32, those in parameters of blocks and functions too; results of functions are vectors of words.
// Division, atomics, registers and vectors of more than two have no form in halves: they keep their 64 bits, and the language refuses
// them.
#include "ir/analysis/cfg.hpp"
#include "ir/builder.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/lower/kinds.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/outline.hpp"
#include "lang/lower/pairs.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace relit::lang {
namespace {

using ir::Access;
using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

constexpr unsigned kMostWide = ir::kMaxLanes / 2; // whose halves fit in a vector
constexpr std::uint32_t kBytes = 8;

bool is_wide(Type type) { return type.kind == Kind::I64; }

class Splitting {
public:
    explicit Splitting(ir::Module& module)
        : module_(module), ir_(module), outlines_(ir_), pairs_(ir_), was_(module.insts.size()),
          halves_(module.insts.size()) {
        for (Id id = 0; id < was_.size(); ++id) was_[id] = module[id].type;
    }

    void run() {
        for (const ir::Function& function : module_.functions) signatures_.push_back(signature_of(function));
        for (ir::FunctionId i = 0; i < signatures_.size(); ++i) {
            module_.functions[i].result = signatures_[i].result;
            module_.functions[i].params.assign(signatures_[i].params.begin(), signatures_[i].params.end());
        }
        for (ir::FunctionId i = 0; i < signatures_.size(); ++i) rewrite_function(i);
    }

private:
    /// Of a function, with words in the place of what was wide.
    struct Signature {
        Type result;
        std::vector<Type> params;
        std::vector<std::uint32_t> numbers; // of the parameters that there were: where their first half is
    };

    [[nodiscard]] bool was_wide(Id id) const { return id < was_.size() && is_wide(was_[id]); }
    [[nodiscard]] static Signature signature_of(const ir::Function& function);
    /// Results of more lanes than that stay as they are.
    [[nodiscard]] static bool are_words_of(Type type) { return is_wide(type) && type.lanes <= kMostWide; }
    [[nodiscard]] static Type result_of(Type type) {
        return are_words_of(type) ? ir::kI32.with_lanes(2U * type.lanes) : type;
    }

    void rewrite_function(ir::FunctionId function);
    void split_params(ir::Block& block);
    void rewrite_block(ir::FunctionId function, ir::BlockId index);
    void rewrite(Id id);
    void rewrite_ending(ir::Block& block);
    [[nodiscard]] std::optional<Pair> split(const Inst& inst);
    [[nodiscard]] std::optional<Id> narrowed(const Inst& inst);
    void rewrite_parameter(Id id);
    void rewrite_call(Id id);
    [[nodiscard]] bool is_long(const Inst& inst) const;
    [[nodiscard]] bool rewrite_as_call(Id id, const Inst& inst);
    [[nodiscard]] Inst with_parameters(Inst inst, std::span<const Id> params);
    [[nodiscard]] std::vector<Id> halves_of(std::span<const Id> values);
    void append(Id id) { module_.functions[ir_.function_here()].blocks[ir_.here()].insts.push_back(id); }
    [[nodiscard]] std::optional<Pair> computed(const Inst& inst);
    void replace(Id id, Id by);

    // ---- a value as halves, words, or whole again
    Pair halves(Id id);
    Id lane(Id value, unsigned index);
    Id words_of(Pair pair);
    Pair from_words(Id words);
    Id whole(Id id);
    Pair apart(Id whole);

    // ---- what hands bits on
    [[nodiscard]] Pair constant(const Inst& inst);
    Id move(const Inst& inst, Type type, Id Pair::* half);
    [[nodiscard]] std::optional<Pair> moved(const Inst& inst);
    [[nodiscard]] std::optional<Pair> loaded_file(const Inst& inst);
    [[nodiscard]] std::optional<Pair> loaded_buffer(const Inst& inst);
    [[nodiscard]] bool stored(const Inst& inst);
    [[nodiscard]] bool has_narrow_lanes(const Inst& inst) const;
    Id buffer_offset(const Inst& inst);

    ir::Module& module_;
    ir::Builder ir_;
    Outlines outlines_;
    Pairs pairs_;
    std::vector<Type> was_;    // by Id
    std::vector<Pair> halves_; // by Id, of those that were wide
    std::vector<Signature> signatures_;
    Id first_new_ = 0; // of what stands for the instruction that is being rewritten
};

Splitting::Signature Splitting::signature_of(const ir::Function& function) {
    Signature made{result_of(function.result), {}, {}};
    for (const Type type : function.params) {
        made.numbers.push_back(static_cast<std::uint32_t>(made.params.size()));
        if (is_wide(type)) made.params.push_back(type.with_kind(Kind::I32));
        made.params.push_back(is_wide(type) ? type.with_kind(Kind::I32) : type);
    }
    return made;
}

// In an order in which values come before their uses; what cannot be reached comes last, unchanged.
void Splitting::rewrite_function(ir::FunctionId function) {
    const ir::Cfg flow(module_.functions[function]);
    for (ir::Block& block : module_.functions[function].blocks) split_params(block);
    for (const ir::BlockId block : flow.order()) rewrite_block(function, block);
    for (ir::BlockId block = 0; block < flow.block_count(); ++block)
        if (!flow.is_reachable(block)) rewrite_block(function, block);
}

void Splitting::split_params(ir::Block& block) {
    const std::pmr::vector<Id> before(block.params.begin(), block.params.end(), module_.arena());
    block.params.clear();
    const auto add = [&](Id id) {
        module_[id].imm = static_cast<std::uint32_t>(block.params.size());
        block.params.push_back(id);
    };
    for (const Id id : before) {
        if (!was_wide(id)) {
            add(id);
            continue;
        }
        const Type type = was_[id].with_kind(Kind::I32);
        ir_.origin_index(module_[id].origin);
        halves_[id] = {ir_.make(Op::BlockParam, type, {}), ir_.make(Op::BlockParam, type, {})};
        add(halves_[id].low);
        add(halves_[id].high);
    }
}

void Splitting::rewrite_block(ir::FunctionId function, ir::BlockId index) {
    ir_.move_to(function, index);
    ir::Block& block = module_.functions[function].blocks[index];
    std::pmr::vector<Id> insts(module_.arena());
    insts.swap(block.insts);
    for (const Id id : insts) rewrite(id);
    rewrite_ending(block);
}

void Splitting::rewrite_ending(ir::Block& block) {
    ir_.origin_index(block.end.origin);
    if (was_wide(block.end.value)) {
        const bool are_words = block.end.kind == ir::TerminatorKind::Return && are_words_of(was_[block.end.value]);
        block.end.value = are_words ? words_of(halves(block.end.value)) : whole(block.end.value);
    }
    for (ir::Edge& edge : block.end.edges) {
        if (std::ranges::none_of(edge.args, [&](Id id) { return was_wide(id); })) continue;
        edge.args = module_.copy(halves_of(edge.args));
    }
}

std::vector<Id> Splitting::halves_of(std::span<const Id> values) {
    std::vector<Id> all;
    for (const Id id : values) {
        if (!was_wide(id)) {
            all.push_back(id);
            continue;
        }
        const Pair pair = halves(id);
        all.insert(all.end(), {pair.low, pair.high});
    }
    return all;
}

void Splitting::rewrite(Id id) {
    const Inst inst = module_[id]; // as it was
    first_new_ = static_cast<Id>(module_.insts.size());
    ir_.origin_index(inst.origin);
    ir_.mode({});
    const bool reads = std::ranges::any_of(inst.operands, [&](Id operand) { return was_wide(operand); });
    if (inst.op == Op::Param) return rewrite_parameter(id);
    if (inst.op == Op::Call) return rewrite_call(id);
    if (is_long(inst) && rewrite_as_call(id, inst)) return;
    if (was_wide(id)) {
        if (const auto pair = split(inst)) {
            halves_[id] = *pair;
            return;
        }
    } else if (!reads) {
        return append(id);
    } else if (stored(inst)) {
        return;
    } else if (const auto made = narrowed(inst)) {
        return replace(id, *made);
    }
    std::vector<Id> operands;
    for (const Id operand : inst.operands) operands.push_back(was_wide(operand) ? whole(operand) : operand);
    module_[id].operands = module_.copy(operands);
    append(id);
    if (was_wide(id)) halves_[id] = apart(id);
}

void Splitting::rewrite_parameter(Id id) {
    const std::uint32_t number = signatures_[ir_.function_here()].numbers[module_[id].imm];
    if (was_wide(id)) {
        halves_[id] = {ir_.param(number), ir_.param(number + 1)};
        return;
    }
    module_[id].imm = number;
    append(id);
}

void Splitting::rewrite_call(Id id) {
    const std::vector<Id> operands = halves_of(module_[id].operands);
    if (was_wide(id) && are_words_of(was_[id])) {
        halves_[id] = from_words(ir_.call(module_[id].imm, operands));
        return;
    }
    module_[id].operands = module_.copy(operands);
    append(id);
    if (was_wide(id)) halves_[id] = apart(id);
}

/// Returns true for operations of at most two lanes that take so many instructions that they are a function.
bool Splitting::is_long(const Inst& inst) const {
    const auto is_known = [&](std::size_t from_end) {
        return module_[inst.operands[inst.operands.size() - from_end]].op == Op::Const;
    };
    const bool reads = std::ranges::any_of(inst.operands, [&](Id operand) { return was_wide(operand); });
    if ((!reads && !is_wide(inst.type)) || inst.type.lanes > kMostWide) return false;
    switch (inst.op) {
        case Op::UMulHi:
        case Op::SMulHi:
        case Op::FToS:
        case Op::FToU:
        case Op::SToF:
        case Op::UToF: return true;
        case Op::IShl:
        case Op::UShr:
        case Op::SShr: return !is_known(1);
        case Op::UBitField:
        case Op::SBitField:
        case Op::IBitInsert: return !is_known(1) || !is_known(2);
        default: return false;
    }
}

/// Returns false if the operation has no form.
bool Splitting::rewrite_as_call(Id id, const Inst& inst) {
    const auto type = [&](Id value) { return was_wide(value) ? was_[value] : module_[value].type; };
    const OutlineKey key{inst.op, inst.type, type(inst.operands.front()), type(inst.operands.back()), inst.mode};
    const auto write = [&](std::span<const Id> params) -> std::optional<Id> {
        const Inst inside = with_parameters(inst, params);
        if (!is_wide(inst.type)) return narrowed(inside);
        const auto pair = split(inside);
        return pair ? std::optional(words_of(*pair)) : std::nullopt;
    };
    const auto value = outlines_.call(key, result_of(inst.type), halves_of(inst.operands), write);
    if (!value) return false;
    if (is_wide(inst.type))
        halves_[id] = from_words(*value);
    else
        replace(id, *value);
    return true;
}

/// The operands that were wide are values that stand nowhere, but have the parameters as halves.
Inst Splitting::with_parameters(Inst inst, std::span<const Id> params) {
    std::vector<Id> operands;
    for (std::size_t i = 0, next = 0; i < inst.operands.size(); ++i) {
        const Id before = inst.operands[i];
        if (!was_wide(before)) {
            operands.push_back(params[next++]);
            continue;
        }
        const Id id = ir_.make(Op::Param, was_[before], {});
        was_.resize(id + std::size_t{1});
        halves_.resize(id + std::size_t{1});
        was_[id] = was_[before];
        halves_[id] = {params[next], params[next + 1]};
        next += 2;
        operands.push_back(id);
    }
    inst.operands = module_.copy(operands);
    return inst;
}

void Splitting::replace(Id id, Id by) {
    become_value(ir_, id, by, first_new_);
    append(id);
}

// ---- a value as halves, words, or whole again

// What is in no block before its use, in code that is never reached, is 0.
Pair Splitting::halves(Id id) {
    return halves_[id].low == ir::kNone ? pairs_.constant(0, was_[id].lanes) : halves_[id];
}

Id Splitting::lane(Id value, unsigned index) { return module_[value].type.lanes == 1 ? value : ir_.lane(value, index); }

Id Splitting::words_of(Pair pair) {
    std::vector<Id> words;
    for (unsigned i = 0; i < module_[pair.low].type.lanes; ++i) {
        words.push_back(lane(pair.low, i));
        words.push_back(lane(pair.high, i));
    }
    return ir_.compose(words);
}

Pair Splitting::from_words(Id words) {
    if (module_[words].type.lanes == 2) return {ir_.lane(words, 0), ir_.lane(words, 1)};
    return {ir_.swizzle(words, {0, 2}), ir_.swizzle(words, {1, 3})};
}

Id Splitting::whole(Id id) {
    const Pair pair = halves(id);
    std::vector<Id> lanes;
    for (unsigned i = 0; i < was_[id].lanes; ++i)
        lanes.push_back(ir_.bitcast(ir::kI64, ir_.compose({lane(pair.low, i), lane(pair.high, i)})));
    return lanes.size() == 1 ? lanes[0] : ir_.compose(lanes);
}

Pair Splitting::apart(Id whole) {
    std::vector<Id> low, high;
    for (unsigned i = 0; i < module_[whole].type.lanes; ++i) {
        const Id words = ir_.bitcast(ir::kI32.with_lanes(2), lane(whole, i));
        low.push_back(ir_.lane(words, 0));
        high.push_back(ir_.lane(words, 1));
    }
    if (low.size() == 1) return {low[0], high[0]};
    const Id all = ir_.compose(low);
    return {all, ir_.compose(high)};
}

// ---- what hands bits on

Pair Splitting::constant(const Inst& inst) {
    const auto bits = module_.literal(inst);
    std::vector<std::uint64_t> low, high;
    for (const std::uint64_t lane : bits) {
        low.push_back(lane & 0xffffffff);
        high.push_back(lane >> 32);
    }
    const Type type = inst.type.with_kind(Kind::I32);
    const Id first = ir_.constant(type, low);
    return {first, ir_.constant(type, high)};
}

Id Splitting::move(const Inst& inst, Type type, Id Pair::* half) {
    std::vector<Id> operands;
    for (const Id id : inst.operands) operands.push_back(was_wide(id) ? halves(id).*half : id);
    return ir_.add(inst.op, type, operands, inst.imm);
}

std::optional<Pair> Splitting::moved(const Inst& inst) {
    const ir::OpInfo& row = ir::info(inst.op);
    if (inst.op == Op::Const) return constant(inst);
    if (inst.op == Op::Copy) return halves(inst.operands[0]);
    if (row.loads(ir::Memory::Registers)) return row.has(ir::kAcross) ? std::nullopt : loaded_file(inst);
    if (row.loads(ir::Memory::Buffer)) return loaded_buffer(inst);
    if (!row.has(ir::kPicks) && inst.op != Op::Select && inst.op != Op::Shuffle) return {};
    const Type type = inst.type.with_kind(Kind::I32);
    const Id low = move(inst, type, &Pair::low);
    return Pair{low, move(inst, type, &Pair::high)};
}

bool Splitting::has_narrow_lanes(const Inst& inst) const {
    return ir::bits_of(module_.files[inst.access()[Access::file]].kind) <= 32;
}

std::optional<Pair> Splitting::loaded_file(const Inst& inst) {
    if (inst.type.lanes > kMostWide || !has_narrow_lanes(inst)) return {};
    return from_words(ir_.add(inst.op, ir::kI32.with_lanes(2U * inst.type.lanes), inst.operands, inst.imm));
}

// The byte that the lanes begin at, rounded down as for lanes of 64 bits. Where the end of the buffer may cut one in two,
// that one is outside as a whole.
Id Splitting::buffer_offset(const Inst& inst) {
    const Id rounded = ir_.IAnd(inst.operands[0], ir_.i32(~(kBytes - 1)));
    const std::uint32_t size = module_.resources[inst.imm].size;
    if (size != 0 && size % kBytes == 0) return rounded;
    const Id bytes = size != 0 ? ir_.i32(size) : ir_.add(Op::BufferSize, ir::kI32, {}, inst.imm);
    const Id end = ir_.IAnd(bytes, ir_.i32(~(kBytes - 1)));
    return ir_.Select({ir_.ULt(rounded, end), rounded, ir_.i32(~(kBytes - 1))});
}

std::optional<Pair> Splitting::loaded_buffer(const Inst& inst) {
    if (inst.type.lanes != 1) return {};
    return from_words(ir_.load_buffer(inst.imm, buffer_offset(inst), ir::kI32.with_lanes(2)));
}

bool Splitting::stored(const Inst& inst) {
    const ir::OpInfo& row = ir::info(inst.op);
    if (row.stores(ir::Memory::Buffer) && was_[inst.operands[1]].lanes == 1) {
        const Id offset = buffer_offset(inst);
        ir_.store_buffer(inst.imm, offset, words_of(halves(inst.operands[1])));
        return true;
    }
    if (!row.stores(ir::Memory::Registers)) return false;
    const Id value = inst.operands.back();
    if (was_[value].lanes > kMostWide || !has_narrow_lanes(inst)) return false;
    const std::uint32_t mask = inst.access()[Access::mask];
    const std::uint32_t of_words = ((mask & 1) != 0 ? 3 : 0) | ((mask & 2) != 0 ? 12 : 0);
    std::vector<Id> operands(inst.operands.begin(), inst.operands.end() - 1);
    operands.push_back(words_of(halves(value)));
    const std::uint32_t all = (1U << (2U * was_[value].lanes)) - 1;
    (void)ir_.add(inst.op, ir::kVoid, operands, inst.access().set(Access::mask, of_words & all).raw[0]);
    return true;
}

// ---- operations

std::optional<Pair> Splitting::computed(const Inst& inst) {
    if (inst.operands.empty()) return {};
    std::vector<Pair> in;
    for (const Id id : inst.operands) {
        if (!was_wide(id)) return {};
        in.push_back(halves(id));
    }
    return pairs_.compute(inst.op, in);
}

std::optional<Pair> Splitting::split(const Inst& inst) {
    const Id first = inst.operands.empty() ? ir::kNone : inst.operands[0];
    switch (inst.op) {
        case Op::UExtend:
        case Op::SExtend: {
            if (was_wide(first)) return halves(first);
            const bool narrow = ir::bits_of(was_[first].kind) < 32;
            return pairs_.extended(narrow ? ir_.convert(inst.op, Kind::I32, first) : first, inst.op == Op::SExtend);
        }
        case Op::FToS:
        case Op::FToU: return pairs_.from_float(first, inst.op == Op::FToS);
        case Op::Bitcast:
            if (was_wide(first)) return halves(first);
            if (inst.type.lanes > kMostWide) return {};
            return from_words(ir_.bitcast(ir::kI32.with_lanes(2U * inst.type.lanes), first));
        default: break;
    }
    if (const auto pair = moved(inst)) return pair;
    return computed(inst);
}

// From wide operands to something else.
std::optional<Id> Splitting::narrowed(const Inst& inst) {
    const Id first = inst.operands[0];
    if (!was_wide(first)) return {};
    switch (inst.op) {
        case Op::ITruncate:
            if (inst.type.kind == Kind::I32) return halves(first).low;
            return ir_.convert(Op::ITruncate, inst.type.kind, halves(first).low);
        case Op::SToF:
        case Op::UToF: return pairs_.to_float(halves(first), inst.type.kind, inst.op == Op::SToF, inst.mode);
        case Op::Bitcast: {
            if (was_[first].lanes > kMostWide) return {};
            const Id words = words_of(halves(first));
            return inst.type == module_[words].type ? words : ir_.bitcast(inst.type, words);
        }
        default: break;
    }
    if (inst.operands.size() != 2 || !was_wide(inst.operands[1])) return {};
    const Pair a = halves(first), b = halves(inst.operands[1]);
    return pairs_.compare(inst.op, a, b);
}

} // namespace

bool lower_wide(ir::Module& module, const Target& target) {
    if (target.has_int64 || !Kinds(module).has(Kind::I64)) return false;
    Splitting(module).run();
    return true;
}

} // namespace relit::lang
