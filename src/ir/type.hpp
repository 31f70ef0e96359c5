// Types of the IR: a scalar kind, one to four lanes of it.
#pragma once

#include <cstdint>

namespace relit::ir {

enum class Kind : std::uint8_t { Void, Bool, I8, I16, I32, I64, F16, F32, F64 };

inline constexpr unsigned kMaxLanes = 4;

/// `lanes` is 1 to 4, or 0 for Void. Integers have no sign; operations have.
struct Type {
    Kind kind = Kind::Void;
    std::uint8_t lanes = 0;

    [[nodiscard]] constexpr bool operator==(const Type&) const = default;
    [[nodiscard]] constexpr Type scalar() const {
        return {kind, static_cast<std::uint8_t>(kind == Kind::Void ? 0 : 1)};
    }
    [[nodiscard]] constexpr Type with_lanes(unsigned n) const { return {kind, static_cast<std::uint8_t>(n)}; }
    [[nodiscard]] constexpr Type with_kind(Kind k) const { return {k, lanes}; }
};

[[nodiscard]] constexpr bool is_float(Kind k) { return k >= Kind::F16; }
[[nodiscard]] constexpr bool is_integer(Kind k) { return k >= Kind::I8 && k <= Kind::I64; }

inline constexpr std::uint8_t kBitsOfKind[] = {0, 1, 8, 16, 32, 64, 16, 32, 64};
/// Bits of one lane; a Bool counts 1 and exists in values only, never in files or buffers.
[[nodiscard]] constexpr unsigned bits_of(Kind k) { return kBitsOfKind[static_cast<unsigned>(k)]; }
[[nodiscard]] constexpr unsigned bits_of(Type t) { return bits_of(t.kind) * t.lanes; }
/// The integer kind that has as many bits as `k`.
[[nodiscard]] constexpr Kind integer_of(Kind k) {
    return is_float(k) ? static_cast<Kind>(static_cast<unsigned>(k) - static_cast<unsigned>(Kind::F16) +
                                           static_cast<unsigned>(Kind::I16))
                       : k;
}
/// The integer kind of 8, 16, 32 or 64 bits.
[[nodiscard]] constexpr Kind integer_of_bits(std::uint32_t bits) {
    return bits == 8 ? Kind::I8 : bits == 16 ? Kind::I16 : bits == 32 ? Kind::I32 : Kind::I64;
}

inline constexpr Type kVoid{};
inline constexpr Type kBool{Kind::Bool, 1};
inline constexpr Type kI32{Kind::I32, 1};
inline constexpr Type kI64{Kind::I64, 1};
inline constexpr Type kF16{Kind::F16, 1};
inline constexpr Type kF32{Kind::F32, 1};
inline constexpr Type kF64{Kind::F64, 1};

} // namespace relit::ir
