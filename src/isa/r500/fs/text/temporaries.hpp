// Which components of temporaries an instruction reads and writes.
#pragma once

#include "isa/r500/fs/encoding/units.hpp"

#include <array>

namespace relit::isa::r500::fs {

/// Components of temporaries, red in bit 0.
using Components = std::array<std::uint32_t, kTemps>;
inline constexpr std::uint32_t kAllComponents = 15;

[[nodiscard]] constexpr bool fetches(const Word192& word) {
    const TexOp op = word[Tex::op];
    return word[Common::type] == Type::Tex && op != TexOp::Nop && op != TexOp::TexKill;
}
[[nodiscard]] constexpr bool kills(const Word192& word) {
    return word[Common::type] == Type::Tex && word[Tex::op] == TexOp::TexKill;
}

/// What is written to temporaries that the instruction names by number. A relative number counts as it stands.
void add_written(const Word192& word, Components& into);
[[nodiscard]] Components written_by(const Word192& word);
/// What is read of them, all four components of an address among it.
[[nodiscard]] Components read_by(const Word192& word);
/// What of them the coordinates of a fetch are read from.
[[nodiscard]] Components coordinates_of(const Word192& word);
[[nodiscard]] bool overlap(const Components& a, const Components& b);

/// Temporaries that a slot of an instruction reads early: through srcp, or as source 0 of MDH and MDV.
struct Early {
    Components pre_subtracted{};
    bool derives = false; // it is MDH or MDV
};
[[nodiscard]] Early early_of(const Word192& word);

} // namespace relit::isa::r500::fs
