#include "run/program.hpp"

#include "ir/analysis/cfg.hpp"

#include <algorithm>

namespace relit::run {

bool exchanges(ir::Op op) { return ir::info(op).exchanges() || op == ir::Op::Barrier; }

RoutineMaker::RoutineMaker(Program& program, ir::FunctionId function, std::vector<std::uint32_t>& slots)
    : program_(program), function_(function), slots_(slots) {
    routine().frame.resize(1 + this->function().params.size());
    for (const ir::Block& block : this->function().blocks) {
        for (const ir::Id id : block.params) give_slot(id);
        for (const ir::Id id : block.insts) give_slot(id);
    }
}

void RoutineMaker::give_slot(ir::Id id) {
    const ir::Inst& inst = (*program_.module)[id];
    if (inst.op == ir::Op::Param) {
        slots_[id] = 1 + inst.imm;
        return;
    }
    slots_[id] = static_cast<std::uint32_t>(routine().frame.size());
    routine().frame.emplace_back();
    if (inst.op == ir::Op::Const) routine().frame.back() = ir::evaluate(*program_.module, inst, {});
}

// Values of other functions have no slot here; the verifier refuses them.
std::uint32_t RoutineMaker::slot(ir::Id id) const {
    const std::uint32_t slot = slots_[id];
    return slot < program_.routines[function_].frame.size() ? slot : 0;
}

void RoutineMaker::append(ir::Id id) {
    const ir::Inst& inst = (*program_.module)[id];
    const auto first = static_cast<std::uint32_t>(program_.operands.size());
    for (const ir::Id operand : inst.operands) program_.operands.push_back(slot(operand));
    program_.steps.push_back({ir::prepare(*program_.module, inst), id, slot(id), first});
    program_.exchanges = program_.exchanges || ir::info(inst.op).exchanges();
}

std::uint32_t RoutineMaker::append(const ir::Block& block) {
    const std::size_t before = program_.steps.size();
    for (const ir::Id id : block.insts) {
        const ir::Op op = (*program_.module)[id].op;
        if (op != ir::Op::Const && op != ir::Op::Param) append(id);
    }
    return static_cast<std::uint32_t>(program_.steps.size() - before);
}

namespace {

Successor make_target(RoutineMaker& maker, const ir::Cfg& cfg, ir::BlockId from, const ir::Edge& edge) {
    Program& program = maker.program();
    Successor target{edge.to, cfg.index(edge.to) <= cfg.index(from), static_cast<std::uint32_t>(program.copies.size()),
                     0};
    const auto& params = maker.function().blocks[edge.to].params;
    target.copies = static_cast<std::uint32_t>(std::min(params.size(), edge.args.size()));
    for (std::uint32_t i = 0; i < target.copies; ++i) {
        program.copies.push_back({maker.slot(edge.args[i]), maker.slot(params[i])});
    }
    return target;
}

} // namespace

void make_from_blocks(RoutineMaker& maker) {
    const ir::Cfg cfg(maker.function());
    Program& program = maker.program();
    for (ir::BlockId id = 0; id < cfg.block_count(); ++id) {
        const ir::Block& block = maker.function().blocks[id];
        StepBlock step_block{.step = static_cast<std::uint32_t>(program.steps.size()),
                             .ending = block.end.kind,
                             .value = maker.slot(block.end.value),
                             .target = static_cast<std::uint32_t>(program.targets.size()),
                             .targets = static_cast<std::uint32_t>(block.end.edges.size()),
                             .cases = block.end.cases,
                             .origin = block.end.origin,
                             .order = cfg.index(id)};
        step_block.steps = maker.append(block);
        for (const ir::Edge& edge : block.end.edges) program.targets.push_back(make_target(maker, cfg, id, edge));
        maker.routine().step_blocks.push_back(step_block);
    }
}

namespace {

// Compute shaders without barriers and shared memory cannot tell who is in their workgroup. The invocations of a control
// shader have their patch in common.
std::size_t workgroup_of(const ir::Module& module) {
    if (module.stage == ir::Stage::TessControl) return std::max(module.tessellation.made, 1U);
    if (module.stage != ir::Stage::Compute) return 1;
    bool together = std::ranges::any_of(
        module.resources, [](const ir::Resource& resource) { return resource.kind == ir::ResourceKind::Shared; });
    for (const ir::Function& function : module.functions) {
        for (const ir::Block& block : function.blocks) {
            together = together ||
                       std::ranges::any_of(block.insts, [&](ir::Id id) { return module[id].op == ir::Op::Barrier; });
        }
    }
    const std::size_t size = std::size_t{module.workgroup[0]} * module.workgroup[1] * module.workgroup[2];
    return together ? std::max<std::size_t>(size, 1) : 1;
}

} // namespace

Program make_program(const ir::Module& module, Form form) {
    Program program;
    program.module = &module;
    program.workgroup = workgroup_of(module);
    program.routines.resize(module.functions.size());
    std::vector<std::uint32_t> slots(module.insts.size());
    for (ir::FunctionId id = 0; id < module.functions.size(); ++id) {
        RoutineMaker maker(program, id, slots);
        const bool tree = form == Form::Trees && !module.functions[id].tree.root.empty();
        tree ? make_from_tree(maker) : make_from_blocks(maker);
    }
    return program;
}

} // namespace relit::run
