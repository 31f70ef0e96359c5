#include "pass/duplicate.hpp"

#include "ir/builder.hpp"

namespace relit::pass {

void Duplicator::set(Map& map, std::uint32_t from, std::uint32_t to) {
    if (from >= map.to.size()) map.to.resize(from + 1);
    map.to[from] = to + 1;
    map.set.push_back(from);
}

std::uint32_t Duplicator::get(const Map& map, std::uint32_t from) {
    return from < map.to.size() && map.to[from] != 0 ? map.to[from] - 1 : from;
}

void Duplicator::clear(Map& map) {
    for (const std::uint32_t from : map.set) map.to[from] = 0;
    map.set.clear();
}

void Duplicator::forget() {
    clear(values_);
    clear(blocks_);
}

void Duplicator::copy(const ir::Function& from, std::span<const ir::BlockId> blocks, ir::Function& to) {
    std::pmr::memory_resource* arena = module_.arena();
    const std::size_t first = to.blocks.size();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        to.blocks.push_back({std::pmr::vector<ir::Id>(arena), std::pmr::vector<ir::Id>(arena), {}});
        lead(blocks[i], static_cast<ir::BlockId>(first + i));
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const ir::Block& old = from.blocks[blocks[i]];
        ir::Block& made = to.blocks[first + i];
        copy_instructions(old.params, made.params);
        copy_instructions(old.insts, made.insts);
        made.end = old.end;
        made.end.edges = ir::make_edges(module_, old.end.edges);
        made.end.cases = module_.copy(old.end.cases);
    }
    for (std::size_t i = first; i < to.blocks.size(); ++i) redirect(to.blocks[i]);
}

void Duplicator::copy_instructions(std::span<const ir::Id> from, std::pmr::vector<ir::Id>& to) {
    for (const ir::Id old : from) {
        if (value(old) != old) continue; // something stands in for it
        ir::Inst made = module_[old];
        made.operands = module_.copy(made.operands);
        set(values_, old, static_cast<ir::Id>(module_.insts.size()));
        to.push_back(static_cast<ir::Id>(module_.insts.size()));
        module_.insts.push_back(made);
    }
}

void Duplicator::redirect(ir::Block& block) {
    for (const ir::Id inst : block.insts) {
        for (ir::Id& operand : module_[inst].operands) operand = value(operand);
    }
    block.end.value = value(block.end.value);
    for (ir::Edge& edge : block.end.edges) {
        edge.to = this->block(edge.to);
        edge.args = module_.copy(edge.args);
        for (ir::Id& arg : edge.args) arg = value(arg);
    }
}

} // namespace relit::pass
