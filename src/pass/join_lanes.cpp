// Makes one block parameter of those that are put together as lanes of a vector, or that go into one together: a register that
// crosses merges is one value again, once everything that looks at single lanes has been done.
#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include "ir/builder.hpp"
#include "ir/gather.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace relit::pass {
namespace {

class JoinLanes {
public:
    JoinLanes(ir::Module& module, ir::FunctionId function)
        : module_(module), builder_(module), index_(function), function_(module.functions[function]) {}

    bool run() {
        for (ir::BlockId block = 0; block < function_.blocks.size(); ++block) note(block);
        if (homes_.empty()) return false;
        for (const ir::Block& block : function_.blocks)
            for (const ir::Id id : block.insts)
                if (module_[id].op == ir::Op::Compose) group(module_[id].operands);
        group_arguments();
        if (groups_.empty()) return false;
        for (ir::BlockId block = 0; block < function_.blocks.size(); ++block) rewrite_edges(block);
        for (Group& group : groups_) make(group);
        replace_whole();
        return true;
    }

private:
    struct Group {
        ir::BlockId home = ir::kNoBlock;
        std::vector<ir::Id> params; // lane by lane
        ir::Id joined = ir::kNone;
    };

    /// Scalar floats that are parameters of a block with several.
    void note(ir::BlockId block) {
        const auto& params = function_.blocks[block].params;
        if (params.size() < 2) return;
        for (const ir::Id param : params)
            if (module_[param].type == ir::kF32) homes_.emplace(param, block);
    }

    void group(std::span<const ir::Id> lanes) {
        Group made;
        for (const ir::Id id : lanes) {
            const auto home = homes_.find(id);
            if (home == homes_.end() || group_of_.contains(id)) continue;
            if (made.params.empty()) made.home = home->second;
            if (made.home == home->second && std::ranges::find(made.params, id) == made.params.end())
                made.params.push_back(id);
        }
        if (made.params.size() < 2) return;
        for (const ir::Id id : made.params) group_of_.emplace(id, groups_.size());
        groups_.push_back(std::move(made));
    }

    /// What goes into a joined parameter is a vector too: so the parameters of one choice within another are joined.
    void group_arguments() {
        std::vector<std::vector<const ir::Edge*>> into(function_.blocks.size());
        for (const ir::Block& block : function_.blocks)
            for (const ir::Edge& edge : block.end.edges) into[edge.to].push_back(&edge);
        std::vector<ir::Id> lanes;
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            const ir::BlockId home = groups_[i].home;
            for (const ir::Edge* edge : into[home]) {
                lanes.clear();
                for (const ir::Id param : groups_[i].params) lanes.push_back(edge->args[module_[param].imm]);
                group(lanes); // groups_ may grow
            }
        }
    }

    // ---- edges: what is left of the parameters, then the joined ones

    [[nodiscard]] ir::Part lane_of(ir::Id value) const {
        constexpr std::uint32_t kBits = 32;
        if (!ir::info(module_[value].op).has(ir::kPicks)) return {value, 0, kBits};
        const ir::LaneOf from = ir::picked_lane(module_[value], 0);
        return {from.value, from.lane * kBits, kBits};
    }
    void rewrite_edges(ir::BlockId from) {
        ir::Block& block = function_.blocks[from];
        for (ir::Edge& edge : block.end.edges) {
            if (edge.args.empty()) continue;
            const auto& params = function_.blocks[edge.to].params;
            std::vector<ir::Id> args;
            for (std::size_t i = 0; i < params.size(); ++i)
                if (!group_of_.contains(params[i])) args.push_back(edge.args[i]);
            for (const Group& group : groups_) {
                if (group.home != edge.to) continue;
                std::vector<ir::Part> parts;
                for (const ir::Id param : group.params) parts.push_back(lane_of(edge.args[module_[param].imm]));
                ir::Gatherer gatherer(module_, {block.insts, block.end.origin});
                args.push_back(gatherer.gather(type_of(group), parts));
            }
            if (args.size() != edge.args.size()) edge.args = module_.copy(args);
        }
    }
    [[nodiscard]] static ir::Type type_of(const Group& group) {
        return ir::kF32.with_lanes(static_cast<unsigned>(group.params.size()));
    }

    // ---- parameters

    /// The old parameters become lanes of the new one.
    void make(Group& group) {
        ir::Block& block = function_.blocks[group.home];
        std::erase_if(block.params,
                      [&](ir::Id id) { return std::ranges::find(group.params, id) != group.params.end(); });
        for (std::uint32_t i = 0; i < block.params.size(); ++i) module_[block.params[i]].imm = i;
        builder_.move_to(index_, group.home);
        group.joined = builder_.block_param(group.home, type_of(group));
        if (const ir::Access first = module_.register_of(group.params[0]).access; first[ir::Access::mask] != 0)
            module_.note_register(group.joined,
                                  ir::Access(first).set(ir::Access::mask, (1U << group.params.size()) - 1));
        std::pmr::vector<ir::Id> insts(group.params.begin(), group.params.end(), module_.arena());
        for (std::uint32_t lane = 0; lane < group.params.size(); ++lane) {
            builder_.become_lane(group.params[lane], group.joined, lane);
        }
        insts.insert(insts.end(), block.insts.begin(), block.insts.end());
        block.insts.swap(insts);
    }

    /// What puts all lanes together is the parameter itself.
    void replace_whole() {
        Replacements replacements;
        for (const ir::Block& block : function_.blocks) {
            for (const ir::Id id : block.insts) {
                const ir::Inst& inst = module_[id];
                if (inst.op != ir::Op::Compose) continue;
                const auto found = group_of_.find(inst.operands[0]);
                if (found == group_of_.end()) continue;
                const Group& group = groups_[found->second];
                if (std::ranges::equal(group.params, inst.operands)) replacements.replace(id, group.joined);
            }
        }
        if (!replacements.empty()) replacements.apply(module_, function_);
    }

    ir::Module& module_;
    ir::Builder builder_;
    ir::FunctionId index_;
    ir::Function& function_;
    std::unordered_map<ir::Id, ir::BlockId> homes_;    // never iterated
    std::unordered_map<ir::Id, std::size_t> group_of_; // the same
    std::vector<Group> groups_;
};

} // namespace

bool join_lanes(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::FunctionId f = 0; f < module.functions.size(); ++f) changed |= JoinLanes(module, f).run();
    return changed;
}

} // namespace relit::pass
