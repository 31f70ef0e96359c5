// Rounding, flushing, bounds, signs and flags of Maxwell's sums and products of floats together, by the host's own arithmetic in
// each rounding; of the forms with a whole word as a number, too.
#include "tests/support/exact_floats.hpp"
#include "tests/support/maxwell/samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_float_sums {
namespace {

float number(std::uint32_t bits) { return std::bit_cast<float>(bits); }
bool is_denormal(float value) { return value != 0 && std::fabs(value) < 0x1p-126F; }
float flush(float value, bool flushes) { return flushes && is_denormal(value) ? std::copysign(0.0F, value) : value; }

const std::vector<MaxwellGiven>& samples() {
    constexpr std::array<std::uint32_t, 12> kWords = {0x00000000, 0x80000000, 0x3f800000, 0xbf7fffff,
                                                      0x00000001, 0x80400000, 0x00ffffff, 0x7f7fffff,
                                                      0x7f800000, 0xff800000, 0x7fc00000, 0x33800001};
    static const std::vector<MaxwellGiven> kSamples = [&] {
        std::vector<MaxwellGiven> all;
        std::uint32_t random = 5;
        for (const std::uint32_t a : kWords)
            for (const std::uint32_t b : kWords) {
                random = random * 1664525 + 1013904223;
                all.push_back({a, b, kWords[random >> 28 & 7] ^ (random & 0x80000000)});
                all.push_back({a ^ (random >> 9), b ^ (random >> 12 & 0xff), random});
            }
        return all;
    }();
    return kSamples;
}

constexpr std::array<std::string_view, 3> kFlushes = {"", ".FTZ", ".FMZ"};
constexpr std::array<int, 4> kHostModes = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

struct Modes {
    char op = '+'; // * and f: fused
    unsigned direction = 0, flushes = 0;
    bool saturates = false, negates = false, negates_c = false, absolute = false;

    [[nodiscard]] float of(std::uint32_t word_a, std::uint32_t word_b, std::uint32_t word_c) const {
        volatile float a = flush(number(word_a), flushes != 0), b = flush(number(word_b), flushes != 0);
        volatile float c = flush(number(word_c), flushes != 0);
        if (absolute) b = std::fabs(b);
        if (negates) b = -b;
        if (negates_c) c = -c;
        const bool nothing = flushes == 2 && (a == 0 || b == 0);
        if (nothing) a = 0;
        if (nothing) b = 0;
        std::fesetround(kHostModes[direction]);
        volatile float made = op == '+' ? a + b : op == '*' ? a * b : std::fma(a, b, c);
        std::fesetround(FE_TONEAREST);
        const float value = flush(made, flushes != 0);
        return !saturates ? value : value > 0 ? std::min(value, 1.0F) : 0.0F;
    }
    [[nodiscard]] std::string text(std::string_view name, std::string_view operands) const {
        return fmt::format("{}{}{}{} R16.CC, {}", name, kFlushes[flushes], kDirections[direction].suffix,
                           saturates ? ".SAT" : "", operands);
    }
};

template <class WordsOf>
void check(const std::string& text, const Modes& modes, WordsOf&& words_of) {
    const auto left = left_by("MOV R16, R2 ;\n" + text + " ;\nP2R R17, CC, RZ, 0xf ;", samples());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const std::array<std::uint32_t, 3> words = words_of(samples()[i]);
        const float wanted = modes.of(words[0], words[1], words[2]);
        const auto shown = [&] { return fmt::format("{} {:#x} {:#x} {:#x}", text, words[0], words[1], words[2]); };
        if (std::isnan(wanted)) {
            ASSERT_TRUE(std::isnan(number(left[i][0]))) << shown();
            ASSERT_EQ(left[i][1], 3U) << shown();
        } else {
            ASSERT_EQ(left[i][0], std::bit_cast<std::uint32_t>(wanted)) << shown();
            ASSERT_EQ(left[i][1], (wanted == 0 ? 1U : 0U) | (wanted < 0 ? 2U : 0U)) << shown();
        }
    }
}
std::array<std::uint32_t, 3> registers(const MaxwellGiven& in) { return {in[0], in[1], in[2]}; }

TEST(MaxwellFloatSums, SumsTakeEveryModeTogether) {
    for (unsigned how = 0; how < 4 * 2 * 2 * 4; ++how) {
        const Modes modes{'+', how % 4, how / 4 % 2, how / 8 % 2 != 0, how / 16 % 2 != 0, false, how / 32 != 0};
        check(modes.text("FADD", fmt::format("R0, {}{}", modes.negates ? "-" : "", modes.absolute ? "|R1|" : "R1")),
              modes, registers);
    }
}

TEST(MaxwellFloatSums, ProductsTakeEveryModeTogether) {
    for (unsigned how = 0; how < 4 * 3 * 2 * 2; ++how) {
        const Modes modes{'*', how % 4, how / 4 % 3, how / 12 % 2 != 0, how / 24 != 0};
        check(modes.text("FMUL", modes.negates ? "R0, -R1" : "R0, R1"), modes, registers);
    }
}

TEST(MaxwellFloatSums, FusedSumsTakeEveryModeTogether) {
    for (unsigned how = 0; how < 4 * 3 * 2 * 4; ++how) {
        const Modes modes{'f', how % 4, how / 4 % 3, how / 12 % 2 != 0, how / 24 % 2 != 0, how / 48 != 0};
        const std::string c = modes.negates_c ? "-R2" : "R2";
        check(modes.text("FFMA", fmt::format("R0, {}, {}", modes.negates ? "-R1" : "R1", c)), modes, registers);
    }
}

// A number of 20 bits is the top of a float, of 32 the whole of it.
TEST(MaxwellFloatSums, NumbersAndConstantsAreFactorsToo) {
    constexpr std::uint32_t kTop = 0xbfc01000;
    const auto with = [](std::uint32_t b) {
        return [b](const MaxwellGiven& in) { return std::array{in[0], b, in[2]}; };
    };
    const auto constant = with(samples()[0][2]);
    for (unsigned flushes = 0; flushes < 3; ++flushes)
        for (const bool saturates : {false, true}) {
            const Modes product{'*', 0, flushes, saturates}, fused{'f', 0, flushes, saturates};
            check(product.text("FMUL32I", "R0, -1.50012207"), product, with(0xbfc00400));
            check(fused.text("FFMA32I", "R0, -1.50012207, R16"), fused, with(0xbfc00400));
            check(product.text("FMUL", fmt::format("R0, {:.9g}", number(kTop))), product, with(kTop));
            check(product.text("FMUL", "R0, c[0x2][0x8]"), product, constant);
            check(fused.text("FFMA", "R0, c[0x2][0x8], R2"), fused, constant);
            check(fused.text("FFMA", "R0, R1, c[0x2][0x8]"), fused,
                  [](const MaxwellGiven& in) { return std::array{in[0], in[1], samples()[0][2]}; });
            if (flushes == 2) continue;
            const Modes sum{'+', 0, flushes, saturates};
            check(sum.text("FADD", "R0, c[0x2][0x8]"), sum, constant);
            if (!saturates) check(sum.text("FADD32I", "R0, -1.50012207"), sum, with(0xbfc00400));
        }
}

} // namespace
} // namespace relit::test::maxwell_float_sums
