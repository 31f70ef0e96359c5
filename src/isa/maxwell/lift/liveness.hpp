// Liveness of registers, predicates and flags, by a backward analysis: the lift omits dead values.
#pragma once

#include "isa/maxwell/encoding/control_flow.hpp"
#include "isa/maxwell/lift/register_set.hpp"

#include <cstdint>
#include <vector>

namespace relit::isa::maxwell {

/// The registers, predicates and flags that an instruction reads and writes by its fields, and whether it does more. All of
/// it reads its guard, those that its fields name, and flags; what it writes stays under a guard.
enum class Touches : std::uint8_t {
    Words,   // reads registers, each a word; writes the word D, and predicates
    Pairs,   // the same where each may be a pair
    Kept,    // as Words, but shows elsewhere too
    Loads,   // reads words; writes up to four from D on
    Stores,  // reads A, a word, and up to four from D on; shows elsewhere
    Couples, // reads up to two from each on; writes D and what is after; shows elsewhere
    Rows,    // the same with up to eight
    Any,     // reads up to eight from each on, D too; shows elsewhere
    All,     // reads what no field names
};

/// Returns true if the instruction may write the register, as far as its row and its fields say.
[[nodiscard]] bool may_write(const Instruction& in, std::uint32_t index);

class Liveness {
public:
    /// `at_end` is live where threads end.
    Liveness(const Program& program, const ControlFlow& flow, const RegisterSet& at_end);

    /// Looks at one block; the rest is about that.
    void look_at(BasicBlockId block);
    /// Returns true if the instruction `index` of it has a live result or an effect.
    [[nodiscard]] bool is_needed(std::size_t index) const { return live_results_[first_ + index] != kNothing; }
    /// Returns the flags that are live after it.
    [[nodiscard]] std::uint32_t live_flags_after(std::size_t index) const {
        return live_results_[first_ + index] & kAllFlags;
    }
    /// Returns the registers, predicates and flags that are live after it.
    [[nodiscard]] const RegisterSet& live_out() const { return live_out_[block_]; }

private:
    using LiveResults = std::uint8_t; // flags
    static constexpr LiveResults kNothing = 0xff;

    [[nodiscard]] std::span<const Instruction> code_of(const BasicBlock& block) const {
        return std::span(program_.code).subspan(block.first, block.count);
    }
    /// Turns the set that is live after the instruction into the one before it.
    [[nodiscard]] LiveResults step(const Instruction& in, RegisterSet& live) const;
    [[nodiscard]] LiveResults step_of_others(const Instruction& in, RegisterSet& live) const;
    [[nodiscard]] RegisterSet ends_of(const BasicBlock& block) const;
    [[nodiscard]] bool leads_back() const;
    void spread();
    /// Returns the set before the block if `live` is live after it; notes which results of its instructions are used.
    [[nodiscard]] RegisterSet walk(BasicBlockId block, RegisterSet live);

    const Program& program_;
    const ControlFlow& flow_;
    RegisterSet at_end_;
    std::vector<RegisterSet> live_in_, live_out_; // by block
    std::vector<std::size_t> firsts_;             // by block: where its instructions begin in live_results_
    std::vector<LiveResults> live_results_;       // of all blocks, one after another
    BasicBlockId block_ = 0;                      // the current one
    std::size_t first_ = 0;
};

} // namespace relit::isa::maxwell
