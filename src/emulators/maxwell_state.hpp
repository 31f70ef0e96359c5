// State of the Maxwell 3D engine as context keys, for what emulators of the Switch keep of it.
#pragma once

#include "base/bytes.hpp"
#include "emulators/found.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace relit::emulators {

/// What context keys call an input primitive, from the engine's number of it (0 points to 14 patches); triangles for all of them.
[[nodiscard]] std::uint64_t topology_of(std::uint32_t primitive);
/// "triangles|quads|isolines", from isolines 0, triangles 1, quads 2.
[[nodiscard]] std::uint64_t domain_of(std::uint32_t number);
/// "equal|fractional_even|fractional_odd", from integer 0, odd 1, even 2.
[[nodiscard]] std::uint64_t spacing_of(std::uint32_t number);
/// A comparison, never 0 to always 7, from the numbers of Direct3D (1 to 8) or OpenGL (0x200 to 0x207); nothing for others.
[[nodiscard]] std::optional<std::uint64_t> comparison_of(std::uint32_t number);

/// Words of constant buffer `buffer` from its start. Fails where the stages of a draw say different things of a word.
[[nodiscard]] Status add_constants(bundle::Bundle& bundle, std::uint32_t buffer, std::span<const std::uint32_t> words);
/// A captured buffer: the bytes are attributes in words of 4 bytes.
void add_feedback(bundle::Bundle& bundle, std::uint32_t buffer, std::uint32_t stride, std::uint32_t words,
                  Bytes attributes);

} // namespace relit::emulators
