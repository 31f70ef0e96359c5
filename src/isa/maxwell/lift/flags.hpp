// The condition codes: which of them an instruction reads and writes, and which are live after it.
#pragma once

#include "isa/maxwell/encoding/control_flow.hpp"

#include <cstdint>
#include <vector>

namespace relit::isa::maxwell {

/// Each is 0 or 1 in the file `cc`. Masks have the bit of a flag's number.
enum class Flag : std::uint8_t { Zero, Sign, Carry, Overflow };
inline constexpr std::uint32_t kFlags = 4, kAllFlags = 15;

/// False if the instruction neither reads nor writes flags.
[[nodiscard]] inline bool has_to_do_with_flags(const Instruction& in) {
    return in.known() && ((in.word & row(in.form).flags) != 0 || row(in.form).has_test);
}

/// Returns the flags that the instruction may read, with those that a false guard leaves unchanged.
[[nodiscard]] std::uint32_t flags_read_by(const Instruction& in);

/// By a backward analysis over the blocks. What some instructions leave in the flags is not known: it matters where it is
/// read.
class LiveFlags {
public:
    /// `at_end`: a mask of those that are live where threads end.
    LiveFlags(const Program& program, const ControlFlow& flow, std::uint32_t at_end);

    /// Returns a mask of those that are live after the instruction `index` of the block, if that writes any.
    [[nodiscard]] std::uint32_t after(BasicBlockId block, std::size_t index) const {
        return after_.empty() ? 0 : after_[firsts_[block] + index];
    }

private:
    std::vector<std::size_t> firsts_; // by block: where its instructions begin in after_
    std::vector<std::uint8_t> after_; // of all blocks, one after another; empty if no instruction writes flags
};

} // namespace relit::isa::maxwell
