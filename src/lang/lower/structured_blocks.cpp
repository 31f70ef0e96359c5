// Blocks as SPIR-V wants them, of the tree of each function: in the order of the text. A block where a choice or a loop begins
// names the block after it, and the one that leads back (ir::Terminator). What lay in slots becomes values and block parameters. A
// loop ends with its own condition if it begins with one; it is left from where the program leaves it, and so is the function.
#include "ir/builder.hpp"
#include "ir/tree_walk.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/slot_values.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace relit::lang {
namespace {

using ir::BlockId;
using ir::Node;
using ir::NodeKind;

/// A block before it has its number: blocks are numbered in the order in which they are written.
using Label = BlockId;

class BlockWriter {
public:
    BlockWriter(ir::Module& module, ir::FunctionId function)
        : module_(module), builder_(module), function_(function), tree_(std::move(module.functions[function].tree)),
          old_blocks_(static_cast<BlockId>(blocks().size())) {
        builder_.move_to(function, 0);
    }

    void write() {
        begin(label());
        if (ir::walk_tree(tree_, tree_.root, *this)) builder_.ret(nothing());
        blocks().erase(blocks().begin(), blocks().begin() + old_blocks_);
        for (ir::Block& block : blocks()) number(block.end);
    }

private:
    struct OpenLoop {
        Label head, again, after;
        bool is_after_reached = false;
        bool owes_head = false; // its head is being written, and will end with the condition of the loop
    };
    struct OpenChoice {
        Label after;
        std::vector<Label> bodies; // their first blocks; `after`, or a block outside of the choice, if they have none
        bool is_after_reached = false;
        std::array<bool, 2> leaves{}; // bodies of an if that are an edge to a block outside of it
    };

    // ---- the visitor of walk_tree()
    template <class Visitor>
    friend bool ir::walk_tree(const ir::Tree& tree, const std::pmr::vector<ir::NodeId>& root, Visitor& visitor);
    bool leaf(const Node& node, const Node* next);
    bool open(const Node& node);
    void open_body(const Node& node, std::size_t body);
    void close_body(const Node& node, std::size_t body, bool is_reached);
    bool close(const Node& node) { return node.kind == NodeKind::Loop ? close_loop() : close_choice(); }

    void copy_block(BlockId block);
    // ---- choices
    void open_if(const Node& node);
    void open_leaving_if(const Node& node);
    [[nodiscard]] std::uint32_t uses_of(ir::Id value);
    void branch_without_negation(ir::Id condition, Label then, Label otherwise);
    void open_switch(const Node& node);
    bool close_choice();
    [[nodiscard]] bool leaves(const Node& node, std::size_t body) const;
    [[nodiscard]] bool leaves(const Node& node) const { return leaves(node, 0) || leaves(node, 1); }
    // ---- loops
    void open_loop(const Node& node);
    bool close_loop();
    [[nodiscard]] bool has_own_condition(const Node& loop) const;
    [[nodiscard]] bool may_stand_in_head(BlockId block) const;
    void end_head(const OpenLoop& loop);
    void leave_loop();

    // ---- blocks
    [[nodiscard]] std::pmr::vector<ir::Block>& blocks() { return module_.functions[function_].blocks; }
    [[nodiscard]] ir::Terminator& end_here() { return blocks()[builder_.here()].end; }
    [[nodiscard]] Label label() {
        numbers_.push_back(ir::kNoBlock);
        return static_cast<Label>(numbers_.size() - 1);
    }
    void begin(Label label) {
        const BlockId block = builder_.block();
        numbers_[label] = block - old_blocks_;
        builder_.move_to(block);
    }
    void number(ir::Terminator& end) const {
        for (ir::Edge& edge : end.edges) edge.to = numbers_[edge.to];
        if (end.merge != ir::kNoBlock) end.merge = numbers_[end.merge];
        if (end.again != ir::kNoBlock) end.again = numbers_[end.again];
    }
    [[nodiscard]] ir::Id nothing() {
        const ir::Type type = module_.functions[function_].result;
        return type == ir::kVoid ? ir::kNone : builder_.constant(type, 0);
    }

    ir::Module& module_;
    ir::Builder builder_;
    ir::FunctionId function_;
    ir::Tree tree_;
    BlockId old_blocks_;              // they go when the new ones are written
    std::vector<BlockId> numbers_;    // by label
    std::vector<std::uint32_t> uses_; // by value, once asked for
    std::vector<OpenLoop> loops_;
    std::vector<OpenChoice> choices_;
    bool is_written_ = false; // an edge stands for the body that is visited
};

bool BlockWriter::leaf(const Node& node, const Node* /*next*/) {
    if (is_written_) return false;
    switch (node.kind) {
        case NodeKind::Block: copy_block(node.block); return true;
        case NodeKind::Break: leave_loop(); return false;
        case NodeKind::Continue: builder_.jump(loops_.back().again); return false;
        case NodeKind::Return: builder_.ret(node.value); return false;
        default: builder_.ret(nothing()); return false;
    }
}

bool BlockWriter::open(const Node& node) {
    if (node.kind == NodeKind::Loop) open_loop(node);
    if (node.kind == NodeKind::Switch) open_switch(node);
    if (node.kind == NodeKind::If) leaves(node) ? open_leaving_if(node) : open_if(node);
    return true;
}

void BlockWriter::open_body(const Node& node, std::size_t body) {
    if (node.kind == NodeKind::Loop) return;
    const OpenChoice& choice = choices_.back();
    is_written_ = node.kind == NodeKind::If && choice.leaves[body];
    if (!is_written_ && choice.bodies[body] != choice.after) begin(choice.bodies[body]);
}

void BlockWriter::close_body(const Node& node, std::size_t body, bool is_reached) {
    if (node.kind == NodeKind::Loop) {
        if (is_reached) builder_.jump(loops_.back().again);
        return;
    }
    OpenChoice& choice = choices_.back();
    is_written_ = false;
    if (!is_reached) return;
    choice.is_after_reached = true;
    if (choice.bodies[body] != choice.after) builder_.jump(choice.after);
}

void BlockWriter::copy_block(BlockId block) {
    const std::pmr::vector<ir::Id> insts = std::move(blocks()[block].insts);
    auto& here = blocks()[builder_.here()].insts;
    here.insert(here.end(), insts.begin(), insts.end());
    builder_.origin_index(blocks()[block].end.origin);
}

// ---- choices

/// Returns true if the body is one step out of the round of a loop, to which an edge can lead.
bool BlockWriter::leaves(const Node& node, std::size_t body) const {
    if (body >= node.bodies.size() || node.bodies[body].size() != 1) return false;
    const NodeKind only = tree_.nodes[node.bodies[body][0]].kind;
    return only == NodeKind::Continue || only == NodeKind::Break;
}

void BlockWriter::open_if(const Node& node) {
    const Label then = label(), after = label();
    const bool has_else = node.bodies.size() > 1 && !node.bodies[1].empty();
    const Label otherwise = has_else ? label() : after;
    builder_.branch(node.value, then, otherwise);
    end_here().merge = after;
    choices_.push_back({after, {then, otherwise}, !has_else});
}

// An if that leaves on one side goes on on the other: it has no merge.
void BlockWriter::open_leaving_if(const Node& node) {
    OpenLoop& loop = loops_.back();
    OpenChoice choice{.after = label(), .bodies = {}};
    for (std::size_t body = 0; body < 2; ++body) {
        choice.leaves[body] = leaves(node, body);
        const bool breaks = choice.leaves[body] && tree_.nodes[node.bodies[body][0]].kind == NodeKind::Break;
        loop.is_after_reached |= breaks;
        const bool is_empty = body >= node.bodies.size() || node.bodies[body].empty();
        choice.is_after_reached |= is_empty;
        choice.bodies.push_back(breaks                ? loop.after
                                : choice.leaves[body] ? loop.again
                                : is_empty            ? choice.after
                                                      : label());
    }
    branch_without_negation(node.value, choice.bodies[0], choice.bodies[1]);
    if (std::exchange(loop.owes_head, false)) end_head(loop);
    choices_.push_back(std::move(choice));
}

std::uint32_t BlockWriter::uses_of(ir::Id value) {
    if (uses_.empty()) {
        uses_.resize(module_.insts.size());
        for (const ir::Block& block : blocks())
            for (const ir::Id id : block.insts)
                for (const ir::Id operand : module_[id].operands)
                    if (operand < uses_.size()) ++uses_[operand];
        for (const Node& node : tree_.nodes)
            if (node.value != ir::kNone) ++uses_[node.value];
    }
    return value < uses_.size() ? uses_[value] : 0;
}

/// A condition that is only negated for the branch is not.
void BlockWriter::branch_without_negation(ir::Id condition, Label then, Label otherwise) {
    auto& insts = blocks()[builder_.here()].insts;
    const bool is_negated = module_[condition].op == ir::Op::BNot && !insts.empty() && insts.back() == condition;
    if (!is_negated || uses_of(condition) != 1) return builder_.branch(condition, then, otherwise);
    insts.pop_back();
    builder_.branch(module_[condition].operands[0], otherwise, then);
}

void BlockWriter::open_switch(const Node& node) {
    OpenChoice choice{.after = label(), .bodies = {}};
    for (std::size_t i = 0; i < node.bodies.size(); ++i) choice.bodies.push_back(label());
    builder_.switch_on(node.value, node.cases, choice.bodies);
    end_here().merge = choice.after;
    choices_.push_back(std::move(choice));
}

bool BlockWriter::close_choice() {
    const OpenChoice choice = std::move(choices_.back());
    choices_.pop_back();
    const bool is_merge = !choice.leaves[0] && !choice.leaves[1];
    if (choice.is_after_reached || is_merge) begin(choice.after);
    if (!choice.is_after_reached && is_merge) builder_.unreachable();
    return choice.is_after_reached;
}

// ---- loops

void BlockWriter::open_loop(const Node& node) {
    OpenLoop loop{label(), label(), label()};
    builder_.jump(loop.head);
    begin(loop.head);
    loop.owes_head = has_own_condition(node);
    loops_.push_back(loop);
    if (loop.owes_head) return;
    const Label body = label();
    builder_.jump(body);
    end_head(loop);
    begin(body);
}

void BlockWriter::end_head(const OpenLoop& loop) {
    end_here().merge = loop.after;
    end_here().again = loop.again;
}

bool BlockWriter::close_loop() {
    const OpenLoop loop = loops_.back();
    loops_.pop_back();
    begin(loop.again);
    builder_.jump(loop.head);
    begin(loop.after);
    if (!loop.is_after_reached) builder_.unreachable();
    return loop.is_after_reached;
}

/// Returns true if the loop begins with an if that leaves it, so that its head can end with that.
bool BlockWriter::has_own_condition(const Node& loop) const {
    std::span<const ir::NodeId> body = loop.bodies[0];
    if (!body.empty() && tree_.nodes[body[0]].kind == NodeKind::Block) {
        if (!may_stand_in_head(tree_.nodes[body[0]].block)) return false;
        body = body.subspan(1);
    }
    return !body.empty() && tree_.nodes[body[0]].kind == NodeKind::If && leaves(tree_.nodes[body[0]]);
}

/// Returns true if a writer needs no blocks of its own for anything in it.
bool BlockWriter::may_stand_in_head(BlockId block) const {
    return std::ranges::all_of(module_.functions[function_].blocks[block].insts, [&](ir::Id id) {
        const ir::Inst& inst = module_[id];
        const ir::OpInfo& row = ir::info(inst.op);
        return row.has(ir::kPure) ||
               (row.is_fixed_access() && holds_slots(module_.files[inst.access()[ir::Access::file]]));
    });
}

void BlockWriter::leave_loop() {
    OpenLoop& loop = loops_.back();
    loop.is_after_reached = true;
    builder_.jump(loop.after);
}

/// Returns true if the only block says all that the tree does.
bool is_one_block(const ir::Function& function) {
    return function.blocks.size() == 1 && function.blocks[0].end.kind == ir::TerminatorKind::Return;
}

} // namespace

bool lower_structured_blocks(ir::Module& module, const Target& target) {
    if (target.dialect != Dialect::SpirV) return false;
    bool changed = false;
    for (ir::FunctionId f = 0; f < module.functions.size(); ++f) {
        ir::Function& function = module.functions[f];
        if (function.tree.root.empty()) continue;
        changed = true;
        if (is_one_block(function)) {
            function.tree.nodes.clear();
            function.tree.root.clear();
            continue;
        }
        BlockWriter(module, f).write();
        replace_slots(module, f);
    }
    return changed;
}

} // namespace relit::lang
