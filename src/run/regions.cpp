#include "run/regions.hpp"

#include "ir/analysis/cfg.hpp"
#include "ir/analysis/dominators.hpp"

#include <algorithm>
#include <memory_resource>
#include <utility>

namespace relit::run {
namespace {

/// The lists of edges from -> to, by `from`.
ir::Lists lists_of(std::size_t nodes, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges,
                   std::pmr::memory_resource* memory) {
    ir::Lists lists(memory);
    lists.start.assign(nodes + 1, 0);
    for (const auto& [from, to] : edges) ++lists.start[from + 1];
    for (std::size_t i = 0; i < nodes; ++i) lists.start[i + 1] += lists.start[i];
    lists.items.resize(edges.size());
    std::vector<std::uint32_t> next(lists.start.begin(), lists.start.end());
    for (const auto& [from, to] : edges) lists.items[next[from]++] = to;
    return lists;
}

/// Immediate postdominators: dominators of the graph whose edges are turned round. Node 0 is the end, block i is node i + 1.
std::vector<std::uint32_t> joins_of(const Program& program, const Routine& routine) {
    std::pmr::monotonic_buffer_resource memory;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> forward, backward;
    for (std::uint32_t i = 0; i < routine.step_blocks.size(); ++i) {
        const StepBlock& block = routine.step_blocks[i];
        for (std::uint32_t t = 0; t < block.targets; ++t)
            forward.emplace_back(i + 1, program.targets[block.target + t].to + 1);
        if (block.targets == 0) forward.emplace_back(i + 1, 0);
    }
    for (const auto& [from, to] : forward) backward.emplace_back(to, from);
    const std::size_t nodes = routine.step_blocks.size() + 1;
    std::vector<std::uint32_t> dominator(nodes, 0);
    const ir::Lists successors = lists_of(nodes, backward, &memory);
    ir::find_dominators(ir::Visit(successors, &memory), lists_of(nodes, forward, &memory), dominator);
    std::vector<std::uint32_t> joins;
    for (std::size_t i = 1; i < nodes; ++i) joins.push_back(dominator[i] == 0 ? Regions::kNowhere : dominator[i] - 1);
    return joins;
}

template <class T>
void keep_each_once(std::vector<T>& all) {
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
}

} // namespace

Regions::Regions(const Program& program) : program_(program) {
    for (const Routine& routine : program.routines) joins_.push_back(joins_of(program, routine));
}

void Regions::add_block(const StepBlock& block, Stores& stores, std::vector<std::uint32_t>& called) const {
    const ir::Module& module = *program_.module;
    for (std::uint32_t i = 0; i < block.steps; ++i) {
        const ir::Inst& inst = program_.inst(program_.steps[block.step + i]);
        const ir::OpInfo& row = ir::info(inst.op);
        if (row.is_call()) called.push_back(inst.imm);
        stores.discards = stores.discards || inst.op == ir::Op::Discard;
        if (row.imm == ir::Imm::Use && row.has(ir::kEffect))
            stores.resources.push_back(module.texture_uses[inst.imm].resource);
        if (row.touches(ir::Memory::Buffer) && row.has(ir::kEffect)) stores.resources.push_back(inst.imm);
        if (!row.stores(ir::Memory::Registers)) continue;
        const ir::Access access = inst.access();
        if (row.has(ir::kIndexed)) {
            stores.files.push_back(access[ir::Access::file]);
            continue;
        }
        const ir::Type type = ir::accessed_type(module, inst);
        const std::uint32_t parts = ir::lanes_taken(module.files[access[ir::Access::file]], {type.kind, 1});
        for (unsigned lane = 0; lane < type.lanes; ++lane)
            for (unsigned part = 0; part < parts; ++part)
                if ((access[ir::Access::mask] >> lane & 1) != 0)
                    stores.lanes.push_back({access[ir::Access::file], access[ir::Access::lane] + lane * parts + part});
    }
}

void Regions::add_routines(std::vector<std::uint32_t> called, Stores& stores) const {
    std::vector<bool> is_added(program_.routines.size());
    while (!called.empty()) {
        const std::uint32_t routine = called.back();
        called.pop_back();
        if (is_added[routine]) continue;
        is_added[routine] = true;
        for (const StepBlock& block : program_.routines[routine].step_blocks) add_block(block, stores, called);
    }
}

/// A value of the last iteration of a loop depends on the branch that left it.
void Regions::add_slots(const Routine& routine, const std::vector<bool>& is_inside, Stores& stores) const {
    std::vector<bool> is_made(routine.frame.size()), is_used(routine.frame.size());
    for (std::size_t i = 0; i < routine.step_blocks.size(); ++i) {
        const StepBlock& block = routine.step_blocks[i];
        for (const Step& step : std::span(program_.steps).subspan(block.step, block.steps)) {
            if (is_inside[i]) is_made[step.slot] = true;
            const std::size_t count = is_inside[i] ? 0 : program_.inst(step).operands.size();
            for (std::size_t n = 0; n < count; ++n) is_used[program_.operands[step.operands + n]] = true;
        }
        if (!is_inside[i]) is_used[block.value] = true;
        for (const Successor& target : std::span(program_.targets).subspan(block.target, block.targets))
            for (const Copy& copy : std::span(program_.copies).subspan(target.copy, target.copies)) {
                if (is_inside[target.to]) is_made[copy.to] = true;
                if (!is_inside[i]) is_used[copy.from] = true;
            }
    }
    for (std::uint32_t slot = 1; slot < is_made.size(); ++slot)
        if (is_made[slot] && is_used[slot]) stores.slots.push_back(slot);
}

const Regions::Stores& Regions::stores(std::uint32_t routine, std::uint32_t step_block) {
    const auto [known, is_new] = stores_.try_emplace({routine, step_block});
    Stores& stores = known->second;
    if (!is_new) return stores;
    const std::vector<StepBlock>& blocks = program_.routines[routine].step_blocks;
    std::vector<bool> is_passed(blocks.size()), is_inside(blocks.size());
    if (join(routine, step_block) != kNowhere) is_passed[join(routine, step_block)] = true;
    std::vector<std::uint32_t> work{step_block}, called;
    bool is_first = true;
    while (!work.empty()) {
        const std::uint32_t at = work.back();
        const StepBlock& block = blocks[at];
        work.pop_back();
        if (!std::exchange(is_first, false)) add_block(block, stores, called), is_inside[at] = true;
        for (std::uint32_t i = 0; i < block.targets; ++i) {
            const std::uint32_t to = program_.targets[block.target + i].to;
            if (is_passed[to]) continue;
            is_passed[to] = true;
            work.push_back(to);
        }
    }
    add_routines(std::move(called), stores);
    add_slots(program_.routines[routine], is_inside, stores);
    keep_each_once(stores.lanes);
    keep_each_once(stores.files);
    keep_each_once(stores.resources);
    return stores;
}

} // namespace relit::run
