// A walk over the tree of a function, in the order in which it is written: without recursion, since loops nest as deep as
// programs are long.
#pragma once

#include "ir/module.hpp"

#include <cstddef>
#include <vector>

namespace relit::ir {

[[nodiscard]] inline bool has_bodies(const Node& node) {
    return node.kind == NodeKind::If || node.kind == NodeKind::Switch || node.kind == NodeKind::Loop;
}

/// Tells `visitor` of every node. It has
///     bool leaf(const Node&, const Node* next)   a node without bodies, and the one that follows it there
///     bool open(const Node&)                     whether to go into the bodies of the node; if not, what follows it is next
///     void open_body(const Node&, std::size_t)
///     void close_body(const Node&, std::size_t, bool is_reached)
///     bool close(const Node&)
/// leaf() and close() return whether what follows in the same sequence is visited; where it is not, the end of the
/// sequence is not reached. Returns whether that of `root` is.
template <class Visitor>
bool walk_tree(const Tree& tree, const std::pmr::vector<NodeId>& root, Visitor& visitor) {
    struct Open {
        const Node* node; // whose body `nodes` is; nullptr: the root
        const std::pmr::vector<NodeId>* nodes;
        std::size_t body, at;
    };
    std::vector<Open> open{{nullptr, &root, 0, 0}};
    bool is_reached = true;
    while (true) {
        Open& top = open.back();
        if (is_reached && top.at < top.nodes->size()) {
            const Node& node = tree.nodes[(*top.nodes)[top.at++]];
            const Node* const next = top.at < top.nodes->size() ? &tree.nodes[(*top.nodes)[top.at]] : nullptr;
            if (!has_bodies(node)) {
                is_reached = visitor.leaf(node, next);
            } else if (visitor.open(node)) {
                if (node.bodies.empty()) {
                    is_reached = visitor.close(node);
                    continue;
                }
                visitor.open_body(node, 0);
                open.push_back({&node, node.bodies.data(), 0, 0});
            }
            continue;
        }
        if (top.node == nullptr) return is_reached;
        const Node& node = *top.node;
        visitor.close_body(node, top.body, is_reached);
        is_reached = true;
        if (++top.body < node.bodies.size()) {
            top.nodes = &node.bodies[top.body];
            top.at = 0;
            visitor.open_body(node, top.body);
        } else {
            open.pop_back();
            is_reached = visitor.close(node);
        }
    }
}

} // namespace relit::ir
