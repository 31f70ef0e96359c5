// Which of the flags that instructions leave somebody looks at.
#pragma once

#include "isa/maxwell/flow.hpp"
#include "isa/maxwell/program.hpp"

#include <cstdint>
#include <span>

namespace relit::isa::maxwell {

/// The condition codes; each is 0 or 1 in the file `cc`. Masks have the bit of a flag's number.
enum class Flag : std::uint8_t { Zero, Sign, Carry, Overflow };
inline constexpr std::uint32_t kAllFlags = 15;

/// The flags that the instruction may look at, those that it leaves as they are under a guard included.
[[nodiscard]] std::uint32_t flags_read_by(const Instruction& in);
/// Those that are looked at as they are before the first instruction; `beyond`: behind the last.
[[nodiscard]] std::uint32_t flags_read_in(std::span<const Instruction> code, std::uint32_t beyond);
/// Those that some run looks at as they are when it begins.
[[nodiscard]] std::uint32_t flags_between_runs(const Program& program, const Flow& flow);

} // namespace relit::isa::maxwell
