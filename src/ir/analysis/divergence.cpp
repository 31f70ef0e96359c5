#include "ir/analysis/divergence.hpp"

#include "ir/analysis/dominators.hpp"
#include "ir/builder.hpp"
#include "ir/op.hpp"

#include <algorithm>
#include <iterator>

namespace relit::ir {
namespace {

bool differs(Builtin which) {
    return which != Builtin::WorkgroupId && which != Builtin::WorkgroupCount && which != Builtin::WorkgroupSize;
}

Lists lists_of(const std::vector<std::vector<std::uint32_t>>& all, std::pmr::memory_resource* memory) {
    Lists lists(memory);
    for (const auto& one : all) {
        lists.start.push_back(static_cast<std::uint32_t>(lists.items.size()));
        lists.items.insert(lists.items.end(), one.begin(), one.end());
    }
    lists.start.push_back(static_cast<std::uint32_t>(lists.items.size()));
    return lists;
}

} // namespace

Divergence::Divergence(const Module& module, const Function& function)
    : module_(module), function_(function), cfg_(function), varies_(module.insts.size(), Varies::Nowhere),
      branched_(function.blocks.size(), Varies::Nowhere) {
    find_joins();
    for (bool changed = true; changed;) {
        changed = false;
        for (const BlockId block : cfg_.order()) changed = step(block) || changed;
    }
}

// The post-dominators of the flow, in which node 0 is the end and block i is node i + 1.
void Divergence::find_joins() {
    const std::size_t count = function_.blocks.size();
    std::vector<std::vector<std::uint32_t>> back(count + 1), on(count + 1);
    const auto add = [&](std::uint32_t from, std::uint32_t to) {
        back[to].push_back(from);
        on[from].push_back(to);
    };
    for (const BlockId block : cfg_.order()) {
        for (const BlockId next : cfg_.successors(block)) add(block + 1, next + 1);
        if (cfg_.successors(block).empty()) add(block + 1, 0);
    }
    Scratch memory;
    const Lists successors = lists_of(back, &memory), predecessors = lists_of(on, &memory);
    const Visit visit(successors, &memory);
    std::vector<std::uint32_t> dominators(count + 1, 0);
    find_dominators(visit, predecessors, dominators);
    joins_.assign(count, kNoBlock);
    for (std::size_t i = 0; i < count; ++i)
        if (dominators[i + 1] != 0) joins_[i] = dominators[i + 1] - 1;
}

/// The blocks after a branch that not all paths from it go through.
std::vector<BlockId> Divergence::until_join(BlockId branch) const {
    std::vector<BlockId> found;
    std::vector<bool> seen(function_.blocks.size());
    const auto visit = [&](BlockId block) {
        if (block == joins_[branch] || seen[block]) return;
        seen[block] = true;
        found.push_back(block);
    };
    for (const BlockId next : cfg_.successors(branch)) visit(next);
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const BlockId next : cfg_.successors(found[i])) visit(next);
    return found;
}

/// A lane of the invocation's position in the workgroup is the same for all where its side has one invocation.
Varies Divergence::of_lane(LaneOf at) const {
    const Inst& from = module_[at.value];
    const bool is_local_id =
        from.op == Op::ReadBuiltin && from.imm == static_cast<std::uint32_t>(Builtin::LocalInvocationId);
    const bool is_known = is_local_id && !module_.workgroup_is_open && at.lane < std::size(module_.workgroup);
    return is_known && module_.workgroup[at.lane] == 1 ? Varies::Nowhere : of(at.value);
}

// Memory that only the host writes has the same value for all invocations at the same address.
Varies Divergence::value_of(const Inst& inst) const {
    Varies most = Varies::Nowhere;
    if (info(inst.op).has(kPicks)) {
        for (unsigned i = 0; i < inst.type.lanes; ++i) most = std::max(most, of_lane(picked_lane(inst, i)));
        return most;
    }
    for (const Id operand : inst.operands) most = std::max(most, of(operand));
    if (inst.op == Op::ReadBuiltin)
        return differs(static_cast<Builtin>(inst.imm)) ? Varies::ByInvocation : Varies::Nowhere;
    const bool is_constant =
        info(inst.op).loads(Memory::Buffer) && module_.resources[inst.imm].kind == ResourceKind::ConstantBuffer;
    if (inst.op == Op::BufferSize || (is_constant && most == Varies::Nowhere)) return Varies::Nowhere;
    return (info(inst.op).traits & kPure) != 0 ? most : Varies::ByMemory;
}

bool Divergence::raise(Id value, Varies to) {
    if (varies_[value] >= to) return false;
    varies_[value] = to;
    return true;
}

bool Divergence::step(BlockId at) {
    const Block& block = function_.blocks[at];
    bool changed = false;
    for (const Id id : block.insts)
        if (module_[id].type.kind != Kind::Void) changed = raise(id, value_of(module_[id])) || changed;
    for (const Edge& edge : block.end.edges)
        for (std::size_t i = 0; i < edge.args.size(); ++i)
            changed = raise(function_.blocks[edge.to].params[i], of(edge.args[i])) || changed;
    return raise_joined(at) || changed;
}

/// Which value a parameter has follows from the edge that was taken, too.
bool Divergence::raise_joined(BlockId branch) {
    const Block& block = function_.blocks[branch];
    if (block.end.edges.size() < 2 || of(block.end.value) <= branched_[branch]) return false;
    branched_[branch] = of(block.end.value);
    std::vector<BlockId> reached = until_join(branch);
    if (joins_[branch] != kNoBlock) reached.push_back(joins_[branch]);
    bool changed = false;
    for (const BlockId to : reached)
        if (cfg_.predecessors(to).size() > 1)
            for (const Id param : function_.blocks[to].params) changed = raise(param, branched_[branch]) || changed;
    return changed;
}

Varies Divergence::at_barriers() const {
    const auto has_barrier = [&](BlockId block) {
        return std::ranges::any_of(function_.blocks[block].insts, [&](Id id) { return module_[id].op == Op::Barrier; });
    };
    Varies most = Varies::Nowhere;
    for (const BlockId branch : cfg_.order())
        if (branched_[branch] > most && std::ranges::any_of(until_join(branch), has_barrier)) most = branched_[branch];
    return most;
}

} // namespace relit::ir
