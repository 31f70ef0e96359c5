// In which values, and in which flow, the invocations of a workgroup may differ: of functions whose registers are values.
#pragma once

#include "ir/analysis/cfg.hpp"
#include "ir/module.hpp"

#include <cstdint>
#include <vector>

namespace relit::ir {

/// What a difference between invocations follows from; the last one counts where several join.
enum class Varies : std::uint8_t { Nowhere, ByMemory, ByInvocation };

class Divergence {
public:
    Divergence(const Module& module, const Function& function);

    [[nodiscard]] Varies of(Id value) const { return varies_[value]; }
    /// By what the invocations that reach a barrier are only a part of the workgroup.
    [[nodiscard]] Varies at_barriers() const;

private:
    void find_joins();
    [[nodiscard]] std::vector<BlockId> until_join(BlockId branch) const;
    [[nodiscard]] Varies value_of(const Inst& inst) const;
    [[nodiscard]] Varies of_lane(LaneOf at) const;
    bool raise(Id value, Varies to);
    bool step(BlockId at);
    bool raise_joined(BlockId branch);

    const Module& module_;
    const Function& function_;
    Cfg cfg_;
    std::vector<BlockId> joins_;   // by block: where all paths from it reconverge; kNoBlock: at the end
    std::vector<Varies> varies_;   // by value
    std::vector<Varies> branched_; // by block: what the blocks up to its join know of
};

} // namespace relit::ir
