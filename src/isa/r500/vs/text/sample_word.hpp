// One random legal instruction of a vertex program, for tests and soaks.
#pragma once

#include "isa/r500/vs/text/statement.hpp"
#include "isa/shared/random.hpp"

namespace relit::isa::r500::vs {

/// How a whole program is made, so that programs differ in kind and not only in bits.
struct Habits {
    Fill fill = Fill::Author;
    bool pairs = false, predicates = false, relative = false, assumed = false;
    bool loops = false, jumps = false, calls = false;
    bool is_stream = false;
    bool any_bits = false; // fields that nothing reads hold anything
};

// What the instructions of a sample keep registers for. Results that devices may round differently (of ME_RCP and the like)
// stay in the soft ones, and in alt_temp: no comparison, predicate or address depends on them.
inline constexpr std::uint32_t kHardTemps = 10;             // temp[0] to temp[9]
inline constexpr std::uint32_t kSoft = 10, kSoftTemps = 10; // temp[10] to temp[19]
inline constexpr std::uint32_t kSampleOutputs = 9;

[[nodiscard]] Word128 random_word(Random& random, const Habits& habits);
/// Fields that text does not say hold anything.
[[nodiscard]] Word128 with_random_rest(Random& random, const Word128& word);

} // namespace relit::isa::r500::vs
