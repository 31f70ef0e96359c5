// Loops as GLSL writes them: their conditions, what they count with, and how they are left.
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace relit::lang::glsl {

using ir::Id;
using ir::Node;
using ir::NodeKind;

constexpr unsigned kMostSteps = 8; // that a loop may have, one of which is looked for as what its head reads

/// The choice whether to leave the loop, and nothing else, if it begins with one; else null.
const Node* Writer::leaving_choice(const Node& loop) const {
    const ir::Function& function = module_.functions[function_];
    const auto& nodes = function.tree.nodes;
    const auto& body = loop.bodies[0];
    if (body.size() < 2 || nodes[body[0]].kind != NodeKind::Block || nodes[body[1]].kind != NodeKind::If)
        return nullptr;
    const Node& choice = nodes[body[1]];
    const auto does_nothing = [&](ir::NodeId id) {
        return nodes[id].kind == NodeKind::Block && function.blocks[nodes[id].block].insts.empty();
    };
    const auto& then = choice.bodies[0];
    const bool leaves = !then.empty() && nodes[then.back()].kind == NodeKind::Break &&
                        std::all_of(then.begin(), then.end() - 1, does_nothing);
    return leaves && (choice.bodies.size() == 1 || choice.bodies[1].empty()) ? &choice : nullptr;
}

/// Returns true if the value decides whether the loop that was opened last is left, and may stand in its heading.
bool Writer::ends_head(Id id) const {
    if (head_.choice == nullptr || head_.choice->value != id || code_.size() != head_.end || uses_[id] != 1)
        return false;
    return std::ranges::none_of(module_[id].operands, [&](Id used) { // what is rounded needs a variable
        const auto waiting = waiting_.find(used);
        return waiting != waiting_.end() && waiting->second.rounds;
    });
}

/// The choice that a loop begins with is the loop's condition if nothing had to be written before it. Returns true if it was
/// written as a choice.
bool Writer::end_head(const Node& node) {
    const LoopHead head = std::exchange(head_, {});
    Expression condition = operand(node.value);
    const bool is_condition = !condition.rounds && code_.size() == head.end;
    if (condition.rounds) condition = {variable(ir::kBool, condition, spelling(module_[node.value].op).stem)};
    if (is_condition != is_opposite_[node.value]) condition = negated(std::move(condition));
    if (!is_condition) {
        if (const auto counter = counters_.find(head.loop); counter != counters_.end())
            code_.insert(head.begin,
                         indentation(depth_ - 1) + counter->second.text + mark_of(counter->second.came_from) + "\n");
        line("if (" + condition.text + ") {");
        return true;
    }
    code_.resize(head.begin);
    --depth_;
    line(loop_heading(*head.loop, condition.text));
    ++depth_;
    return false;
}

/// The step that a store is, if it is one.
Writer::Step Writer::step_by(Id store) const {
    const ir::Inst& inst = module_[store];
    if (inst.op != ir::Op::StoreFile) return {};
    const std::uint32_t file = inst.access()[ir::Access::file], reg = inst.access()[ir::Access::lane];
    const ir::Inst& sum = module_[inst.operands[0]];
    if (module_.files[file].lanes != 1 || !is_local(file, reg) || sum.op != ir::Op::IAdd || sum.type != ir::kI32)
        return {};
    const ir::Inst &from = module_[sum.operands[0]], &by = module_[sum.operands[1]];
    if (from.op != ir::Op::LoadFile || by.op != ir::Op::Const) return {};
    return {store, file, reg, static_cast<std::uint32_t>(module_.literal(by)[0])};
}

std::vector<Id> Writer::accesses_to(const Step& step, ir::BlockId block) const {
    std::vector<Id> found;
    for (const Id id : module_.functions[function_].blocks[block].insts) {
        const ir::Inst& inst = module_[id];
        if (!ir::info(inst.op).is_fixed_access()) continue;
        if (inst.access()[ir::Access::file] == step.file && inst.access()[ir::Access::lane] == step.reg)
            found.push_back(id);
    }
    return found;
}

/// The step of a loop whose head reads what it counts. Nothing after the step reads it before the head does.
Writer::Step Writer::find_step(const Node& loop) const {
    const auto& nodes = module_.functions[function_].tree.nodes;
    const auto& body = loop.bodies[0];
    const Node &first = nodes[body.front()], &last = nodes[body.back()];
    const auto continues = [&](ir::NodeId id) { return continues_loop_[id]; };
    if (last.kind != NodeKind::Block || std::ranges::any_of(body, continues)) return {};
    unsigned looked_at = 0;
    for (const Id id : module_.functions[function_].blocks[last.block].insts) {
        const Step step = step_by(id);
        if (step.store == ir::kNone) continue;
        if (++looked_at > kMostSteps) break;
        if (accesses_to(step, first.block).empty()) continue;
        const std::array once{module_[module_[id].operands[0]].operands[0], id};
        if (std::ranges::equal(accesses_to(step, last.block), once)) return step;
    }
    return {};
}

const Writer::Step& Writer::step_of(const Node& loop) {
    const auto [known, is_new] = steps_by_loop_.try_emplace(&loop);
    if (is_new) known->second = find_step(loop);
    return known->second;
}

/// A loop's counter is counted in its heading, and begins there if no other statement needs it.
std::string Writer::loop_heading(const Node& loop, const std::string& condition) {
    const Step& step = step_of(loop);
    if (step.store == ir::kNone) return "while (" + condition + ") {";
    steps_.insert(step.store);
    const Counter counter = counters_.contains(&loop) ? counters_[&loop] : Counter{.text = ";", .came_from = {}};
    came_from_.insert(came_from_.end(), counter.came_from.begin(), counter.came_from.end());
    for (const Id id : {step.store, module_[step.store].operands[0]})
        if (module_[id].origin != 0) came_from_.push_back(module_[id].origin);
    const std::string& name = register_names_[step.file][step.reg];
    const std::uint32_t less = 0U - step.by;
    const bool is_less = less < step.by;
    const std::string count = step.by == 1 ? "++" + name
                              : less == 1
                                  ? "--" + name
                                  : fmt::format("{} {}= {}u", name, is_less ? '-' : '+', is_less ? less : step.by);
    return fmt::format("for ({} {}; {}) {{", counter.text, condition, count);
}

bool Writer::may_have_heading(const Node& loop) const { return !target_.literal && leaving_choice(loop) != nullptr; }

/// Returns true if the register is what the loop after it counts with, and what it begins with may be said there.
bool Writer::waits_for_heading(std::uint32_t file, std::uint32_t reg, Id value) {
    const Node* const loop = locals_.rest[file][reg];
    if (loop == nullptr || loop->kind != NodeKind::Loop || !may_have_heading(*loop)) return false;
    const Step& step = step_of(*loop);
    return step.store != ir::kNone && step.file == file && step.reg == reg && module_[value].op == ir::Op::Const;
}

void Writer::open_loop(const Node& node) {
    say_operations();
    const std::size_t begin = code_.size();
    line("while (true) {");
    head_ = {&node, may_have_heading(node) ? leaving_choice(node) : nullptr, begin, code_.size()};
}

// `value` is empty where the function gives nothing, or nothing that matters.
void Writer::leave_function(std::string value) {
    const ir::Type type = module_.functions[function_].result;
    if (value.empty() && type != ir::kVoid) value = constant(type, std::vector<std::uint64_t>(type.lanes));
    line(value.empty() ? "return;" : "return " + value + ";");
}

} // namespace relit::lang::glsl
