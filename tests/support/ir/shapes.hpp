// Programs of one shape and any size: what the benches measure and the tests of large functions run.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace relit::test {

enum class Shape : std::uint8_t {
    Line,          // each block jumps to the next
    Choices,       // if/else after if/else
    NestedChoices, // if in if in if
    Ladder,        // if, else if, else if, ...
    EarlyReturns,  // if (...) return; again and again
    NestedLoops,   // loops in loops
    Loops,         // loop after loop
    Escapes,       // loops in loops, each of which can leave all of them
    Switches,      // switch after switch of 8 cases
    WideSwitch,    // one switch
    Irreducible,   // cycles with two entries, one after another
    BackAndForth,  // each block goes to the next or back to the one before; entered at both ends
};
inline constexpr std::string_view kShapeNames[] = {"line",          "choices",      "nested_choices", "ladder",
                                                   "early_returns", "nested_loops", "loops",          "escapes",
                                                   "switches",      "wide_switch",  "irreducible",    "back_and_forth"};
inline constexpr std::size_t kShapes = std::size(kShapeNames);

/// About that many blocks, each with some arithmetic. Input `seed` decides the path; output `trace` tells it.
[[nodiscard]] ir::Module shaped(Shape shape, std::uint32_t blocks);

} // namespace relit::test
