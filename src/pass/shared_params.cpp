#include "pass/shared_params.hpp"

#include "ir/analysis/cfg.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace relit::pass {
namespace {

/// Parameters that are looked for in a block, on average, where they are needed and not made. Where there are more, none share.
constexpr std::size_t kMostInBlock = 64;

/// Parameters that share a register, at first each alone.
struct Class {
    std::vector<ir::Id> params;
    std::unordered_set<ir::BlockId> made;   // whose parameters they are; on the edges there the register is stored
    std::unordered_set<ir::BlockId> needed; // on entry, and not made there
};
using Classes = std::unordered_map<ir::Id, Class>; // by one of their parameters; never iterated

/// Finds at which blocks the parameters of classes, still one in each, are needed. False where that is too much.
class Search {
public:
    Search(const ir::Module& module, const ir::Function& function, Classes& classes)
        : module_(module), function_(function), cfg_(function), classes_(classes),
          left_(kMostInBlock * function.blocks.size()) {}

    bool run() {
        for (const ir::BlockId block : cfg_.order()) {
            for (const ir::Id inst : function_.blocks[block].insts)
                for (const ir::Id operand : module_[inst].operands) use(block, operand);
            use(block, function_.blocks[block].end.value);
            for (const ir::Edge& edge : function_.blocks[block].end.edges)
                for (const ir::Id arg : edge.args) use(block, arg);
        }
        return left_ != 0;
    }

private:
    void use(ir::BlockId block, ir::Id param) {
        const auto found = classes_.find(param);
        if (found == classes_.end()) return;
        Class& one = found->second;
        waiting_.assign(1, block);
        while (!waiting_.empty() && left_ != 0) {
            const ir::BlockId at = waiting_.back();
            waiting_.pop_back();
            if (one.made.contains(at) || !one.needed.insert(at).second) continue;
            --left_;
            const auto before = cfg_.predecessors(at);
            waiting_.insert(waiting_.end(), before.begin(), before.end());
        }
    }

    const ir::Module& module_;
    const ir::Function& function_;
    ir::Cfg cfg_;
    Classes& classes_;
    std::size_t left_;
    std::vector<ir::BlockId> waiting_;
};

/// Whether a parameter of one is needed on entry to the block of one of the other, or both are made at once.
bool disturb(const Class& small, const Class& large) {
    return std::ranges::any_of(small.made,
                               [&](ir::BlockId at) { return large.made.contains(at) || large.needed.contains(at); }) ||
           std::ranges::any_of(small.needed, [&](ir::BlockId at) { return large.made.contains(at); });
}

struct Param {
    ir::Id id = ir::kNone;
    ir::BlockId block = ir::kNoBlock;
};
/// A parameter that is an argument, and the one that it is passed to.
struct Passed {
    Param from, to;
};

std::vector<Passed> passed_on(const ir::Module& module, const ir::Function& function) {
    std::unordered_map<ir::Id, ir::BlockId> homes; // never iterated
    for (ir::BlockId block = 0; block < function.blocks.size(); ++block)
        for (const ir::Id param : function.blocks[block].params) homes.emplace(param, block);
    std::vector<Passed> found;
    for (const ir::Block& block : function.blocks)
        for (const ir::Edge& edge : block.end.edges)
            for (std::size_t i = 0; i < edge.args.size(); ++i) {
                const ir::Id from = edge.args[i], to = function.blocks[edge.to].params[i];
                const auto home = homes.find(from);
                if (home == homes.end() || from == to || module[from].type != module[to].type) continue;
                found.push_back({{from, home->second}, {to, edge.to}});
            }
    return found;
}

} // namespace

// The smaller class is looked through and goes into the larger one, so that a parameter is moved a few times only.
SharedParams::SharedParams(const ir::Module& module, ir::FunctionId id) {
    const ir::Function& function = module.functions[id];
    const std::vector<Passed> all = passed_on(module, function);
    Classes classes;
    for (const Passed& passed : all)
        for (const Param& param : {passed.from, passed.to})
            classes.try_emplace(param.id, Class{{param.id}, {param.block}, {}});
    if (all.empty() || !Search(module, function, classes).run()) return;
    const auto size = [&](ir::Id name) { return classes[name].made.size() + classes[name].needed.size(); };
    for (const Passed& passed : all) {
        ir::Id kept = first(passed.from.id), moved = first(passed.to.id);
        if (size(kept) < size(moved)) std::swap(kept, moved);
        Class &large = classes[kept], &small = classes[moved];
        if (kept == moved || disturb(small, large)) continue;
        for (const ir::Id param : small.params) first_[param] = kept;
        large.params.insert(large.params.end(), small.params.begin(), small.params.end());
        large.made.merge(small.made);
        large.needed.merge(small.needed);
        small = {};
    }
}

} // namespace relit::pass
