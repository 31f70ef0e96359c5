// Loops of fragment programs: the integer constants that they count by, and how far aL gets.
#pragma once

#include "ir/context.hpp"
#include "isa/r500/fs/encoding/program.hpp"

#include <cstdint>
#include <span>

namespace relit::isa::r500::fs {

/// An integer constant of loops.
struct LoopRange {
    std::uint32_t iterations = 0, first = 0;
    std::int32_t step = 0;
};

/// Whether the operation begins a loop or ends an iteration of one; only these have an integer constant.
[[nodiscard]] bool is_loop(FcOp op);
[[nodiscard]] LoopRange loop_range(const Word192& word, ir::ContextReader& context);
/// What aL is at most: a loop that begins has its iterations, and steps aL once in each. Any number where loops do not nest, or
/// one is begun without iterations, which then goes on.
[[nodiscard]] std::uint64_t most_al(std::span<const Instruction> code, ir::ContextReader& context);

} // namespace relit::isa::r500::fs
