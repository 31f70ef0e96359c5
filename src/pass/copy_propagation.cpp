// Puts a value in the place of its copies: of Copy, and of block parameters that always receive the same value.
#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include <algorithm>
#include <vector>

namespace relit::pass {
namespace {

/// What block parameters receive, and whom to look at again when a value is replaced.
class Parameters {
public:
    Parameters(ir::Module& module, ir::Function& function)
        : module_(module), function_(function), lists_(module.insts.size()) {
        for (const ir::BlockId block : reverse_postorder(function)) read_edges(function.blocks[block]);
    }

    /// Replaces parameters until none is left that stands for one value only.
    bool replace_trivial(Replacements& replacements) {
        std::vector<ir::Id> work(all_.rbegin(), all_.rend()); // the entry's side first: chains stay short
        bool changed = false;
        while (!work.empty()) {
            const ir::Id param = work.back();
            work.pop_back();
            if (lists_[param].gone) continue;
            const ir::Id only = only_value(param, replacements);
            if (only == ir::kNone) continue;
            replacements.replace(param, only);
            changed = lists_[param].gone = true;
            hand_users_on(param, only, work);
        }
        return changed;
    }

    /// Takes the replaced parameters out of their blocks and their arguments out of the edges.
    void remove_replaced() {
        for (const ir::Block& block : function_.blocks) {
            for (ir::Edge& edge : block.end.edges) edge.args = kept(edge);
        }
        for (ir::Block& block : function_.blocks) {
            std::erase_if(block.params, [&](ir::Id param) { return lists_[param].gone; });
            for (std::uint32_t i = 0; i < block.params.size(); ++i) module_[block.params[i]].imm = i;
        }
    }

private:
    using Link = std::uint32_t; // 1 + index in arguments_; 0: none
    /// What one edge gives to one parameter.
    struct Argument {
        ir::Id param, value;
        Link next_of_param, next_of_value;
    };
    struct Lists { // by instruction
        Link received = 0, users = 0;
        bool gone = false;
    };

    void read_edges(const ir::Block& block) {
        for (const ir::Edge& edge : block.end.edges) {
            const auto& params = function_.blocks[edge.to].params;
            for (std::size_t i = 0; i < params.size(); ++i) {
                Link& received = lists_[params[i]].received;
                Link& users = lists_[edge.args[i]].users;
                if (received == 0) all_.push_back(params[i]);
                arguments_.push_back({params[i], edge.args[i], received, users});
                received = users = static_cast<Link>(arguments_.size());
            }
        }
    }

    /// The one value besides itself that a parameter receives, or kNone.
    ir::Id only_value(ir::Id param, Replacements& replacements) {
        ir::Id only = ir::kNone;
        for (Link link = lists_[param].received; link != 0; link = arguments_[link - 1].next_of_param) {
            ir::Id& value = arguments_[link - 1].value;
            value = replacements.find(value);
            if (value == param || value == only) continue;
            if (only != ir::kNone) return ir::kNone;
            only = value;
        }
        return only;
    }

    /// Who receives the parameter receives `only` from now on, and is looked at again.
    void hand_users_on(ir::Id param, ir::Id only, std::vector<ir::Id>& work) {
        for (Link link = lists_[param].users; link != 0;) {
            Argument& argument = arguments_[link - 1];
            const Link next = argument.next_of_value;
            if (!lists_[argument.param].gone) {
                work.push_back(argument.param);
                argument.next_of_value = lists_[only].users;
                lists_[only].users = link;
            }
            link = next;
        }
    }

    std::span<ir::Id> kept(const ir::Edge& edge) const {
        const auto& params = function_.blocks[edge.to].params;
        std::size_t count = 0;
        for (std::size_t i = 0; i < params.size(); ++i) {
            if (!lists_[params[i]].gone) edge.args[count++] = edge.args[i];
        }
        return edge.args.first(count);
    }

    ir::Module& module_;
    ir::Function& function_;
    std::vector<Lists> lists_;
    std::vector<Argument> arguments_;
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

bool copy_propagation(ir::Module& module) {
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
