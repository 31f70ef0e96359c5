// Every mode of Maxwell's operations on bits and of its choices between whole numbers - LOP, LOP3, shifts, fields, counts,
// bytes, IMNMX, SEL, ICMP - with flags and predicates, by loops over bits.
#include "tests/support/maxwell/samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_bit_modes {
namespace {

/// R1 is a distance, a field or a choice of bytes as often as a word.
std::vector<MaxwellGiven> given() {
    constexpr std::array<std::uint32_t, 4> kWords = {0, 0x80000001, 0x12f4a5c8, 0xffffffff};
    constexpr std::array<std::uint32_t, 18> kSeconds = {0,      1,      31,         32,         33,        63,
                                                        64,     65,     0x0808,     0x2000,     0x2100,    0x0020,
                                                        0x011f, 0xff04, 0x00ff1f08, 0x80000000, 0xfedcba9, 0xffffffff};
    std::vector<MaxwellGiven> samples;
    std::uint32_t random = 7;
    for (const std::uint32_t a : kWords)
        for (const std::uint32_t b : kSeconds) {
            random = random * 1664525 + 1013904223;
            samples.push_back({a, b, kWords[random >> 30] ^ (random >> 3), random >> 9, random >> 7});
        }
    return samples;
}
const std::vector<MaxwellGiven>& samples() {
    static const std::vector<MaxwellGiven> kSamples = given();
    return kSamples;
}

using Model = std::function<std::uint32_t(const MaxwellGiven&)>;
std::uint32_t zero_and_sign(std::uint32_t value) { return (value == 0 ? 1U : 0U) | value >> 31 << 1; }

/// The value to R16; with .CC zero and sign to R17, carry and overflow off, whatever the flags were before.
void check(const std::string& text, const Model& model) {
    const bool of_flags = text.find(".CC") != std::string::npos;
    const auto left =
        left_by(of_flags ? "R2P CC, R3, 0xf ;\n" + text + " ;\nP2R R17, CC, RZ, 0xf ;" : text + " ;", samples());
    ASSERT_EQ(left.size(), samples().size());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const MaxwellGiven& in = samples()[i];
        const std::uint32_t wanted = model(in);
        ASSERT_EQ(left[i][0], wanted) << text << fmt::format(" {:#x} {:#x} {:#x}", in[0], in[1], in[2]);
        if (!of_flags) continue;
        ASSERT_EQ(left[i][1], zero_and_sign(wanted)) << text << fmt::format(" {:#x} {:#x}", in[0], in[1]);
    }
}

std::uint32_t reversed(std::uint32_t word) {
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 32; ++i) result |= (word >> i & 1) << (31 - i);
    return result;
}

// ---- logic

TEST(MaxwellBitModes, WordsAreJoinedAndTested) {
    constexpr std::array<std::string_view, 4> kOps = {"AND", "OR", "XOR", "PASS_B"}, kTests = {"", ".T", ".Z", ".NZ"};
    for (unsigned how = 0; how < 4 * 4 * 4; ++how) {
        const bool not_a = (how & 4) != 0, not_b = (how & 8) != 0;
        const unsigned op = how % 4, test = how / 16;
        const auto value = [&](const MaxwellGiven& in) {
            const std::uint32_t a = not_a ? ~in[0] : in[0], b = not_b ? ~in[1] : in[1];
            return op == 0 ? a & b : op == 1 ? a | b : op == 2 ? a ^ b : b;
        };
        const std::string operands = fmt::format("{}R0, {}R1", not_a ? "~" : "", not_b ? "~" : "");
        check(fmt::format("LOP.{} R16.CC, {}", kOps[op], operands), value);
        const auto left = left_by(fmt::format("R2P PR, R3, 0x2 ;\nLOP.{}{} P1, R16, {} ;\nP2R R17, PR, RZ, 0x2 ;",
                                              kOps[op], kTests[test], operands),
                                  samples());
        for (std::size_t i = 0; i < left.size(); ++i) {
            const std::uint32_t wanted = value(samples()[i]);
            const bool holds = test == 1 || (test == 2 && wanted == 0) || (test == 3 && wanted != 0);
            ASSERT_EQ(left[i][1] != 0, holds) << operands << test;
        }
        check(fmt::format("LOP32I.{} R16.CC, {}R0, {}0x87654321", kOps[op], not_a ? "~" : "", not_b ? "~" : ""),
              [&](const MaxwellGiven& in) {
                  const std::uint32_t a = not_a ? ~in[0] : in[0], b = not_b ? ~0x87654321U : 0x87654321U;
                  return op == 0 ? a & b : op == 1 ? a | b : op == 2 ? a ^ b : b;
              });
    }
}

TEST(MaxwellBitModes, TablesJoinThreeWords) {
    for (unsigned table = 0; table < 256; ++table) {
        const auto value = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            std::uint32_t result = 0;
            for (unsigned i = 0; i < 32; ++i)
                result |= (table >> (4 * (a >> i & 1) + 2 * (b >> i & 1) + (c >> i & 1)) & 1) << i;
            return result;
        };
        check(fmt::format("LOP3.LUT R16.CC, R0, R1, R2, {:#x}", table),
              [&](const MaxwellGiven& in) { return value(in[0], in[1], in[2]); });
        if (table % 8 != 5) continue;
        check(fmt::format("LOP3.LUT R16, R0, -0x1234, R2, {:#x}", table),
              [&](const MaxwellGiven& in) { return value(in[0], 0U - 0x1234, in[2]); });
        check(fmt::format("LOP3.LUT R16, R0, c[0x2][0xc], R2, {:#x}", table),
              [&](const MaxwellGiven& in) { return value(in[0], samples()[0][3], in[2]); });
    }
}

// ---- shifts

/// By more than a word, or wrapped.
std::uint32_t shifted(std::uint32_t word, std::uint32_t by, bool left, bool sign, bool wraps) {
    if (wraps) by %= 32;
    for (std::uint32_t i = 0; i < std::min(by, 32U); ++i)
        word = left ? word << 1 : word >> 1 | (sign && word >> 31 != 0 ? 0x80000000 : 0);
    return word;
}

TEST(MaxwellBitModes, WordsAreShiftedByAnything) {
    for (unsigned how = 0; how < 2 * 2 * 2; ++how) {
        const bool wraps = (how & 1) != 0, sign = (how & 2) != 0, reverses = (how & 4) != 0;
        check(fmt::format("SHL{} R16.CC, R0, R1", wraps ? ".W" : ""),
              [&](const MaxwellGiven& in) { return shifted(in[0], in[1], true, false, wraps); });
        for (const std::string_view by : {"R1", "0x21", "-0x1"})
            check(fmt::format("SHR{}{}{} R16.CC, R0, {}", sign ? "" : ".U32", reverses ? ".BREV" : "",
                              wraps ? ".W" : "", by),
                  [&](const MaxwellGiven& in) {
                      const std::uint32_t distance = by == "R1" ? in[1] : by == "0x21" ? 0x21 : ~0U;
                      return shifted(reverses ? reversed(in[0]) : in[0], distance, false, sign, wraps);
                  });
    }
}

TEST(MaxwellBitModes, TwoWordsAreShiftedTogether) {
    constexpr std::array<std::string_view, 3> kSizes = {"", ".U64", ".S64"};
    for (unsigned how = 0; how < 3 * 2 * 2; ++how) {
        const unsigned size = how % 3;
        const bool wraps = how / 3 % 2 != 0, high = how / 6 != 0;
        const std::uint32_t most = size == 0 ? 32 : 64;
        const auto distance = [&](std::uint32_t by) { return wraps ? by % most : std::min(by, most); };
        const auto moved = [&](const MaxwellGiven& in, std::uint32_t by, bool left) {
            std::uint64_t both = std::uint64_t{in[2]} << 32 | in[0];
            for (std::uint32_t i = 0; i < distance(by); ++i)
                both = left ? both << 1 : both >> 1 | (size == 2 ? both & std::uint64_t{1} << 63 : 0);
            return both;
        };
        for (const std::string_view by : {"R1", "0x25"}) {
            const auto amount = [&](const MaxwellGiven& in) { return by == "R1" ? in[1] : 0x25; };
            if (!high)
                check(fmt::format("SHF.L{}{} R16.CC, R0, {}, R2", wraps ? ".W" : "", kSizes[size], by),
                      [&](const MaxwellGiven& in) {
                          return static_cast<std::uint32_t>(moved(in, amount(in), true) >> 32);
                      });
            check(fmt::format("SHF.R{}{}{} R16.CC, R0, {}, R2", wraps ? ".W" : "", kSizes[size], high ? ".HI" : "", by),
                  [&](const MaxwellGiven& in) {
                      return static_cast<std::uint32_t>(moved(in, amount(in), false) >> (high ? 32 : 0));
                  });
        }
    }
}

// ---- fields and counts

TEST(MaxwellBitModes, FieldsAreTakenAndPut) {
    for (unsigned how = 0; how < 4; ++how) {
        const bool sign = (how & 1) != 0, reverses = (how & 2) != 0;
        check(fmt::format("BFE{}{} R16.CC, R0, R1", sign ? "" : ".U32", reverses ? ".BREV" : ""),
              [&](const MaxwellGiven& in) {
                  const std::uint32_t word = reverses ? reversed(in[0]) : in[0], at = in[1] & 0xff,
                                      bits = in[1] >> 8 & 0xff;
                  std::uint32_t result = 0;
                  for (unsigned i = 0; i < 32 && bits != 0; ++i) {
                      const std::uint32_t from = at + std::min(i, bits - 1); // bits above repeat the last one
                      const bool within = i < bits && from < 32;
                      const std::uint32_t bit = within ? word >> from & 1 : sign ? word >> std::min(from, 31U) & 1 : 0;
                      result |= bit << i;
                  }
                  return result;
              });
    }
    check("BFI R16.CC, R0, R1, R2", [](const MaxwellGiven& in) {
        const std::uint32_t at = in[1] & 0xff, bits = in[1] >> 8 & 0xff;
        std::uint32_t result = in[2];
        for (unsigned i = at; i < 32 && i < at + bits; ++i)
            result = (result & ~(1U << i)) | (in[0] >> (i - at) & 1) << i;
        return result;
    });
}

TEST(MaxwellBitModes, BitsAreFoundAndCounted) {
    for (unsigned how = 0; how < 8; ++how) {
        const bool sign = (how & 1) != 0, as_shift = (how & 2) != 0, inverted = (how & 4) != 0;
        check(fmt::format("FLO{}{} R16.CC, {}R0", sign ? "" : ".U32", as_shift ? ".SH" : "", inverted ? "~" : ""),
              [&](const MaxwellGiven& in) {
                  const std::uint32_t word = inverted ? ~in[0] : in[0];
                  const std::uint32_t other = sign ? word >> 31 : 0; // what is not looked for
                  for (unsigned i = 32; i-- > 0;)
                      if ((word >> i & 1) != other) return as_shift ? 31 - i : i;
                  return ~0U;
              });
    }
    for (const bool inverted : {false, true})
        check(fmt::format("POPC R16, {}R0", inverted ? "~" : ""), [&](const MaxwellGiven& in) {
            std::uint32_t count = 0;
            for (unsigned i = 0; i < 32; ++i) count += in[0] >> i & 1;
            return inverted ? 32 - count : count;
        });
}

// ---- bytes: PTX's prmt

TEST(MaxwellBitModes, BytesAreChosenInEveryMode) {
    constexpr std::array<std::string_view, 7> kModes = {"", ".F4E", ".B4E", ".RC8", ".ECL", ".ECR", ".RC16"};
    constexpr std::array<std::array<std::uint32_t, 4>, 7> kOrders = {{{},
                                                                      {0x3210, 0x4321, 0x5432, 0x6543},
                                                                      {0x5670, 0x6701, 0x7012, 0x0123},
                                                                      {0x0000, 0x1111, 0x2222, 0x3333},
                                                                      {0x3210, 0x3211, 0x3222, 0x3333},
                                                                      {0x0000, 0x1110, 0x2210, 0x3210},
                                                                      {0x1010, 0x3232, 0x1010, 0x3232}}};
    for (unsigned mode = 0; mode < kModes.size(); ++mode) {
        const auto value = [&](const MaxwellGiven& in, std::uint32_t selector, std::uint32_t high) {
            const std::uint64_t bytes = std::uint64_t{high} << 32 | in[0];
            const std::uint32_t order = mode == 0 ? selector : kOrders[mode][selector & 3];
            std::uint32_t result = 0;
            for (unsigned i = 0; i < 4; ++i) {
                const std::uint32_t digit = order >> (4 * i) & 15;
                const auto byte = static_cast<std::uint32_t>(bytes >> (8 * (digit & 7)) & 0xff);
                result |= (digit < 8 ? byte : byte >> 7 != 0 ? 0xff : 0) << (8 * i);
            }
            return result;
        };
        check(fmt::format("PRMT{} R16, R0, R3, R2", kModes[mode]),
              [&](const MaxwellGiven& in) { return value(in, in[3], in[2]); });
        for (const std::uint32_t selector : {0x7610U, 0xfb93U, 0x2U})
            check(fmt::format("PRMT{} R16, R0, {:#x}, R2", kModes[mode], selector),
                  [&](const MaxwellGiven& in) { return value(in, selector, in[2]); });
        check(fmt::format("PRMT{} R16, R0, R3, c[0x2][0x8]", kModes[mode]),
              [&](const MaxwellGiven& in) { return value(in, in[3], samples()[0][2]); });
    }
}

// ---- choices

bool compared(unsigned comparison, std::int64_t a, std::int64_t b) {
    const unsigned relation = a < b ? 1 : a == b ? 2 : 4;
    return comparison == 7 || (comparison & relation) != 0;
}
std::int64_t number(std::uint32_t word, bool sign) {
    return sign ? static_cast<std::int32_t>(word) : std::int64_t{word};
}

TEST(MaxwellBitModes, NumbersAreChosenByPredicatesAndComparisons) {
    constexpr std::array<std::string_view, 8> kComparisons = {"F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"};
    for (const bool sign : {false, true})
        for (const std::string_view least : {"PT", "!PT", "P1", "!P1"}) {
            const auto holds = [&](const MaxwellGiven& in) {
                const bool said = least.ends_with("PT") || (in[4] & 2) != 0;
                return said != least.starts_with('!');
            };
            const std::string before = "R2P PR, R4, 0x2 ;\n";
            check(before + fmt::format("IMNMX{} R16.CC, R0, R1, {}", sign ? "" : ".U32", least),
                  [&](const MaxwellGiven& in) {
                      const bool takes_a = (number(in[0], sign) < number(in[1], sign)) == holds(in);
                      return takes_a ? in[0] : in[1];
                  });
            check(before + fmt::format("SEL R16, R0, R1, {}", least),
                  [&](const MaxwellGiven& in) { return holds(in) ? in[0] : in[1]; });
        }
    for (unsigned how = 0; how < 16; ++how)
        check(fmt::format("ICMP.{}{} R16, R2, R1, R0", kComparisons[how % 8], how < 8 ? "" : ".U32"),
              [&](const MaxwellGiven& in) { return compared(how % 8, number(in[0], how < 8), 0) ? in[2] : in[1]; });
}

} // namespace
} // namespace relit::test::maxwell_bit_modes
