// Functions of the text form: blocks, their ends, trees.
#include "ir/names.hpp"
#include "ir/text/parse.hpp"
#include "ir/text/parser.hpp"

#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace relit::ir {

bool Parser::function_line() {
    if (!finish_function()) return false;
    std::string called;
    if (!in_.next_index(module_.functions.size()) || !in_.name(called) || !in_.expect("(")) return false;
    const FunctionId id = ir_.function(called);
    Function& function = module_.functions[id];
    for (bool first = true; !in_.at.accept(')'); first = false) {
        if (!first && !in_.expect(",")) return false;
        if (function.params.size() >= kMostOperands) return in_.beyond(kMostOperands, "parameters");
        if (!in_.type(function.params.emplace_back())) return false;
    }
    in_block_ = had_tree_ = false;
    has_block_.clear();
    furthest_ = spot();
    if (where_ != nullptr) {
        note_line(where_->functions, id);
        where_->blocks.emplace_back();
        where_->endings.emplace_back();
        where_->nodes.emplace_back();
    }
    return in_.expect("->") && in_.type(function.result);
}

// Only now is it known which blocks there are.
bool Parser::finish_function() {
    if (module_.functions.empty()) return true;
    if (in_block_) return in_.wrong("the block has no end");
    has_block_.resize(here().blocks.size());
    std::size_t missing = has_block_.size(); // the last one
    while (missing != 0 && has_block_[missing - 1]) --missing;
    if (missing == 0) return true;
    in_.fault = {
        FaultKind::BadInput, fmt::format("there is no block b{}", missing - 1), {}, furthest_.line, furthest_.column};
    return false;
}

/// The function has so many blocks, wherever they stand in the text.
bool Parser::note_block(BlockId block, Spot spot) {
    if (block < here().blocks.size()) return true;
    block_count_ += block + 1 - here().blocks.size();
    if (block_count_ > kMostBlocks) return in_.beyond(kMostBlocks, "blocks");
    while (here().blocks.size() <= block) (void)ir_.block();
    furthest_ = spot;
    return true;
}

bool Parser::block_line() {
    if (in_block_) return in_.wrong("the block has no end");
    const Spot begin = spot();
    BlockId index = 0;
    if (!in_.expect("b") || !in_.number(index, kMostBlocks) || !note_block(index, begin)) return false;
    has_block_.resize(here().blocks.size());
    if (has_block_[index]) return in_.wrong(fmt::format("b{} is there already", index));
    if (had_tree_ && !in_tree_) return in_.wrong("blocks outside of the tree stand before it");
    has_block_[index] = in_block_ = true;
    if (where_ != nullptr) note_line(where_->blocks.back(), index);
    if (in_tree_) here().tree.nodes[add_node(NodeKind::Block)].block = index;
    ir_.move_to(index);
    if (in_.at.accept('(')) {
        do {
            if (!param(index)) return false;
        } while (in_.at.accept(','));
        if (!in_.expect(")")) return false;
    }
    return in_.expect(":");
}

bool Parser::param(BlockId block) {
    const Spot defined = spot();
    std::string_view name;
    Type type;
    std::uint32_t origin_of = 0;
    if (!value_name(name) || !in_.expect(":") || !in_.type(type) || !origin(origin_of)) return false;
    if (type == kVoid) return in_.wrong("a parameter has a value");
    const Id id = ir_.block_param(block, type);
    module_[id].origin = origin_of;
    if (where_ != nullptr) note_line(where_->insts, id);
    return define(name, defined, id);
}

bool Parser::body_line(std::string_view word) {
    constexpr std::array<std::string_view, 6> kTerminatorNames = {"",       "jump",   "branch",
                                                                  "switch", "return", "unreachable"};
    const std::size_t ending = index_in(kTerminatorNames, word);
    if (ending == 0 || ending >= kTerminatorNames.size()) return inst_line(word, kVoid);
    if (!in_block_) return in_.wrong("there is no block to end");
    in_block_ = false;
    if (where_ != nullptr) note_line(where_->endings.back(), ir_.here());
    return terminator_line(static_cast<TerminatorKind>(ending));
}

bool Parser::target(BlockId& out) {
    const Spot begin = spot();
    return in_.expect("b") && in_.number(out, kMostBlocks) && note_block(out, begin);
}

bool Parser::edge(Edge& out) {
    if (!target(out.to)) return false;
    if (!in_.at.accept('(')) return true;
    std::vector<Id> args;
    do {
        if (args.size() >= kMostBlocks) return in_.beyond(kMostBlocks, "values");
        if (!value(args.emplace_back())) return false;
    } while (in_.at.accept(','));
    out.args = module_.copy(args);
    return in_.expect(")");
}

bool Parser::switch_edges(std::vector<Edge>& edges, std::vector<std::uint32_t>& cases) {
    while (in_.expect(",")) {
        const bool last = in_.at.accept("else");
        if (!last && !in_.number(cases.emplace_back())) return false;
        if (!in_.expect(":") || !edge(edges.emplace_back())) return false;
        if (last) return true;
        if (cases.size() >= kMostBlocks) return in_.beyond(kMostBlocks, "cases");
    }
    return false;
}

bool Parser::terminator_line(TerminatorKind kind) {
    Terminator end;
    end.kind = kind;
    std::vector<Edge> edges;
    std::vector<std::uint32_t> cases;
    const bool chooses = kind == TerminatorKind::Branch || kind == TerminatorKind::Switch;
    if ((chooses || (kind == TerminatorKind::Return && in_.at.peek() == '%')) && !value(end.value)) return false;
    if (kind == TerminatorKind::Jump && !edge(edges.emplace_back())) return false;
    for (int i = 0; i < 2 && kind == TerminatorKind::Branch; ++i) {
        if (!in_.expect(",") || !edge(edges.emplace_back())) return false;
    }
    if (kind == TerminatorKind::Switch && !switch_edges(edges, cases)) return false;
    if (in_.at.accept("merge") && !target(end.merge)) return false;
    if (in_.at.accept("again") && !target(end.again)) return false;
    if (!origin(end.origin)) return false;
    end.edges = make_edges(module_, edges);
    end.cases = module_.copy(cases);
    here().blocks[ir_.here()].end = end;
    return true;
}

// "}", "} else {" or "} case 3 {"
bool Parser::tree_line() {
    if (in_block_) return in_.wrong("the block has no end");
    if (!in_.expect("}")) return false;
    if (open_.empty()) {
        in_tree_ = false;
        return true;
    }
    if (!in_.ends()) return body_head(open_.back());
    open_.pop_back();
    return true;
}

bool Parser::node_line(std::string_view word) {
    constexpr std::array<std::string_view, 8> kNodes = {"block", "if",       "switch", "loop",
                                                        "break", "continue", "return", "unreachable"};
    const std::size_t kind = index_in(kNodes, word);
    if (kind >= kNodes.size()) return in_.wrong("expected a node of the tree");
    if (here().tree.nodes.size() >= kMostNodes) return in_.beyond(kMostNodes, "nodes");
    const NodeId id = add_node(static_cast<NodeKind>(kind));
    Node& node = here().tree.nodes[id];
    if (node.kind == NodeKind::Block && !target(node.block)) return false;
    if (in_.at.peek() == '%' && !value(node.value)) return false;
    if (in_.ends()) return true;
    open_.push_back(id);
    return body_head(id);
}

NodeId Parser::add_node(NodeKind kind) {
    Tree& tree = here().tree;
    const auto id = static_cast<NodeId>(tree.nodes.size());
    std::pmr::memory_resource* arena = module_.arena();
    tree.nodes.push_back({kind, kNoBlock, kNone, std::pmr::vector<std::pmr::vector<NodeId>>(arena),
                          std::pmr::vector<std::uint32_t>(arena)});
    (open_.empty() ? tree.root : tree.nodes[open_.back()].bodies.back()).push_back(id);
    if (where_ != nullptr) note_line(where_->nodes.back(), id);
    return id;
}

bool Parser::body_head(NodeId id) {
    Node& node = here().tree.nodes[id];
    if (node.kind == NodeKind::Switch && in_.at.accept("case")) {
        if (node.cases.size() != node.bodies.size()) return in_.wrong("the last body has no case");
        if (!in_.number(node.cases.emplace_back())) return false;
    } else if (node.kind == NodeKind::Switch || !node.bodies.empty()) {
        if (!in_.expect("else")) return false;
    }
    node.bodies.emplace_back();
    return in_.expect("{");
}

bool Parser::resolve() {
    for (const Mention& one : std::span(mentions_).subspan(1)) {
        if (one.id != kNone) continue;
        in_.fault = {
            FaultKind::BadInput, fmt::format("there is no %{}", one.name), {}, one.first.line, one.first.column};
        return false;
    }
    for (Inst& inst : module_.insts) {
        for (Id& id : inst.operands) resolve(id);
    }
    for (Function& function : module_.functions) {
        for (Block& block : function.blocks) {
            resolve(block.end.value);
            for (const Edge& edge : block.end.edges) {
                for (Id& id : edge.args) resolve(id);
            }
        }
        for (Node& node : function.tree.nodes) resolve(node.value);
    }
    return true;
}

} // namespace relit::ir
