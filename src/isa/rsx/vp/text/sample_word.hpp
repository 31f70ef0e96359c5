// One random legal word of an RSX vertex program, without jumps.
#pragma once

#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/shared/random.hpp"

namespace relit::isa::rsx::vp {

/// How a whole program is made, so that programs differ in kind and not only in bits.
struct Habits {
    Fill fill = Fill::Sony;
    bool pairs = false, conditions = false, relative = false, textures = false;
    bool jumps = false, calls = false, computed = false, stack = false;
    bool any_bits = false; // fields that are not used hold anything
};

// What the words of a sample keep temporaries for. Results that devices may round differently (of RCP and the like)
// stay in the soft ones: no comparison, address or condition depends on them.
inline constexpr std::uint32_t kHardTemps = 10;             // R0 to R9
inline constexpr std::uint32_t kBits = 10, kBitTemps = 2;   // R10, R11: lanes are 0 or 1
inline constexpr std::uint32_t kSoft = 12, kSoftTemps = 16; // R12 to R27
inline constexpr std::uint32_t kCounter = 28, kOne = 29, kZero = 30;

[[nodiscard]] Word128 random_word(Random& random, const Habits& habits);
/// Makes the word test a condition, in a lane that is its own or the same for all.
void random_test(Random& random, Word128& word);
/// Fields that text does not say hold anything.
[[nodiscard]] Word128 with_random_rest(Random& random, const Word128& word);

} // namespace relit::isa::rsx::vp
