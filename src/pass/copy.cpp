// Puts a value in the place of its copies: of Copy, and of block parameters that always receive the same value.
#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include <algorithm>
#include <vector>

namespace relit::pass {
namespace {

/// What a block parameter receives, one entry an edge, and where to look again when one of these is replaced.
class Parameters {
public:
    Parameters(ir::Module& module, ir::Function& function) : module_(module), function_(function) {
        received_.resize(module.insts.size());
        users_.resize(module.insts.size());
        gone_.resize(module.insts.size());
        for (const ir::BlockId block : reverse_postorder(function)) read_edges(function.blocks[block]);
    }

    /// Replaces parameters until none is left that stands for one value only.
    bool replace_trivial(Replacements& replacements) {
        std::vector<ir::Id> work(all_.rbegin(), all_.rend()); // the entry's side first: chains stay short
        bool changed = false;
        while (!work.empty()) {
            const ir::Id param = work.back();
            work.pop_back();
            if (gone_[param]) continue;
            const ir::Id only = only_value(param, replacements);
            if (only == ir::kNone) continue;
            replacements.replace(param, only);
            changed = gone_[param] = true;
            std::erase_if(users_[param], [&](ir::Id user) { return gone_[user]; });
            work.insert(work.end(), users_[param].begin(), users_[param].end());
            users_[only].insert(users_[only].end(), users_[param].begin(), users_[param].end());
        }
        return changed;
    }

    /// Takes the replaced parameters out of their blocks and their arguments out of the edges.
    void remove_replaced() {
        for (const ir::Block& block : function_.blocks) {
            for (ir::Edge& edge : block.end.edges) edge.args = kept(edge);
        }
        for (ir::Block& block : function_.blocks) {
            std::erase_if(block.params, [&](ir::Id param) { return gone_[param]; });
            for (std::uint32_t i = 0; i < block.params.size(); ++i) module_[block.params[i]].imm = i;
        }
    }

private:
    void read_edges(const ir::Block& block) {
        for (const ir::Edge& edge : block.end.edges) {
            const auto& params = function_.blocks[edge.to].params;
            for (std::size_t i = 0; i < params.size(); ++i) {
                if (received_[params[i]].empty()) all_.push_back(params[i]);
                received_[params[i]].push_back(edge.args[i]);
                users_[edge.args[i]].push_back(params[i]);
            }
        }
    }

    /// The one value besides itself that a parameter receives, or kNone.
    ir::Id only_value(ir::Id param, Replacements& replacements) {
        ir::Id only = ir::kNone;
        for (ir::Id& value : received_[param]) {
            value = replacements.find(value);
            if (value == param || value == only) continue;
            if (only != ir::kNone) return ir::kNone;
            only = value;
        }
        return only;
    }

    std::span<ir::Id> kept(const ir::Edge& edge) const {
        const auto& params = function_.blocks[edge.to].params;
        std::size_t count = 0;
        for (std::size_t i = 0; i < params.size(); ++i) {
            if (!gone_[params[i]]) edge.args[count++] = edge.args[i];
        }
        return edge.args.first(count);
    }

    ir::Module& module_;
    ir::Function& function_;
    std::vector<std::vector<ir::Id>> received_, users_; // by instruction
    std::vector<bool> gone_;
    std::vector<ir::Id> all_;
};

bool replace_copies(ir::Module& module, ir::Block& block, Replacements& replacements) {
    const auto removed = std::erase_if(block.insts, [&](ir::Id id) {
        if (module[id].op != ir::Op::Copy) return false;
        replacements.replace(id, module[id].operands[0]);
        return true;
    });
    return removed != 0;
}

bool has_parameters(const ir::Function& function) {
    return std::ranges::any_of(function.blocks, [](const ir::Block& block) { return !block.params.empty(); });
}

bool replace_parameters(ir::Module& module, ir::Function& function, Replacements& replacements) {
    Parameters parameters(module, function);
    if (!parameters.replace_trivial(replacements)) return false;
    parameters.remove_replaced();
    return true;
}

} // namespace

bool copy(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) {
        Replacements replacements;
        for (ir::Block& block : function.blocks) changed |= replace_copies(module, block, replacements);
        if (has_parameters(function)) changed |= replace_parameters(module, function, replacements);
        replacements.apply(module, function);
    }
    return changed;
}

} // namespace relit::pass
