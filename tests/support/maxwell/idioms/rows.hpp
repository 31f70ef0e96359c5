// How rows of maxwell_idioms() are written: the groups of rows, and what makes one of a function of numbers.
#pragma once

#include "tests/support/maxwell/idioms/idioms.hpp"

#include <bit>
#include <utility>

namespace relit::test {

using IdiomRows = std::vector<MaxwellIdiom>;
using Wrongs = std::vector<MaxwellIdiom::Wrong>;

namespace product_idioms {
[[nodiscard]] IdiomRows rows();
}
namespace division_idioms {
[[nodiscard]] IdiomRows rows();
}
namespace wide_idioms {
[[nodiscard]] IdiomRows rows();
}
namespace bit_idioms {
[[nodiscard]] IdiomRows rows();
}
namespace float_idioms {
[[nodiscard]] IdiomRows rows();
}
namespace conversion_idioms {
[[nodiscard]] IdiomRows rows();
}
namespace half_idioms {
[[nodiscard]] IdiomRows rows();
}
namespace warp_idioms {
[[nodiscard]] IdiomRows rows();
}

[[nodiscard]] inline std::uint64_t wide_at(const MaxwellGiven& in, std::size_t low) {
    return std::uint64_t{in[low + 1]} << 32 | in[low];
}
[[nodiscard]] inline float float_at(const MaxwellGiven& in, std::size_t at) { return std::bit_cast<float>(in[at]); }
[[nodiscard]] inline double double_at(const MaxwellGiven& in, std::size_t low) {
    return std::bit_cast<double>(wide_at(in, low));
}
[[nodiscard]] inline MaxwellLeft left_wide(std::uint64_t value) {
    return {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
}

/// A row whose threads do not look at each other: `plain` of R0 to R7.
template <class Function>
MaxwellIdiom of_given(std::string name, Operands operands, Outcome outcome, std::string text, Function plain,
                      Wrongs wrongs) {
    return {std::move(name),
            std::move(text),
            operands,
            outcome,
            [plain](std::span<const MaxwellGiven> warp, std::size_t lane) { return plain(warp[lane]); },
            std::move(wrongs)};
}
/// R16 of the words R0, R2 and R4.
template <class Function>
MaxwellIdiom of_words(std::string name, std::string text, Function plain, Wrongs wrongs) {
    const auto left = [plain](const MaxwellGiven& in) { return MaxwellLeft{plain(in[0], in[2], in[4])}; };
    return of_given(std::move(name), Operands::Words, Outcome::Word, std::move(text), left, std::move(wrongs));
}
/// R16 and R17 of the numbers of 64 bits in R0 and R1, R2 and R3, and the word R4.
template <class Function>
MaxwellIdiom of_wides(std::string name, std::string text, Function plain, Wrongs wrongs) {
    const auto left = [plain](const MaxwellGiven& in) {
        return left_wide(plain(wide_at(in, 0), wide_at(in, 2), in[4]));
    };
    return of_given(std::move(name), Operands::Words, Outcome::Wide, std::move(text), left, std::move(wrongs));
}
/// A float in R16 of those in R0, R2 and R4.
template <class Function>
MaxwellIdiom of_floats(std::string name, Operands operands, std::string text, Function plain, Wrongs wrongs) {
    const auto left = [plain](const MaxwellGiven& in) {
        const float value = plain(float_at(in, 0), float_at(in, 2), float_at(in, 4));
        return MaxwellLeft{std::bit_cast<std::uint32_t>(value)};
    };
    return of_given(std::move(name), operands, Outcome::Float, std::move(text), left, std::move(wrongs));
}
/// The same of doubles.
template <class Function>
MaxwellIdiom of_doubles(std::string name, Operands operands, std::string text, Function plain, Wrongs wrongs) {
    const auto left = [plain](const MaxwellGiven& in) {
        return left_wide(std::bit_cast<std::uint64_t>(plain(double_at(in, 0), double_at(in, 2), double_at(in, 4))));
    };
    return of_given(std::move(name), operands, Outcome::Double, std::move(text), left, std::move(wrongs));
}

// ---- pieces of code; registers by number, 255 is RZ

/// Rd = low word of Ra * Rb + Rc. Rt and Rt+1 are overwritten.
[[nodiscard]] std::string low_product(int d, int a, int b, int c, int t);
/// Rd = high word of Ra * Rb + (Rc << 32). Rt to Rt+2 are overwritten.
[[nodiscard]] std::string high_product(int d, int a, int b, int c, int t);

} // namespace relit::test
