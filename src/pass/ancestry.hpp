// A growing tree that answers "which ancestor at that depth?" and "nearest common ancestor?" in logarithmic time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <utility>
#include <vector>

namespace relit::pass {

/// Nodes are numbered as they are added; node 0 is the root. Each node keeps its parent and one longer jump, chosen
/// so that any ancestor is O(log n) steps away (skew-binary jumps).
class Ancestry {
public:
    /// With room for so many nodes.
    explicit Ancestry(std::size_t nodes = 1, std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : nodes_(memory) {
        nodes_.reserve(nodes);
        nodes_.push_back({0, 0, 0});
    }

    void add(std::uint32_t parent) {
        const Node& up = nodes_[parent];
        const Node& far = nodes_[up.jump];
        const bool even = up.depth - far.depth == far.depth - nodes_[far.jump].depth;
        nodes_.push_back({parent, even ? far.jump : parent, up.depth + 1});
    }
    [[nodiscard]] std::uint32_t depth(std::uint32_t node) const { return nodes_[node].depth; }
    [[nodiscard]] std::uint32_t parent(std::uint32_t node) const { return nodes_[node].parent; }

    [[nodiscard]] std::uint32_t ancestor_at(std::uint32_t node, std::uint32_t depth) const {
        while (nodes_[node].depth > depth) {
            const Node& here = nodes_[node];
            node = nodes_[here.jump].depth >= depth ? here.jump : here.parent;
        }
        return node;
    }
    [[nodiscard]] std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
        if (depth(a) < depth(b)) std::swap(a, b);
        a = ancestor_at(a, depth(b));
        while (a != b) { // equal depths have equal jump lengths
            const bool far = nodes_[a].jump != nodes_[b].jump;
            a = far ? nodes_[a].jump : nodes_[a].parent;
            b = far ? nodes_[b].jump : nodes_[b].parent;
        }
        return a;
    }

private:
    struct Node {
        std::uint32_t parent, jump, depth;
    };
    std::pmr::vector<Node> nodes_;
};

} // namespace relit::pass
