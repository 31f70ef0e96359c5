// For values that were computed in one block and now are in several copies of it: makes every use mean the copy that
// control came through, with block parameters where ways from different copies meet.
#pragma once

#include "ir/module.hpp"
#include "pass/definitions.hpp"

#include <unordered_map>
#include <utility>
#include <vector>

namespace relit::pass {

class Rejoining {
public:
    Rejoining(ir::Module& module, ir::Function& function) : module_(module), function_(function) {}

    /// Uses of `old` that control reaches from `block` are to mean `value`, which is computed there.
    void add(ir::Id old, ir::BlockId block, ir::Id value);
    /// Rewrites the function, and empties its blocks that control cannot reach.
    void apply();

private:
    struct Use {
        ir::Id* place;
        Source source;
    };

    void read(const ir::Cfg& cfg, Definitions& definitions);
    void make_parameters(const Definitions& definitions);
    void pass_arguments(ir::BlockId block, Definitions& definitions);
    void clear(ir::BlockId block);
    [[nodiscard]] ir::Id value_of(Source source, Definitions& definitions) const;

    ir::Module& module_;
    ir::Function& function_;
    std::vector<ir::Id> olds_; // by atom
    std::unordered_map<ir::Id, AtomId> atoms_;
    std::vector<std::pair<ir::BlockId, Stored>> computed_;
    std::vector<Use> uses_;
    std::vector<ir::Id> roots_;                   // by cell: its parameter
    std::vector<std::vector<CellId>> parameters_; // by block: the cells that became parameters
};

} // namespace relit::pass
