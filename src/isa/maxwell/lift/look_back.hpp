// What instructions before one wrote, as far as their fields say.
#pragma once

#include "isa/maxwell/encoding/instruction.hpp"

#include <cstdint>

namespace relit::isa::maxwell {

inline constexpr std::uint32_t kWidthOfPair = 5; // Role::Width of 64 bits

[[nodiscard]] inline bool is_sum(Op op) {
    return op == Op::IADD || op == Op::IADD32I || op == Op::IADD3 || op == Op::ISCADD || op == Op::LEA ||
           op == Op::LEA_HI;
}

/// How many registers the instruction may write from its destination on.
[[nodiscard]] inline std::uint32_t most_written(const Instruction& in) {
    const Op op = in.op();
    if (op == Op::MOV || op == Op::MOV32I || op == Op::S2R || op == Op::SHL || is_sum(op)) return 1;
    if (!in.has(Role::Width)) return kMostTaken;
    return in[Role::Width] < kWidthOfPair ? 1 : in[Role::Width] == kWidthOfPair ? 2 : 4;
}

} // namespace relit::isa::maxwell
