// Writes the iterations of a loop one after another where constants say how many there are: at most kMostIterations, making at
// most kMostMade instructions a loop and kMostInAll a function, inner loops before outer ones. Further exits of the
// loop are kept. `copy_propagation`, `fold` and `dce` then clear up. A loop limit below the number of iterations no longer ends it.
#include "ir/analysis/cfg.hpp"
#include "ir/ssa/variables.hpp"
#include "pass/ancestry.hpp"
#include "pass/duplicate.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"
#include "pass/trips.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <vector>

namespace relit::pass {
namespace {

using ir::BlockId;
using ir::Id;
using ir::LoopId;

constexpr std::uint32_t kMostIterations = 32, kMostMade = 256, kMostInAll = 1U << 16;
constexpr std::uint32_t kMostNested = 8; // loops in loops unrolled in one run of the pass

std::uint32_t size_of(const ir::Block& block) { return static_cast<std::uint32_t>(block.insts.size() + 1); }

bool is_convergent(const ir::Module& module, const ir::Block& block) {
    return std::ranges::any_of(block.insts, [&](Id id) {
        const ir::OpInfo& row = ir::info(module[id].op);
        return row.has(ir::kAcross) || row.is_call();
    });
}

/// One go over the loops of a function, from the innermost outwards; loops around an unrolled one are left to the next.
class Unrolling {
public:
    Unrolling(ir::Module& module, ir::Function& function, std::uint32_t& made)
        : module_(module), function_(function), made_(made), cfg_(function), trips_(module, function, cfg_),
          duplicator_(module), copies_(module), size_(cfg_.loops().size()), blocks_(cfg_.loops().size()),
          touched_(cfg_.loops().size()), entered_anew_(cfg_.block_count()) {}

    bool run() {
        if (cfg_.loops().empty()) return false;
        measure();
        find_escapes();
        bool changed = false;
        for (LoopId loop = static_cast<LoopId>(size_.size()); loop-- > 0;) {
            const bool unrolled = !touched_[loop] && unroll_loop(loop);
            changed |= unrolled;
            const LoopId parent = cfg_.loops()[loop].parent;
            if (parent != ir::kNoLoop && (unrolled || touched_[loop])) touched_[parent] = true;
        }
        if (changed) join_copies();
        return changed;
    }

private:
    void measure() {
        for (const BlockId block : cfg_.order()) {
            const LoopId loop = cfg_.loop_of(block);
            if (loop != ir::kNoLoop) size_[loop] += size_of(function_.blocks[block]);
        }
        for (std::size_t i = size_.size(); i-- > 0;) {
            const LoopId parent = cfg_.loops()[i].parent;
            if (parent != ir::kNoLoop) size_[parent] += size_[i];
        }
        for (const BlockId block : cfg_.order()) {
            for (LoopId loop = cfg_.loop_of(block); loop != ir::kNoLoop && size_[loop] <= kMostMade;
                 loop = cfg_.loops()[loop].parent) {
                blocks_[loop].push_back(block);
            }
        }
    }

    /// Of each value, how deep the innermost loop lies that holds it and all its uses.
    void find_escapes() {
        Ancestry nest;
        const auto node = [](LoopId loop) { return loop == ir::kNoLoop ? 0 : loop + 1; };
        for (const ir::Loop& loop : cfg_.loops()) nest.add(node(loop.parent));
        std::vector<std::uint32_t> home(module_.insts.size());
        used_within_.assign(module_.insts.size(), std::numeric_limits<std::uint32_t>::max());
        for (const BlockId block : cfg_.order()) {
            const std::uint32_t here = node(cfg_.loop_of(block));
            for (const Id id : function_.blocks[block].params) home[id] = here;
            for (const Id id : function_.blocks[block].insts) home[id] = here;
        }
        for (const BlockId block : cfg_.order()) {
            const std::uint32_t here = node(cfg_.loop_of(block));
            for_each_use(module_, function_.blocks[block], [&](Id id) {
                used_within_[id] = std::min(used_within_[id], nest.depth(nest.common(home[id], here)));
            });
        }
    }

    bool unroll_loop(LoopId loop) {
        if (blocks_[loop].empty() || entered_anew_[cfg_.loops()[loop].header]) return false;
        const std::uint32_t left = std::min(kMostMade, kMostInAll - std::min(made_, kMostInAll));
        const auto trips = trips_.count(loop, std::min(kMostIterations, left / size_[loop]));
        if (!trips || !can_unroll(loop, *trips)) return false;
        made_ += trips->iterations * size_[loop];
        write_iterations(loop, *trips);
        return true;
    }

    /// Invocations that converge at one instruction must not be told apart by the iteration they are in: all must go through
    /// it once an iteration, and leave the loop together.
    [[nodiscard]] bool can_unroll(LoopId loop, const Trips& trips) const {
        const BlockId end = trips_.end_of_iteration(loop);
        return std::ranges::all_of(blocks_[loop], [&](BlockId id) {
            if (!is_convergent(module_, function_.blocks[id])) return true;
            return has_one_exit(loop, trips) && cfg_.loop_of(id) == loop && cfg_.dominates(id, end);
        });
    }
    [[nodiscard]] bool has_one_exit(LoopId loop, const Trips& trips) const {
        return std::ranges::none_of(blocks_[loop],
                                    [&](BlockId id) { return id != trips.test && leaves(loop, function_.blocks[id]); });
    }
    [[nodiscard]] bool leaves(LoopId loop, const ir::Block& block) const {
        return std::ranges::any_of(block.end.edges, [&](const ir::Edge& edge) { return !trips_.is_in(loop, edge.to); });
    }
    /// The loop itself stays as its last round.
    void write_iterations(LoopId loop, const Trips& trips) {
        const std::vector<BlockId>& blocks = blocks_[loop]; // the header first
        const auto first = static_cast<BlockId>(function_.blocks.size()), count = static_cast<BlockId>(blocks.size());
        const bool has_many_exits =
            !has_one_exit(loop, trips); // with one, all that is behind it means the last iteration
        const std::vector<ir::Edge*> entering = edges_into(loop);
        for (std::uint32_t round = 0; round < trips.iterations; ++round) {
            const BlockId here = first + round * count, next = round + 1 < trips.iterations ? here + count : blocks[0];
            duplicator_.forget();
            duplicator_.copy(function_, blocks, function_);
            for (BlockId block = here; block < here + count; ++block) {
                for (ir::Edge& edge : function_.blocks[block].end.edges) {
                    if (edge.to == here) edge.to = next;
                }
            }
            go(duplicator_.block(trips.test), trips.stay);
            if (has_many_exits) note_values(loop);
        }
        duplicator_.forget();
        if (has_many_exits) note_values(loop);
        go(trips.test, 1 - trips.stay);
        if (trips.iterations == 0) return;
        for (ir::Edge* edge : entering) edge->to = first;
        mark_entered(blocks);
    }

    /// Tells of the values that are used after the loop what they are in the round copied last.
    void note_values(LoopId loop) {
        const auto note = [&](BlockId block, Id id) {
            if (used_within_[id] >= cfg_.loops()[loop].depth) return;
            add_copy(id, duplicator_.block(block), duplicator_.value(id));
        };
        for (const BlockId block : blocks_[loop]) {
            for (const Id id : function_.blocks[block].params) note(block, id);
            for (const Id id : function_.blocks[block].insts) note(block, id);
        }
    }
    /// Uses of `old` that control reaches from `block` are to mean `value`, which is computed there.
    void add_copy(Id old, BlockId block, Id value) {
        const auto [variable, added] = variables_.try_emplace(old, ir::VariableId{0});
        if (added) variable->second = copies_.add_value(module_[old].type);
        if (computed_.size() <= block) computed_.resize(std::size_t{block} + 1);
        computed_[block].push_back({variable->second, {value, 0}});
    }
    /// Makes every use mean the copy that control came through, with block parameters where ways from different copies meet.
    void join_copies() {
        for (BlockId block = 0; block < computed_.size(); ++block) {
            std::ranges::sort(computed_[block], {}, &ir::Stored::variable);
            copies_.leave(block, computed_[block]);
        }
        for (BlockId block = 0; block < function_.blocks.size(); ++block) {
            std::unordered_map<Id, Id> found; // on entry to the block
            for_each_use(module_, function_.blocks[block], [&](Id& use) {
                const auto variable = variables_.find(use);
                if (variable == variables_.end() || is_computed(block, variable->second)) return;
                Id& value = found[use];
                if (value == ir::kNone) value = copies_.read(block, variable->second, 1, module_[use].type, 0);
                use = value;
            });
        }
        copies_.solve(function_);
        copies_.complete(function_);
    }
    /// What the block computes itself it uses as it stands.
    [[nodiscard]] bool is_computed(BlockId block, ir::VariableId variable) const {
        return block < computed_.size() &&
               std::ranges::binary_search(computed_[block], variable, {}, &ir::Stored::variable);
    }
    void mark_entered(std::span<const BlockId> blocks) {
        for (const BlockId block : blocks) {
            for (const ir::Edge& edge : function_.blocks[block].end.edges) {
                if (edge.to < entered_anew_.size()) entered_anew_[edge.to] = true;
            }
        }
    }
    void go(BlockId block, std::size_t edge) {
        ir::Terminator& end = function_.blocks[block].end;
        end = {ir::TerminatorKind::Jump, ir::kNone, end.edges.subspan(edge, 1), {}, end.origin};
    }
    [[nodiscard]] std::vector<ir::Edge*> edges_into(LoopId loop) {
        const BlockId header = cfg_.loops()[loop].header;
        std::vector<ir::Edge*> edges;
        for (const BlockId from : cfg_.predecessors(header)) {
            if (cfg_.contains(loop, from)) continue;
            for (ir::Edge& edge : function_.blocks[from].end.edges) {
                if (edge.to == header) edges.push_back(&edge);
            }
        }
        return edges;
    }

    ir::Module& module_;
    ir::Function& function_;
    std::uint32_t& made_; // instructions so far
    ir::Cfg cfg_;
    TripCounter trips_;
    Duplicator duplicator_;
    ir::Variables copies_;                             // values that stand in several blocks
    std::unordered_map<Id, ir::VariableId> variables_; // of copies_, by the value as it was
    std::vector<std::vector<ir::Stored>> computed_;    // by block: copies that stand in it
    std::vector<std::uint32_t> size_;                  // by loop: instructions in it, endings included
    std::vector<std::vector<BlockId>> blocks_;         // by loop, in the order of the graph; of small loops
    std::vector<bool> touched_;                        // by loop: one in it was unrolled
    std::vector<bool> entered_anew_;                   // by block: has got edges that cfg_ does not know
    std::vector<std::uint32_t> used_within_;           // by Id: depth of a loop
};

} // namespace

bool unroll(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) {
        if (!may_have_cycles(function)) continue;
        std::uint32_t made = 0;
        for (std::uint32_t i = 0; i < kMostNested && Unrolling(module, function, made).run(); ++i) changed = true;
    }
    return changed;
}

} // namespace relit::pass
