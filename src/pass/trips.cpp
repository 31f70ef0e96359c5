#include "pass/trips.hpp"

#include <algorithm>
#include <utility>

namespace relit::pass {

TripCounter::TripCounter(const ir::Module& module, const ir::Function& function, const ir::Cfg& cfg)
    : module_(module), function_(function), cfg_(cfg), defined_in_(module.insts.size(), ir::kNoBlock),
      step_of_(module.insts.size()) {
    for (const ir::BlockId block : cfg.order()) {
        for (const ir::Id id : function.blocks[block].params) defined_in_[id] = block;
        for (const ir::Id id : function.blocks[block].insts) defined_in_[id] = block;
    }
}

ir::BlockId TripCounter::end_of_iteration(ir::LoopId loop) const {
    const ir::BlockId header = cfg_.loops()[loop].header;
    ir::BlockId end = ir::kNoBlock;
    for (ir::BlockId from : cfg_.predecessors(header)) {
        if (!is_in(loop, from)) continue;
        if (end == ir::kNoBlock) end = from;
        while (end != from) { // their common dominator
            ir::BlockId& later = cfg_.index(end) > cfg_.index(from) ? end : from;
            later = cfg_.immediate_dominator(later);
        }
    }
    return end;
}

std::optional<Trips> TripCounter::count(ir::LoopId loop, std::uint32_t most) {
    const ir::BlockId header = cfg_.loops()[loop].header;
    for (ir::BlockId block = end_of_iteration(loop);; block = cfg_.immediate_dominator(block)) {
        const ir::Id condition = function_.blocks[block].end.value;
        const auto stay = staying_edge(loop, block);
        std::optional<std::uint32_t> found;
        if (stay && gather(loop, condition)) found = iterations(condition, *stay, most);
        forget();
        if (found) return Trips{block, *stay, *found};
        if (block == header) return {};
    }
}

std::optional<std::size_t> TripCounter::staying_edge(ir::LoopId loop, ir::BlockId block) const {
    const ir::Terminator& end = function_.blocks[block].end;
    if (end.kind != ir::TerminatorKind::Branch || cfg_.loop_of(block) != loop) return {};
    const bool first = is_in(loop, end.edges[0].to), second = is_in(loop, end.edges[1].to);
    return first == second ? std::nullopt : std::optional<std::size_t>(first ? 0 : 1);
}

TripCounter::Sort TripCounter::sort_of(ir::LoopId loop, ir::Id id) const {
    const ir::Inst& inst = module_[id];
    if (inst.op == ir::Op::Const) return Sort::Constant;
    if (id >= defined_in_.size() || !is_in(loop, defined_in_[id])) return Sort::Unknown;
    if (inst.op == ir::Op::BlockParam) {
        return defined_in_[id] == cfg_.loops()[loop].header ? Sort::Parameter : Sort::Unknown;
    }
    const ir::OpInfo& row = ir::info(inst.op);
    if (!row.has(ir::kPure) || row.has(ir::kAcross)) return Sort::Unknown;
    const bool has_value = inst.op == ir::Op::LoadTable || ir::prepare(module_, inst).run != nullptr;
    return has_value ? Sort::Operation : Sort::Unknown;
}

/// Whether all that the condition depends on is known when the loop is entered, and can be computed from round to
/// round.
bool TripCounter::gather(ir::LoopId loop, ir::Id condition) {
    if (!gather_operands(loop, condition)) return false;
    for (std::size_t i = 0; i < steps_.size(); ++i) { // grows while it runs
        const ir::Id comes_back = steps_[i].comes_back;
        if (comes_back != ir::kNone && !gather_operands(loop, comes_back)) return false;
    }
    return true;
}

bool TripCounter::gather_operands(ir::LoopId loop, ir::Id root) {
    struct Visit {
        ir::Id id;
        bool operands_are_there;
    };
    std::vector<Visit> open{{root, false}};
    while (!open.empty()) {
        const auto [id, ready] = open.back();
        open.pop_back();
        if (id < step_of_.size() && step_of_[id] != 0) continue;
        const Sort sort = sort_of(loop, id);
        if (sort == Sort::Unknown || (sort == Sort::Parameter && !add_parameter(loop, id))) return false;
        if (sort == Sort::Constant) add({id, ir::kNone, ir::evaluate(module_, module_[id], {})});
        if (sort != Sort::Operation) continue;
        if (ready) {
            add({id, ir::kNone, {}});
            continue;
        }
        open.push_back({id, true});
        for (const ir::Id operand : module_[id].operands) open.push_back({operand, false});
    }
    return true;
}

/// A parameter that is entered with one constant and gets one value on all back edges.
bool TripCounter::add_parameter(ir::LoopId loop, ir::Id param) {
    const ir::BlockId header = cfg_.loops()[loop].header;
    ir::Id first = ir::kNone, comes_back = ir::kNone;
    for (const ir::BlockId from : cfg_.predecessors(header)) {
        for (const ir::Edge& edge : function_.blocks[from].end.edges) {
            if (edge.to != header) continue;
            const ir::Id arg = edge.args[module_[param].imm];
            ir::Id& known = is_in(loop, from) ? comes_back : first;
            if (known == ir::kNone) known = arg;
            if (known != arg) return false;
        }
    }
    if (first == ir::kNone || comes_back == ir::kNone || module_[first].op != ir::Op::Const) return false;
    add({param, comes_back, ir::evaluate(module_, module_[first], {})});
    return true;
}

void TripCounter::add(const LoopValue& step) {
    if (step.id >= step_of_.size()) step_of_.resize(step.id + 1);
    steps_.push_back(step);
    step_of_[step.id] = static_cast<std::uint32_t>(steps_.size());
}

void TripCounter::forget() {
    for (const LoopValue& step : steps_) step_of_[step.id] = 0;
    steps_.clear();
}

std::optional<std::uint32_t> TripCounter::iterations(ir::Id condition, std::size_t stay, std::uint32_t most) {
    std::vector<std::pair<LoopValue*, ir::Value>> next;
    for (LoopValue& step : steps_) {
        if (step.comes_back != ir::kNone) next.push_back({&step, {}});
    }
    for (std::uint32_t round = 0; round <= most; ++round) {
        run_iteration();
        const std::size_t taken = value(condition).lanes[0] != 0 ? 0 : 1;
        if (taken != stay) return round;
        for (auto& [step, after] : next) after = value(step->comes_back);
        for (auto& [step, after] : next) step->now = after;
    }
    return {};
}

void TripCounter::run_iteration() {
    std::vector<ir::Value> operands;
    for (LoopValue& step : steps_) {
        const ir::Inst& inst = module_[step.id];
        if (step.comes_back != ir::kNone || inst.op == ir::Op::Const) continue;
        operands.clear();
        for (const ir::Id operand : inst.operands) operands.push_back(value(operand));
        step.now = ir::evaluate(module_, inst, operands);
    }
}

} // namespace relit::pass
