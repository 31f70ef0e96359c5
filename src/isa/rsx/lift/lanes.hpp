// Lanes side by side: which of a register's four a guest instruction works on.
#pragma once

#include "ir/builder.hpp"
#include "isa/rsx/encoding/condition.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace relit::isa::rsx {

/// A whole register.
inline constexpr ir::Type kFloats = ir::kF32.with_lanes(4), kIntegers = ir::kI32.with_lanes(4);

struct Lanes {
    unsigned first = 0, count = 4;
    [[nodiscard]] bool operator==(const Lanes&) const = default;
};
inline constexpr Lanes kAllLanes{}, kLaneX{0, 1}, kLanesXyz{0, 3};

/// From the first to the last lane of a mask (x in its lowest bit) that is not 0.
[[nodiscard]] constexpr Lanes spanned_by(std::uint32_t mask) {
    const auto first = static_cast<unsigned>(std::countr_zero(mask));
    return {first, static_cast<unsigned>(std::bit_width(mask)) - first};
}
/// The lanes that `lanes` take through a swizzle: from the lowest to the highest.
[[nodiscard]] Lanes taken_by(Lanes lanes, const Swizzle& swizzle);
/// Whether all four lanes are the same one: what is computed of them is computed once.
[[nodiscard]] inline bool is_one_lane(const Swizzle& swizzle) {
    return std::ranges::all_of(swizzle, [&](auto lane) { return lane == swizzle[0]; });
}
/// Lanes of a value through a swizzle, where `value` is `given` of its register.
[[nodiscard]] ir::Id through(ir::Builder& ir, ir::Id value, Lanes given, Lanes wanted, const Swizzle& swizzle);
/// What an operation gives, as so many lanes: a scalar goes to all, of four lanes those are taken, others are as wanted.
[[nodiscard]] ir::Id fitted(ir::Builder& ir, ir::Id value, Lanes wanted);

} // namespace relit::isa::rsx
