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
    return is_fixed_load(row) || row.has(ir::kByVertex) || row.loads(ir::Memory::Buffer) || op == Op::Const ||
           op == Op::Param;
}
bool is_fixed_store(const ir::OpInfo& row) { return row.is_fixed_access() && row.is_store(); }

class Lowering {
public:
    Lowering(const ir::Module& module, bool counts)
        : from_(module), to_(module.clone()), used_(module), stays_(module.insts.size()),
          is_packed_(module.insts.size()), counts_(counts) {
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
        return {std::move(to_), std::move(dealt_with_)};
    }

private:
    [[nodiscard]] Lane source(Lane at) const;
    [[nodiscard]] Mask kept(Id id) const;
    [[nodiscard]] unsigned kept_lane(Lane lane) const;
    Id value(const Lanes& lanes, std::uint32_t origin);
    Id add(Inst inst, std::span<const Id> operands);
    void become(Inst& inst, const Lanes& lanes);
    void count(const ir::Function& function);
    void count(std::span<const Id> written, std::size_t dealt_with);
    void rewrite(ir::Function& function);
    void rewrite(Id id);
    void rewrite_operands(Id id);
    [[nodiscard]] bool holds_bools(const Inst& access) const;
    [[nodiscard]] bool is_loaded_bool(const Inst& inst) const;
    void rewrite_load(Id id);
    void rewrite_store(Id id);
    void store(Id id, const Lanes& lanes, Mask mask);

    const ir::Module& from_;
    ir::Module to_;
    ir::LanesInUse used_;
    std::vector<bool> stays_;     // named by the tree: keeps its id, though it only moves lanes
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

// Which lanes the value still has.
Mask Lowering::kept(Id id) const {
    const Inst& inst = from_[id];
    const Mask all = first_lanes(inst.type.lanes), used = used_[id];
    if (used == 0 || inst.type.lanes <= 1) return all;
    if (ir::is_lanewise(from_, inst)) return used;
    const Mask up_to_last = first_lanes(static_cast<unsigned>(std::bit_width(used)));
    const ir::OpInfo& row = ir::info(inst.op);
    if (is_fixed_load(row)) return up_to_last & ~first_lanes(static_cast<unsigned>(std::countr_zero(used)));
    return all;
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
        for (std::size_t i = 0; i < insts.size(); ++i) {
            const std::size_t before = block.insts.size();
            rewrite(insts[i]);
            count(std::span(block.insts).subspan(before), i + 1);
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
    for (const Id used : inst.operands) {
        Lanes lanes;
        for (unsigned i = 0; i < from_[used].type.lanes; ++i) {
            if (!lanewise || (mine >> i & 1) != 0) lanes.add(source({used, i}));
        }
        operands.push_back(value(lanes, inst.origin));
    }
    to_[id].operands = to_.copy(operands);
    if (inst.type.lanes > 1) to_[id].type.lanes = static_cast<std::uint8_t>(std::popcount(mine));
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
