// Operations of several instructions as NVIDIA's compilers spell them for Maxwell and Pascal: each with plain arithmetic of the
// host, and with spellings of one wrong mode.
#pragma once

#include "tests/support/maxwell/over.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test {

/// What R0 to R7 hold. R4 and R5 are small numbers, as distances and bit positions in a word are, where no float is there.
enum class Operands : std::uint8_t {
    Words,       // whole numbers of 32 bits in R0 and R2, of 64 bits in R0 and R1, R2 and R3
    Floats,      // in R0, R2 and R4: of every kind
    NearFloats,  // the same, none near the ends of the range
    Doubles,     // in pairs
    NearDoubles, // the same, none near the ends of the range
    Halves,      // two in each of R0, R2 and R4
};

/// How results compare: the bits, or as floats of which all that are no number are alike.
enum class Outcome : std::uint8_t { Word, Wide, Words4, Float, Double };

struct MaxwellIdiom {
    /// The first `mode` in the text becomes `instead`.
    struct Wrong {
        std::string_view mode, instead;
    };
    /// What the code leaves in R16 to R19 of a thread, from the registers of all threads of its warp.
    using Plain = std::function<MaxwellLeft(std::span<const MaxwellGiven> warp, std::size_t lane)>;

    std::string name, text;
    Operands operands = Operands::Words;
    Outcome outcome = Outcome::Word;
    Plain plain;
    std::vector<Wrong> wrongs;
};

[[nodiscard]] std::span<const MaxwellIdiom> maxwell_idioms();

/// Operands of chance and of edges, the same for the same seed. The count is one of whole warps.
[[nodiscard]] std::vector<MaxwellGiven> idiom_operands(Operands kind, std::size_t count, std::uint64_t seed);
/// The first sample for which the code left something else, and how many do; empty where there is none.
[[nodiscard]] std::string difference(const MaxwellIdiom& idiom, std::span<const MaxwellGiven> samples,
                                     std::span<const MaxwellLeft> left);
/// The text with the wrong mode; empty where the right one is not in the text.
[[nodiscard]] std::string spelled_wrong(const MaxwellIdiom& idiom, const MaxwellIdiom::Wrong& wrong);

} // namespace relit::test
