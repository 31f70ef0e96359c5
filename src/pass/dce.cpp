// Removes dead code: functions never called, blocks never reached, values never used, among them results of pure functions, registers
// never read, and jumps to a block that nothing else leads to. Blocks keep their order and are numbered anew.
#include "base/scratch.hpp"
#include "ir/analysis/calls.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace relit::pass {
namespace {

bool remove_uncalled(ir::Module& module) {
    if (module.functions.size() == 1) return false;
    std::vector<bool> called(module.functions.size());
    std::vector<ir::FunctionId> work{0};
    called[0] = true;
    const auto for_calls = [&](ir::Function& function, auto&& visit) {
        for (const ir::Block& block : function.blocks) ir::for_each_callee(module, block, visit);
    };
    while (!work.empty()) {
        const ir::FunctionId function = work.back();
        work.pop_back();
        for_calls(module.functions[function], [&](std::uint32_t callee) {
            if (!called[callee]) work.push_back(callee);
            called[callee] = true;
        });
    }
    std::vector<ir::FunctionId> number(called.size());
    ir::FunctionId kept = 0;
    for (std::size_t i = 0; i < called.size(); ++i) {
        number[i] = kept;
        if (called[i] && kept != i) module.functions[kept] = std::move(module.functions[i]);
        kept += called[i] ? 1 : 0;
    }
    if (kept == called.size()) return false;
    while (module.functions.size() > kept) module.functions.pop_back();
    for (ir::Function& function : module.functions) {
        for_calls(function, [&](std::uint32_t& callee) { callee = number[callee]; });
    }
    return true;
}

/// Register files that no function loads from; computed at the first store.
class UnreadFiles {
public:
    explicit UnreadFiles(const ir::Module& module) : module_(module) {}

    [[nodiscard]] bool contains(std::uint32_t file) {
        if (module_.files[file].role != ir::Role::Register) return false;
        if (unread_.empty()) find();
        return unread_[file];
    }

private:
    void find() {
        unread_.assign(module_.files.size(), true);
        for (const ir::Function& function : module_.functions) {
            for (const ir::Block& block : function.blocks) {
                for (const ir::Id id : block.insts) {
                    const ir::Inst& inst = module_[id];
                    if (ir::info(inst.op).loads(ir::Memory::Registers))
                        unread_[inst.access()[ir::Access::file]] = false;
                }
            }
        }
    }

    const ir::Module& module_;
    std::vector<bool> unread_;
};

/// Marks what is needed in one function, then sweeps the rest.
class Sweeper {
public:
    /// `effects`: by function of the module.
    Sweeper(ir::Module& module, ir::Function& function, UnreadFiles& unread, const std::vector<ir::CallEffect>& effects)
        : module_(module), function_(function), unread_(unread), effects_(effects),
          needed_(module.insts.size(), &memory_) {}

    bool run() {
        order_ = reverse_postorder(function_, &memory_);
        bool changed = remove_blocks();
        if (may_have_cycles(function_)) {
            mark();
            for (const ir::BlockId block : order_) changed |= sweep(function_.blocks[block]);
        } else {
            for (auto block = order_.rbegin(); block != order_.rend(); ++block)
                changed |= sweep_backwards(function_.blocks[*block]);
        }
        if (function_.blocks.size() == 1) return changed;
        for (const ir::BlockId block : order_) sweep_arguments(function_.blocks[block]);
        for (const ir::BlockId block : order_) changed |= sweep_parameters(function_.blocks[block]);
        return changed;
    }

private:
    /// Marks and sweeps at once, where no edge leads back: who needs a value stands after it, and has been seen.
    bool sweep_backwards(ir::Block& block) {
        needed_[block.end.value] = 1;
        for (const ir::Edge& edge : block.end.edges) {
            const auto& params = function_.blocks[edge.to].params;
            for (std::size_t i = 0; i < params.size(); ++i)
                if (needed_[params[i]] != 0) needed_[edge.args[i]] = 1;
        }
        std::size_t kept = block.insts.size();
        for (std::size_t i = block.insts.size(); i-- > 0;) {
            const ir::Id id = block.insts[i];
            if (needed_[id] == 0 && !is_root(module_[id])) continue;
            for (const ir::Id operand : module_[id].operands) needed_[operand] = 1;
            block.insts[--kept] = id;
        }
        block.insts.erase(block.insts.begin(), block.insts.begin() + static_cast<std::ptrdiff_t>(kept));
        return kept != 0;
    }

    [[nodiscard]] bool is_root(const ir::Inst& inst) const {
        const ir::OpInfo& row = ir::info(inst.op);
        if (!row.has(ir::kEffect)) return false;
        if (row.is_call()) return !ir::is_removable(effects_[inst.imm]);
        return row.stores(ir::Memory::Registers) ? !unread_.contains(inst.access()[ir::Access::file])
                                                 : !ir::is_removable(module_, inst);
    }

    void need(ir::Id id) {
        if (id == ir::kNone || needed_[id]) return;
        needed_[id] = 1;
        work_.push_back(id);
    }

    void mark() {
        for (const ir::BlockId id : order_) {
            const ir::Block& block = function_.blocks[id];
            for (const ir::Id inst : block.insts) {
                if (is_root(module_[inst])) need(inst);
            }
            need(block.end.value);
            for (const ir::Edge& edge : block.end.edges) {
                const auto& params = function_.blocks[edge.to].params;
                for (std::size_t i = 0; i < params.size(); ++i) add_argument(params[i], edge.args[i]);
            }
        }
        while (!work_.empty()) {
            const ir::Id id = work_.back();
            work_.pop_back();
            for (const ir::Id operand : module_[id].operands) need(operand);
            if (module_[id].op != ir::Op::BlockParam || first_argument_.empty()) continue;
            for (std::uint32_t i = first_argument_[id]; i != 0; i = arguments_[i - 1].next) {
                need(arguments_[i - 1].value);
            }
        }
    }

    void add_argument(ir::Id param, ir::Id value) {
        first_argument_.resize(needed_.size());
        arguments_.push_back({value, first_argument_[param]});
        first_argument_[param] = static_cast<std::uint32_t>(arguments_.size());
    }

    /// Empties what is not reached; take_away() does the rest.
    bool remove_blocks() {
        if (order_.size() == function_.blocks.size()) return false;
        std::vector<bool> reached(function_.blocks.size());
        for (const ir::BlockId block : order_) reached[block] = true;
        bool changed = false;
        for (ir::BlockId block = 0; block < reached.size(); ++block) {
            if (reached[block]) continue;
            function_.blocks[block].end = {};
            changed = true;
        }
        return changed;
    }

    void sweep_arguments(ir::Block& block) {
        for (ir::Edge& edge : block.end.edges) {
            const auto& params = function_.blocks[edge.to].params;
            std::size_t kept = 0;
            for (std::size_t i = 0; i < params.size(); ++i) {
                if (needed_[params[i]]) edge.args[kept++] = edge.args[i];
            }
            edge.args = edge.args.first(kept);
        }
    }

    bool sweep(ir::Block& block) {
        return std::erase_if(block.insts, [&](ir::Id id) { return !needed_[id]; }) != 0;
    }
    bool sweep_parameters(ir::Block& block) {
        if (std::erase_if(block.params, [&](ir::Id id) { return !needed_[id]; }) == 0) return false;
        for (std::uint32_t i = 0; i < block.params.size(); ++i) module_[block.params[i]].imm = i;
        return true;
    }

    ir::Module& module_;
    ir::Function& function_;
    UnreadFiles& unread_;
    const std::vector<ir::CallEffect>& effects_;
    Scratch memory_;
    std::pmr::vector<std::uint8_t> needed_;
    struct Argument {
        ir::Id value = ir::kNone;
        std::uint32_t next = 0;
    };
    std::vector<std::uint32_t> first_argument_; // by block parameter: 1 + index in arguments_ of what it receives
    std::vector<Argument> arguments_;
    std::vector<ir::Id> work_;
    std::pmr::vector<ir::BlockId> order_{&memory_};
};

/// The blocks that are left of a function.
class Blocks {
public:
    Blocks(ir::Module& module, ir::Function& function)
        : module_(module), function_(function), order_(reverse_postorder(function, &memory_)),
          left_(function.blocks.size(), false, &memory_) {
        for (const ir::BlockId block : order_) left_[block] = true;
    }

    /// Appends to a block the one that it jumps to, if nothing else leads there.
    bool merge() {
        std::pmr::vector<std::uint32_t> predecessor_counts(function_.blocks.size(), &memory_);
        for (const ir::BlockId block : order_)
            for (const ir::Edge& edge : function_.blocks[block].end.edges) ++predecessor_counts[edge.to];
        bool changed = false;
        for (const ir::BlockId id : order_) {
            const auto& end = function_.blocks[id].end;
            while (end.kind == ir::TerminatorKind::Jump && predecessor_counts[end.edges[0].to] == 1 &&
                   end.edges[0].to != id) {
                append(function_.blocks[id], end.edges[0]);
                changed = true;
            }
        }
        replacements_.apply(module_, function_);
        return changed;
    }

    /// Takes away the others and numbers these anew.
    void take_away() {
        std::pmr::vector<ir::BlockId> number(left_.size(), &memory_);
        ir::BlockId kept = 0;
        for (std::size_t i = 0; i < left_.size(); ++i) {
            number[i] = kept;
            if (left_[i] && kept != i) function_.blocks[kept] = std::move(function_.blocks[i]);
            kept += left_[i] ? 1 : 0;
        }
        if (kept == left_.size()) return;
        while (function_.blocks.size() > kept) function_.blocks.pop_back();
        for (ir::Block& block : function_.blocks) {
            for (ir::Edge& edge : block.end.edges) edge.to = number[edge.to];
        }
    }

private:
    void append(ir::Block& block, const ir::Edge& edge) {
        ir::Block& next = function_.blocks[edge.to];
        for (std::size_t i = 0; i < next.params.size(); ++i) replacements_.replace(next.params[i], edge.args[i]);
        block.insts.insert(block.insts.end(), next.insts.begin(), next.insts.end());
        left_[edge.to] = false;
        next.params.clear();
        next.insts.clear();
        block.end = std::exchange(next.end, {});
    }

    ir::Module& module_;
    ir::Function& function_;
    Scratch memory_;
    std::pmr::vector<ir::BlockId> order_;
    std::pmr::vector<bool> left_;
    Replacements replacements_;
};

} // namespace

bool dce(ir::Module& module) {
    if (module.functions.empty()) return false;
    forget_trees(module);
    bool changed = remove_uncalled(module);
    UnreadFiles unread(module);
    const std::vector<ir::CallEffect> effects = ir::call_effects(module);
    for (ir::Function& function : module.functions) {
        changed |= Sweeper(module, function, unread, effects).run();
        if (function.blocks.size() == 1) continue;
        Blocks blocks(module, function);
        changed |= blocks.merge();
        blocks.take_away();
    }
    return remove_uncalled(module) || changed; // calls of pure functions are gone
}

} // namespace relit::pass
