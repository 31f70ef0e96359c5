// Sets of registers, predicates and flags, each with a number.
#pragma once

#include "isa/maxwell/encoding/instruction.hpp"

#include <array>
#include <cstdint>

namespace relit::isa::maxwell {

/// The condition codes; each is 0 or 1 in the file `cc`. Masks have the bit of a flag's number.
enum class Flag : std::uint8_t { Zero, Sign, Carry, Overflow };
inline constexpr std::uint32_t kAllFlags = 15;

inline constexpr std::uint32_t kPredicateAt = kZeroRegister + 1, kFlagAt = kPredicateAt + kTruePredicate + 1;
inline constexpr std::uint32_t kRegisterSetSize =
    kFlagAt + 4; // registers, predicates, flags; RZ and PT have numbers too

/// Some of them, a byte each: sets are read and changed far more often than they are copied.
class RegisterSet {
public:
    [[nodiscard]] static constexpr RegisterSet all() {
        RegisterSet registers;
        registers.has_.fill(1);
        return registers;
    }
    [[nodiscard]] constexpr bool has(std::uint32_t index) const { return has_[index] != 0; }
    constexpr void add(std::uint32_t index) { has_[index] = 1; }
    constexpr void remove(std::uint32_t index) { has_[index] = 0; }
    constexpr void add(const RegisterSet& more) {
        for (std::uint32_t i = 0; i < kBytes; ++i) has_[i] |= more.has_[i];
    }
    [[nodiscard]] constexpr std::uint32_t flags() const {
        std::uint32_t mask = 0;
        for (std::uint32_t i = 0; i < 4; ++i) mask |= std::uint32_t{has_[kFlagAt + i]} << i;
        return mask;
    }
    constexpr void set_flags(std::uint32_t mask) {
        for (std::uint32_t i = 0; i < 4; ++i) has_[kFlagAt + i] = mask >> i & 1;
    }
    [[nodiscard]] constexpr bool operator==(const RegisterSet&) const = default;

private:
    static constexpr std::uint32_t kBytes = (kRegisterSetSize + 15) / 16 * 16; // sets are joined by many bytes at once
    std::array<std::uint8_t, kBytes> has_{};
};

} // namespace relit::isa::maxwell
