// Random instructions of fragment programs.
#pragma once

#include "isa/r500/fs/encoding/word.hpp"
#include "isa/shared/random.hpp"

namespace relit::isa::r500::fs {

/// Any bits, but for operations that do not exist.
[[nodiscard]] Word192 any_word(Random& random);

/// What instructions of one program may touch.
struct Habits {
    std::uint32_t temps = 6; // they read and write temporaries below
    bool in_loop = false;    // some are relative to aL
    bool predicated = false; // some depend on predicates, some set them
};
/// An ALU instruction of any operations but MDH and MDV, with bits that mean nothing 0.
[[nodiscard]] Word192 random_alu(Random& random, const Habits& habits);
/// A fetch by one of the four first units, or a TEXKILL.
[[nodiscard]] Word192 random_tex(Random& random, const Habits& habits);
/// An ALU instruction that sets the ALU result.
[[nodiscard]] Word192 random_test(Random& random, const Habits& habits);
/// An OUT that writes all of a target.
[[nodiscard]] Word192 random_out(Random& random, const Habits& habits, std::uint32_t target);

} // namespace relit::isa::r500::fs
