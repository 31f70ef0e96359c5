// Computes the same thing once: a pure instruction gives way to an equal one that stands before it on every way.
#include "ir/cfg.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include <algorithm>
#include <unordered_map>
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
            std::size_t next_child, known; // how much was known before the block
        };
        std::vector<Visit> stack{{0, 0, 0}};
        read(0);
        while (!stack.empty()) {
            Visit& top = stack.back();
            const auto children = cfg_.dominated(top.block);
            if (top.next_child == children.size()) {
                forget(top.known);
                stack.pop_back();
                continue;
            }
            const ir::BlockId child = children[top.next_child++];
            stack.push_back({child, 0, known_.size()});
            read(child);
        }
        replacements_.apply(module_, function_);
        return !replacements_.empty();
    }

private:
    void read(ir::BlockId block) {
        std::erase_if(function_.blocks[block].insts, [&](ir::Id id) {
            ir::Inst& inst = module_[id];
            for (ir::Id& operand : inst.operands) operand = replacements_.find(operand);
            // What looks at its neighbours is the same only where the same invocations take part: it stays.
            if (ir::info(inst.op).has(ir::kAcross) || !ir::is_pure(module_, inst)) return false;
            const ir::Id same = find_or_add(id);
            if (same != id) replacements_.replace(id, same);
            return same != id;
        });
    }

    ir::Id find_or_add(ir::Id id) {
        const std::uint64_t hash = hash_of(module_[id]);
        std::vector<ir::Id>& bucket = table_[hash];
        const auto found =
            std::ranges::find_if(bucket, [&](ir::Id other) { return equal(module_[id], module_[other]); });
        if (found != bucket.end()) return *found;
        bucket.push_back(id);
        known_.push_back(hash);
        return id;
    }

    void forget(std::size_t known) {
        for (; known_.size() > known; known_.pop_back()) table_[known_.back()].pop_back();
    }

    [[nodiscard]] std::uint64_t hash_of(const ir::Inst& inst) const {
        std::uint64_t hash = static_cast<std::uint64_t>(inst.op);
        const auto mix = [&](std::uint64_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15U ^ hash >> 29; };
        mix(static_cast<std::uint64_t>(inst.type.kind) << 8 | inst.type.lanes);
        mix(inst.mode.raw[0]);
        if (inst.op == ir::Op::Const)
            std::ranges::for_each(module_.literal(inst), mix);
        else
            mix(inst.imm);
        std::size_t first = 0;
        if (ir::info(inst.op).has(ir::kSwaps)) {
            mix(std::min(inst.operands[0], inst.operands[1]));
            mix(std::max(inst.operands[0], inst.operands[1]));
            first = 2;
        }
        std::ranges::for_each(inst.operands.subspan(first), mix);
        return hash;
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
    std::unordered_map<std::uint64_t, std::vector<ir::Id>> table_;
    std::vector<std::uint64_t> known_; // hashes in the order in which their values were added
};

} // namespace

bool common(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) changed |= ValueNumbering(module, function).run();
    return changed;
}

} // namespace relit::pass
