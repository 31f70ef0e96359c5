#include "ir/analysis/dominators.hpp"

#include "ir/analysis/cfg.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace relit::ir {
namespace {

constexpr std::uint32_t kNever = ~std::uint32_t{0}, kUsualDepth = 32;

// Lengauer and Tarjan 1979 with path compression. Nodes are their depth-first numbers throughout.
class Forest {
public:
    Forest(std::uint32_t count, std::pmr::memory_resource* memory)
        : ancestor_(count, kNever, memory), best_(count, memory), path_(memory), semi(count, memory) {
        std::iota(best_.begin(), best_.end(), 0U);
        std::iota(semi.begin(), semi.end(), 0U);
    }
    void link(std::uint32_t parent, std::uint32_t node) { ancestor_[node] = parent; }
    /// The node of least semidominator on the linked path above `node`, the root of its tree omitted.
    [[nodiscard]] std::uint32_t least(std::uint32_t node) {
        if (ancestor_[node] == kNever) return node;
        compress(node);
        return best_[node];
    }

private:
    void compress(std::uint32_t node) {
        path_.clear();
        for (; ancestor_[ancestor_[node]] != kNever; node = ancestor_[node]) path_.push_back(node);
        for (; !path_.empty(); path_.pop_back()) {
            const std::uint32_t low = path_.back(), above = ancestor_[low];
            if (semi[best_[above]] < semi[best_[low]]) best_[low] = best_[above];
            ancestor_[low] = ancestor_[above];
        }
    }

    std::pmr::vector<std::uint32_t> ancestor_, best_, path_;

public:
    std::pmr::vector<std::uint32_t> semi;
};

// Nodes waiting for the parent of what they hang under, as linked lists.
class Buckets {
public:
    Buckets(std::uint32_t count, std::pmr::memory_resource* memory)
        : head_(count, kNever, memory), next_(count, kNever, memory) {}
    void add(std::uint32_t to, std::uint32_t node) { next_[node] = std::exchange(head_[to], node); }
    [[nodiscard]] std::uint32_t take(std::uint32_t from) {
        const std::uint32_t node = head_[from];
        if (node != kNever) head_[from] = next_[node];
        return node;
    }

private:
    std::pmr::vector<std::uint32_t> head_, next_;
};

} // namespace

Visit::Visit(const Lists& successors, std::pmr::memory_resource* memory)
    : visited(memory), number(memory), parent(memory), order(memory) {
    const auto count = static_cast<std::uint32_t>(successors.start.size() - 1);
    struct Open {
        std::uint32_t node, left;
    };
    std::pmr::vector<Open> open(memory);
    open.reserve(std::min(count, kUsualDepth));
    number.assign(count, kNever);
    for (auto* list : {&visited, &parent, &order}) list->reserve(count);
    const auto enter = [&](std::uint32_t node, std::uint32_t above) {
        number[node] = static_cast<std::uint32_t>(visited.size());
        visited.push_back(node);
        parent.push_back(above);
        open.push_back({node, static_cast<std::uint32_t>(successors[node].size())});
    };
    if (count > 0) enter(0, 0);
    while (!open.empty()) {
        Open& top = open.back();
        if (top.left == 0) {
            order.push_back(top.node);
            open.pop_back();
        } else {
            const std::uint32_t node = top.node, next = successors[node][--top.left];
            if (number[next] == kNever) enter(next, number[node]);
        }
    }
    std::ranges::reverse(order);
}

void find_dominators(const Visit& visit, const Lists& predecessors, std::span<std::uint32_t> dominator) {
    const auto count = static_cast<std::uint32_t>(visit.visited.size());
    std::pmr::memory_resource* memory = visit.visited.get_allocator().resource();
    Forest forest(count, memory);
    Buckets buckets(count, memory);
    std::pmr::vector<std::uint32_t> above(count, 0, memory);
    for (std::uint32_t node = count; node-- > 1;) {
        for (const std::uint32_t from : predecessors[visit.visited[node]]) {
            if (visit.number[from] == kNever) continue;
            const std::uint32_t least = forest.least(visit.number[from]);
            forest.semi[node] = std::min(forest.semi[node], forest.semi[least]);
        }
        buckets.add(forest.semi[node], node);
        forest.link(visit.parent[node], node);
        for (std::uint32_t low = kNever; (low = buckets.take(visit.parent[node])) != kNever;) {
            const std::uint32_t least = forest.least(low);
            above[low] = forest.semi[least] < forest.semi[low] ? least : visit.parent[node];
        }
    }
    for (std::uint32_t node = 1; node < count; ++node) {
        if (above[node] != forest.semi[node]) above[node] = above[above[node]];
        dominator[visit.visited[node]] = visit.visited[above[node]];
    }
}

} // namespace relit::ir
