// Kinds of input that the program reads, by name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace relit::soak::mutant {

enum class Kind : std::uint8_t {
#define KIND(kind, name, purpose) kind,
#include "tests/soak/mutant/kinds.inc"
#undef KIND
};

inline constexpr std::string_view kKindNames[] = {
#define KIND(kind, name, purpose) name,
#include "tests/soak/mutant/kinds.inc"
#undef KIND
};

/// Sets of kinds, as bits.
using Kinds = std::uint32_t;
[[nodiscard]] constexpr Kinds set_of(Kind kind) { return Kinds{1} << static_cast<unsigned>(kind); }

} // namespace relit::soak::mutant
