#include "pass/structure/chain.hpp"

#include "pass/structure/emit.hpp"

#include <vector>

namespace relit::pass {
namespace {

using ir::BlockId;
using ir::NodeKind;

class Chain {
public:
    Chain(ir::Module& module, ir::Function& function, std::pmr::memory_resource* memory)
        : module_(module), function_(function), predecessor_counts_(function.blocks.size(), memory) {
        ++predecessor_counts_[0];
        for (const ir::Block& block : function.blocks)
            for (const ir::Edge& edge : block.end.edges) ++predecessor_counts_[edge.to];
    }

    /// From the entry to the end. Every step leads to a block that has no other edges to it than those that the step
    /// takes, so that none comes twice.
    bool write() {
        for (BlockId block = 0;;) {
            (void)add(function_.tree.root, NodeKind::Block, ir::kNone, block);
            const ir::Terminator& end = function_.blocks[block].end;
            if (end.edges.empty()) return finish(block, end);
            if (end.kind == ir::TerminatorKind::Jump && predecessor_counts_[end.edges[0].to] == 1)
                block = end.edges[0].to;
            else if (end.kind == ir::TerminatorKind::Branch && choose(block, end))
                block = joined_;
            else
                return false;
        }
    }

private:
    using Body = std::pmr::vector<ir::NodeId>;

    ir::NodeId add(Body& to, NodeKind kind, ir::Id value, BlockId block) {
        auto& nodes = function_.tree.nodes;
        to.push_back(static_cast<ir::NodeId>(nodes.size()));
        nodes.push_back({kind, block, value, std::pmr::vector<Body>(module_.arena()),
                         std::pmr::vector<std::uint32_t>(module_.arena())});
        return to.back();
    }

    bool finish(BlockId block, const ir::Terminator& end) {
        const bool returns = end.kind == ir::TerminatorKind::Return;
        (void)add(function_.tree.root, returns ? NodeKind::Return : NodeKind::Unreachable, end.value,
                  returns ? block : ir::kNoBlock);
        negate_empty_arms(module_, function_);
        return true;
    }

    /// Where a block that only the choice leads to goes on; kNoBlock where it is none that just goes on.
    [[nodiscard]] BlockId behind(BlockId arm) const {
        const ir::Terminator& end = function_.blocks[arm].end;
        return predecessor_counts_[arm] == 1 && end.kind == ir::TerminatorKind::Jump ? end.edges[0].to : ir::kNoBlock;
    }

    /// A choice whose arms merge at joined_, with no more than a block on either.
    bool choose(BlockId block, const ir::Terminator& end) {
        const BlockId then = end.edges[0].to, otherwise = end.edges[1].to;
        const BlockId after_then = behind(then), after_other = behind(otherwise);
        const bool both = after_then != ir::kNoBlock && after_then == after_other;
        const bool has_then = both || after_then == otherwise, has_other = both || after_other == then;
        joined_ = has_then ? after_then : after_other;
        if ((!has_then && !has_other) || predecessor_counts_[joined_] != 2) return false;
        const ir::NodeId node = add(function_.tree.root, NodeKind::If, end.value, block);
        function_.tree.nodes[node].bodies.resize(2);
        if (has_then) add_arm(node, 0, then);
        if (has_other) add_arm(node, 1, otherwise);
        return true;
    }
    void add_arm(ir::NodeId node, std::size_t body, BlockId block) {
        Body arm(module_.arena());
        (void)add(arm, NodeKind::Block, ir::kNone, block);
        function_.tree.nodes[node].bodies[body] = std::move(arm);
    }

    ir::Module& module_;
    ir::Function& function_;
    std::pmr::vector<std::uint32_t> predecessor_counts_; // to a block
    BlockId joined_ = ir::kNoBlock;
};

} // namespace

bool structure_chain(ir::Module& module, ir::Function& function, std::pmr::memory_resource* memory) {
    if (Chain(module, function, memory).write()) return true;
    function.tree.nodes.clear();
    function.tree.root.clear();
    return false;
}

} // namespace relit::pass
