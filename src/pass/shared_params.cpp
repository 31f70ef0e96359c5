#include "pass/shared_params.hpp"

#include "ir/cfg.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

namespace relit::pass {
namespace {

/// Parameters that are looked for in a block, on average, where they are needed and not made. Where there are more, none share.
constexpr std::size_t kMostInBlock = 64;
/// Parameters of one register: each is compared with each.
constexpr std::size_t kMostTogether = 64;

/// At which blocks parameters that are passed on are needed on entry.
class Needed {
public:
    Needed(const ir::Module& module, const ir::Function& function)
        : module_(module), function_(function), cfg_(function), left_(kMostInBlock * function.blocks.size()) {}

    /// To be called for all parameters that are asked for, before find().
    void watch(ir::Id param, ir::BlockId home) { homes_.emplace(param, home); }
    void find() {
        for (const ir::BlockId block : cfg_.order()) {
            for (const ir::Id inst : function_.blocks[block].insts)
                for (const ir::Id operand : module_[inst].operands) use(block, operand);
            use(block, function_.blocks[block].end.value);
            for (const ir::Edge& edge : function_.blocks[block].end.edges)
                for (const ir::Id arg : edge.args) use(block, arg);
        }
    }
    [[nodiscard]] bool is_complete() const { return left_ != 0; }
    [[nodiscard]] bool is_at(ir::Id param, ir::BlockId block) const { return at_.contains(key(param, block)); }

private:
    static std::uint64_t key(ir::Id param, ir::BlockId block) { return std::uint64_t{param} << 32 | block; }

    void use(ir::BlockId block, ir::Id param) {
        const auto home = homes_.find(param);
        if (home == homes_.end()) return;
        waiting_.assign(1, block);
        while (!waiting_.empty() && left_ != 0) {
            const ir::BlockId at = waiting_.back();
            waiting_.pop_back();
            if (at == home->second || !at_.insert(key(param, at)).second) continue;
            --left_;
            const auto before = cfg_.predecessors(at);
            waiting_.insert(waiting_.end(), before.begin(), before.end());
        }
    }

    const ir::Module& module_;
    const ir::Function& function_;
    ir::Cfg cfg_;
    std::size_t left_;
    std::unordered_map<ir::Id, ir::BlockId> homes_; // never iterated
    std::unordered_set<std::uint64_t> at_;          // never iterated
    std::vector<ir::BlockId> waiting_;
};

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

// A register is stored on the edges to the blocks whose parameters it keeps. So two parameters disturb each other where one is
// needed on entry to the other's block.
SharedParams::SharedParams(const ir::Module& module, ir::FunctionId id) {
    const ir::Function& function = module.functions[id];
    const std::vector<Passed> all = passed_on(module, function);
    if (all.empty()) return;
    Needed needed(module, function);
    std::unordered_map<ir::Id, std::vector<Param>> members; // by the first; never iterated
    for (const Passed& passed : all)
        for (const Param& param : {passed.from, passed.to}) {
            needed.watch(param.id, param.block);
            members.try_emplace(param.id, 1, param);
        }
    needed.find();
    if (!needed.is_complete()) return;
    const auto disturb = [&](const Param& a, const Param& b) {
        return a.block == b.block || needed.is_at(a.id, b.block) || needed.is_at(b.id, a.block);
    };
    for (const Passed& passed : all) {
        const ir::Id to = first(passed.from.id), from = first(passed.to.id);
        if (to == from) continue;
        auto &kept = members[to], &moved = members[from];
        if (kept.size() + moved.size() > kMostTogether) continue;
        const auto disturbs_kept = [&](const Param& one) {
            return std::ranges::any_of(kept, [&](const Param& other) { return disturb(one, other); });
        };
        if (std::ranges::any_of(moved, disturbs_kept)) continue;
        for (const Param& one : moved) first_[one.id] = to;
        kept.insert(kept.end(), moved.begin(), moved.end());
        moved.clear();
    }
}

} // namespace relit::pass
