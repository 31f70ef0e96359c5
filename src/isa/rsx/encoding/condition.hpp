// What vertex and fragment programs share: conditions, and where a source's lanes come from.
#pragma once

#include "isa/text.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace relit::isa::rsx {

/// Which outcomes of comparing a lane of a condition register with 0 pass: bit 0 less, bit 1 equal, bit 2 greater.
enum class Condition : std::uint8_t { Fl, Lt, Eq, Le, Gt, Ne, Ge, Tr };

inline constexpr std::array<std::string_view, 8> kConditionNames = {"FL", "LT", "EQ", "LE", "GT", "NE", "GE", "TR"};
inline constexpr std::array<std::string_view, 4> kLaneNames = {"x", "y", "z", "w"};
inline constexpr std::array<std::string_view, 2> kConditionRegisters = {"CC0", "CC1"};

inline constexpr std::uint32_t kSlotBytes = 16;
inline constexpr std::uint32_t kMaxSlots = 544; // of a vertex program; the public libraries stop at 512

} // namespace relit::isa::rsx
