// The block where the paths of a branch join again, and what may be stored between: for the branch that an instruction depends on.
#pragma once

#include "run/program.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace relit::run {

class Regions {
public:
    static constexpr std::uint32_t kNowhere = ~std::uint32_t{0}; // they join at the end of the routine at the earliest

    /// The program outlives it.
    explicit Regions(const Program& program);

    /// The first step block that every path from the end of `step_block` passes, or kNowhere.
    [[nodiscard]] std::uint32_t join(std::uint32_t routine, std::uint32_t step_block) const {
        return joins_[routine][step_block];
    }

    struct Lane {
        std::uint32_t file = 0, lane = 0;
        [[nodiscard]] auto operator<=>(const Lane&) const = default;
    };
    /// Stores that may happen: to lanes of files by number, files at computed places, buffers and images; and slots of values that are used
    /// outside. Each once.
    struct Stores {
        std::vector<Lane> lanes;
        std::vector<std::uint32_t> files, resources, slots;
        bool discards = false; // the invocation may be discarded, which ends its stores to outputs
    };
    /// By any block between `step_block` and its join, and by what these call.
    [[nodiscard]] const Stores& stores(std::uint32_t routine, std::uint32_t step_block);

private:
    /// `called`: gets the routines that the block calls.
    void add_block(const StepBlock& block, Stores& stores, std::vector<std::uint32_t>& called) const;
    /// `is_inside`: by step block.
    void add_slots(const Routine& routine, const std::vector<bool>& is_inside, Stores& stores) const;
    void add_routines(std::vector<std::uint32_t> called, Stores& stores) const;

    const Program& program_;
    std::vector<std::vector<std::uint32_t>> joins_; // by routine and step block
    std::map<std::pair<std::uint32_t, std::uint32_t>, Stores> stores_;
};

} // namespace relit::run
