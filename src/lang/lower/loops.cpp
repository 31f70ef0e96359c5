// Loops that the target ends after so many iterations, and loops that it can leave at their head alone. Both change the tree that
// pass/structure made; what they count and remember lies in slots.
#include "ir/analysis/calls.hpp"
#include "ir/builder.hpp"
#include "lang/lower/lower.hpp"
#include "pass/slots.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace relit::lang {
namespace {

using ir::Id;
using ir::NodeId;
using ir::NodeKind;
using pass::Slot;
using pass::Slots;

constexpr NodeId kNoLoop = ~0U;

bool is_loop(const ir::Node& node) { return node.kind == NodeKind::Loop; }
bool has_loops(const ir::Function& function) { return std::ranges::any_of(function.tree.nodes, is_loop); }

/// Rewrites the sequences of a function's tree, outer ones first.
class TreeRewriter {
public:
    TreeRewriter(ir::Module& module, ir::FunctionId function)
        : module_(module), builder_(module), function_(function), slots_(module.functions[function].tree.nodes.size()),
          loops_around_(slots_.size(), kNoLoop) {
        builder_.move_to(function, 0);
        for (NodeId id = 0; id < loops_around_.size(); ++id) // a node comes before those in its bodies
            for (const auto& body : node(id).bodies)
                for (const NodeId inner : body) loops_around_[inner] = loop_in(id);
    }
    virtual ~TreeRewriter() = default;
    TreeRewriter(const TreeRewriter&) = delete;
    TreeRewriter& operator=(const TreeRewriter&) = delete;

    void run() {
        const std::size_t count = loops_around_.size(); // nodes that are added are as they should be
        const Sequence root = rewritten(tree().root, {});
        tree().root.assign(root.begin(), root.end());
        for (NodeId id = 0; id < count; ++id)
            for (std::size_t body = 0; body < node(id).bodies.size(); ++body) {
                const Sequence nodes =
                    rewritten(node(id).bodies[body], is_loop(node(id)) ? begin_loop(id) : Sequence{});
                node(id).bodies[body].assign(nodes.begin(), nodes.end());
            }
        tree().root.insert(tree().root.begin(), begin_.begin(), begin_.end());
    }

protected:
    using Sequence = std::vector<NodeId>;

    /// Appends what stands for a node.
    virtual void rewrite(NodeId id, Sequence& to) = 0;
    /// Writes what every round of a loop begins with.
    virtual Sequence begin_loop(NodeId loop) = 0;

    [[nodiscard]] ir::Function& function() { return module_.functions[function_]; }
    [[nodiscard]] ir::Tree& tree() { return function().tree; }
    [[nodiscard]] ir::Node& node(NodeId id) { return tree().nodes[id]; }
    /// The innermost loop around a node.
    [[nodiscard]] NodeId loop_around(NodeId id) const { return loops_around_[id]; }
    [[nodiscard]] Slot& slot_of(NodeId loop) { return slots_[loop]; }

    // ---- new nodes
    NodeId add(NodeKind kind, Id value = ir::kNone) {
        std::pmr::memory_resource* const arena = module_.arena();
        tree().nodes.push_back({.kind = kind,
                                .value = value,
                                .bodies = std::pmr::vector<std::pmr::vector<NodeId>>(arena),
                                .cases = std::pmr::vector<std::uint32_t>(arena)});
        return static_cast<NodeId>(tree().nodes.size() - 1);
    }
    /// A block of what is built. Its end says nothing, like those of the others: the tree counts.
    NodeId block(auto&& build) {
        const ir::BlockId made = builder_.block();
        builder_.move_to(made);
        build();
        builder_.unreachable();
        const NodeId id = add(NodeKind::Block);
        node(id).block = made;
        return id;
    }
    NodeId store(const Slot& slot, auto&& value) {
        return block([&] { Slots::store(builder_, slot, value()); });
    }
    NodeId store_bool(const Slot& slot, bool value) {
        return store(slot, [&] { return builder_.boolean(value); });
    }
    /// Appends a choice; `body` gives what is done where `condition`, which is built before it, holds.
    void choose(Sequence& to, auto&& condition, auto&& body) {
        Id value = ir::kNone;
        to.push_back(block([&] { value = condition(); }));
        const NodeId id = add(NodeKind::If, value);
        const Sequence nodes = body();
        node(id).bodies.emplace_back(nodes.begin(), nodes.end());
        to.push_back(id);
    }
    /// Puts a node where the function begins.
    void at_begin(NodeId id) { begin_.push_back(id); }
    [[nodiscard]] Id nothing() {
        const ir::Type type = function().result;
        return type == ir::kVoid ? ir::kNone : builder_.constant(type, std::uint64_t{0});
    }

    ir::Module& module_;
    ir::Builder builder_;
    ir::FunctionId function_;

private:
    [[nodiscard]] NodeId loop_in(NodeId id) { return is_loop(node(id)) ? id : loops_around_[id]; }
    [[nodiscard]] Sequence rewritten(const std::pmr::vector<NodeId>& sequence, Sequence begin) {
        const Sequence nodes(sequence.begin(), sequence.end()); // the tree grows
        for (const NodeId id : nodes) rewrite(id, begin);
        return begin;
    }

    std::vector<Slot> slots_; // by loop
    std::vector<NodeId> loops_around_;
    Sequence begin_;
};

// ---- the limit of iterations

/// Counts how often a loop begins again in one call, over all times that it is entered, as the interpreter does.
class LoopLimit : public TreeRewriter {
public:
    /// `reached`: the file of ir::FilePurpose::LoopLimit, if anything asks for it.
    LoopLimit(ir::Module& module, ir::FunctionId function, std::uint32_t limit, std::optional<std::uint32_t> reached,
              const std::vector<bool>& may_stop)
        : TreeRewriter(module, function), counters_(module, ir::FilePurpose::LoopControl, "rounds"), limit_(limit),
          reached_(reached), may_stop_(may_stop) {
        if (function == 0 && reached_) at_begin(say_reached(0));
    }

private:
    void rewrite(NodeId id, Sequence& to) override {
        if (is_loop(node(id))) begin_counting(id, to);
        node(id).kind == NodeKind::Block ? split_at_calls(id, to) : to.push_back(id);
    }

    void begin_counting(NodeId loop, Sequence& to) {
        const Slot counter = slot_of(loop) = counters_.make(ir::kI32);
        if (loop_around(loop) == kNoLoop) { // it is entered once
            to.push_back(store(counter, [&] { return builder_.i32(~0U); }));
            return;
        }
        at_begin(store(counter, [&] { return builder_.i32(0); }));
        to.push_back(store(counter, [&] { return builder_.ISub({loaded(counter), builder_.i32(1)}); }));
    }

    Sequence begin_loop(NodeId loop) override {
        Sequence nodes;
        const auto is_over = [&] {
            const Id rounds = builder_.IAdd({loaded(slot_of(loop)), builder_.i32(1)});
            Slots::store(builder_, slot_of(loop), rounds);
            return builder_.ULt({builder_.i32(limit_), rounds});
        };
        choose(nodes, is_over, [&] {
            Sequence body;
            if (reached_) body.push_back(say_reached(1));
            body.push_back(add(NodeKind::Return, nothing()));
            return body;
        });
        return nodes;
    }

    /// The limit ends the callers of a function, too: after each call comes a choice, and then the rest of the block. A module with
    /// calls has a file for `reached_`.
    void split_at_calls(NodeId id, Sequence& to) {
        const ir::BlockId whole = node(id).block;
        const std::vector<Id> insts(function().blocks[whole].insts.begin(), function().blocks[whole].insts.end());
        const auto stops = [&](Id inst) {
            return ir::info(module_[inst].op).is_call() && may_stop_[module_[inst].imm];
        };
        to.push_back(id);
        auto first = std::ranges::find_if(insts, stops);
        if (first == insts.end()) return;
        function().blocks[whole].insts.assign(insts.begin(), first + 1);
        for (; first != insts.end();) {
            const auto is_reached = [&] {
                return builder_.INe({builder_.load(*reached_, 0, ir::kI32), builder_.i32(0)});
            };
            choose(to, is_reached, [&] { return Sequence{add(NodeKind::Return, nothing())}; });
            const auto begin = first + 1;
            first = std::find_if(begin, insts.end(), stops);
            const NodeId rest = block([] {});
            function().blocks[node(rest).block].insts.assign(begin, first == insts.end() ? first : first + 1);
            to.push_back(rest);
        }
    }

    NodeId say_reached(std::uint32_t value) {
        return block([&] { builder_.store(*reached_, 0, builder_.i32(value)); });
    }
    [[nodiscard]] Id loaded(const Slot& slot) { return Slots::load(builder_, slot); }

    Slots counters_;
    std::uint32_t limit_;
    std::optional<std::uint32_t> reached_;
    const std::vector<bool>& may_stop_; // by function
};

/// By function: whether it has loops, or calls one that has.
std::vector<bool> functions_with_loops(const ir::Module& module) {
    std::vector<ir::FunctionId> found;
    for (ir::FunctionId index = 0; index < module.functions.size(); ++index)
        if (has_loops(module.functions[index])) found.push_back(index);
    return ir::with_callers(module, std::move(found));
}

// ---- loops that end at their head

class LoopExits : public TreeRewriter {
public:
    LoopExits(ir::Module& module, ir::FunctionId function)
        : TreeRewriter(module, function), ends_(module, ir::FilePurpose::LoopControl, "over"),
          returned_(module, ir::FilePurpose::LoopControl, "returned"),
          results_(module, ir::FilePurpose::LoopControl, "result"), returns_(tree().nodes.size()) {
        for (NodeId id = 0; id < returns_.size(); ++id)
            if (leaves_function(id)) note_return(loop_around(id));
    }

private:
    [[nodiscard]] bool leaves_function(NodeId id) {
        return node(id).kind == NodeKind::Return || node(id).kind == NodeKind::Unreachable;
    }

    void note_return(NodeId loop) {
        if (loop != kNoLoop && !has_returned_) {
            has_returned_ = returned_.make(ir::kBool);
            if (function().result != ir::kVoid) result_ = results_.make(function().result);
            at_begin(store_bool(*has_returned_, false));
        }
        for (; loop != kNoLoop && !returns_[loop]; loop = loop_around(loop)) returns_[loop] = true;
    }

    void rewrite(NodeId id, Sequence& to) override {
        if (is_loop(node(id))) return write_loop(id, to);
        const NodeId loop = loop_around(id);
        if (loop == kNoLoop || (node(id).kind != NodeKind::Break && !leaves_function(id))) return to.push_back(id);
        if (node(id).kind != NodeKind::Break) remember_return(id, to);
        leave(loop, to);
    }

    void write_loop(NodeId loop, Sequence& to) {
        slot_of(loop) = ends_.make(ir::kBool);
        to.push_back(store_bool(slot_of(loop), false));
        to.push_back(loop);
        if (!returns_[loop]) return;
        const auto has_returned = [&] { return Slots::load(builder_, *has_returned_); };
        choose(to, has_returned, [&] {
            Sequence body;
            const NodeId outer = loop_around(loop);
            outer == kNoLoop ? leave_function(body) : leave(outer, body);
            return body;
        });
    }
    Sequence begin_loop(NodeId loop) override {
        Sequence nodes;
        const auto is_over = [&] { return Slots::load(builder_, slot_of(loop)); };
        choose(nodes, is_over, [&] { return Sequence{add(NodeKind::Break)}; });
        return nodes;
    }

    void leave(NodeId loop, Sequence& to) {
        to.push_back(store_bool(slot_of(loop), true));
        to.push_back(add(NodeKind::Continue));
    }
    void remember_return(NodeId id, Sequence& to) {
        const Id value = node(id).kind == NodeKind::Return ? node(id).value : nothing();
        if (result_) to.push_back(store(*result_, [&] { return value; }));
        to.push_back(store_bool(*has_returned_, true));
    }
    void leave_function(Sequence& to) {
        Id result = ir::kNone;
        if (result_) to.push_back(block([&] { result = Slots::load(builder_, *result_); }));
        to.push_back(add(NodeKind::Return, result));
    }

    Slots ends_, returned_, results_;
    std::optional<Slot> has_returned_, result_;
    std::vector<bool> returns_; // by loop: the function, from inside
};

} // namespace

bool lower_loop_limit(ir::Module& module, const Target& target) {
    if (target.loop_limit == 0) return false;
    const std::vector<bool> may_stop = functions_with_loops(module);
    if (std::ranges::none_of(module.functions, has_loops)) return false;
    std::optional<std::uint32_t> reached; // hosts of harnesses ask, and callers of functions that loop
    const bool callees_loop = std::find(may_stop.begin() + 1, may_stop.end(), true) != may_stop.end();
    if (target.interface == Interface::Harness || callees_loop)
        reached =
            ir::Builder(module).file("loop_limit", ir::Kind::I32, 1, 1, ir::Role::Register, ir::FilePurpose::LoopLimit);
    for (ir::FunctionId index = 0; index < module.functions.size(); ++index)
        if (may_stop[index] || index == 0) LoopLimit(module, index, target.loop_limit, reached, may_stop).run();
    return true;
}

bool lower_loop_exits(ir::Module& module, const Target& target) {
    if (!target.loops_end_at_head) return false;
    bool changed = false;
    for (ir::FunctionId index = 0; index < module.functions.size(); ++index) {
        if (!has_loops(module.functions[index])) continue;
        LoopExits(module, index).run();
        changed = true;
    }
    return changed;
}

} // namespace relit::lang
