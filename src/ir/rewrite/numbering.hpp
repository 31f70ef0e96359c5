// Equal values by what computes them: the first one that a place can use stands for the others.
#pragma once

#include "base/hash/hash_index.hpp"
#include "base/spans.hpp"
#include "ir/analysis/cfg.hpp"
#include "ir/module.hpp"

#include <algorithm>
#include <vector>

namespace relit::ir {

/// For blocks that are visited in preorder of the dominator tree, or for a function that is being written.
class Numbering {
public:
    explicit Numbering(const Module& module, std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : module_(module), index_(memory), in_(memory) {}

    /// Makes room for so many instructions.
    void reserve(std::size_t instructions) { index_.reserve(instructions); }
    /// The function has several blocks, and `block` is visited from now on.
    void enter(const Cfg& cfg, BlockId block) { cfg_ = &cfg, block_ = block; }
    /// Forgets all but constants: another block is written.
    void start_region() { first_ = static_cast<Id>(module_.insts.size()); }
    /// Forgets all.
    void clear() { index_.clear(); }

    /// The value that computes the same and can be used where `id` is to stand; `id` itself if it is the first. Its operands
    /// are the first of their kind already.
    [[nodiscard]] Id find_or_add(Id id);

private:
    [[nodiscard]] std::uint32_t hash_of(const Inst& inst) const;
    [[nodiscard]] bool are_equal(const Inst& a, const Inst& b) const;
    [[nodiscard]] bool is_usable(Id known) const {
        if (cfg_ != nullptr) return in_[known] == block_ || cfg_->dominates(in_[known], block_);
        return known >= first_ || module_[known].op == Op::Const;
    }

    const Module& module_;
    const Cfg* cfg_ = nullptr; // none: there is one block, or several that are being written
    BlockId block_ = 0;
    Id first_ = 0;                 // of the region
    HashIndex index_;              // of values, equal ones once
    std::pmr::vector<BlockId> in_; // by such a value, where there is a graph: the block that it stands in
};

inline std::uint32_t Numbering::hash_of(const Inst& inst) const {
    WordHash hash;
    const std::uint64_t what = static_cast<std::uint32_t>(inst.op) | static_cast<std::uint32_t>(inst.type.kind) << 16 |
                               std::uint32_t{inst.type.lanes} << 24;
    if (inst.op == Op::Const) { // whose imm says only where its lanes are kept
        hash.add(what);
        for (const std::uint64_t lane : module_.literal(inst)) hash.add(lane);
        return hash.value();
    }
    hash.add((what | std::uint64_t{inst.imm} << 32) ^ std::uint64_t{inst.mode.raw[0]} << 12);
    if (inst.operands.size() < 2) return hash.add(inst.operands.empty() ? 0 : inst.operands[0]).value();
    const Id first = inst.operands[0], second = inst.operands[1];
    const bool swaps = info(inst.op).has(kSwaps) && first > second;
    hash.add(std::uint64_t{swaps ? first : second} << 32 | (swaps ? second : first));
    return hash.add(inst.operands.subspan(2)).value();
}

inline bool Numbering::are_equal(const Inst& a, const Inst& b) const {
    if (a.op != b.op || a.type != b.type || a.mode.raw[0] != b.mode.raw[0]) return false;
    if (a.op == Op::Const) return are_same(module_.literal(a), module_.literal(b));
    if (a.imm != b.imm) return false;
    if (are_same<Id>(a.operands, b.operands)) return true;
    return info(a.op).has(kSwaps) && a.operands[0] == b.operands[1] && a.operands[1] == b.operands[0] &&
           are_same<Id>(a.operands.subspan(2), b.operands.subspan(2));
}

/// An equal one that cannot be used here can be used nowhere from here on: the walk, or the writer, has left it.
[[gnu::always_inline]] inline Id Numbering::find_or_add(Id id) {
    const Inst& inst = module_[id];
    Id& known = index_.find_or_add(hash_of(inst), id, [&](Id other) { return are_equal(inst, module_[other]); });
    if (known != id && !is_usable(known)) known = id;
    if (known == id && cfg_ != nullptr) {
        if (in_.size() <= id) in_.resize(std::max<std::size_t>(module_.insts.size(), 2 * in_.size()));
        in_[id] = block_;
    }
    return known;
}

/// Returns true if equal ones of such an instruction give equal values wherever they stand. One that looks at its neighbours
/// does so only where the same invocations take part.
[[nodiscard]] inline bool can_be_shared(const Module& module, const Inst& inst) {
    const OpInfo& op = info(inst.op);
    return !op.has(kAcross) && (op.has(kPure) || (!op.has(kEffect) && is_pure(module, inst)));
}

} // namespace relit::ir
