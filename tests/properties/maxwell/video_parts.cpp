// Parts, second operations, comparisons and products of Maxwell's video operations, as PTX has vadd, vabsdiff, vmin, vmax, vshl,
// vshr, vset, vmad and vabsdiff4: in numbers of 64 bits.
#include "tests/support/maxwell/samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_video_parts {
namespace {

std::vector<MaxwellGiven> given() {
    constexpr std::array<std::uint32_t, 5> kWords = {0, 0x7f80ff01, 0x80017fff, 0xffff8000, 0x12fe34dc};
    std::vector<MaxwellGiven> samples;
    for (const std::uint32_t a : kWords)
        for (const std::uint32_t b : kWords)
            for (const std::uint32_t c : {0x00000003U, 0x9234fedcU}) samples.push_back({a, b, c});
    return samples;
}
const std::vector<MaxwellGiven>& samples() {
    static const std::vector<MaxwellGiven> kSamples = given();
    return kSamples;
}

/// A byte, a half or all of a word; its sign stands in the modifiers, the selector behind the register.
struct VideoPart {
    std::string_view type, selector;
    unsigned at, bits;
    [[nodiscard]] bool has_sign() const { return type[0] == 'S'; }
    [[nodiscard]] std::int64_t of(std::uint32_t word) const {
        const auto value = static_cast<std::int64_t>(word >> at & ((std::uint64_t{1} << bits) - 1));
        return has_sign() && value >> (bits - 1) != 0 ? value - (std::int64_t{1} << bits) : value;
    }
    [[nodiscard]] std::string text(std::string_view reg) const { return fmt::format("{}.{}{}", reg, type, selector); }
};
constexpr std::array<VideoPart, 14> kParts = {{{"U8", ".B0", 0, 8},
                                               {"U8", ".B1", 8, 8},
                                               {"U8", ".B2", 16, 8},
                                               {"U8", ".B3", 24, 8},
                                               {"U16", ".H0", 0, 16},
                                               {"U16", ".H1", 16, 16},
                                               {"U32", "", 0, 32},
                                               {"S8", ".B0", 0, 8},
                                               {"S8", ".B1", 8, 8},
                                               {"S8", ".B2", 16, 8},
                                               {"S8", ".B3", 24, 8},
                                               {"S16", ".H0", 0, 16},
                                               {"S16", ".H1", 16, 16},
                                               {"S32", "", 0, 32}}};

constexpr std::array<std::string_view, 8> kSeconds = {"",         ".MRG_16H", ".MRG_16L", ".MRG_8B0",
                                                      ".MRG_8B2", ".ACC",     ".MIN",     ".MAX"};
std::uint32_t with_c(std::uint32_t value, std::uint32_t c, unsigned second, bool sign) {
    const auto less = [&] {
        return sign ? static_cast<std::int32_t>(value) < static_cast<std::int32_t>(c) : value < c;
    };
    switch (second) {
        case 1: return (c & 0xffff) | value << 16;
        case 2: return (c & 0xffff0000) | (value & 0xffff);
        case 3: return (c & 0xffffff00) | (value & 0xff);
        case 4: return (c & 0xff00ffff) | (value & 0xff) << 16;
        case 5: return value + c;
        case 6: return less() ? value : c;
        case 7: return less() ? c : value;
        default: return value;
    }
}

template <class Model>
void check(const std::string& text, Model&& model) {
    const auto left = left_by(text + " ;\nP2R R17, CC, RZ, 0xf ;", samples());
    ASSERT_EQ(left.size(), samples().size());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const MaxwellGiven& in = samples()[i];
        const std::uint32_t wanted = model(in);
        ASSERT_EQ(left[i][0], wanted) << text << fmt::format(" {:#x} {:#x} {:#x}", in[0], in[1], in[2]);
        ASSERT_EQ(left[i][1], (wanted == 0 ? 1U : 0U) | wanted >> 31 << 1) << text;
    }
}

struct Operation {
    std::string_view name, mode;
    std::int64_t (*of)(std::int64_t a, std::int64_t b);
};
constexpr std::array<Operation, 7> kOperations = {{
    {"VADD", "", [](std::int64_t a, std::int64_t b) { return a + b; }},
    {"VADD", "-b", [](std::int64_t a, std::int64_t b) { return a - b; }},
    {"VADD", "-a", [](std::int64_t a, std::int64_t b) { return b - a; }},
    {"VADD", ".PO", [](std::int64_t a, std::int64_t b) { return a + b + 1; }},
    {"VABSDIFF", "", [](std::int64_t a, std::int64_t b) { return a < b ? b - a : a - b; }},
    {"VMNMX", ".MN", [](std::int64_t a, std::int64_t b) { return std::min(a, b); }},
    {"VMNMX", ".MX", [](std::int64_t a, std::int64_t b) { return std::max(a, b); }},
}};

TEST(MaxwellVideoParts, EveryPartIsTakenAndEverySecondOperationDone) {
    for (unsigned how = 0; how < 7 * 14 * 14 * 8 * 2; how += 23) {
        const Operation& op = kOperations[how % 7];
        const VideoPart &a = kParts[how / 7 % 14], &b = kParts[how / 98 % 14];
        const unsigned second = how / 1372 % 8;
        const bool sign = how / 10976 != 0;
        const std::string_view mode = op.mode.starts_with('.') ? op.mode : "";
        check(fmt::format("{}.{}{}{} R16.CC, {}{}, {}{}, R2", op.name, sign ? "SD" : "UD", mode, kSeconds[second],
                          op.mode == "-a" ? "-" : "", a.text("R0"), op.mode == "-b" ? "-" : "", b.text("R1")),
              [&](const MaxwellGiven& in) {
                  return with_c(static_cast<std::uint32_t>(op.of(a.of(in[0]), b.of(in[1]))), in[2], second, sign);
              });
    }
}

TEST(MaxwellVideoParts, NumbersHaveSixteenBits) {
    for (const VideoPart& a : kParts)
        for (const bool sign : {false, true}) {
            const std::int64_t b = sign ? -0x5322 : 0xacde;
            const std::string number = fmt::format("0xacde.{}", sign ? "S16" : "U16");
            check(fmt::format("VADD.SD R16.CC, {}, {}, R2", a.text("R0"), number),
                  [&](const MaxwellGiven& in) { return static_cast<std::uint32_t>(a.of(in[0]) + b); });
            check(fmt::format("VMAD R16.CC, {}, {}, R2", a.text("R0"), number),
                  [&](const MaxwellGiven& in) { return static_cast<std::uint32_t>(a.of(in[0]) * b) + in[2]; });
        }
}

TEST(MaxwellVideoParts, ProductsTakeEveryPart) {
    constexpr std::array<std::string_view, 4> kModes = {"", ".PO", "", ""};
    for (unsigned how = 0; how < 14 * 14 * 4; ++how) {
        const VideoPart &a = kParts[how % 14], &b = kParts[how / 14 % 14];
        const unsigned negation = how / 196; // none, plus 1, minus the product, minus C
        check(fmt::format("VMAD{} R16.CC, {}{}, {}, {}R2", kModes[negation], negation == 2 ? "-" : "", a.text("R0"),
                          b.text("R1"), negation == 3 ? "-" : ""),
              [&](const MaxwellGiven& in) {
                  const auto product =
                      static_cast<std::uint32_t>(a.of(in[0])) * static_cast<std::uint32_t>(b.of(in[1]));
                  return negation == 2 ? in[2] - product : negation == 3 ? product - in[2] : product + in[2] + negation;
              });
    }
}

TEST(MaxwellVideoParts, PartsAreShifted) {
    for (unsigned how = 0; how < 14 * 7 * 2 * 2 * 4; how += 5) {
        const VideoPart &a = kParts[how % 14], &b = kParts[how / 14 % 7];
        const bool left = how / 98 % 2 != 0, wraps = how / 196 % 2 != 0;
        const unsigned second = how / 392 * 2;
        check(fmt::format("{}.UD{}{} R16.CC, {}, {}, R2", left ? "VSHL" : "VSHR", wraps ? ".W" : "", kSeconds[second],
                          a.text("R0"), b.text("R1")),
              [&](const MaxwellGiven& in) {
                  const std::int64_t by = wraps ? b.of(in[1]) % 32 : std::min<std::int64_t>(b.of(in[1]), 32);
                  const std::int64_t value =
                      left ? static_cast<std::int64_t>(static_cast<std::uint64_t>(a.of(in[0])) << by)
                           : a.of(in[0]) >> by;
                  return with_c(static_cast<std::uint32_t>(value), in[2], second, false);
              });
    }
}

// ---- comparisons

constexpr std::array<std::string_view, 8> kComparisons = {"F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"};
bool compared(unsigned comparison, std::int64_t a, std::int64_t b) {
    return comparison == 7 || (comparison & (a < b ? 1U : a == b ? 2U : 4U)) != 0;
}

TEST(MaxwellVideoParts, PartsAreComparedAsNumbers) {
    constexpr std::array<std::string_view, 3> kBools = {"AND", "OR", "XOR"};
    for (unsigned how = 0; how < 8 * 14 * 14; how += 5) {
        const unsigned comparison = how % 8, second = how / 3 % 8, join = how % 3;
        const VideoPart &a = kParts[how / 8 % 14], &b = kParts[how / 112];
        const std::string sources = a.text("R0") + ", " + b.text("R1");
        const auto holds = [&](const MaxwellGiven& in) { return compared(comparison, a.of(in[0]), b.of(in[1])); };
        check(fmt::format("VSET.{}{} R16.CC, {}, R2", kComparisons[comparison], kSeconds[second], sources),
              [&](const MaxwellGiven& in) { return with_c(holds(in) ? 1 : 0, in[2], second, false); });
        if (how % 2 != 0) continue;
        const bool third = how % 4 != 0;
        const auto left = left_by(fmt::format("VSETP.{}.{} P1, P2, {}, {}PT ;\nP2R R16, PR, RZ, 0x6 ;",
                                              kComparisons[comparison], kBools[join], sources, third ? "" : "!"),
                                  samples());
        for (std::size_t i = 0; i < left.size(); ++i) {
            const auto joined = [&](bool yes) {
                return join == 0 ? yes && third : join == 1 ? yes || third : yes != third;
            };
            const bool yes = holds(samples()[i]);
            ASSERT_EQ(left[i][0], (joined(yes) ? 2U : 0U) | (joined(!yes) ? 4U : 0U)) << sources << how;
        }
    }
}

// ---- four bytes: lanes x to w from the low byte up

TEST(MaxwellVideoParts, FourBytesAreApart) {
    constexpr std::array<std::string_view, 16> kMasks = {"",   ".X",  ".Y",  ".XY",  ".Z",  ".XZ",  ".YZ",  ".XYZ",
                                                         ".W", ".XW", ".YW", ".XYW", ".ZW", ".XZW", ".YZW", ".XYZW"};
    constexpr std::array<std::array<std::string_view, 2>, 4> kOrders = {
        {{"3210", "7654"}, {"1230", "4567"}, {"5432", "5432"}, {"2222", "7777"}}};
    for (unsigned how = 0; how < 16 * 2 * 2 * 2 * 2 * 2 * 4; how += 3) {
        const unsigned mask = how % 16;
        const bool sign_a = how / 16 % 2 != 0, sign_b = how / 32 % 2 != 0, adds = how / 64 % 2 != 0,
                   to_sign = how / 128 % 2 != 0;
        const bool saturates = how / 256 % 2 != 0;
        const auto& [order_a, order_b] = kOrders[how / 512];
        const auto byte = [&](const MaxwellGiven& in, std::string_view order, unsigned lane, bool sign) {
            const std::uint64_t both = std::uint64_t{in[1]} << 32 | in[0];
            const auto value = static_cast<std::int32_t>(both >> (8 * (order[3 - lane] - '0')) & 0xff);
            return sign && value > 127 ? value - 256 : value;
        };
        check(fmt::format("VABSDIFF4.{}.{}.{}{}{}{} R16.CC, R0.{}, R1.{}, R2", to_sign ? "SD" : "UD",
                          sign_a ? "S8" : "U8", sign_b ? "S8" : "U8", saturates ? ".SAT" : "", adds ? ".ACC" : "",
                          kMasks[mask], order_a, order_b),
              [&](const MaxwellGiven& in) {
                  std::uint32_t value = in[2];
                  for (unsigned lane = 0; lane < 4; ++lane) {
                      if ((mask >> lane & 1) == 0) continue;
                      const int a = byte(in, order_a, lane, sign_a), b = byte(in, order_b, lane, sign_b);
                      auto apart = static_cast<std::uint32_t>(a < b ? b - a : a - b);
                      if (saturates) apart = std::min(apart, to_sign ? 127U : 255U);
                      value = adds ? value + apart : (value & ~(0xffU << (8 * lane))) | (apart & 0xff) << (8 * lane);
                  }
                  return value;
              });
    }
}

TEST(MaxwellVideoParts, BoundsOfSumsOfDifferencesAreDoubtful) {
    EXPECT_TRUE(is_approximate("VABSDIFF4.UD.U8.S8.SAT.ACC.X R16, R0.3210, R1.7654, R2 ;", "SAT and ACC"));
    EXPECT_TRUE(caveats_of("VABSDIFF4.UD.U8.S8.SAT.X R16, R0.3210, R1.7654, R2 ;").empty());
}

} // namespace
} // namespace relit::test::maxwell_video_parts
