// Flow control as one pixel alone sees it: what an instruction does to where it is, whether it is active, and its stacks.
#pragma once

#include "isa/r500/fs/encoding/word.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace relit::isa::r500::fs {

/// All of the pixel's state that is known before the program runs. Counters of loops and aL are not part of it.
struct FlowState {
    std::uint32_t at = 0;                  // number of the instruction that comes next
    std::optional<std::uint32_t> inactive; // the branch counter of a pixel that is not active
    std::uint32_t counters = 0;            // loops that it is in
    std::uint32_t registers = 0;           // those of them that have an aL of their own
    std::vector<std::uint32_t> returns;    // the address stack
    [[nodiscard]] auto operator<=>(const FlowState&) const = default;
};

/// What an instruction does to the stack of loops, where it jumps and where it does not.
enum class LoopEffect : std::uint8_t { None, Begin, Round };

/// What one instruction of flow control comes to.
struct FlowStep {
    /// By ALU result * 2 + predicate: whether it jumps, as far as the table says. A loop that is over does not, whatever
    /// is here.
    std::array<bool, 4> jumps{};
    FlowState taken, stayed;
    LoopEffect effect = LoopEffect::None;
    bool has_register = false; // of LOOP and ENDLOOP: aL is pushed, or counted on

    [[nodiscard]] bool always() const { return jumps[0] && jumps[1] && jumps[2] && jumps[3]; }
    [[nodiscard]] bool never() const { return !jumps[0] && !jumps[1] && !jumps[2] && !jumps[3]; }
};

/// `boolean`: of BOOL_ADDR; `iterations`: of INT_ADDR; `offset`: what is added to the target.
[[nodiscard]] FlowStep flow_step(const FlowState& state, const Word192& word, bool boolean, std::uint32_t iterations,
                                 std::uint32_t offset);

} // namespace relit::isa::r500::fs
