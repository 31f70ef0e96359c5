#include "ir/analysis/cfg.hpp"

#include "ir/analysis/dominators.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace relit::ir {
namespace {

void list_successors(const Function& function, Lists& lists) {
    std::size_t edges = 0;
    for (const Block& block : function.blocks) edges += block.end.edges.size();
    lists.items.reserve(edges);
    lists.start.reserve(function.blocks.size() + 1);
    lists.start.push_back(0);
    for (const Block& block : function.blocks) {
        for (const Edge& edge : block.end.edges) lists.items.push_back(edge.to);
        lists.start.push_back(static_cast<std::uint32_t>(lists.items.size()));
    }
}

// Reverses the edges: list i of `lists` gets every node of `nodes` in whose list i stands, in their order. Filled from
// behind, so that `start`, which holds the ends at first, holds the beginnings when all are in.
template <class Targets>
void reverse(std::size_t count, std::span<const std::uint32_t> nodes, Targets targets, Lists& lists) {
    lists.start.assign(count + 1, 0);
    for (const std::uint32_t node : nodes) {
        for (const std::uint32_t to : targets(node)) ++lists.start[to];
    }
    std::partial_sum(lists.start.begin(), lists.start.end(), lists.start.begin());
    lists.items.resize(lists.start.back());
    for (std::size_t i = nodes.size(); i-- > 0;) {
        const auto list = targets(nodes[i]);
        for (auto to = list.rbegin(); to != list.rend(); ++to) lists.items[--lists.start[*to]] = nodes[i];
    }
}

// The header that stands for the outermost loop found so far around a block.
BlockId outermost(std::span<BlockId> around, BlockId block) {
    while (around[block] != block) block = around[block] = around[around[block]];
    return block;
}

} // namespace

// What most functions come to in the end needs no search.
void Cfg::describe_one_block() {
    for (Lists* lists : {&predecessors_, &dominated_}) lists->start.assign(2, 0); // of none
    for (auto* list : {&order_, &index_, &number_}) list->assign(1, 0);
    dominator_.assign(1, kNoBlock);
    size_.assign(1, 1);
    loop_of_.assign(1, kNoLoop);
}

Cfg::Cfg(const Function& function) {
    list_successors(function, successors_);
    if (function.blocks.size() == 1 && successors_.items.empty()) {
        describe_one_block();
        return;
    }
    const Visit visited(successors_, &memory_);
    order_.assign(visited.order.begin(), visited.order.end());
    index_.assign(function.blocks.size(), kNoBlock);
    for (std::uint32_t i = 0; i < order_.size(); ++i) index_[order_[i]] = i;
    reverse(block_count(), order_, [&](BlockId block) { return successors(block); }, predecessors_);
    dominator_.resize(block_count(), kNoBlock);
    find_dominators(visited, predecessors_, dominator_);
    number_dominators();
    loop_of_.assign(block_count(), kNoLoop);
    if (!leads_back()) return;
    find_loops();
    number_loops();
}

// Whether any edge goes against order_.
bool Cfg::leads_back() const {
    return std::ranges::any_of(order_, [&](BlockId block) {
        return std::ranges::any_of(successors(block), [&](BlockId to) { return index(to) <= index(block); });
    });
}

// A block's dominator comes before it in order_, so sizes add up backwards and numbers are handed out forwards.
void Cfg::number_dominators() {
    const std::span<const BlockId> below = std::span(order_).subspan(order_.empty() ? 0 : 1);
    reverse(block_count(), below, [&](BlockId block) { return std::span(&dominator_[block], 1); }, dominated_);
    // An unreachable block has size 0, and its number is further from any other than sizes go.
    size_.assign(block_count(), 0);
    number_.assign(block_count(), std::numeric_limits<std::uint32_t>::max() / 2);
    for (auto block = order_.rbegin(); block != order_.rend(); ++block) {
        ++size_[*block];
        if (dominator_[*block] != kNoBlock) size_[dominator_[*block]] += size_[*block];
    }
    if (!order_.empty()) number_[order_[0]] = 0;
    for (const BlockId block : order_) {
        std::uint32_t next = number_[block] + 1;
        for (const BlockId child : dominated(block)) {
            number_[child] = next;
            next += size_[child];
        }
    }
}

// Headers from last to first, so that inner loops are there before outer ones, which then step over them whole.
void Cfg::find_loops() {
    std::pmr::vector<BlockId> around(block_count(), &memory_);
    std::iota(around.begin(), around.end(), 0U);
    for (auto header = order_.rbegin(); header != order_.rend(); ++header) grow(*header, around);
    std::ranges::reverse(loops_);
    const auto count = static_cast<LoopId>(loops_.size());
    for (LoopId& loop : loop_of_) loop = loop == kNoLoop ? kNoLoop : count - 1 - loop;
    for (Loop& loop : loops_) loop.parent = loop.parent == kNoLoop ? kNoLoop : count - 1 - loop.parent;
    std::ranges::reverse(irreducible_);
}

void Cfg::grow(BlockId header, std::span<BlockId> around) {
    std::vector<BlockId> open;
    bool is_header = false;
    for (const BlockId from : predecessors(header)) {
        if (index(from) < index(header)) continue;
        if (!dominates(header, from)) {
            irreducible_.push_back({from, header});
            continue;
        }
        is_header = true;
        open.push_back(outermost(around, from));
    }
    if (!is_header) return;
    const auto id = static_cast<LoopId>(loops_.size());
    loops_.push_back({header});
    loop_of_[header] = id;
    while (!open.empty()) {
        const BlockId block = outermost(around, open.back());
        open.pop_back();
        if (block == header) continue;
        around[block] = header;
        if (loop_of_[block] == kNoLoop) {
            loop_of_[block] = id;
        } else {
            loops_[loop_of_[block]].parent = id;
        }
        for (const BlockId from : predecessors(block)) open.push_back(from);
    }
}

void Cfg::number_loops() {
    for (std::size_t i = loops_.size(); i-- > 0;) {
        if (loops_[i].parent != kNoLoop) loops_[loops_[i].parent].nested += loops_[i].nested;
    }
    std::vector<std::uint32_t> next(loops_.size());
    std::uint32_t top = 0;
    for (LoopId i = 0; i < loops_.size(); ++i) {
        Loop& loop = loops_[i];
        std::uint32_t& next_first = loop.parent == kNoLoop ? top : next[loop.parent];
        loop.first = next_first;
        next_first += loop.nested;
        next[i] = loop.first + 1;
        loop.depth = loop.parent == kNoLoop ? 1 : loops_[loop.parent].depth + 1;
    }
}

bool Cfg::contains(LoopId loop, BlockId block) const {
    const LoopId inner = loop_of_[block];
    return inner != kNoLoop && loops_[inner].first - loops_[loop].first < loops_[loop].nested;
}

} // namespace relit::ir
