// Where a vertex program goes on: its flow-control slots, which lie in registers, followed from the first instruction to the end.
// Everything in them is a number, so each path through loops and calls is known: only iterations are counted when it runs.
#pragma once

#include "base/result.hpp"
#include "isa/r500/encoding/stream.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace relit::isa::r500::vs {

enum class FlowOp : std::uint8_t { None, Jump, Loop, Call };
inline constexpr std::uint32_t kFlowSlots = 16;

struct FlowRegisters {
    std::uint32_t opc = 0;
    std::array<std::uint32_t, kFlowSlots> lw{}, uw{}, loop_index{};
    std::array<std::uint32_t, kFlowSlots> r300{}; // the form of R300, which counts where both words of R500 are 0
};
[[nodiscard]] FlowRegisters flow_registers(const StreamState& state);

/// What happens after instruction `act`. `value`: iterations of a loop, or the instruction that is jumped to or called. `last`: of
/// the loop or subroutine; `back`: the first of the loop, or the one after the call.
struct FlowSlot {
    FlowOp op = FlowOp::None;
    std::uint32_t act = 0, value = 0, last = 0, back = 0;
    std::uint32_t first_index = 0; // the loop register before the first iteration
    std::int32_t step = 0;
    bool keeps_index = false; // it goes on with the loop register of the loop around it
};
using FlowSlots = std::array<FlowSlot, kFlowSlots>;
[[nodiscard]] FlowSlots flow_slots(const FlowRegisters& registers);
/// "slot 2: a loop of 255 iterations from 4 to 9, after 3"
[[nodiscard]] std::string describe(const FlowSlot& slot, std::uint32_t number);

/// One state of a program: an instruction, with the loops and calls that it is in.
struct FlowNode {
    /// What comes after it. Enters: begins a loop. Repeats: to `again` until the iterations are done, then to `next`.
    enum class Then : std::uint8_t { Goes, Enters, Repeats, Ends };

    std::uint32_t at = 0;
    std::vector<std::uint8_t> inside; // slots, the innermost last
    bool runs = true;                 // false: the instruction has run, and a loop ends here
    Then then = Then::Goes;
    std::uint32_t slot = 0; // of Enters and Repeats
    std::uint32_t next = 0, again = 0;

    /// The slot whose loop register is the program's here; kFlowSlots where none is.
    [[nodiscard]] std::uint32_t index_slot(const FlowSlots& slots) const;
};

/// All states that a program can come to, the first one first. Fails where there are too many, or where it never ends;
/// `is_there` says of an instruction whether it was loaded.
[[nodiscard]] Result<std::vector<FlowNode>> follow(const FlowSlots& slots, std::uint32_t first, std::uint32_t last,
                                                   const std::function<bool(std::uint32_t)>& is_there);

} // namespace relit::isa::r500::vs
