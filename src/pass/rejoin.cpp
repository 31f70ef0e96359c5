#include "pass/rejoin.hpp"

#include "pass/edit.hpp"

#include <algorithm>

namespace relit::pass {

void Rejoining::add(ir::Id old, ir::BlockId block, ir::Id value) {
    const auto [atom, added] = atoms_.try_emplace(old, static_cast<AtomId>(olds_.size()));
    if (added) olds_.push_back(old);
    computed_.push_back({block, {atom->second, {value, 0}}});
}

void Rejoining::apply() {
    const ir::Cfg cfg(function_);
    Definitions definitions(cfg);
    std::vector<std::vector<Stored>> computed(cfg.block_count());
    for (const auto& [block, entry] : computed_) computed[block].push_back(entry);
    for (ir::BlockId block = 0; block < cfg.block_count(); ++block) {
        std::ranges::sort(computed[block], {}, &Stored::atom);
        definitions.leave(block, computed[block]);
    }
    read(cfg, definitions);
    definitions.solve();
    make_parameters(definitions);
    for (const Use& use : uses_) *use.place = value_of(use.source, definitions);
    for (const ir::BlockId block : cfg.order()) pass_arguments(block, definitions);
    for (ir::BlockId block = 0; block < cfg.block_count(); ++block) {
        if (!cfg.is_reachable(block)) clear(block);
    }
}

void Rejoining::read(const ir::Cfg& cfg, Definitions& definitions) {
    for (const ir::BlockId block : cfg.order()) {
        for_each_use(module_, function_.blocks[block], [&](ir::Id& use) {
            const auto atom = atoms_.find(use);
            if (atom == atoms_.end()) return;
            const Source there = definitions.at_end(block, atom->second);
            // What the block computes itself it uses as it stands.
            if (there.value == ir::kNone) uses_.push_back({&use, there});
        });
    }
}

void Rejoining::make_parameters(const Definitions& definitions) {
    roots_.resize(definitions.size());
    parameters_.resize(function_.blocks.size());
    for (CellId cell = 0; cell < definitions.size(); ++cell) {
        if (!definitions.is_root(cell)) continue;
        const ir::BlockId at = definitions.cell(cell).block;
        auto& params = function_.blocks[at].params;
        ir::Inst param;
        param.op = ir::Op::BlockParam;
        param.type = module_[olds_[definitions.cell(cell).atom]].type;
        param.imm = static_cast<std::uint32_t>(params.size());
        params.push_back(static_cast<ir::Id>(module_.insts.size()));
        roots_[cell] = params.back();
        module_.insts.push_back(param);
        parameters_[at].push_back(cell);
    }
}

ir::Id Rejoining::value_of(Source source, Definitions& definitions) const {
    source = definitions.resolve(source);
    return source.value == ir::kNone ? roots_[source.at] : source.value;
}

void Rejoining::pass_arguments(ir::BlockId block, Definitions& definitions) {
    for (ir::Edge& edge : function_.blocks[block].end.edges) {
        if (parameters_[edge.to].empty()) continue;
        std::vector<ir::Id> args(edge.args.begin(), edge.args.end());
        for (const CellId cell : parameters_[edge.to]) {
            args.push_back(value_of(definitions.at_end(block, definitions.cell(cell).atom), definitions));
        }
        edge.args = module_.copy(args);
    }
}

void Rejoining::clear(ir::BlockId block) {
    function_.blocks[block].params.clear();
    function_.blocks[block].insts.clear();
    function_.blocks[block].end = {ir::TerminatorKind::Unreachable, ir::kNone, {}, {}, 0};
}

} // namespace relit::pass
