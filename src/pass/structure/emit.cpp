#include "pass/structure/emit.hpp"

#include "ir/builder.hpp"
#include "pass/structure/selector.hpp"

#include <algorithm>

namespace relit::pass {
namespace {

using ir::NodeKind;

/// A list of nodes: a body of a node, or the root.
struct Sequence {
    ir::NodeId node = kNowhere;
    std::uint32_t body = 0;
};

class Emitter {
public:
    Emitter(ir::Module& module, ir::FunctionId function, const Plan& plan)
        : module_(module), builder_(module), function_(function), plan_(plan),
          arc_to_(plan.flow.size(), plan.flow.memory()) {
        builder_.move_to(function, 0);
        module.functions[function].tree.nodes.reserve(2 * plan.flow.size());
    }

    void run() {
        tasks_.push_back({TaskKind::Block, 0, {}});
        while (!tasks_.empty()) {
            const Task task = tasks_.back();
            tasks_.pop_back();
            switch (task.step) {
                case TaskKind::Block: nested_block(task.what, task.into); break;
                case TaskKind::Body: body(task.what, task.into); break;
                case TaskKind::AfterLoop: after_loop(task.what, task.into); break;
            }
        }
    }

private:
    enum class TaskKind : std::uint8_t { Block, Body, AfterLoop };
    struct Task {
        TaskKind step;
        std::uint32_t what; // block, or loop
        Sequence into;
    };

    [[nodiscard]] ir::Function& function() { return module_.functions[function_]; }

    ir::NodeId append(Sequence into, NodeKind kind, std::size_t bodies = 0, ir::Id value = ir::kNone,
                      ir::BlockId block = ir::kNoBlock) {
        ir::Tree& tree = function().tree;
        const auto id = static_cast<ir::NodeId>(tree.nodes.size());
        tree.nodes.push_back({kind, block, value, std::pmr::vector<std::pmr::vector<ir::NodeId>>(module_.arena()),
                              std::pmr::vector<std::uint32_t>(module_.arena())});
        tree.nodes.back().bodies.resize(bodies);
        (into.node == kNowhere ? tree.root : tree.nodes[into.node].bodies[into.body]).push_back(id);
        return id;
    }

    // ---- the selector register
    [[nodiscard]] std::uint32_t selector() {
        if (selector_ == kNowhere) selector_ = selector_file(module_, ir::FilePurpose::NextBlock, "next", 1);
        return selector_;
    }
    void store_selector(std::uint32_t target) {
        const std::uint32_t to = selector();
        builder_.store(to, 0, builder_.i32(plan_.placement.number[target]));
    }
    void start_block(Sequence into) {
        const ir::BlockId block = builder_.block();
        builder_.move_to(block);
        builder_.unreachable();
        append(into, NodeKind::Block, 0, ir::kNone, block);
    }
    // If(condition) around what is appended to the result.
    Sequence when(Sequence into, ir::Id condition) {
        return {append(into, NodeKind::If, 2, condition, builder_.here()), 0};
    }
    Sequence when_next_is(Sequence into, std::uint32_t target) {
        start_block(into);
        const ir::Id next = builder_.load(selector(), 0, ir::kI32);
        return when(into, builder_.IEq(next, builder_.i32(plan_.placement.number[target])));
    }

    // ---- blocks
    void nested_block(std::uint32_t n, Sequence into) {
        if (plan_.guards.guarded[n]) into = when_next_is(into, n);
        if (!plan_.nest.is_header(n)) return body(n, into);
        push_children(n, Spot::After, into);
        tasks_.push_back({TaskKind::AfterLoop, plan_.nest.loop_of[n], into});
        tasks_.push_back({TaskKind::Body, n, {append(into, NodeKind::Loop, 1), 0}});
    }

    // So that the first comes from the stack first.
    void push_children(std::uint32_t n, Spot spot, Sequence into) {
        const auto children = plan_.placement.children_of(n);
        for (auto child = children.rbegin(); child != children.rend(); ++child) {
            if (plan_.placement.spot[*child] == spot) tasks_.push_back({TaskKind::Block, *child, into});
        }
    }

    void body(std::uint32_t n, Sequence into) {
        const ir::BlockId block = plan_.flow.order[n];
        append(into, NodeKind::Block, 0, ir::kNone, block);
        push_children(n, Spot::Merge, into);
        push_children(n, Spot::Next, into);
        const ir::Terminator end = function().blocks[block].end;
        const auto arcs = plan_.flow.out_of(n);
        if (end.kind == ir::TerminatorKind::Return)
            append(into, NodeKind::Return, 0, end.value, block);
        else if (arcs.empty())
            append(into, NodeKind::Unreachable);
        else if (arcs.size() == 1)
            take_arc(arcs[0], into, block);
        else
            choice(n, end, into);
    }

    void choice(std::uint32_t n, const ir::Terminator& end, Sequence into) {
        for (const Arc& arc : plan_.flow.out_of(n)) arc_to_[arc.to] = &arc;
        const bool is_branch = end.kind == ir::TerminatorKind::Branch;
        const ir::NodeId node =
            append(into, is_branch ? NodeKind::If : NodeKind::Switch, 0, end.value, plan_.flow.order[n]);
        for (std::size_t i = 0; i < end.edges.size(); ++i) {
            const bool last = i + 1 == end.edges.size();
            if (!is_branch && !last) {
                if (end.edges[i].to == end.edges.back().to) continue; // the default does the same
                function().tree.nodes[node].cases.push_back(end.cases[i]);
            }
            auto& bodies = function().tree.nodes[node].bodies;
            bodies.emplace_back();
            take_arc(*arc_to_[plan_.flow.cfg.index(end.edges[i].to)],
                     {node, static_cast<std::uint32_t>(bodies.size() - 1)});
        }
    }

    // ---- from block to block. A store may go to the end of `block`, where it is given.
    void take_arc(const Arc& arc, Sequence into, ir::BlockId block = ir::kNoBlock) {
        if (is_inline(plan_.placement, arc)) {
            if (plan_.placement.spot[arc.to] == Spot::Arm) tasks_.push_back({TaskKind::Block, arc.to, into});
            return;
        }
        if (plan_.guards.says[static_cast<std::size_t>(&arc - plan_.flow.arcs.data())]) {
            if (block == ir::kNoBlock)
                start_block(into);
            else
                builder_.move_to(block);
            store_selector(arc.to);
        }
        if (loops_left(plan_.nest, arc) > 0)
            append(into, NodeKind::Break);
        else if (arc.back)
            append(into, NodeKind::Continue);
    }

    void after_loop(std::uint32_t loop, Sequence into) {
        const AfterLoop& after = plan_.guards.after[loop];
        const std::uint32_t around = plan_.nest.loops[plan_.nest.loops[loop].parent].header;
        if (after.leave == Chance::Perhaps) {
            start_block(into);
            append(when(into, outside(around, after)), NodeKind::Break);
        } else if (after.leave == Chance::Always) {
            append(into, NodeKind::Break);
        }
        if (after.again == Chance::Perhaps)
            append(when_next_is(into, around), NodeKind::Continue);
        else if (after.again == Chance::Always)
            append(into, NodeKind::Continue);
    }

    // Whether the selector names a block outside of the loop: blocks of a loop have neighbouring numbers.
    ir::Id outside(std::uint32_t header, const AfterLoop& after) {
        const std::uint32_t first = plan_.placement.number[header], last = plan_.placement.body_last[header];
        const ir::Id next = builder_.load(selector(), 0, ir::kI32);
        if (!after.leave_back) return builder_.ULt(builder_.i32(last), next);
        if (!after.leave_forward) return builder_.ULt(next, builder_.i32(first));
        const ir::Id distance = builder_.ISub(next, builder_.i32(first));
        return builder_.ULt(builder_.i32(last - first), distance);
    }

    ir::Module& module_;
    ir::Builder builder_;
    ir::FunctionId function_;
    const Plan& plan_;
    std::uint32_t selector_ = kNowhere;
    std::pmr::vector<const Arc*> arc_to_; // of the block being written
    std::vector<Task> tasks_;
};

} // namespace

void emit_tree(ir::Module& module, ir::FunctionId function, const Plan& plan) { Emitter(module, function, plan).run(); }

} // namespace relit::pass
