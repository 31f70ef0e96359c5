// Computes the same thing once: a pure instruction gives way to an equal one that stands before it on every way.
#include "pass/edit.hpp"
#include "pass/numbering.hpp"
#include "pass/pass.hpp"

#include <algorithm>

namespace relit::pass {

namespace {

std::uint32_t hash_of(const ir::Module& module, const ir::Inst& inst) {
    WordHash hash;
    const bool is_number = inst.op == ir::Op::Const; // whose imm says only where its lanes are kept
    hash.add(std::uint64_t{is_number ? 0 : inst.imm} << 32 | static_cast<std::uint32_t>(inst.op) << 16 |
             static_cast<std::uint32_t>(inst.type.kind) << 8 | inst.type.lanes);
    if (inst.mode.raw[0] != 0) hash.add(inst.mode.raw[0]);
    if (is_number) {
        for (const std::uint64_t lane : module.literal(inst)) hash.add(lane);
        return hash.value();
    }
    if (!ir::info(inst.op).has(ir::kSwaps)) return hash.add(inst.operands).value();
    const std::uint64_t low = std::min(inst.operands[0], inst.operands[1]);
    const std::uint64_t high = std::max(inst.operands[0], inst.operands[1]);
    return hash.add(high << 32 | low).add(inst.operands.subspan(2)).value();
}

bool equal(const ir::Module& module, const ir::Inst& a, const ir::Inst& b) {
    if (a.op != b.op || a.type != b.type || a.mode != b.mode) return false;
    if (a.op == ir::Op::Const) return std::ranges::equal(module.literal(a), module.literal(b));
    if (a.imm != b.imm) return false;
    if (std::ranges::equal(a.operands, b.operands)) return true;
    return ir::info(a.op).has(ir::kSwaps) && a.operands[0] == b.operands[1] && a.operands[1] == b.operands[0] &&
           std::ranges::equal(a.operands.subspan(2), b.operands.subspan(2));
}

} // namespace

/// What is known in a block that does not lie above this one is known nowhere from here on: the walk has left it.
ir::Id Numbering::find_or_add(ir::Id id, ir::BlockId block) {
    const ir::Inst& inst = module_[id];
    ir::Id& known = index_.find_or_add(hash_of(module_, inst), id,
                                       [&](ir::Id other) { return equal(module_, inst, module_[other]); });
    if (cfg_ == nullptr) return known;
    if (known != id && in_[known] != block && !cfg_->dominates(in_[known], block)) known = id;
    if (known == id) {
        if (in_.size() <= id) in_.resize(module_.insts.size());
        in_[id] = block;
    }
    return known;
}

namespace {

bool number_values(ir::Module& module, ir::Function& function) {
    const ir::Cfg cfg(function);
    Numbering numbering(module, instructions_of(function));
    numbering.follow(cfg);
    Replacements replacements;
    walk_dominators(cfg, [&](ir::BlockId block) {
        std::erase_if(function.blocks[block].insts, [&](ir::Id id) {
            ir::Inst& inst = module[id];
            for (ir::Id& operand : inst.operands) operand = replacements.find(operand);
            if (!can_be_shared(module, inst)) return false;
            const ir::Id same = numbering.find_or_add(id, block);
            if (same != id) replacements.replace(id, same);
            return same != id;
        });
    });
    const bool all_visited = cfg.order().size() == function.blocks.size();
    all_visited ? replacements.apply_to_ends(function) : replacements.apply(module, function);
    return !replacements.empty();
}

} // namespace

bool common(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) changed |= number_values(module, function);
    return changed;
}

} // namespace relit::pass
