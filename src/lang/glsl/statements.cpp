// The tree of a function as statements, and which values become variables on the way.
#include "lang/glsl/line_marks.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace relit::lang::glsl {
namespace {

using ir::Id;
using ir::Node;
using ir::NodeKind;

constexpr std::uint32_t kNowhere = ~0U, kManyBlocks = ~0U - 1;
constexpr std::size_t kLongestFolded = 90; // characters of an expression that may still grow
constexpr std::size_t kLongestLiteral = 2000;

// By node: whether a Break, or a Continue, in it means a loop around it. What stands in a node comes after it.
std::vector<bool> mean_loops_around(const ir::Tree& tree, NodeKind kind) {
    std::vector<bool> means(tree.nodes.size());
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        const Node& node = tree.nodes[i];
        const auto has_one = [&](const auto& body) {
            return std::ranges::any_of(body, [&](ir::NodeId id) { return means[id]; });
        };
        means[i] = node.kind == kind || (node.kind != NodeKind::Loop && std::ranges::any_of(node.bodies, has_one));
    }
    return means;
}

bool overlaps(const Touched& a, const Touched& b) { return a.file == b.file && a.first < b.end && b.first < a.end; }

} // namespace

void Writer::count_use(Id id, std::uint32_t block) {
    if (id == ir::kNone) return;
    ++uses_[id];
    block_of_use_[id] = block_of_use_[id] == kNowhere || block_of_use_[id] == block ? block : kManyBlocks;
}

void Writer::count_uses(const ir::Function& function) {
    if (at_register_width()) stores_.assign(module_.insts.size(), {});
    uses_.assign(module_.insts.size(), 0);
    block_of_use_.assign(module_.insts.size(), kNowhere);
    last_.assign(module_.insts.size(), false);
    is_opposite_.assign(module_.insts.size(), false);
    only_negated_.assign(module_.insts.size(), false);
    count_sequence(function, function.tree.root);
    for (const Node& node : function.tree.nodes)
        for (const auto& body : node.bodies) count_sequence(function, body);
}

// A value that a node reads counts as used in the block right before it.
void Writer::count_sequence(const ir::Function& function, const std::pmr::vector<ir::NodeId>& nodes) {
    std::uint32_t before = kManyBlocks;
    for (const ir::NodeId id : nodes) {
        const Node& node = function.tree.nodes[id];
        if (node.kind == NodeKind::Block) count_block(function, node.block);
        count_use(node.value, before);
        before = node.kind == NodeKind::Block ? node.block : kManyBlocks;
    }
}

void Writer::count_block(const ir::Function& function, ir::BlockId block) {
    for (const Id inst : function.blocks[block].insts) {
        for (const Id used : module_[inst].operands) count_use(used, block);
        const ir::OpInfo& row = ir::info(module_[inst].op);
        if (module_[inst].op == ir::Op::BNot) only_negated_[module_[inst].operands[0]] = true; // if it is used once
        if (!row.is_fixed_access() || !row.is_store()) continue;
        last_[module_[inst].operands[0]] = true;
        if (at_register_width()) stores_[module_[inst].operands[0]].push_back(inst);
    }
}

std::string indentation(std::size_t depth) { return std::string(4 * std::min(depth, kDeepestIndentation), ' '); }

void Writer::line(std::string_view text) {
    if (!unsaid_.empty()) say_operations();
    code_ += indentation(depth_) + std::string(text) + mark_of(came_from_) + "\n";
    if (!from_guest_) return;
    const unsigned depth = depth_ - (function_ == 0 && depth_ != 0 ? 1 : 0); // main() itself is not shown
    artifact_.partial += indentation(depth) + std::string(text) + "\n";
}

void Writer::comment(std::uint32_t origin) {
    if (!target_.literal || origin == origin_ || origin == 0) return;
    origin_ = origin;
    const std::vector<std::uint32_t> came_from = std::exchange(came_from_, {origin}); // whatever the statement takes in
    remark(module_.origins[origin - 1]);
    came_from_ = came_from;
}

// The lines from here on came from the instruction, if there is one, and from what it takes in.
void Writer::start_statement(Id id) {
    if (!target_.line_instructions) return;
    came_from_.clear();
    if (id != ir::kNone && module_[id].origin != 0) came_from_.push_back(module_[id].origin);
}

std::string Writer::mark_of(std::span<const std::uint32_t> came_from) const {
    return target_.line_instructions ? line_mark(came_from) : std::string();
}

void Writer::remark(std::string_view words) {
    std::string text(words);
    std::ranges::replace_if(text, [](char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; }, ' ');
    if (text.ends_with('\\')) text += '.'; // would join the next line
    code_ += indentation(depth_) + "// " + text + mark_of(came_from_) + "\n";
}

// Above the statement of the first of them, or of one that takes them in.
void Writer::say_operations() {
    for (const Id id : unsaid_) remark(operations_[id]);
    unsaid_.clear();
}

std::string Writer::heading(ir::FunctionId index) const {
    const ir::Function& function = module_.functions[index];
    std::string params;
    for (std::size_t i = 0; i < function.params.size(); ++i) {
        params += fmt::format("{}{} p{}", i == 0 ? "" : ", ", type_text(function.params[i]), i);
    }
    return fmt::format("{} {}({})", type_text(function.result), function_names_[index], params);
}

void Writer::write_function(ir::FunctionId index) {
    const ir::Function& function = module_.functions[index];
    function_ = index;
    temporaries_ = origin_ = 0;
    head_ = {};
    start_statement(ir::kNone);
    named_.clear();
    waiting_.clear();
    in_helper_ = !function.params.empty();
    from_guest_ = shows_guest() && index != 0;
    count_uses(function);
    const bool is_main = index == 0 && is_main_itself();
    line(is_main ? "void main() {" : heading(index) + " {");
    const std::size_t top = code_.size();
    const auto& root = function.tree.root;
    const bool returns_last = !root.empty() && function.tree.nodes[root.back()].kind == NodeKind::Return;
    // the end of a function that gives nothing needs no word
    const bool silent = returns_last && function.result == ir::kVoid;
    leaves_loop_ = mean_loops_around(function.tree, NodeKind::Break);
    continues_loop_ = mean_loops_around(function.tree, NodeKind::Continue);
    ++depth_;
    const std::pmr::vector<ir::NodeId> nodes(root.begin(), silent ? root.end() - 1 : root.end());
    (void)ir::walk_tree(function.tree, nodes, *this);
    --depth_;
    from_guest_ = shows_guest() && index != 0;
    start_statement(ir::kNone);
    if (is_main) code_ += epilogue_;
    line("}");
    // the guest's own name of an operation, where GLSL has another function of that name
    const std::string_view name = function.name;
    if (module_.readable && in_helper_ && name != function_names_[index])
        code_ += fmt::format("#define {} {}\n", name, function_names_[index]);
    from_guest_ = false;
    if (is_main) code_.insert(top, prologue_ + zero_files());
}

bool Writer::leaf(const Node& node, const Node* next) {
    declare_locals(node);
    if (node.kind == NodeKind::Block) {
        block(module_.functions[function_], node.block, next == nullptr ? ir::kNone : next->value);
        return true;
    }
    from_guest_ = shows_guest();
    start_statement(node.value);
    switch (node.kind) {
        case NodeKind::Break: line("break;"); break;
        case NodeKind::Continue: line("continue;"); break;
        case NodeKind::Return: leave_function(node.value == ir::kNone ? "" : settled(node.value)); break;
        default: leave_function({});
    }
    return true;
}

bool Writer::open(const Node& node) {
    declare_locals(node);
    from_guest_ = shows_guest();
    start_statement(node.value);
    switch (node.kind) {
        case NodeKind::If:
            if (&node == head_.choice) return end_head(node);
            line("if (" + settled(node.value) + ") {");
            break;
        case NodeKind::Switch: open_switch(node); break;
        default: open_loop(node);
    }
    return true;
}

// What closes a body is from where what opened it is.
void Writer::open_body(const Node& node, std::size_t body) {
    start_statement(ir::kNone);
    if (node.kind == NodeKind::Switch) head_case(node, body);
    if (node.kind == NodeKind::If && body != 0 && !node.bodies[body].empty()) line("} else {");
    bodies_from_guest_.push_back(from_guest_);
    ++depth_;
}

void Writer::close_body(const Node& node, std::size_t /*body*/, bool /*is_reached*/) {
    --depth_;
    from_guest_ = bodies_from_guest_.back();
    bodies_from_guest_.pop_back();
    start_statement(ir::kNone);
    if (node.kind != NodeKind::Switch || switches_.back().is_chain) return;
    ++depth_;
    line("break;");
    --depth_;
    line("}");
}

bool Writer::close(const Node& node) {
    if (node.kind == NodeKind::Switch) return close_switch();
    line("}");
    return true;
}

// `break` inside a GLSL switch would leave the switch: then it is printed as a chain of choices.
void Writer::open_switch(const Node& node) {
    const auto leaves_one = [&](const auto& body) {
        return std::ranges::any_of(body, [&](ir::NodeId id) { return leaves_loop_[id]; });
    };
    const bool leaves = std::ranges::any_of(node.bodies, leaves_one);
    const bool is_chain = leaves || node.cases.empty();
    switches_.push_back({leaves ? primary(node.value) : argument(node.value), is_chain});
    if (is_chain) return;
    line("switch (" + switches_.back().selector + ") {");
    ++depth_;
}

void Writer::head_case(const Node& node, std::size_t body) {
    const bool is_last = body == node.cases.size();
    if (!switches_.back().is_chain) return line(is_last ? "default: {" : fmt::format("case {}u: {{", node.cases[body]));
    if (is_last) return line(body == 0 ? "{" : "} else {");
    line(fmt::format("{}if ({} == {}u) {{", body == 0 ? "" : "} else ", switches_.back().selector, node.cases[body]));
}

bool Writer::close_switch() {
    if (!switches_.back().is_chain) --depth_;
    line("}");
    switches_.pop_back();
    return true;
}

void Writer::discard(const ir::Inst& inst) {
    const std::string condition = settled(inst.operands[0]);
    settle_all(ir::kNone);
    comment(inst.origin);
    line(condition == "true" ? "discard;" : fmt::format("if ({}) discard;", condition));
}

void Writer::block(const ir::Function& function, ir::BlockId index, Id kept) {
    if (!function.blocks[index].params.empty())
        fault(FaultKind::Internal, "glsl: a block has parameters, run from_ssa");
    for (const Id id : function.blocks[index].insts) {
        if (!operations_.empty()) unsaid_.push_back(id);
        inst(id);
    }
    settle_all(kept);
    if (head_.choice == nullptr || code_.size() != head_.end) say_operations(); // else before the loop's heading
}

bool Writer::may_wait(Id id, const Expression& expression) const {
    const ir::Inst& inst = module_[id];
    const bool may_be_long = target_.literal || (last_[id] && uses_[id] == 1);
    if (at_register_width() && waits_for_store(id)) return true;
    if (ir::info(inst.op).has(ir::kAcross) ||
        expression.text.size() > (may_be_long ? kLongestLiteral : kLongestFolded)) {
        return false;
    }
    return block_of_use_[id] < kManyBlocks && (uses_[id] == 1 || is_simple(expression));
}

void Writer::inst(Id id) {
    const ir::Inst& inst = module_[id];
    if (inst.op == ir::Op::Const || inst.op == ir::Op::Param || inst.op == ir::Op::Opaque) return;
    const bool effect = has_effect(inst);
    if (uses_[id] == 0 && !effect) return;
    from_guest_ = shows_guest() && inst.origin != 0;
    start_statement(id);
    is_opposite_[id] = wants_opposite(id);
    Expression expression = is_opposite_[id] ? opposite(id) : value(id);
    expression.came_from = came_from_;
    if (expression.text.empty()) return; // was a statement of its own
    if (effect) settle({{kMemory, 0, 1}});
    if (effect && (inst.type.lanes == 0 || uses_[id] == 0)) {
        comment(inst.origin);
        line(expression.text + ";");
    } else if (is_simple(expression) && ir::is_pure(module_, inst) && !ir::info(inst.op).has(ir::kAcross) &&
               is_settled(expression)) {
        named_[id] = expression; // inputs, constants: as good as a variable
    } else if (!effect && may_wait(id, expression)) {
        waiting_.emplace(id, expression);
    } else {
        name_value(id, expression);
    }
}

// Returns true if nothing that it reads can ever be written.
bool Writer::is_settled(const Expression& expression) const {
    return std::ranges::all_of(expression.reads, [&](const Touched& read) {
        return read.file != kMemory && module_.files[read.file].role == ir::Role::Input;
    });
}

std::string Writer::declared(ir::Type type, bool rounds) const {
    return (rounds && has_precise() && type.kind != ir::Kind::Void ? "precise " : "") + type_text(type);
}

std::string Writer::variable(ir::Type type, const Expression& expression, std::string_view stem) {
    std::string name = fmt::format("{}{}", stem, temporaries_++);
    declare_variable(type, expression, name);
    return name;
}

void Writer::declare_variable(ir::Type type, const Expression& expression, std::string_view name) {
    const bool from_guest = from_guest_;
    from_guest_ = shows_guest(); // a guest's statement may read it
    line(fmt::format("{} {} = {};", declared(type, expression.rounds), name, expression.text));
    from_guest_ = from_guest;
}

void Writer::name_value(Id id, const Expression& expression) {
    const std::vector<std::uint32_t> came_from = std::exchange(came_from_, expression.came_from);
    const ir::Inst& inst = module_[id];
    const bool given =
        ir::info(inst.op).is_fixed_access() && module_.files[inst.access()[ir::Access::file]].role == ir::Role::Input;
    comment(inst.origin);
    const ir::Type type = type_of_text(expression, inst.type);
    const std::string stem = register_stem(module_.register_of(id), type);
    std::string name;
    if (stem.empty()) {
        const bool loads = ir::info(inst.op).is_call() && effects_[inst.imm] == ir::CallEffect::ReadsMemory;
        name = variable(type, expression, given ? "given" : spelling(loads ? ir::Op::LoadBuffer : inst.op).stem);
    } else {
        name = numbered_name(stem);
        declare_variable(type, expression, name);
    }
    named_[id] = {.text = std::move(name), .shape = expression.shape};
    came_from_ = came_from;
}

// Before lanes are written, what still reads them must be evaluated.
void Writer::settle(const std::vector<Touched>& written) {
    for (auto at = waiting_.begin(); at != waiting_.end();) {
        const bool hit = std::ranges::any_of(at->second.reads, [&](const Touched& read) {
            return std::ranges::any_of(written, [&](const Touched& write) { return overlaps(read, write); });
        });
        if (hit) name_value(at->first, at->second);
        at = hit ? waiting_.erase(at) : std::next(at);
    }
}

void Writer::settle_all(Id kept) {
    for (auto at = waiting_.begin(); at != waiting_.end();) {
        if (at->first != kept) name_value(at->first, at->second);
        at = at->first != kept ? waiting_.erase(at) : std::next(at);
    }
}

} // namespace relit::lang::glsl
