// The words that schedule instructions: 21 bits for each of the three words after.
#pragma once

#include "base/bits.hpp"
#include "isa/maxwell/encoding/instruction.hpp"

#include <cstdint>

namespace relit::isa::maxwell {

/// The barriers that an instruction waits for, and its stall. It does not change results.
struct Control : relit::Word<Control, 21> {
    static constexpr Field<std::uint32_t> stall{"stall", 0, 4};
    static constexpr Field<std::uint32_t> yield{"yield", 4, 1}; // 0: another warp may go on
    static constexpr Field<std::uint32_t> write{"write", 5, 3}; // barrier that is set when the result is there; 7 none
    static constexpr Field<std::uint32_t> read{"read", 8, 3};   // barrier that is set when sources are read; 7 none
    static constexpr Field<std::uint32_t> wait{"wait", 11, 6};  // barriers that are waited for
    static constexpr Field<std::uint32_t> reuse{"reuse", 17,
                                                4}; // sources that stay in the operand cache: 1 A, 2 B, 4 C
    static constexpr auto fields = fields_of(stall, yield, write, read, wait, reuse);
};
static_assert(covers(Control::fields, 21));

inline constexpr std::uint32_t kControlBits = 21;
inline constexpr std::uint32_t kNoBarrier = 7;
/// No stall, no barriers: what an assembler writes where the text says nothing.
inline constexpr Control kPlainControl{{0x7e0}};

/// Of the instruction at `address`, from the word that schedules it.
[[nodiscard]] constexpr Control control_of(std::uint64_t word, std::uint64_t address) {
    const auto index = static_cast<unsigned>(address % kGroupBytes / kWordBytes - 1);
    return {{static_cast<std::uint32_t>(word >> (index * kControlBits)) & 0x1fffff}};
}
[[nodiscard]] constexpr std::uint64_t control_bits(Control control, std::uint64_t address) {
    const auto index = static_cast<unsigned>(address % kGroupBytes / kWordBytes - 1);
    return std::uint64_t{control.raw[0]} << (index * kControlBits);
}

} // namespace relit::isa::maxwell
