// The tree of a function as step blocks: what the nested languages print, run without them.
#include "ir/tree_walk.hpp"
#include "run/program.hpp"

namespace relit::run {
namespace {

/// A node whose bodies are being made.
struct OpenNode {
    std::vector<std::uint32_t> bodies; // step blocks; of a loop, where an iteration begins
    std::uint32_t after = 0;
};

class TreeMaker {
public:
    explicit TreeMaker(RoutineMaker& maker) : maker_(maker) {}

    void make() {
        start(reserve());
        (void)ir::walk_tree(maker_.function().tree, maker_.function().tree.root, *this);
        if (is_open_) end(ir::TerminatorKind::Return, ir::kNone, {});
    }

private:
    template <class Visitor>
    friend bool ir::walk_tree(const ir::Tree& tree, const std::pmr::vector<ir::NodeId>& root, Visitor& visitor);

    std::uint32_t reserve() {
        maker_.routine().step_blocks.emplace_back();
        return static_cast<std::uint32_t>(maker_.routine().step_blocks.size() - 1);
    }
    StepBlock& current() { return maker_.routine().step_blocks[current_]; }

    void start(std::uint32_t step_block) {
        current_ = step_block;
        is_open_ = true;
        current().step = static_cast<std::uint32_t>(maker_.program().steps.size());
        current().order = opened_++;
    }
    void end(ir::TerminatorKind ending, ir::Id value, std::span<const Successor> targets) {
        auto& all = maker_.program().targets;
        current().ending = ending;
        current().value = maker_.slot(value);
        current().target = static_cast<std::uint32_t>(all.size());
        current().targets = static_cast<std::uint32_t>(targets.size());
        all.insert(all.end(), targets.begin(), targets.end());
        is_open_ = false;
    }
    void jump(std::uint32_t to, bool back = false) {
        const Successor target{to, back};
        end(ir::TerminatorKind::Jump, ir::kNone, {&target, 1});
    }

    // What follows a jump is never reached.
    bool leaf(const ir::Node& node, const ir::Node* /*next*/) {
        switch (node.kind) {
            case ir::NodeKind::Block: current().steps += maker_.append(maker_.function().blocks[node.block]); break;
            case ir::NodeKind::Break: jump(nodes_[loops_.back()].after); break;
            case ir::NodeKind::Continue: jump(nodes_[loops_.back()].bodies[0], true); break;
            case ir::NodeKind::Return: end(ir::TerminatorKind::Return, node.value, {}); break;
            default: end(ir::TerminatorKind::Unreachable, ir::kNone, {});
        }
        return is_open_;
    }

    // An If may come without its second body.
    bool open(const ir::Node& node) {
        OpenNode made;
        for (std::size_t i = 0; i < node.bodies.size(); ++i) made.bodies.push_back(reserve());
        made.after = reserve();
        if (node.kind == ir::NodeKind::Loop) {
            loops_.push_back(nodes_.size());
            jump(made.bodies[0]);
        } else {
            const bool is_if = node.kind == ir::NodeKind::If;
            std::vector<Successor> targets;
            for (const std::uint32_t to : made.bodies) targets.push_back({to});
            if (is_if && targets.size() < 2) targets.push_back({made.after});
            current().cases = node.cases;
            end(is_if ? ir::TerminatorKind::Branch : ir::TerminatorKind::Switch, node.value, targets);
        }
        nodes_.push_back(std::move(made));
        return true;
    }
    void open_body(const ir::Node& /*node*/, std::size_t body) { start(nodes_.back().bodies[body]); }
    void close_body(const ir::Node& node, std::size_t /*body*/, bool /*is_reached*/) {
        if (!is_open_) return;
        const bool again = node.kind == ir::NodeKind::Loop;
        jump(again ? nodes_.back().bodies[0] : nodes_.back().after, again);
    }
    bool close(const ir::Node& node) {
        if (node.kind == ir::NodeKind::Loop) loops_.pop_back();
        start(nodes_.back().after);
        nodes_.pop_back();
        return true;
    }

    RoutineMaker& maker_;
    std::uint32_t current_ = 0, opened_ = 0;
    bool is_open_ = false;
    std::vector<OpenNode> nodes_;
    std::vector<std::size_t> loops_; // among nodes_
};

} // namespace

void make_from_tree(RoutineMaker& maker) { TreeMaker(maker).make(); }

} // namespace relit::run
