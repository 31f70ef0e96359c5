// Computes before a loop what would come out the same in each of its iterations ("loop-invariant code motion"): what is
// pure, and loads of what nothing in the loop may write. Each value goes to the outermost loop that it does not change
// in. Cycles that are entered at two blocks have no such block before them and are left alone.
#include "ir/analysis/cfg.hpp"
#include "ir/builder.hpp"
#include "pass/ancestry.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include <algorithm>
#include <bitset>
#include <vector>

namespace relit::pass {
namespace {

using ir::Id;
using ir::Op;
using Files = std::bitset<256>; // register files; as many as Access::file can name

/// The register files that the instruction may write.
Files written_by(const ir::Inst& inst) {
    const ir::OpInfo& row = ir::info(inst.op);
    if (row.stores(ir::Memory::Registers)) return Files().set(inst.access()[ir::Access::file]);
    const bool anything = row.is_call() || inst.op == Op::EmitVertex || inst.op == Op::Opaque;
    return anything ? Files().set() : Files();
}

bool writes_memory(const ir::Inst& inst) {
    const ir::OpInfo& row = ir::info(inst.op);
    return row.has(ir::kEffect) && !row.stores(ir::Memory::Registers) && inst.op != Op::Discard;
}

/// Whether anything in the program does. Other invocations may then change what a loop waits for.
bool writes_memory(const ir::Module& module) {
    for (const ir::Function& function : module.functions) {
        for (const ir::Block& block : function.blocks) {
            if (std::ranges::any_of(block.insts, [&](Id id) { return writes_memory(module[id]); })) return true;
        }
    }
    return false;
}

class Hoisting {
public:
    Hoisting(ir::Module& module, ir::Function& function, bool memory_changes)
        : module_(module), function_(function), memory_changes_(memory_changes), cfg_(function),
          written_(cfg_.loops().size()), hoisted_(cfg_.loops().size()), home_(module.insts.size()) {}

    bool run() {
        if (cfg_.loops().empty()) return false;
        for (const ir::Loop& loop : cfg_.loops()) {
            outermost_.push_back(loop.parent == ir::kNoLoop ? static_cast<ir::LoopId>(outermost_.size())
                                                            : outermost_[loop.parent]);
            nest_.add(node_of(loop.parent));
        }
        find_written();
        for (const ir::BlockId block : cfg_.order()) read(block);
        bool changed = false;
        for (ir::LoopId loop = 0; loop < hoisted_.size(); ++loop) {
            if (hoisted_[loop].empty()) continue;
            auto& insts = function_.blocks[block_before(cfg_.loops()[loop].header, loop)].insts;
            insts.insert(insts.end(), hoisted_[loop].begin(), hoisted_[loop].end());
            changed = true;
        }
        return changed;
    }

private:
    /// Loops as nodes of nest_, whose root is the function.
    static std::uint32_t node_of(ir::LoopId loop) { return loop == ir::kNoLoop ? 0 : loop + 1; }

    void find_written() {
        for (const ir::BlockId block : cfg_.order()) {
            const ir::LoopId loop = cfg_.loop_of(block);
            if (loop == ir::kNoLoop) continue;
            for (const Id id : function_.blocks[block].insts) {
                if (ir::info(module_[id].op).has(ir::kEffect)) written_[loop] |= written_by(module_[id]);
            }
        }
        for (std::size_t i = written_.size(); i-- > 0;) {
            const ir::LoopId parent = cfg_.loops()[i].parent;
            if (parent != ir::kNoLoop) written_[parent] |= written_[i];
        }
    }

    /// Takes out of the block what can stand before a loop around it.
    void read(ir::BlockId block) {
        const std::uint32_t here = node_of(cfg_.loop_of(block));
        if (here == 0) return;
        for (const Id param : function_.blocks[block].params) home_[param] = here;
        std::erase_if(function_.blocks[block].insts, [&](Id id) {
            home_[id] = needed_home(module_[id], here);
            if (home_[id] == here) return false;
            const bool outside = home_[id] == 0; // most are, and are spared the search
            hoisted_[outside ? outermost_[here - 1] : nest_.ancestor_at(here, nest_.depth(home_[id]) + 1) - 1]
                .push_back(id);
            return true;
        });
    }

    /// The innermost loop around `here`, or itself, in which the value may change from round to round.
    [[nodiscard]] std::uint32_t needed_home(const ir::Inst& inst, std::uint32_t here) const {
        std::uint32_t home = 0;
        if (ir::info(inst.op).has(ir::kAcross)) return here; // what looks at its neighbours needs them there
        if (!ir::is_pure(module_, inst)) {
            if (!is_quiet_load(inst)) return here;
            home = innermost_written(inst, here);
        }
        for (const Id operand : inst.operands) {
            if (home_[operand] == here) return here;
            const std::uint32_t common = home_[operand] == 0 ? 0 : nest_.common(home_[operand], here);
            if (nest_.depth(common) > nest_.depth(home)) home = common;
        }
        return home;
    }

    [[nodiscard]] bool is_quiet_load(const ir::Inst& inst) const {
        const ir::OpInfo& row = ir::info(inst.op);
        return row.loads(ir::Memory::Registers) || (row.loads(ir::Memory::Buffer) && !memory_changes_);
    }

    /// The innermost loop around `here`, or itself, that may write what the load reads. Outer loops write more.
    [[nodiscard]] std::uint32_t innermost_written(const ir::Inst& inst, std::uint32_t here) const {
        if (ir::info(inst.op).touches(ir::Memory::Buffer)) return 0;
        const std::uint32_t file = inst.access()[ir::Access::file];
        if (written_[here - 1][file]) return here;
        std::uint32_t low = 0, high = nest_.depth(here); // depths
        while (low < high) {
            const std::uint32_t middle = (low + high + 1) / 2;
            if (written_[nest_.ancestor_at(here, middle) - 1][file])
                low = middle;
            else
                high = middle - 1;
        }
        return nest_.ancestor_at(here, low);
    }

    /// The block that control goes through just before it enters the loop; made where there is none.
    ir::BlockId block_before(ir::BlockId header, ir::LoopId loop) {
        std::vector<ir::Edge*> entering;
        ir::BlockId last = ir::kNoBlock;
        for (const ir::BlockId from : cfg_.predecessors(header)) {
            if (cfg_.contains(loop, from) || from == last) continue;
            last = from; // stands there once for each of its edges
            for (ir::Edge& edge : function_.blocks[from].end.edges) {
                if (edge.to == header) entering.push_back(&edge);
            }
        }
        if (entering.size() == 1 && function_.blocks[last].end.kind == ir::TerminatorKind::Jump) return last;
        return insert_before(header, entering);
    }

    ir::BlockId insert_before(ir::BlockId header, std::span<ir::Edge* const> entering) {
        std::pmr::memory_resource* arena = module_.arena();
        const auto made = static_cast<ir::BlockId>(function_.blocks.size());
        ir::Block block{std::pmr::vector<Id>(arena), std::pmr::vector<Id>(arena), {}};
        ir::Edge onward{header, entering[0]->args};
        if (entering.size() == 1) {
            entering[0]->args = {};
        } else {
            for (const Id param : function_.blocks[header].params) {
                module_.insts.push_back(module_[param]);
                block.params.push_back(static_cast<Id>(module_.insts.size() - 1));
            }
            onward.args = module_.copy(block.params);
        }
        for (ir::Edge* edge : entering) edge->to = made;
        block.end = {ir::TerminatorKind::Jump, ir::kNone, ir::make_edges(module_, {&onward, 1}), {}, 0};
        function_.blocks.push_back(std::move(block));
        return made;
    }

    ir::Module& module_;
    ir::Function& function_;
    bool memory_changes_;
    ir::Cfg cfg_;
    Ancestry nest_;
    std::vector<ir::LoopId> outermost_;    // by loop
    std::vector<Files> written_;           // by loop, those in it included
    std::vector<std::vector<Id>> hoisted_; // by loop: what is to stand before it
    std::vector<std::uint32_t> home_;      // by Id: the node of nest_ that it is computed in
};

} // namespace

bool licm(ir::Module& module) {
    forget_trees(module);
    if (std::ranges::none_of(module.functions, may_have_cycles)) return false;
    const bool memory_changes = writes_memory(module);
    bool changed = false;
    for (ir::Function& function : module.functions)
        changed |= may_have_cycles(function) && Hoisting(module, function, memory_changes).run();
    return changed;
}

} // namespace relit::pass
