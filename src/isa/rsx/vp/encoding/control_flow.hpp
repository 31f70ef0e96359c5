// The control flow graph of a vertex program: its subroutines, what each reaches, and who calls whom.
#pragma once

#include "base/result.hpp"
#include "isa/rsx/vp/encoding/word.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace relit::isa::rsx::vp {

/// Where control goes after a slot. `taken` and `not_taken` say which of both can happen.
struct SlotEnd {
    OpClass op_class = OpClass::Value; // Value: it just goes on
    bool taken = false, not_taken = true;
    bool computed = false;    // the target is an address register plus `target`
    std::uint32_t target = 0; // of jumps and calls
    [[nodiscard]] bool is_certain() const { return taken != not_taken; }
};
/// `branch_bits`: b[0..31]; they are constants of a draw, so that BRB and CLB are decided here.
[[nodiscard]] SlotEnd slot_end_of(const Word128& word, std::uint32_t branch_bits);

/// The slots that run from `entry` on without those of the subroutines it calls, in order.
struct Subroutine {
    std::uint32_t entry = 0;
    std::vector<std::uint32_t> slots;
    std::vector<std::uint32_t>
        heads; // those that more than the slot before (or the start, for the first) leads to, in order
};

struct ControlFlow {
    std::vector<Subroutine> subroutines; // [0]: where the program starts
    /// Calls need a stack: a subroutine can call itself, a target is computed, or expanded one by one the calls would
    /// be too many. There is one subroutine then, which holds everything, and `returns` are the slots after calls.
    bool needs_stack = false;
    std::vector<std::uint32_t> returns;

    /// Index of the subroutine that begins at a slot; how many there are where none does.
    [[nodiscard]] std::uint32_t subroutine_at(std::uint32_t slot) const;
};

/// Fails where a jump or call that can be reached leads outside the program; the fault's offset counts from slot 0.
[[nodiscard]] Result<ControlFlow> control_flow_of(std::span<const Word128> slots, std::uint32_t start,
                                                  std::uint32_t branch_bits);

} // namespace relit::isa::rsx::vp
