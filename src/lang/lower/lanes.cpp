// Text would have to say every lane and every move: so none is computed that nothing uses, and what takes lanes takes them from where
// they were computed, read or constant.
#include "ir/analysis/lanes_in_use.hpp"
#include "ir/builder.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/lower/lower.hpp"
#include "pass/edit.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace relit::lang {
namespace {

using ir::Access;
using ir::Id;
using ir::Inst;
using ir::Op;

using LaneMask = std::uint32_t;

LaneMask first_lanes(unsigned count) { return (1U << count) - 1; }

/// Lanes of values that are computed, read or constant: not merely moved.
struct Lanes {
    std::array<ir::LaneOf, ir::kMaxLanes> all{};
    unsigned count = 0;

    void add(ir::LaneOf lane) { all[count++] = lane; }
    [[nodiscard]] std::span<const ir::LaneOf> list() const { return std::span(all).first(count); }
};

class LaneLowering {
public:
    explicit LaneLowering(ir::Module& module) : module_(module), ir_(module) {
        const ir::LanesInUse used(module);
        for (Id id = 0; id < module.insts.size(); ++id) values_.push_back(described(id, used));
    }

    void run() {
        for (ir::FunctionId function = 0; function < module_.functions.size(); ++function) {
            // Text of a readable module shows the guest's own instructions unchanged.
            if (module_.readable && module_.functions[function].params.empty()) continue;
            const std::size_t count = module_.functions[function].blocks.size();
            for (ir::BlockId block = 0; block < count; ++block) rewrite(function, block);
        }
        (void)remove_unused(module_, constants_);
    }

private:
    /// Of a value, before anything is changed.
    struct Value {
        std::uint8_t lanes = 0, kept = 0; // how many; a mask of those that it keeps
        bool is_lanewise = false;
        bool goes = false;
    };

    [[nodiscard]] Value described(Id id, const ir::LanesInUse& used) const;
    void rewrite(ir::FunctionId function, ir::BlockId block);
    [[nodiscard]] ir::BlockId block_before(const ir::Edge& edge);
    void rewrite(Id id);
    void rewrite_operands(Id id);
    void rewrite_load(Id id);
    void rewrite_store(Id id);
    LaneMask store_computed(Id id, std::span<const ir::LaneOf> sources, LaneMask left);
    void store(Id id, std::span<const ir::LaneOf> sources, LaneMask mask);
    [[nodiscard]] ir::LaneOf any_after(ir::LaneOf lane) const;

    [[nodiscard]] ir::LaneOf source(ir::LaneOf at) const;
    [[nodiscard]] unsigned kept_lane(ir::LaneOf lane) const;
    [[nodiscard]] Id value(const Lanes& lanes);
    [[nodiscard]] Id compose(const Lanes& lanes);
    [[nodiscard]] Id taken_from_one(const Lanes& lanes);
    [[nodiscard]] Id constant(const Lanes& lanes);
    [[nodiscard]] Id whole(Id id);
    /// Asked of values that the program had: moves that are made here stay.
    [[nodiscard]] bool is_move(Id id) const { return ir::info(module_[id].op).has(ir::kPicks); }

    ir::Module& module_;
    ir::Builder ir_;
    std::vector<Value> values_;                                   // by Id, of those that were there at the start
    std::vector<Id> constants_;                                   // the same
    std::map<std::vector<std::pair<Id, unsigned>>, Id> composed_; // in this block: by lanes
};

// ---- values

LaneLowering::Value LaneLowering::described(Id id, const ir::LanesInUse& used) const {
    const Inst& inst = module_[id];
    const LaneMask all = first_lanes(inst.type.lanes), wanted = used[id];
    Value value{.lanes = inst.type.lanes,
                .kept = static_cast<std::uint8_t>(all),
                .is_lanewise = ir::is_lanewise(module_, inst),
                .goes = ir::info(inst.op).has(ir::kPicks) || (wanted == 0 && used.is_removable(id))};
    if (wanted == 0 || inst.type.lanes <= 1 || inst.op == Op::Const) return value;
    const bool is_fixed_load = ir::info(inst.op).is_fixed_access() && ir::info(inst.op).is_load();
    if (value.is_lanewise) value.kept = static_cast<std::uint8_t>(wanted);
    if (is_fixed_load) // those between the first and the last one
        value.kept = static_cast<std::uint8_t>(first_lanes(static_cast<unsigned>(std::bit_width(wanted))) &
                                               ~first_lanes(static_cast<unsigned>(std::countr_zero(wanted))));
    return value;
}

ir::LaneOf LaneLowering::source(ir::LaneOf at) const {
    while (is_move(at.value)) at = ir::picked_lane(module_[at.value], at.lane);
    return at;
}

/// The number of a lane among those that its value keeps.
unsigned LaneLowering::kept_lane(ir::LaneOf lane) const {
    return static_cast<unsigned>(std::popcount(values_[lane.value].kept & first_lanes(lane.lane)));
}

/// The value that has these lanes, at the builder's position where it requires an instruction of its own.
Id LaneLowering::value(const Lanes& lanes) {
    const auto list = lanes.list();
    const Id first = list[0].value;
    const auto is_of_first = [&](const ir::LaneOf& lane) { return lane.value == first; };
    bool is_whole = std::popcount(values_[first].kept) == static_cast<int>(list.size());
    for (unsigned i = 0; i < list.size(); ++i) is_whole = is_whole && is_of_first(list[i]) && kept_lane(list[i]) == i;
    if (is_whole) return first;
    const auto is_constant = [&](const ir::LaneOf& lane) { return module_[lane.value].op == Op::Const; };
    if (std::ranges::all_of(list, is_constant)) return constant(lanes);
    return std::ranges::all_of(list, is_of_first) ? taken_from_one(lanes) : compose(lanes);
}

Id LaneLowering::constant(const Lanes& lanes) {
    std::array<std::uint64_t, ir::kMaxLanes> bits{};
    for (unsigned i = 0; i < lanes.count; ++i)
        bits[i] = module_.literal(module_[lanes.all[i].value])[lanes.all[i].lane];
    return ir_.constant(module_[lanes.all[0].value].type.with_lanes(lanes.count), std::span(bits).first(lanes.count));
}

Id LaneLowering::taken_from_one(const Lanes& lanes) {
    std::uint32_t imm = 0;
    for (unsigned i = 0; i < lanes.count; ++i) imm |= kept_lane(lanes.all[i]) << (8 * i);
    const Id from = lanes.all[0].value;
    return ir_.add(Op::Swizzle, module_[from].type.with_lanes(lanes.count), std::array{from}, imm);
}

Id LaneLowering::compose(const Lanes& lanes) {
    std::vector<std::pair<Id, unsigned>> key;
    for (const ir::LaneOf& lane : lanes.list()) key.emplace_back(lane.value, lane.lane);
    if (const auto known = composed_.find(key); known != composed_.end()) return known->second;
    std::array<Id, ir::kMaxLanes> parts{};
    for (unsigned i = 0; i < lanes.count; ++i) {
        Lanes one;
        one.add(lanes.all[i]);
        parts[i] = value(one);
    }
    const ir::Type type = module_[parts[0]].type.with_lanes(lanes.count);
    const Id made = ir_.add(Op::Compose, type, std::span(parts).first(lanes.count));
    composed_.emplace(std::move(key), made);
    return made;
}

/// All lanes of a value.
Id LaneLowering::whole(Id id) {
    Lanes lanes;
    for (unsigned i = 0; i < values_[id].lanes; ++i) lanes.add(source({id, i}));
    return values_[id].lanes == 0 ? id : value(lanes);
}

// ---- blocks

void LaneLowering::rewrite(ir::FunctionId function, ir::BlockId block) {
    const auto here = [&]() -> ir::Block& { return module_.functions[function].blocks[block]; };
    const std::pmr::vector<Id> insts = std::exchange(here().insts, std::pmr::vector<Id>(module_.arena()));
    ir_.move_to(function, block);
    composed_.clear();
    for (const Id id : insts) {
        ir_.origin_index(module_[id].origin);
        rewrite(id);
    }
    ir_.origin_index(here().end.origin);
    if (here().end.value != ir::kNone) here().end.value = whole(here().end.value);
    const std::size_t edges = here().end.edges.size();
    for (std::size_t i = 0; i < edges; ++i) {
        const ir::Edge edge = here().end.edges[i];
        if (edges > 1 && std::ranges::any_of(edge.args, [&](Id id) { return is_move(id); }))
            here().end.edges[i] = {.to = block_before(edge), .args = {}};
        else
            std::ranges::transform(edge.args, edge.args.begin(), [&](Id id) { return whole(id); });
    }
}

/// A block of its own for an edge of several, so that what it passes is put together where that is needed.
ir::BlockId LaneLowering::block_before(const ir::Edge& edge) {
    const ir::BlockId made = ir_.block(), before = ir_.here();
    composed_.clear();
    ir_.move_to(made);
    std::ranges::transform(edge.args, edge.args.begin(), [&](Id id) { return whole(id); });
    ir_.jump(edge.to, edge.args);
    ir_.move_to(before);
    composed_.clear();
    return made;
}

void LaneLowering::rewrite(Id id) {
    if (values_[id].goes) return;
    const ir::OpInfo& row = ir::info(module_[id].op);
    if (module_[id].op == Op::Const) constants_.push_back(id);
    if (row.is_fixed_access() && row.is_store()) return rewrite_store(id);
    rewrite_operands(id);
    if (row.is_fixed_access() && row.is_load()) rewrite_load(id);
    module_.functions[ir_.function_here()].blocks[ir_.here()].insts.push_back(id);
}

void LaneLowering::rewrite_operands(Id id) {
    const auto [count, kept, is_lanewise, goes] = values_[id];
    std::vector<Id> operands;
    for (const Id used : std::span(module_[id].operands)) { // what is made below moves instructions
        Lanes lanes;
        for (unsigned i = 0; i < values_[used].lanes; ++i)
            if (!is_lanewise || (kept >> i & 1) != 0) lanes.add(source({used, i}));
        operands.push_back(value(lanes));
    }
    std::ranges::copy(operands, module_[id].operands.begin());
    if (count > 1) module_[id].type.lanes = static_cast<std::uint8_t>(std::popcount(kept));
}

void LaneLowering::rewrite_load(Id id) {
    Inst& inst = module_[id];
    const std::uint32_t each = ir::lanes_taken(module_.files[inst.access()[Access::file]], inst.type.scalar());
    const auto skipped = static_cast<std::uint32_t>(std::countr_zero(values_[id].kept));
    inst.imm = inst.access().set(Access::lane, inst.access()[Access::lane] + skipped * each).raw[0];
}

// ---- stores

bool is_read(Op op) {
    const ir::OpInfo& row = ir::info(op);
    return (row.is_fixed_access() && row.is_load()) || row.has(ir::kByVertex) || row.loads(ir::Memory::Buffer) ||
           op == Op::Const || op == Op::Param || op == Op::BlockParam;
}

/// A vector that is computed is stored as it is, beside what else the store writes; then everything else that lies side by side.
void LaneLowering::rewrite_store(Id id) {
    const Id stored = module_[id].operands[0];
    LaneMask left = module_[id].access()[Access::mask] & first_lanes(values_[stored].lanes);
    std::array<ir::LaneOf, ir::kMaxLanes> sources{};
    for (unsigned i = 0; i < ir::kMaxLanes; ++i)
        if ((left >> i & 1) != 0) sources[i] = source({stored, i});
    left = store_computed(id, sources, left);
    const auto first = static_cast<unsigned>(std::countr_zero(left));
    const auto is_of_one = [&](unsigned i) { return (left >> i & 1) == 0 || sources[i].value == sources[first].value; };
    if (is_of_one(1) && is_of_one(2) && is_of_one(3)) return store(id, sources, left);
    while (left != 0) {
        const auto begin = static_cast<unsigned>(std::countr_zero(left));
        const LaneMask run = first_lanes(static_cast<unsigned>(std::countr_one(left >> begin))) << begin;
        store(id, sources, run);
        left &= ~run;
    }
}

/// Stores the lanes of each value that gives several, but for the last of these; returns those that are left: one at least.
LaneMask LaneLowering::store_computed(Id id, std::span<const ir::LaneOf> sources, LaneMask left) {
    for (unsigned i = 0; i < ir::kMaxLanes; ++i) {
        if ((left >> i & 1) == 0 || is_read(module_[sources[i].value].op)) continue;
        LaneMask same = 0, distinct = 0;
        for (unsigned k = i; k < ir::kMaxLanes; ++k) {
            if ((left >> k & 1) == 0 || sources[k].value != sources[i].value) continue;
            same |= 1U << k;
            distinct |= 1U << sources[k].lane;
        }
        if (same == left) break;
        if (std::popcount(distinct) < 2) continue;
        store(id, sources, same);
        left &= ~same;
    }
    return left;
}

/// A lane for the place after this one, where nothing is stored: so that the value can be stored as it is, if it may.
ir::LaneOf LaneLowering::any_after(ir::LaneOf lane) const {
    const bool has_next = (values_[lane.value].kept >> (lane.lane + 1) & 1) != 0;
    return has_next ? ir::LaneOf{lane.value, lane.lane + 1} : lane;
}

/// Stores the lanes of the mask; where it leaves one out, all are of one value.
void LaneLowering::store(Id id, std::span<const ir::LaneOf> sources, LaneMask mask) {
    const auto first = static_cast<unsigned>(std::countr_zero(mask));
    Lanes lanes;
    for (unsigned i = first; i < static_cast<unsigned>(std::bit_width(mask)); ++i)
        lanes.add((mask >> i & 1) != 0 ? sources[i] : any_after(lanes.all[lanes.count - 1]));
    const Id stored = value(lanes);
    const Inst inst = module_[id];
    const std::uint32_t each =
        ir::lanes_taken(module_.files[inst.access()[Access::file]], module_[stored].type.scalar());
    const Access access =
        inst.access().set(Access::lane, inst.access()[Access::lane] + first * each).set(Access::mask, mask >> first);
    (void)ir_.add(Op::StoreFile, ir::kVoid, std::array{stored}, access.raw[0]);
}

} // namespace

bool lower_lanes(ir::Module& module, const Target& target) {
    if (target.dialect == Dialect::SpirV) return false;
    pass::forget_trees(module);
    LaneLowering(module).run();
    return true;
}

} // namespace relit::lang
