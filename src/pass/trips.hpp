// The trip count of a loop, if it follows from constants alone.
#pragma once

#include "ir/analysis/cfg.hpp"
#include "ir/evaluate.hpp"
#include "ir/module.hpp"

#include <optional>
#include <vector>

namespace relit::pass {

/// A test that every iteration goes through once and that leaves the loop at the latest after `iterations` iterations.
struct Trips {
    ir::BlockId test = ir::kNoBlock; // ends with a branch
    std::size_t stay = 0;            // its edge that stays in the loop; the other one leaves
    std::uint32_t iterations = 0;
};

/// The loops of `cfg`, of a function that may have got more blocks since; these count as outside of all loops.
class TripCounter {
public:
    TripCounter(const ir::Module& module, const ir::Function& function, const ir::Cfg& cfg);

    [[nodiscard]] bool is_in(ir::LoopId loop, ir::BlockId block) const {
        return block < cfg_.block_count() && cfg_.contains(loop, block);
    }
    /// The last of the blocks that every iteration goes through before it goes back.
    [[nodiscard]] ir::BlockId end_of_iteration(ir::LoopId loop) const;
    /// Nothing where no test decides by constants, or the loop has more than `most` iterations.
    [[nodiscard]] std::optional<Trips> count(ir::LoopId loop, std::uint32_t most);

private:
    /// What has to be computed in each iteration to know the test. A parameter of the header has what comes back to it.
    struct LoopValue {
        ir::Id id = ir::kNone, comes_back = ir::kNone;
        ir::Value now;
    };
    enum class Sort : std::uint8_t { Constant, Parameter, Operation, Unknown };

    [[nodiscard]] std::optional<std::size_t> staying_edge(ir::LoopId loop, ir::BlockId block) const;
    [[nodiscard]] Sort sort_of(ir::LoopId loop, ir::Id id) const;
    bool gather(ir::LoopId loop, ir::Id condition);
    bool gather_operands(ir::LoopId loop, ir::Id root);
    bool add_parameter(ir::LoopId loop, ir::Id param);
    void add(const LoopValue& step);
    void forget();
    [[nodiscard]] std::optional<std::uint32_t> iterations(ir::Id condition, std::size_t stay, std::uint32_t most);
    void run_iteration();
    [[nodiscard]] const ir::Value& value(ir::Id id) const { return steps_[step_of_[id] - 1].now; }

    const ir::Module& module_;
    const ir::Function& function_;
    const ir::Cfg& cfg_;
    std::vector<ir::BlockId> defined_in_; // by Id
    std::vector<std::uint32_t> step_of_;  // by Id: 1 + index in steps_
    std::vector<LoopValue> steps_;        // operands first
};

} // namespace relit::pass
