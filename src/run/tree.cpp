// The tree of a function as stretches: what the nested languages print, run without them.
#include "run/program.hpp"

namespace relit::run {
namespace {

struct LoopEnds {
    std::uint32_t again = 0, after = 0; // stretches
};

class TreeMaker {
public:
    explicit TreeMaker(RoutineMaker& maker) : maker_(maker) {}

    void make() {
        open(reserve());
        sequence(maker_.function().tree.root, {});
        if (is_open_) end(ir::TerminatorKind::Return, ir::kNone, {});
    }

private:
    using Sequence = std::pmr::vector<ir::NodeId>;

    std::uint32_t reserve() {
        maker_.routine().stretches.emplace_back();
        return static_cast<std::uint32_t>(maker_.routine().stretches.size() - 1);
    }
    Stretch& current() { return maker_.routine().stretches[current_]; }

    void open(std::uint32_t stretch) {
        current_ = stretch;
        is_open_ = true;
        current().step = static_cast<std::uint32_t>(maker_.program().steps.size());
        current().order = opened_++;
    }
    void end(ir::TerminatorKind ending, ir::Id value, std::span<const Target> targets) {
        auto& all = maker_.program().targets;
        current().ending = ending;
        current().value = maker_.slot(value);
        current().target = static_cast<std::uint32_t>(all.size());
        current().targets = static_cast<std::uint32_t>(targets.size());
        all.insert(all.end(), targets.begin(), targets.end());
        is_open_ = false;
    }
    void jump(std::uint32_t to, bool back = false) {
        const Target target{to, back};
        end(ir::TerminatorKind::Jump, ir::kNone, {&target, 1});
    }

    void sequence(const Sequence& nodes, LoopEnds loop) {
        for (const ir::NodeId id : nodes) {
            if (!is_open_) return; // what follows a jump is never reached
            node(maker_.function().tree.nodes[id], loop);
        }
    }

    void node(const ir::Node& node, LoopEnds loop) {
        switch (node.kind) {
            case ir::NodeKind::Block: current().steps += maker_.append(maker_.function().blocks[node.block]); return;
            case ir::NodeKind::If: return choice(node, ir::TerminatorKind::Branch, loop);
            case ir::NodeKind::Switch: return choice(node, ir::TerminatorKind::Switch, loop);
            case ir::NodeKind::Loop: return this->loop(node);
            case ir::NodeKind::Break: return jump(loop.after);
            case ir::NodeKind::Continue: return jump(loop.again, true);
            case ir::NodeKind::Return: return end(ir::TerminatorKind::Return, node.value, {});
            case ir::NodeKind::Unreachable: return end(ir::TerminatorKind::Unreachable, ir::kNone, {});
        }
    }

    // An If may come without its second body.
    void choice(const ir::Node& node, ir::TerminatorKind ending, LoopEnds loop) {
        std::vector<Target> targets;
        for (std::size_t i = 0; i < node.bodies.size(); ++i) targets.push_back({reserve()});
        const std::uint32_t after = reserve();
        if (ending == ir::TerminatorKind::Branch && targets.size() < 2) targets.push_back({after});
        current().cases = node.cases;
        end(ending, node.value, targets);
        for (std::size_t i = 0; i < node.bodies.size(); ++i) {
            open(targets[i].to);
            sequence(node.bodies[i], loop);
            if (is_open_) jump(after);
        }
        open(after);
    }

    void loop(const ir::Node& node) {
        const LoopEnds ends{reserve(), reserve()};
        jump(ends.again);
        open(ends.again);
        sequence(node.bodies[0], ends);
        if (is_open_) jump(ends.again, true);
        open(ends.after);
    }

    RoutineMaker& maker_;
    std::uint32_t current_ = 0, opened_ = 0;
    bool is_open_ = false;
};

} // namespace

void make_from_tree(RoutineMaker& maker) { TreeMaker(maker).make(); }

} // namespace relit::run
