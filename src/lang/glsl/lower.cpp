#include "lang/glsl/lower.hpp"

#include "ir/analysis/lanes_in_use.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace relit::lang::glsl {
namespace {

using ir::Access;
using ir::Id;
using ir::Inst;
using ir::Op;
using ir::Type;

using Mask = std::uint32_t; // of lanes

using Lane = ir::LaneOf; // mostly of a value that is computed, read or constant: not merely moved
struct Lanes {
    std::array<Lane, ir::kMaxLanes> all{};
    unsigned count = 0;

    void add(Lane lane) { all[count++] = lane; }
    [[nodiscard]] std::span<const Lane> list() const { return std::span(all).first(count); }
};

Mask first_lanes(unsigned count) { return (1U << count) - 1; }

bool is_fixed_load(const ir::OpInfo& row) { return row.is_fixed_access() && row.is_load(); }
bool is_read(Op op) {
    const ir::OpInfo& row = ir::info(op);
    return is_fixed_load(row) || row.loads(ir::Memory::Buffer) || op == Op::Const || op == Op::Param;
}
bool is_fixed_store(const ir::OpInfo& row) { return row.is_fixed_access() && row.is_store(); }

// The row that a load begins at: `index` rows and `more`.
struct BufferRow {
    Id index = ir::kNone;
    std::uint32_t more = 0;
};

class Lowering {
public:
    Lowering(const ir::Module& module, bool counts)
        : from_(module), to_(module.clone()),
          used_(module, {.through_calls = false, .instead = [this](Id id) { return row_of(from_[id]).index; }}),
          stays_(module.insts.size()), by_row_(module.insts.size()), is_packed_(module.insts.size()), counts_(counts) {
        for (ir::RegisterFile& file : to_.files)
            if (file.holds_bools && !from_.readable) file.kind = ir::Kind::Bool;
        for (const ir::Function& function : from_.functions)
            for (const ir::Block& block : function.blocks)
                for (const Id id : block.insts)
                    if (is_fixed_store(ir::info(from_[id].op)) && holds_bools(from_[id]))
                        is_packed_[from_[id].operands[0]] = true;
    }

    Lowered run() {
        // What the guest's own instructions became in a readable module is printed unchanged.
        const auto stays = [&](const ir::Function& function) { return from_.readable && function.params.empty(); };
        for (const ir::Function& function : from_.functions)
            for (const ir::Node& node : function.tree.nodes) stays_[node.value] = true;
        for (ir::Function& function : to_.functions) stays(function) ? count(function) : rewrite(function);
        by_row_.resize(to_.insts.size());
        return {std::move(to_), std::move(by_row_), std::move(dealt_with_)};
    }

private:
    [[nodiscard]] Lane source(Lane at) const;
    [[nodiscard]] BufferRow row_of(const Inst& load) const;
    [[nodiscard]] const Inst& scalar(Id id) const { return from_[source({id, 0}).value]; }
    [[nodiscard]] std::optional<std::uint32_t> constant(Id id) const;
    [[nodiscard]] Mask kept(Id id) const;
    [[nodiscard]] unsigned kept_lane(Lane lane) const;
    Id value(const Lanes& lanes, std::uint32_t origin);
    Id add(Inst inst, std::span<const Id> operands);
    void become(Inst& inst, const Lanes& lanes);
    void count(const ir::Function& function);
    void count(std::span<const Id> written, std::size_t dealt_with);
    void rewrite(ir::Function& function);
    void rewrite(Id id);
    std::size_t row_store(std::span<const Id> insts);
    void rewrite_operands(Id id);
    Id row_index(BufferRow row, std::uint32_t origin);
    [[nodiscard]] bool holds_bools(const Inst& access) const;
    [[nodiscard]] bool is_loaded_bool(const Inst& inst) const;
    void rewrite_load(Id id);
    void rewrite_store(Id id);
    void store(Id id, const Lanes& lanes, Mask mask);

    const ir::Module& from_;
    ir::Module to_;
    ir::LanesInUse used_;
    std::vector<bool> stays_; // named by the tree: keeps its id, though it only moves lanes
    std::vector<bool> by_row_;
    std::vector<bool> is_packed_; // a Select of 1 or 0 that is made to be stored as a bool, and for nothing else
    std::map<std::vector<std::pair<Id, unsigned>>, Id> composed_; // in this block: the lanes of a Compose
    std::pmr::vector<Id>* insts_{};                               // the block being written
    bool counts_;
    std::vector<std::uint32_t> dealt_with_;
};

Lane Lowering::source(Lane at) const {
    while (ir::info(from_[at.value].op).has(ir::kPicks)) at = ir::picked_lane(from_[at.value], at.lane);
    return at;
}

std::optional<std::uint32_t> Lowering::constant(Id id) const {
    const Lane lane = source({id, 0});
    const Inst& inst = from_[lane.value];
    if (inst.op != Op::Const) return std::nullopt;
    return static_cast<std::uint32_t>(from_.literal(inst)[lane.lane]);
}

// An offset of 16 bytes times what can never be so large that the product wraps. Outside of the buffer a load gives
// zeros, so to hold the index at the first row outside is not needed where the load looks itself.
BufferRow Lowering::row_of(const Inst& load) const {
    constexpr std::uint32_t kRow = 16, kLargest = 1U << 27;
    if (!ir::info(load.op).loads(ir::Memory::Buffer) || ir::bits_of(load.type.kind) != 32) return {};
    const std::uint32_t size = from_.resources[load.imm].size;
    if (size == 0 || size % kRow != 0) return {};
    const Inst* offset = &scalar(load.operands[0]);
    std::uint32_t more = 0;
    if (offset->op == Op::IAdd && offset->type == ir::kI32 && constant(offset->operands[1]).value_or(1) % kRow == 0) {
        more = *constant(offset->operands[1]) / kRow;
        offset = &scalar(offset->operands[0]);
    }
    if (offset->type != ir::kI32) return {};
    const bool times = (offset->op == Op::IMul && constant(offset->operands[1]) == kRow) ||
                       (offset->op == Op::IShl && constant(offset->operands[1]) == std::countr_zero(kRow));
    if (!times || more > kLargest) return {};
    const Id index = offset->operands[0];
    const Inst& clamped = scalar(index);
    const bool bounded = (clamped.op == Op::UMin || clamped.op == Op::IAnd) && clamped.type == ir::kI32 &&
                         constant(clamped.operands[1]).value_or(kLargest + 1) <= kLargest;
    if (!bounded) return {};
    const bool needless = clamped.op == Op::UMin && more == 0 && *constant(clamped.operands[1]) >= size / kRow;
    return {needless ? clamped.operands[0] : index, more};
}

// Which lanes the value still has.
Mask Lowering::kept(Id id) const {
    const Inst& inst = from_[id];
    const Mask all = first_lanes(inst.type.lanes), used = used_[id];
    if (used == 0 || inst.type.lanes <= 1) return all;
    if (ir::is_lanewise(from_, inst)) return used;
    const Mask up_to_last = first_lanes(static_cast<unsigned>(std::bit_width(used)));
    const ir::OpInfo& row = ir::info(inst.op);
    if (is_fixed_load(row)) return up_to_last & ~first_lanes(static_cast<unsigned>(std::countr_zero(used)));
    const bool words =
        row.loads(ir::Memory::Buffer) && from_.resources[inst.imm].kind != ir::ResourceKind::ConstantBuffer;
    return words ? up_to_last : all;
}

unsigned Lowering::kept_lane(Lane lane) const {
    return static_cast<unsigned>(std::popcount(kept(lane.value) & first_lanes(lane.lane)));
}

Id Lowering::add(Inst inst, std::span<const Id> operands) {
    inst.operands = to_.copy(operands);
    to_.insts.push_back(inst);
    const auto id = static_cast<Id>(to_.insts.size() - 1);
    if (inst.op != Op::Const) insts_->push_back(id);
    return id;
}

// Makes an instruction give these lanes: the type must have as many.
void Lowering::become(Inst& inst, const Lanes& lanes) {
    const auto list = lanes.list();
    const Id first = list[0].value;
    inst.mode = {};
    inst.imm = 0;
    if (std::ranges::all_of(list, [&](Lane lane) { return from_[lane.value].op == Op::Const; })) {
        inst.op = Op::Const;
        inst.imm = static_cast<std::uint32_t>(to_.literals.size());
        for (const Lane lane : list) to_.literals.push_back(from_.literal(from_[lane.value])[lane.lane]);
        inst.operands = {};
    } else if (std::ranges::all_of(list, [&](Lane lane) { return lane.value == first; })) {
        bool in_order = std::popcount(kept(first)) == static_cast<int>(list.size());
        for (unsigned i = 0; i < list.size(); ++i) {
            in_order = in_order && kept_lane(list[i]) == i;
            inst.imm |= kept_lane(list[i]) << (8 * i);
        }
        inst.op = in_order ? Op::Copy : Op::Swizzle;
        if (in_order) inst.imm = 0;
        inst.operands = to_.copy(std::span(&first, 1));
    } else {
        inst.op = Op::Compose;
        std::array<Id, ir::kMaxLanes> parts{};
        for (unsigned i = 0; i < list.size(); ++i) {
            Lanes one;
            one.add(list[i]);
            parts[i] = value(one, inst.origin);
        }
        inst.operands = to_.copy(std::span(parts).first(list.size()));
    }
}

// The value that has these lanes, placed here where it needs an instruction of its own.
Id Lowering::value(const Lanes& lanes, std::uint32_t origin) {
    const Type type = from_[lanes.all[0].value].type.with_lanes(lanes.count);
    Inst inst{.op = Op::Copy, .type = type, .origin = origin, .operands = {}};
    become(inst, lanes);
    if (inst.op == Op::Copy) return inst.operands[0];
    const std::vector<Id> operands(inst.operands.begin(), inst.operands.end());
    if (inst.op != Op::Compose) return add(inst, operands);
    std::vector<std::pair<Id, unsigned>> key;
    for (const Lane lane : lanes.list()) key.emplace_back(lane.value, lane.lane);
    Id& known = composed_[key];
    if (known == ir::kNone) known = add(inst, operands);
    return known;
}

void Lowering::rewrite(ir::Function& function) {
    for (ir::Block& block : function.blocks) {
        const std::vector<Id> insts(block.insts.begin(), block.insts.end());
        block.insts.clear();
        insts_ = &block.insts;
        composed_.clear();
        for (std::size_t i = 0; i < insts.size();) {
            const std::size_t before = block.insts.size();
            const std::size_t whole = row_store(std::span(insts).subspan(i));
            if (whole == 0) rewrite(insts[i]);
            i += std::max<std::size_t>(whole, 1);
            count(std::span(block.insts).subspan(before), i);
        }
    }
}

void Lowering::count(std::span<const Id> written, std::size_t dealt_with) {
    if (!counts_) return;
    dealt_with_.resize(to_.insts.size());
    for (const Id id : written) dealt_with_[id] = static_cast<std::uint32_t>(dealt_with);
}

// Of a function that stays as it is.
void Lowering::count(const ir::Function& function) {
    for (const ir::Block& block : function.blocks)
        for (std::size_t i = 0; i < block.insts.size(); ++i) count(std::span(block.insts).subspan(i, 1), i + 1);
}

// Stores of single lanes that one guest instruction makes, side by side in a row of four words: one store of them all.
// How many instructions that takes; 0 where there is nothing to put together.
std::size_t Lowering::row_store(std::span<const Id> insts) {
    const Inst& first = from_[insts[0]];
    const auto is_lane = [&](const Inst& inst) {
        return ir::info(inst.op).stores(ir::Memory::Buffer) && inst.imm == first.imm && inst.origin == first.origin &&
               from_[inst.operands[1]].type == ir::kF32 && constant(inst.operands[0]);
    };
    if (!is_lane(first) || *constant(first.operands[0]) % 4 != 0) return 0;
    const std::uint32_t offset = *constant(first.operands[0]);
    Lanes lanes;
    std::size_t taken = 0;
    for (std::size_t i = 0; i < insts.size() && offset % 16 / 4 + lanes.count < ir::kMaxLanes; ++i) {
        const Inst& inst = from_[insts[i]];
        if (inst.op == Op::Const || (ir::info(inst.op).has(ir::kPicks) && !stays_[insts[i]])) continue;
        if (!is_lane(inst) || *constant(inst.operands[0]) != offset + 4 * lanes.count) break;
        lanes.add(source({inst.operands[1], 0}));
        taken = i + 1;
    }
    if (lanes.count < 2) return 0;
    Lanes at;
    at.add(source({first.operands[0], 0}));
    const std::array<Id, 2> operands{value(at, first.origin), value(lanes, first.origin)};
    (void)add(first, operands);
    return taken;
}

void Lowering::rewrite(Id id) {
    const Inst& inst = from_[id];
    const ir::OpInfo& row = ir::info(inst.op);
    const bool is_move = row.has(ir::kPicks);
    if (is_fixed_store(row)) return rewrite_store(id);
    if ((is_move && !stays_[id]) || is_packed_[id]) return;
    if (!is_move && used_[id] == 0 && used_.is_removable(id)) return;
    if (is_move || is_loaded_bool(inst)) {
        Lanes lanes;
        for (unsigned i = 0; i < inst.type.lanes; ++i) {
            if (is_move)
                lanes.add(source({id, i}));
            else if ((kept(id) >> i & 1) != 0)
                lanes.add(source({inst.operands[0], i}));
        }
        Inst changed = to_[id];
        changed.type.lanes = static_cast<std::uint8_t>(lanes.count);
        become(changed, lanes); // may add instructions, which moves to_[id]
        to_[id] = changed;
    } else {
        rewrite_operands(id);
        rewrite_load(id);
    }
    insts_->push_back(id);
}

void Lowering::rewrite_operands(Id id) {
    const Inst& inst = from_[id];
    const Mask mine = kept(id);
    const bool lanewise = ir::is_lanewise(from_, inst);
    std::vector<Id> operands;
    const BufferRow row = row_of(inst);
    if (row.index != ir::kNone) {
        by_row_[id] = true;
        operands.push_back(row_index(row, inst.origin));
    }
    for (const Id used : inst.operands) {
        if (by_row_[id]) break;
        Lanes lanes;
        for (unsigned i = 0; i < from_[used].type.lanes; ++i) {
            if (!lanewise || (mine >> i & 1) != 0) lanes.add(source({used, i}));
        }
        operands.push_back(value(lanes, inst.origin));
    }
    to_[id].operands = to_.copy(operands);
    if (inst.type.lanes > 1) to_[id].type.lanes = static_cast<std::uint8_t>(std::popcount(mine));
}

Id Lowering::row_index(BufferRow row, std::uint32_t origin) {
    Lanes lanes;
    lanes.add(source({row.index, 0}));
    const Id index = value(lanes, origin);
    if (row.more == 0) return index;
    Inst more{.op = Op::Const,
              .type = ir::kI32,
              .imm = static_cast<std::uint32_t>(to_.literals.size()),
              .origin = origin,
              .operands = {}};
    to_.literals.push_back(row.more);
    const std::array<Id, 2> sum{index, add(more, {})};
    return add({.op = Op::IAdd, .type = ir::kI32, .origin = origin, .operands = {}}, sum);
}

/// Files that hold bools as 1 and 0 are of bools in GLSL.
bool Lowering::holds_bools(const Inst& access) const {
    return !from_.readable && ir::info(access.op).is_fixed_access() &&
           from_.files[access.access()[Access::file]].holds_bools;
}

/// Returns true if the instruction makes a bool of what is one already.
bool Lowering::is_loaded_bool(const Inst& inst) const {
    return inst.op == Op::INe && holds_bools(from_[source({inst.operands[0], 0}).value]);
}

void Lowering::rewrite_load(Id id) {
    const Inst& inst = from_[id];
    if (!is_fixed_load(ir::info(inst.op))) return;
    if (holds_bools(inst)) to_[id].type.kind = ir::Kind::Bool;
    const ir::RegisterFile& file = from_.files[inst.access()[Access::file]];
    const std::uint32_t each = ir::lanes_taken(file, inst.type.scalar());
    const auto skipped = static_cast<std::uint32_t>(std::countr_zero(kept(id)));
    to_[id].imm = inst.access().set(Access::lane, inst.access()[Access::lane] + skipped * each).raw[0];
}

// A vector that is computed goes out as it is, beside what else the store writes; everything else at once.
void Lowering::rewrite_store(Id id) {
    const Inst& inst = from_[id];
    const Id stored = holds_bools(inst) ? from_[inst.operands[0]].operands[0] : inst.operands[0]; // of a Select
    const Mask mask = inst.access()[Access::mask] & first_lanes(from_[stored].type.lanes);
    std::array<Lane, ir::kMaxLanes> sources{};
    for (unsigned i = 0; i < ir::kMaxLanes; ++i) {
        if ((mask >> i & 1) != 0) sources[i] = source({stored, i});
    }
    Mask left = mask;
    for (unsigned i = 0; i < ir::kMaxLanes; ++i) {
        if ((left >> i & 1) == 0 || is_read(from_[sources[i].value].op)) continue;
        Mask same = 0, distinct = 0;
        for (unsigned k = i; k < ir::kMaxLanes; ++k) {
            if ((left >> k & 1) == 0 || sources[k].value != sources[i].value) continue;
            same |= 1U << k;
            distinct |= 1U << sources[k].lane;
        }
        if (same == left) break;
        if (std::popcount(distinct) < 2) continue;
        Lanes lanes;
        for (unsigned k = i; k < ir::kMaxLanes; ++k) {
            if ((same >> k & 1) != 0) lanes.add(sources[k]);
        }
        store(id, lanes, same);
        left &= ~same;
    }
    Lanes lanes;
    for (unsigned k = 0; k < ir::kMaxLanes; ++k) {
        if ((left >> k & 1) != 0) lanes.add(sources[k]);
    }
    store(id, lanes, left);
}

void Lowering::store(Id id, const Lanes& lanes, Mask mask) {
    Inst inst = from_[id];
    const Id stored = value(lanes, inst.origin);
    const ir::RegisterFile& file = from_.files[inst.access()[Access::file]];
    const std::uint32_t each = ir::lanes_taken(file, to_[stored].type.scalar());
    const auto skipped = static_cast<std::uint32_t>(std::countr_zero(mask));
    const Access access = inst.access()
                              .set(Access::lane, inst.access()[Access::lane] + skipped * each)
                              .set(Access::mask, mask >> skipped);
    inst.imm = access.raw[0];
    (void)add(inst, std::span(&stored, 1));
}

} // namespace

Lowered lowered(const ir::Module& module, bool count) { return Lowering(module, count).run(); }

} // namespace relit::lang::glsl
