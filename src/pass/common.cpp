// Computes the same thing once: a pure instruction gives way to an equal one that stands before it on every way.
#include "base/hash_index.hpp"
#include "ir/cfg.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include <algorithm>
#include <vector>

namespace relit::pass {
namespace {

class ValueNumbering {
public:
    ValueNumbering(ir::Module& module, ir::Function& function) : module_(module), function_(function), cfg_(function) {}

    /// Walks the dominator tree; what a block knows is known below it.
    bool run() {
        struct Visit {
            ir::BlockId block;
            std::size_t next_child;
        };
        std::vector<Visit> stack{{0, 0}};
        read(0);
        while (!stack.empty()) {
            Visit& top = stack.back();
            const auto children = cfg_.dominated(top.block);
            if (top.next_child == children.size()) {
                stack.pop_back();
                continue;
            }
            const ir::BlockId child = children[top.next_child++];
            stack.push_back({child, 0});
            read(child);
        }
        const bool all_visited = cfg_.order().size() == function_.blocks.size();
        all_visited ? replacements_.apply_to_ends(function_) : replacements_.apply(module_, function_);
        return !replacements_.empty();
    }

private:
    void read(ir::BlockId block) {
        std::erase_if(function_.blocks[block].insts, [&](ir::Id id) {
            ir::Inst& inst = module_[id];
            for (ir::Id& operand : inst.operands) operand = replacements_.find(operand);
            // What looks at its neighbours is the same only where the same invocations take part: it stays.
            if (ir::info(inst.op).has(ir::kAcross) || !ir::is_pure(module_, inst)) return false;
            const ir::Id same = find_or_add(id, block);
            if (same != id) replacements_.replace(id, same);
            return same != id;
        });
    }

    /// What is known in a block that does not lie above this one is known nowhere from here on: the walk has left it.
    ir::Id find_or_add(ir::Id id, ir::BlockId block) {
        const auto fresh = static_cast<std::uint32_t>(known_.size());
        std::uint32_t& number = index_.find_or_add(hash_of(module_[id]), fresh, [&](std::uint32_t other) {
            return equal(module_[id], module_[known_[other].value]);
        });
        if (number == fresh) known_.push_back({id, block});
        Known& known = known_[number];
        if (!cfg_.dominates(known.block, block)) known = {id, block};
        return known.value;
    }

    [[nodiscard]] std::uint32_t hash_of(const ir::Inst& inst) const {
        WordHash hash;
        hash.add(static_cast<std::uint32_t>(inst.op)).add(inst.mode.raw[0]);
        hash.add(static_cast<std::uint32_t>(inst.type.kind) << 8 | inst.type.lanes);
        if (inst.op == ir::Op::Const) {
            for (const std::uint64_t lane : module_.literal(inst)) hash.add(static_cast<std::uint32_t>(lane));
            return hash.value();
        }
        hash.add(inst.imm);
        if (!ir::info(inst.op).has(ir::kSwaps)) return hash.add(inst.operands).value();
        hash.add(std::min(inst.operands[0], inst.operands[1])).add(std::max(inst.operands[0], inst.operands[1]));
        return hash.add(inst.operands.subspan(2)).value();
    }

    [[nodiscard]] bool equal(const ir::Inst& a, const ir::Inst& b) const {
        if (a.op != b.op || a.type != b.type || a.mode != b.mode) return false;
        if (a.op == ir::Op::Const) return std::ranges::equal(module_.literal(a), module_.literal(b));
        if (a.imm != b.imm) return false;
        if (std::ranges::equal(a.operands, b.operands)) return true;
        return ir::info(a.op).has(ir::kSwaps) && a.operands[0] == b.operands[1] && a.operands[1] == b.operands[0] &&
               std::ranges::equal(a.operands.subspan(2), b.operands.subspan(2));
    }

    ir::Module& module_;
    ir::Function& function_;
    ir::Cfg cfg_;
    Replacements replacements_;
    struct Known {
        ir::Id value = ir::kNone;
        ir::BlockId block = ir::kNoBlock;
    };
    HashIndex index_;          // of known_
    std::vector<Known> known_; // equal values once
};

} // namespace

bool common(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) changed |= ValueNumbering(module, function).run();
    return changed;
}

} // namespace relit::pass
