// Drops from a tree what says nothing: the next round at the end of a loop, choices between nothing and nothing.
#include "ir/builder.hpp"
#include "pass/structure/emit.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace relit::pass {
namespace {

using ir::NodeKind;
using NodeIds = std::pmr::vector<ir::NodeId>;

bool is_choice(const ir::Node& node) { return node.kind == NodeKind::If || node.kind == NodeKind::Switch; }

bool says_nothing(const ir::Node& node) {
    return is_choice(node) && std::ranges::all_of(node.bodies, [](const NodeIds& body) { return body.empty(); });
}

// A node stands before the nodes in it. What comes last in a loop goes on to the next round by itself.
void drop_last_continues(ir::Tree& tree) {
    std::vector<bool> last(tree.nodes.size());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        ir::Node& node = tree.nodes[i];
        if (node.kind != NodeKind::Loop && !(last[i] && is_choice(node))) continue;
        for (NodeIds& body : node.bodies) {
            while (!body.empty() && tree.nodes[body.back()].kind == NodeKind::Continue) body.pop_back();
            if (!body.empty()) last[body.back()] = true;
        }
    }
}

void drop_empty_choices(ir::Tree& tree) {
    const auto drop = [&](NodeIds& body) {
        std::erase_if(body, [&](ir::NodeId id) { return says_nothing(tree.nodes[id]); });
    };
    for (std::size_t i = tree.nodes.size(); i-- > 0;) std::ranges::for_each(tree.nodes[i].bodies, drop);
    drop(tree.root);
}

ir::Id negated(ir::Module& module, ir::Block& block, ir::Id condition) {
    if (module[condition].op == ir::Op::BNot) return module[condition].operands[0];
    ir::Builder builder(module);
    block.insts.push_back(builder.make(ir::Op::BNot, ir::kBool, {&condition, 1}));
    return block.insts.back();
}

// Takes away the nodes that stand nowhere in the tree any more and numbers the others anew, in their order.
void compact(ir::Tree& tree) {
    std::vector<bool> stands(tree.nodes.size());
    const auto mark = [&](const NodeIds& body) {
        std::ranges::for_each(body, [&](ir::NodeId id) { stands[id] = true; });
    };
    mark(tree.root);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        if (stands[i]) std::ranges::for_each(tree.nodes[i].bodies, mark);
    }
    std::vector<ir::NodeId> number(tree.nodes.size());
    ir::NodeId kept = 0;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        number[i] = kept;
        if (stands[i] && kept != i) tree.nodes[kept] = std::move(tree.nodes[i]);
        kept += stands[i] ? 1 : 0;
    }
    tree.nodes.resize(kept);
    const auto renumber = [&](NodeIds& body) { std::ranges::for_each(body, [&](ir::NodeId& id) { id = number[id]; }); };
    renumber(tree.root);
    for (ir::Node& node : tree.nodes) std::ranges::for_each(node.bodies, renumber);
}

} // namespace

void negate_empty_arms(ir::Module& module, ir::Function& function) {
    for (ir::Node& node : function.tree.nodes) {
        if (node.kind != NodeKind::If || !node.bodies[0].empty() || node.bodies[1].empty()) continue;
        node.bodies[0].swap(node.bodies[1]);
        node.value = negated(module, function.blocks[node.block], node.value);
    }
}

void tidy_tree(ir::Module& module, ir::Function& function) {
    drop_last_continues(function.tree);
    drop_empty_choices(function.tree);
    drop_last_continues(function.tree);
    compact(function.tree);
    negate_empty_arms(module, function);
}

} // namespace relit::pass
