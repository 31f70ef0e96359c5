// What threads of a warp do together: sums over the warp, votes, and changes of bytes, halves and floats in memory by loops that
// try again until no other thread came between.
#include "tests/support/exact_floats.hpp"
#include "tests/support/maxwell/idioms/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::test::warp_idioms {
namespace {

using Warp = std::span<const MaxwellGiven>;

MaxwellIdiom of_warp(std::string name, Operands operands, Outcome outcome, std::string text, MaxwellIdiom::Plain plain,
                     Wrongs wrongs) {
    return {std::move(name), std::move(text), operands, outcome, std::move(plain), std::move(wrongs)};
}
template <class Function>
MaxwellIdiom of_warp_words(std::string name, std::string text, Function plain, Wrongs wrongs) {
    return of_warp(
        std::move(name), Operands::Words, Outcome::Word, std::move(text),
        [plain](Warp warp, std::size_t lane) { return MaxwellLeft{plain(warp, lane)}; }, std::move(wrongs));
}

// ---- sums over the warp

std::uint32_t sum_to(Warp warp, std::size_t end) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < end; ++i) sum += warp[i][0];
    return sum;
}

/// A step for each distance; {0} is the distance.
std::string steps(std::string_view step, std::initializer_list<unsigned> distances) {
    std::string text;
    for (const unsigned distance : distances) text += fmt::format(fmt::runtime(step), distance);
    return text;
}

IdiomRows reductions() {
    const std::string wide_step =
        "SHFL.BFLY PT, R8, R16, {0:#x}, 0x1f ;\nSHFL.BFLY PT, R9, R17, {0:#x}, 0x1f ;\n"
        "IADD R16.CC, R16, R8 ;\nIADD.X R17, R17, R9 ;\n";
    return {
        of_warp_words("sum over the warp, in lane 0",
                      "MOV R8, R0 ;\n" +
                          steps("SHFL.DOWN PT, R9, R8, {:#x}, 0x1f ;\nIADD R8, R8, R9 ;\n", {16, 8, 4, 2, 1}) +
                          "S2R R9, SR_LANEID ;\nISETP.EQ.AND P0, PT, R9, RZ, PT ;\nSEL R16, R8, RZ, P0 ;\n",
                      [](Warp warp, std::size_t lane) { return lane == 0 ? sum_to(warp, warp.size()) : 0; },
                      {{"DOWN", "UP"}, {"0x10, 0x1f", "0x10, 0x101f"}, {"0x1f", "0x0"}}),
        of_warp_words(
            "sum over the warp, in every lane",
            "MOV R16, R0 ;\n" + steps("SHFL.BFLY PT, R9, R16, {:#x}, 0x1f ;\nIADD R16, R16, R9 ;\n", {16, 8, 4, 2, 1}),
            [](Warp warp, std::size_t) { return sum_to(warp, warp.size()); },
            {{"BFLY", "DOWN"}, {"0x10, 0x1f", "0x10, 0x1c1f"}, {"BFLY", "IDX"}}),
        of_warp_words(
            "sum over eight lanes",
            "MOV R16, R0 ;\n" + steps("SHFL.BFLY PT, R9, R16, {:#x}, 0x181f ;\nIADD R16, R16, R9 ;\n", {4, 2, 1}),
            [](Warp warp, std::size_t lane) { return sum_to(warp.subspan(lane / 8 * 8), 8); },
            {{"BFLY", "UP"}, {"0x4, 0x181f", "0x4, 0x1c1f"}}),
        of_warp("wide sum over the warp", Operands::Words, Outcome::Wide,
                "MOV R16, R0 ;\nMOV R17, R1 ;\n" + steps(wide_step, {16, 8, 4, 2, 1}),
                [](Warp warp, std::size_t) {
                    std::uint64_t sum = 0;
                    for (const MaxwellGiven& in : warp) sum += wide_at(in, 0);
                    return left_wide(sum);
                },
                {{"IADD.X", "IADD"}, {"R17, 0x10", "R16, 0x10"}}),
        of_warp_words(
            "sums up to each lane",
            "MOV R16, R0 ;\n" + steps("SHFL.UP P0, R9, R16, {:#x}, 0x0 ;\n@P0 IADD R16, R16, R9 ;\n", {1, 2, 4, 8, 16}),
            [](Warp warp, std::size_t lane) { return sum_to(warp, lane + 1); },
            {{"@P0", "@PT"}, {"UP", "DOWN"}, {"UP", "BFLY"}}),
        of_warp_words("least over the warp",
                      "MOV R16, R0 ;\n" +
                          steps("SHFL.BFLY PT, R9, R16, {:#x}, 0x1f ;\nIMNMX R16, R16, R9, PT ;\n", {16, 8, 4, 2, 1}),
                      [](Warp warp, std::size_t) {
                          const auto with_sign = [](const MaxwellGiven& in) {
                              return static_cast<std::int32_t>(in[0]);
                          };
                          return std::ranges::min_element(warp, {}, with_sign)->front();
                      },
                      {{"IMNMX", "IMNMX.U32"}, {"R9, PT ;\nSHFL", "R9, !PT ;\nSHFL"}}),
        of_warp_words("of the lane that a register names",
                      "LOP32I.AND R8, R6, 0x1f ;\nSHFL.IDX PT, R16, R0, R8, 0x1f ;\n",
                      [](Warp warp, std::size_t lane) { return warp[warp[lane][6] & 31][0]; },
                      {{"IDX", "BFLY"}, {"0x1f ;\n", "0xf ;\n"}}),
    };
}

// ---- votes

bool is_odd(const MaxwellGiven& in) { return (in[0] & 1) != 0; }
std::uint32_t ballot(Warp warp) {
    std::uint32_t lanes = 0;
    for (std::size_t i = 0; i < warp.size(); ++i) lanes |= (is_odd(warp[i]) ? 1U : 0U) << i;
    return lanes;
}

IdiomRows votes() {
    const std::string odd = "LOP32I.AND R8, R0, 0x1 ;\nISETP.NE.AND P0, PT, R8, RZ, PT ;\n";
    return {
        of_warp_words("ballot", odd + "VOTE.ANY R16, PT, P0 ;\n", [](Warp warp, std::size_t) { return ballot(warp); },
                      {{"PT, P0", "PT, !P0"}, {"NE", "EQ"}}),
        of_warp_words("place among those that are odd",
                      odd + "VOTE.ANY R9, PT, P0 ;\nS2R R10, SR_LTMASK ;\nLOP.AND R9, R9, R10 ;\nPOPC R16, R9 ;\n",
                      [](Warp warp, std::size_t lane) {
                          return static_cast<std::uint32_t>(std::popcount(ballot(warp) & ((1U << lane) - 1)));
                      },
                      {{"LTMASK", "LEMASK"}, {"LTMASK", "GTMASK"}, {"LOP.AND", "LOP.XOR"}}),
        of_warp_words("first lane that is odd, and its number",
                      odd + "VOTE.ANY R9, PT, P0 ;\nBFE.U32.BREV R9, R9, 0x2000 ;\nFLO.U32.SH R9, R9 ;\n"
                            "SHFL.IDX PT, R16, R0, R9, 0x1f ;\n",
                      [](Warp warp, std::size_t lane) {
                          const auto found = std::ranges::find_if(warp, is_odd);
                          return found == warp.end() ? warp[31][0] : (void(lane), (*found)[0]);
                      },
                      {{".BREV", ""}, {"P0 ;\nBFE", "!P0 ;\nBFE"}}),
    };
}

// ---- loops that try again

constexpr const char* kTryAgain = R"(LDG.E R8, [R26] ;
AGAIN{0}:
{1}ATOM.CAS.E R11, [R26], R8 ;
ISETP.NE.AND P0, PT, R11, R8, PT ;
MOV R8, R11 ;
@P0 BRA AGAIN{0} ;
)";

/// R26 and R27 become the address of the result of the first of `sharers` threads, R25 the thread's number among them.
std::string shared_word(unsigned sharers) {
    return fmt::format(
        "S2R R24, SR_TID.X ;\nLOP32I.AND R25, R24, {:#x} ;\nLOP32I.AND R24, R24, {:#x} ;\nSHL R24, R24, 0x4 ;\n"
        "MOV R26, c[0x0][0x140] ;\nMOV R27, c[0x0][0x144] ;\nIADD R26.CC, R26, R24 ;\nIADD.X R27, R27, RZ ;\n",
        sharers - 1, ~(sharers - 1));
}
constexpr const char* kReadTogether = "BAR.SYNC 0x0 ;\nLDG.E R16, [R26] ;\nBAR.SYNC 0x0 ;\n";

/// Adds register `value` to the byte R25 of the word, by the field that R28 names.
std::string byte_added(int number, int value) {
    const std::string change = fmt::format(
        "SHR.U32 R10, R8, R28 ;\nIADD R10, R10, R{} ;\nLOP32I.OR R29, R28, 0x800 ;\n"
        "BFI R9, R10, R29, R8 ;\n",
        value);
    return "SHL R28, R25, 0x3 ;\n" + fmt::format(fmt::runtime(kTryAgain), number, change);
}
/// Adds the low half of `value` to the half R25 of the word.
std::string half_added(int number, int value) {
    const std::string change = fmt::format(
        "SHR.U32 R10, R8, R28 ;\nHADD2 R10, R10.H0_H0, R{}.H0_H0 ;\n"
        "LOP32I.OR R29, R28, 0x1000 ;\nBFI R9, R10, R29, R8 ;\n",
        value);
    return "SHL R28, R25, 0x4 ;\n" + fmt::format(fmt::runtime(kTryAgain), number, change);
}
/// The thread turns to the next part of the word.
std::string next_slot(unsigned sharers) {
    return fmt::format("IADD R25, R25, 0x1 ;\nLOP32I.AND R25, R25, {:#x} ;\n", sharers - 1);
}

std::uint32_t bytes_of_word(Warp warp, std::size_t lane) {
    const Warp four = warp.subspan(lane / 4 * 4, 4);
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i) word |= ((four[i][0] + four[(i + 3) % 4][2]) & 0xff) << (8 * i);
    return word;
}
std::uint32_t halves_of_word(Warp warp, std::size_t lane) {
    const Warp two = warp.subspan(lane / 2 * 2, 2);
    const FloatFormat& format = kFloatFormats[0];
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        const long double sum =
            number_of(two[i][0] & 0xffff, format) + number_of(two[1 - i][2] & 0xffff, format) + 0.0L;
        word |= static_cast<std::uint32_t>(rounded_to(sum, format, Direction::Nearest)) << (16 * i);
    }
    return word;
}

/// The greatest float of the warp, kept in shared memory at four bytes for each warp.
constexpr const char* kGreatest = R"(S2R R24, SR_TID.X ;
SHR.U32 R24, R24, 0x5 ;
SHL R24, R24, 0x2 ;
MOV32I R8, 0xff800000 ;
STS [R24], R8 ;
BAR.SYNC 0x0 ;
LDS R8, [R24] ;
AGAIN:
FMNMX R9, R8, R0, !PT ;
ATOMS.CAS R11, [R24], R8 ;
ISETP.NE.AND P0, PT, R11, R8, PT ;
MOV R8, R11 ;
@P0 BRA AGAIN ;
BAR.SYNC 0x0 ;
LDS R16, [R24] ;
)";

IdiomRows retries() {
    return {
        of_warp_words("bytes added in memory",
                      shared_word(4) + byte_added(1, 0) + next_slot(4) + byte_added(2, 2) + kReadTogether,
                      bytes_of_word,
                      {{"0x800", "0x1000"}, {"SHR.U32 R10, R8, R28", "MOV R10, R8"}, {"R29, R8", "R29, RZ"}}),
        of_warp("halves added in memory", Operands::Halves, Outcome::Word,
                shared_word(2) + half_added(1, 0) + next_slot(2) + half_added(2, 2) + kReadTogether,
                [](Warp warp, std::size_t lane) { return MaxwellLeft{halves_of_word(warp, lane)}; },
                {{"0x1000", "0x800"}, {".H0_H0, R0.H0_H0", ".H0_H0, R0.H1_H1"}, {"R29, R8", "R29, RZ"}}),
        of_warp("greatest float in shared memory", Operands::NearFloats, Outcome::Float, kGreatest,
                [](Warp warp, std::size_t) {
                    float greatest = float_at(warp[0], 0);
                    for (const MaxwellGiven& in : warp) greatest = std::max(greatest, float_at(in, 0));
                    return MaxwellLeft{std::bit_cast<std::uint32_t>(greatest)};
                },
                {{"!PT", "PT"}, {"FMNMX R9, R8, R0, !PT", "IMNMX.U32 R9, R8, R0, !PT"}, {"0x5", "0x6"}}),
    };
}

} // namespace

IdiomRows rows() {
    IdiomRows all = reductions();
    for (IdiomRows group : {votes(), retries()}) all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace relit::test::warp_idioms
