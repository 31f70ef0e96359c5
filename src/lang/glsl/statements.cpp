// The tree of a function as statements, and which values become variables on the way.
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::lang::glsl {
namespace {

using ir::Id;
using ir::Node;
using ir::NodeKind;

constexpr std::uint32_t kNowhere = ~0U, kManyPlaces = ~0U - 1;
constexpr std::size_t kLongestFolded = 90; // characters of an expression that may still grow
constexpr std::size_t kLongestLiteral = 2000;

bool leaves_loop(const ir::Tree& tree, const std::pmr::vector<ir::NodeId>& nodes) {
    return std::ranges::any_of(nodes, [&](ir::NodeId id) {
        const Node& node = tree.nodes[id];
        if (node.kind == NodeKind::Break) return true;
        if (node.kind == NodeKind::Loop) return false;
        return std::ranges::any_of(node.bodies, [&](const auto& body) { return leaves_loop(tree, body); });
    });
}

bool overlaps(const Touched& a, const Touched& b) { return a.file == b.file && a.first < b.end && b.first < a.end; }

} // namespace

void Writer::count_use(Id id, std::uint32_t place) {
    if (id == ir::kNone) return;
    ++uses_[id];
    place_[id] = place_[id] == kNowhere || place_[id] == place ? place : kManyPlaces;
}

// A value that a node looks at counts as used in the block right before it.
void Writer::count_sequence(const ir::Function& function, const std::pmr::vector<ir::NodeId>& nodes) {
    std::uint32_t before = kManyPlaces;
    for (const ir::NodeId id : nodes) {
        const Node& node = function.tree.nodes[id];
        if (node.kind == NodeKind::Block) {
            for (const Id inst : function.blocks[node.block].insts) {
                for (const Id used : module_[inst].operands) count_use(used, node.block);
            }
        }
        count_use(node.value, before);
        for (const auto& inner : node.bodies) count_sequence(function, inner);
        before = node.kind == NodeKind::Block ? node.block : kManyPlaces;
    }
}

void Writer::count_uses(const ir::Function& function) {
    uses_.assign(module_.insts.size(), 0);
    place_.assign(module_.insts.size(), kNowhere);
    count_sequence(function, function.tree.root);
}

void Writer::line(std::string_view text) { code_ += std::string(4UL * depth_, ' ') + std::string(text) + "\n"; }

void Writer::comment(std::uint32_t origin) {
    if (!target_.literal || origin == origin_ || origin == 0) return;
    origin_ = origin;
    std::string text(module_.origins[origin - 1]);
    std::ranges::replace(text, '\n', ' ');
    if (text.ends_with('\\')) text += '.'; // would join the next line
    line("// " + text);
}

void Writer::write_function(ir::FunctionId index) {
    const ir::Function& function = module_.functions[index];
    function_ = index;
    temporaries_ = loops_ = origin_ = 0;
    named_.clear();
    waiting_.clear();
    count_uses(function);
    std::string params;
    for (std::size_t i = 0; i < function.params.size(); ++i) {
        params += fmt::format("{}{} p{}", i == 0 ? "" : ", ", type_name(function.params[i]), i);
    }
    line(fmt::format("{} {}({}) {{", declared(function.result), function_names_[index], params));
    body(function, function.tree.root);
    line("}");
}

void Writer::body(const ir::Function& function, const std::pmr::vector<ir::NodeId>& nodes) {
    ++depth_;
    sequence(function, nodes);
    --depth_;
}

void Writer::sequence(const ir::Function& function, const std::pmr::vector<ir::NodeId>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node& now = function.tree.nodes[nodes[i]];
        const Id next = i + 1 < nodes.size() ? function.tree.nodes[nodes[i + 1]].value : ir::kNone;
        if (now.kind == NodeKind::Block) {
            block(function, now.block, next);
        } else {
            node(function, now);
        }
    }
}

void Writer::node(const ir::Function& function, const Node& node) {
    switch (node.kind) {
        case NodeKind::Block: return;
        case NodeKind::If: return if_node(function, node);
        case NodeKind::Switch: return switch_node(function, node);
        case NodeKind::Loop: return loop_node(function, node);
        case NodeKind::Break: return line("break;");
        case NodeKind::Continue: return line("continue;");
        case NodeKind::Return: return return_node(node);
        case NodeKind::Unreachable: return;
    }
}

void Writer::if_node(const ir::Function& function, const Node& node) {
    line("if (" + settled(node.value) + ") {");
    body(function, node.bodies[0]);
    if (node.bodies.size() > 1 && !node.bodies[1].empty()) {
        line("} else {");
        body(function, node.bodies[1]);
    }
    line("}");
}

// `break` inside a GLSL switch would leave the switch: then it is said as a chain of choices.
void Writer::switch_node(const ir::Function& function, const Node& node) {
    const bool leaves =
        std::ranges::any_of(node.bodies, [&](const auto& inner) { return leaves_loop(function.tree, inner); });
    const std::string selector = leaves ? primary(node.value) : argument(node.value);
    if (leaves || node.cases.empty()) return choice_node(function, node, selector);
    line("switch (" + selector + ") {");
    ++depth_;
    for (std::size_t i = 0; i < node.bodies.size(); ++i) {
        line(i < node.cases.size() ? fmt::format("case {}u: {{", node.cases[i]) : "default: {");
        body(function, node.bodies[i]);
        ++depth_;
        line("break;");
        --depth_;
        line("}");
    }
    --depth_;
    line("}");
}

void Writer::choice_node(const ir::Function& function, const Node& node, const std::string& selector) {
    for (std::size_t i = 0; i < node.cases.size(); ++i) {
        line(fmt::format("{}if ({} == {}u) {{", i == 0 ? "" : "} else ", selector, node.cases[i]));
        body(function, node.bodies[i]);
    }
    line(node.cases.empty() ? "{" : "} else {");
    body(function, node.bodies.back());
    line("}");
}

void Writer::loop_node(const ir::Function& function, const Node& node) {
    const unsigned number = loops_++;
    if (target_.loop_limit != 0) line(fmt::format("uint rounds{} = 0u;", number));
    line("while (true) {");
    if (target_.loop_limit != 0) {
        ++depth_;
        line(fmt::format("if (rounds{}++ == {}u) {{", number, target_.loop_limit));
        line("    hit_loop_limit = true;");
        line("    break;");
        line("}");
        --depth_;
    }
    body(function, node.bodies[0]);
    line("}");
}

void Writer::return_node(const Node& node) {
    if (node.value == ir::kNone) return line("return;");
    line("return " + settled(node.value) + ";");
}

void Writer::block(const ir::Function& function, ir::BlockId index, Id kept) {
    if (!function.blocks[index].params.empty())
        fault(FaultKind::Internal, "glsl: a block has parameters, run from_ssa");
    for (const Id id : function.blocks[index].insts) inst(id);
    settle_all(kept);
}

bool Writer::may_wait(Id id, const Said& said) const {
    const ir::Inst& inst = module_[id];
    if (ir::info(inst.op).has(ir::kAcross) || said.text.size() > (target_.literal ? kLongestLiteral : kLongestFolded)) {
        return false;
    }
    const bool simple = said.level == Level::Primary && said.text.find('(') == std::string::npos;
    return place_[id] < kManyPlaces && (uses_[id] == 1 || simple);
}

void Writer::inst(Id id) {
    const ir::Inst& inst = module_[id];
    if (inst.op == ir::Op::Const || inst.op == ir::Op::Param || inst.op == ir::Op::Opaque) return;
    if (uses_[id] == 0 && ir::is_removable(module_, inst)) return;
    const Said said = value(id);
    if (said.text.empty()) return; // was a statement of its own
    const bool effect = ir::info(inst.op).has(ir::kEffect);
    if (effect) settle({{kMemory, 0, 1}});
    if (effect && (inst.type.lanes == 0 || uses_[id] == 0)) {
        comment(inst.origin);
        return line(said.text + ";");
    }
    if (!effect && may_wait(id, said)) {
        waiting_.emplace(id, said);
    } else {
        name_value(id, said);
    }
}

std::string Writer::declared(ir::Type type) const {
    return (has_precise() && ir::is_float(type.kind) ? "precise " : "") + type_name(type);
}

std::string Writer::variable(ir::Type type, const std::string& text) {
    const std::string name = fmt::format("t{}", temporaries_++);
    const bool precise = has_precise() && type.kind == ir::Kind::Bool;
    line(fmt::format("{}{} {} = {};", precise ? "precise " : "", declared(type), name, text));
    return name;
}

void Writer::name_value(Id id, const Said& said) {
    comment(module_[id].origin);
    named_[id] = variable(module_[id].type, said.text);
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
