// Integers of 64 bits as pairs of 32, those in block parameters too. What cannot be expressed with halves keeps its 64 bits, and
// the language refuses it: division, atomics, parameters and results of functions, registers and vectors of more than two.
#include "ir/analysis/cfg.hpp"
#include "ir/builder.hpp"
#include "lang/lower/kinds.hpp"
#include "lang/lower/lower.hpp"
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
        : module_(module), ir_(module), pairs_(ir_), was_(module.insts.size()), halves_(module.insts.size()) {
        for (Id id = 0; id < was_.size(); ++id) was_[id] = module[id].type;
    }

    void run() {
        for (ir::FunctionId i = 0; i < module_.functions.size(); ++i) rewrite_function(i);
    }

private:
    [[nodiscard]] bool was_wide(Id id) const { return id < was_.size() && is_wide(was_[id]); }

    void rewrite_function(ir::FunctionId function);
    void split_params(ir::Block& block);
    void rewrite_block(ir::FunctionId function, ir::BlockId index);
    void rewrite(Id id);
    void rewrite_ending(ir::Block& block);
    [[nodiscard]] std::optional<Pair> split(const Inst& inst);
    [[nodiscard]] std::optional<Id> narrowed(const Inst& inst);
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
    Pairs pairs_;
    std::vector<Type> was_;    // by Id
    std::vector<Pair> halves_; // by Id, of those that were wide
};

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
    if (was_wide(block.end.value)) block.end.value = whole(block.end.value);
    for (ir::Edge& edge : block.end.edges) {
        if (std::ranges::none_of(edge.args, [&](Id id) { return was_wide(id); })) continue;
        std::vector<Id> args;
        for (const Id id : edge.args) {
            if (!was_wide(id)) {
                args.push_back(id);
                continue;
            }
            const Pair pair = halves(id);
            args.insert(args.end(), {pair.low, pair.high});
        }
        edge.args = module_.copy(args);
    }
}

void Splitting::rewrite(Id id) {
    const Inst inst = module_[id]; // as it was
    ir_.origin_index(inst.origin);
    ir_.mode({});
    const bool reads = std::ranges::any_of(inst.operands, [&](Id operand) { return was_wide(operand); });
    const auto append = [&] { module_.functions[ir_.function_here()].blocks[ir_.here()].insts.push_back(id); };
    if (was_wide(id)) {
        if (const auto pair = split(inst)) {
            halves_[id] = *pair;
            return;
        }
    } else if (!reads) {
        return append();
    } else if (stored(inst)) {
        return;
    } else if (const auto made = narrowed(inst)) {
        return replace(id, *made);
    }
    std::vector<Id> operands;
    for (const Id operand : inst.operands) operands.push_back(was_wide(operand) ? whole(operand) : operand);
    module_[id].operands = module_.copy(operands);
    append();
    if (was_wide(id)) halves_[id] = apart(id);
}

// The id goes on to mean the value. What was computed last, for nothing else, gives its place to it.
void Splitting::replace(Id id, Id by) {
    auto& insts = module_.functions[ir_.function_here()].blocks[ir_.here()].insts;
    if (module_[id].op != Op::ITruncate && !insts.empty() && insts.back() == by) {
        module_[id] = Inst(module_[by]);
        insts.back() = id;
    } else {
        ir_.become_copy(id, by);
        insts.push_back(id);
    }
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
    if (inst.operands.empty()) return {}; // a parameter of a function
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
