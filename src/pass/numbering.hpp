// Equal values by what computes them, along a walk of the dominator tree.
#pragma once

#include "base/hash/hash_index.hpp"
#include "base/spans.hpp"
#include "ir/analysis/cfg.hpp"
#include "ir/module.hpp"

#include <vector>

namespace relit::pass {

class Numbering {
public:
    /// For about so many instructions of one block.
    Numbering(const ir::Module& module, std::size_t instructions, std::pmr::memory_resource* memory)
        : module_(module), index_(memory), in_(memory) {
        index_.reserve(instructions);
    }
    /// The same of a function of several.
    void follow(const ir::Cfg& cfg) { cfg_ = &cfg; }

    /// The instruction that computes the same on every path to `block`, where `id` stands; `id` itself if it is the first.
    /// Blocks are visited in preorder of the dominator tree, operands are the first of their kind already.
    [[nodiscard]] ir::Id find_or_add(ir::Id id, ir::BlockId block);

private:
    [[nodiscard]] std::uint32_t hash_of(const ir::Inst& inst) const;
    [[nodiscard]] bool are_equal(const ir::Inst& a, const ir::Inst& b) const;

    const ir::Module& module_;
    const ir::Cfg* cfg_ = nullptr;     // none: there is one block
    HashIndex index_;                  // of values, equal ones once
    std::pmr::vector<ir::BlockId> in_; // by such a value, where there are several blocks: the one that it stands in
};

inline std::uint32_t Numbering::hash_of(const ir::Inst& inst) const {
    WordHash hash;
    const std::uint64_t what = static_cast<std::uint32_t>(inst.op) | static_cast<std::uint32_t>(inst.type.kind) << 16 |
                               std::uint32_t{inst.type.lanes} << 24;
    if (inst.op == ir::Op::Const) { // whose imm says only where its lanes are kept
        hash.add(what);
        for (const std::uint64_t lane : module_.literal(inst)) hash.add(lane);
        return hash.value();
    }
    hash.add((what | std::uint64_t{inst.imm} << 32) ^ std::uint64_t{inst.mode.raw[0]} << 12);
    if (inst.operands.size() < 2) return hash.add(inst.operands.empty() ? 0 : inst.operands[0]).value();
    const ir::Id first = inst.operands[0], second = inst.operands[1];
    const bool swaps = ir::info(inst.op).has(ir::kSwaps) && first > second;
    hash.add(std::uint64_t{swaps ? first : second} << 32 | (swaps ? second : first));
    return hash.add(inst.operands.subspan(2)).value();
}

inline bool Numbering::are_equal(const ir::Inst& a, const ir::Inst& b) const {
    if (a.op != b.op || a.type != b.type || a.mode.raw[0] != b.mode.raw[0]) return false;
    if (a.op == ir::Op::Const) return are_same(module_.literal(a), module_.literal(b));
    if (a.imm != b.imm) return false;
    if (are_same<ir::Id>(a.operands, b.operands)) return true;
    return ir::info(a.op).has(ir::kSwaps) && a.operands[0] == b.operands[1] && a.operands[1] == b.operands[0] &&
           are_same<ir::Id>(a.operands.subspan(2), b.operands.subspan(2));
}

/// What is known in a block that does not lie above this one is known nowhere from here on: the walk has left it.
[[gnu::always_inline]] inline ir::Id Numbering::find_or_add(ir::Id id, ir::BlockId block) {
    const ir::Inst& inst = module_[id];
    ir::Id& known =
        index_.find_or_add(hash_of(inst), id, [&](ir::Id other) { return are_equal(inst, module_[other]); });
    if (cfg_ == nullptr) return known;
    if (known != id && in_[known] != block && !cfg_->dominates(in_[known], block)) known = id;
    if (known == id) {
        if (in_.size() <= id) in_.resize(module_.insts.size());
        in_[id] = block;
    }
    return known;
}

/// Whether equal ones of such an instruction give equal values wherever they stand. What looks at its neighbours does only
/// where the same invocations take part.
[[nodiscard]] inline bool can_be_shared(const ir::Module& module, const ir::Inst& inst) {
    const ir::OpInfo& op = ir::info(inst.op);
    return !op.has(ir::kAcross) && (op.has(ir::kPure) || (!op.has(ir::kEffect) && ir::is_pure(module, inst)));
}

/// Calls visit(block) for all blocks that control can reach, each after the one that dominates it.
template <class Visit>
void walk_dominators(const ir::Cfg& cfg, Visit&& visit) {
    struct Open {
        ir::BlockId block;
        std::size_t next_child;
    };
    std::vector<Open> stack{{0, 0}};
    visit(ir::BlockId{0});
    while (!stack.empty()) {
        Open& top = stack.back();
        const auto children = cfg.dominated(top.block);
        if (top.next_child == children.size()) {
            stack.pop_back();
            continue;
        }
        const ir::BlockId child = children[top.next_child++];
        stack.push_back({child, 0});
        visit(child);
    }
}

} // namespace relit::pass
