// One random legal instruction of an RSX fragment program, without those that steer.
#pragma once

#include "isa/rsx/fp/text/spelling.hpp"
#include "isa/shared/random.hpp"

#include <array>
#include <vector>

namespace relit::isa::rsx::fp {

/// What a sample keeps a register for. Devices may round some results otherwise (those of RCP and the like) and may make
/// another NaN. So no comparison, floor, pack or coordinate depends on such results, and only registers of plain bits are
/// read by the name that they were not written by: halves as parts of full ones, and the other way round.
enum class Keeps : std::uint8_t { Bits, Full, Halves, SoftFull, SoftHalves };
using RegisterNumbers = std::array<std::vector<std::uint32_t>, 5>; // by Keeps: numbers of full registers

/// Deals out R0 to R[count - 1]; every kind gets some. Five at least.
[[nodiscard]] RegisterNumbers dealt(Random& random, std::uint32_t count);

/// How a whole program is made, so that programs differ in kind and not only in bits.
struct Habits {
    Fill fill = Fill::Sony;
    bool any_bits = false; // fields that are not used hold anything
    bool textures = false;
    bool uncertain = false; // operations with unknown results
    bool flow = false;
    RegisterNumbers registers;
};

using ConstantWords = std::array<std::uint32_t, 4>;
struct Sampled {
    Word128 word;
    ConstantWords constant{}; // if the word has one
};

/// `has_counter`: inside a loop that moves aL.
[[nodiscard]] Sampled random_word(Random& random, const Habits& habits, bool has_counter);
/// A move to the register that is passed on, with END.
[[nodiscard]] Sampled last_word(Random& random, const Habits& habits);
void random_condition(Random& random, Word128& word);

} // namespace relit::isa::rsx::fp
