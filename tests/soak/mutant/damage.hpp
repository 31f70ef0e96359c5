// Damages bytes and texts at random: flipped bits, cuts, splices, zeros, sizes that are wrong, insertions, copies.
#pragma once

#include "base/bytes.hpp"
#include "tests/soak/mutant/chance.hpp"

#include <string>
#include <vector>

namespace relit::soak::mutant {

using FileBytes = std::vector<std::uint8_t>;

/// What was done to an input.
struct Damage {
    std::string how; // "cut at 0x10, 3 bits flipped"
};

/// One to six damages. `donor` is another file of the kind. Texts are damaged as texts in three cases of four.
void damage(FileBytes& bytes, Bytes donor, Chance& chance, Damage& done);

} // namespace relit::soak::mutant
