// A primitive's registers by name, which of their fields matter to its pixels, and its vertices as numbers.
#pragma once

#include "machine/gs/state/work.hpp"

#include <vector>

namespace relit::machine::gs {

struct RegisterValue {
    const RegisterInfo* info = nullptr;
    std::uint64_t value = 0;
};
/// All registers of a state under their names in its context, by address. PRIM has the attributes in force, be they from
/// PRIM or from PRMODE.
[[nodiscard]] std::vector<RegisterValue> registers_of(const DrawState& state);

/// S, T and Q as the GS has them: the largest exponent is one like the others, there are no infinities.
[[nodiscard]] double number_of(std::uint32_t float_bits);

/// A bit for each bit of the registers: 1 if it has a name and the pixels of the state's primitives may depend on it. The registers
/// of a texture, for instance, do not matter to primitives without one.
[[nodiscard]] DrawState relevance_of(const DrawState& state);
/// Point, Line, Triangle or Sprite: the kind of primitive that strips and fans are taken apart into.
[[nodiscard]] Primitive kind_of(Primitive primitive);

/// The registers of a state, by address, with only the bits that matter; PRIM has the kind of its primitives. Draws of states with the
/// same words are drawn alike.
inline constexpr std::size_t kDrawRegisters = 20;
using DrawWords = std::array<std::uint64_t, kDrawRegisters>;
[[nodiscard]] DrawWords relevant_words(const DrawState& state);
[[nodiscard]] bool draw_alike(const DrawState& before, const DrawState& after);

/// A field of a register that two states have with different values.
struct FieldChange {
    const RegisterInfo* info = nullptr; // of the later state, in its context
    const FieldInfo* field = nullptr;
    std::uint64_t before = 0, after = 0;
};
/// Returns the fields that matter to the later state and differ, by address and bit; the type of the primitive by its kind.
[[nodiscard]] std::vector<FieldChange> changes_between(const DrawState& before, const DrawState& after);

} // namespace relit::machine::gs
