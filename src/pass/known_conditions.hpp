// The branches on the way to a block decide conditions: one is true behind one edge and false behind the other.
#pragma once

#include "ir/analysis/cfg.hpp"
#include "ir/module.hpp"

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <vector>

namespace relit::pass {

/// For blocks that are visited in preorder of the dominator tree. A block's own branch has to be what it is when the blocks that it
/// dominates are entered.
class KnownConditions {
public:
    KnownConditions(const ir::Module& module, const ir::Function& function, std::pmr::memory_resource* memory)
        : module_(module), function_(function), decided_(memory), known_(memory) {}

    void enter(const ir::Cfg& cfg, ir::BlockId block);
    /// True if there is nothing that could be known where the walk is.
    [[nodiscard]] bool empty() const { return decided_.empty(); }
    /// An instruction that the walk has read: the uses of choices are looked at.
    void note(ir::Id id) {
        if (module_[id].op != ir::Op::Select || function_.blocks.size() == 1) return;
        if (known_.size() <= id)
            known_.resize(std::max<std::size_t>(module_.insts.size(), 2 * known_.size()), Known::No);
        if (known_[id] == Known::No) known_[id] = Known::Choice;
    }
    /// Returns true if the value may be known where the walk is, or chosen by what is.
    [[nodiscard]] bool concerns(ir::Id id) const {
        return !decided_.empty() && id < known_.size() && known_[id] != Known::No;
    }
    /// The value of a bool, if branches say it.
    [[nodiscard]] std::optional<bool> value_of(ir::Id id) const {
        if (id >= known_.size() || known_[id] == Known::No || known_[id] == Known::Choice) return {};
        return known_[id] == Known::True;
    }
    /// Returns the value that a choice by a known condition comes to; any other value itself. Choices are followed so far that a
    /// use costs constant time.
    [[nodiscard]] ir::Id chosen(ir::Id value) const {
        constexpr unsigned kMostChoices = 8; // one after the other
        for (unsigned i = 0; i < kMostChoices; ++i) {
            if (module_[value].op != ir::Op::Select || module_[value].mode.raw[0] != 0) break;
            const std::optional<bool> condition = value_of(module_[value].operands[0]);
            if (!condition) break;
            value = module_[value].operands[*condition ? 1 : 2];
        }
        return value;
    }
    /// Calls visit() while the condition of the block's branch is known as it is behind the edge.
    template <class Visit>
    void behind(const ir::Terminator& end, std::size_t edge, Visit&& visit) {
        const std::size_t before = decided_.size();
        if (decides(end)) decide(end.value, edge == 0, ir::kNoBlock);
        visit();
        forget(before);
    }

private:
    enum class Known : std::uint8_t { No, Choice, True, False };
    struct Decided {
        ir::Id condition;
        ir::BlockId from;       // it holds in this block, and those that it dominates
        bool is_choice = false; // of bools
    };
    [[nodiscard]] static bool decides(const ir::Terminator& end) {
        return end.kind == ir::TerminatorKind::Branch && end.edges[0].to != end.edges[1].to;
    }
    void decide(ir::Id condition, bool is_true, ir::BlockId from);
    void forget(std::size_t first);

    const ir::Module& module_;
    const ir::Function& function_;
    std::pmr::vector<Decided> decided_; // that hold where the walk is
    std::pmr::vector<Known> known_;     // by Id
};

} // namespace relit::pass
