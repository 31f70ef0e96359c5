// Sums, comparisons, extremes, shifts and addresses of numbers of two words and more.
#include "tests/support/maxwell/idioms/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::test::wide_idioms {
namespace {

std::int64_t with_sign(std::uint64_t wide) { return static_cast<std::int64_t>(wide); }
std::uint64_t spread(std::uint32_t word) {
    return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(word)});
}

// ---- sums

MaxwellLeft sum_of_four(const MaxwellGiven& in, bool subtracts) {
    MaxwellLeft left{};
    std::uint64_t carry = subtracts ? 1 : 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const std::uint64_t sum = carry + in[i] + (subtracts ? ~in[4 + i] : in[4 + i]);
        left[i] = static_cast<std::uint32_t>(sum), carry = sum >> 32;
    }
    return left;
}

IdiomRows sums() {
    const auto four = [](bool subtracts) {
        return [subtracts](const MaxwellGiven& in) { return sum_of_four(in, subtracts); };
    };
    return {
        of_wides("wide a + b", "IADD R16.CC, R0, R2 ;\nIADD.X R17, R1, R3 ;\n",
                 [](auto a, auto b, auto) { return a + b; }, {{".X", ""}, {".CC", ""}, {".X", ".PO"}}),
        of_wides("wide a - b", "IADD R16.CC, R0, -R2 ;\nIADD.X R17, R1, -R3 ;\n",
                 [](auto a, auto b, auto) { return a - b; }, {{".X", ""}, {".CC", ""}, {"-R3", "R3"}}),
        of_wides("wide -a", "IADD R16.CC, -R0, RZ ;\nIADD.X R17, -R1, RZ ;\n", [](auto a, auto, auto) { return 0 - a; },
                 {{".X", ""}, {".CC", ""}}),
        of_wides(
            "wide ~a + 1",
            "LOP.PASS_B R8, RZ, ~R0 ;\nLOP.PASS_B R9, RZ, ~R1 ;\nIADD32I R16.CC, R8, 0x1 ;\nIADD.X R17, R9, RZ ;\n",
            [](auto a, auto, auto) { return 0 - a; }, {{".X", ""}, {"~R1", "R1"}}),
        of_wides("wide a + a word with a sign", "SHR R8, R2, 0x1f ;\nIADD R16.CC, R0, R2 ;\nIADD.X R17, R1, R8 ;\n",
                 [](auto a, auto b, auto) { return a + spread(static_cast<std::uint32_t>(b)); },
                 {{"SHR", "SHR.U32"}, {".X", ""}}),
        of_wides("wide |a|",
                 "IADD R8.CC, -R0, RZ ;\nIADD.X R9, -R1, RZ ;\nISETP.LT.AND P0, PT, R1, RZ, PT ;\n"
                 "SEL R16, R8, R0, P0 ;\nSEL R17, R9, R1, P0 ;\n",
                 [](auto a, auto, auto) { return with_sign(a) < 0 ? 0 - a : a; },
                 {{".X", ""}, {".LT", ".LT.U32"}, {"P0 ;\nSEL R17", "!P0 ;\nSEL R17"}}),
        of_given("sum of four words each", Operands::Words, Outcome::Words4,
                 "IADD R16.CC, R0, R4 ;\nIADD.X R17.CC, R1, R5 ;\nIADD.X R18.CC, R2, R6 ;\nIADD.X R19, R3, R7 ;\n",
                 four(false), {{".X", ""}, {"R18.CC", "R18"}}),
        of_given("difference of four words each", Operands::Words, Outcome::Words4,
                 "IADD R16.CC, R0, -R4 ;\nIADD.X R17.CC, R1, -R5 ;\nIADD.X R18.CC, R2, -R6 ;\nIADD.X R19, R3, -R7 ;\n",
                 four(true), {{".X", ""}, {"-R6", "R6"}}),
    };
}

IdiomRows addresses() {
    return {
        of_wides("a + 4 b", "SHR R8, R2, 0x1e ;\nISCADD R16.CC, R2, R0, 0x2 ;\nIADD.X R17, R8, R1 ;\n",
                 [](auto a, auto b, auto) { return a + 4 * spread(static_cast<std::uint32_t>(b)); },
                 {{"SHR", "SHR.U32"}, {".X", ""}, {".CC", ""}}),
        of_wides("a + 8 b", "SHR R8, R2, 0x1f ;\nLEA R16.CC, R2, R0, 0x3 ;\nLEA.HI.X R17, R2, R1, R8, 0x3 ;\n",
                 [](auto a, auto b, auto) { return a + 8 * spread(static_cast<std::uint32_t>(b)); },
                 {{"SHR", "SHR.U32"}, {".HI.X", ".HI"}, {".CC", ""}, {"R8, 0x3", "RZ, 0x3"}}),
        of_wides("a + 16 b of a wide b", "LEA R16.CC, R2, R0, 0x4 ;\nLEA.HI.X R17, R2, R1, R3, 0x4 ;\n",
                 [](auto a, auto b, auto) { return a + 16 * b; }, {{".HI.X", ".HI"}, {"R3", "RZ"}}),
    };
}

// ---- comparisons

struct Comparison {
    std::string_view name;
    bool (*holds)(std::uint64_t a, std::uint64_t b, bool has_sign);
};
bool less(std::uint64_t a, std::uint64_t b, bool has_sign) { return has_sign ? with_sign(a) < with_sign(b) : a < b; }
constexpr Comparison kComparisons[] = {
    {"LT", less},
    {"LE", [](auto a, auto b, auto has_sign) { return !less(b, a, has_sign); }},
    {"GT", [](auto a, auto b, auto has_sign) { return less(b, a, has_sign); }},
    {"GE", [](auto a, auto b, auto has_sign) { return !less(a, b, has_sign); }},
    {"EQ", [](auto a, auto b, auto) { return a == b; }},
    {"NE", [](auto a, auto b, auto) { return a != b; }},
};

IdiomRows comparisons() {
    IdiomRows rows;
    for (const Comparison& row : kComparisons)
        for (const bool has_sign : {false, true}) {
            const bool is_order = row.name != "EQ" && row.name != "NE";
            const std::string kind = has_sign ? "" : ".U32";
            const auto plain = [row, has_sign](auto a, auto b, auto) {
                return std::uint64_t{row.holds(a, b, has_sign)};
            };
            rows.push_back(of_wides(fmt::format("wide {}a {} b", has_sign ? "signed " : "", row.name),
                                    fmt::format("IADD RZ.CC, R0, -R2 ;\nISETP.{}{}.X.AND P0, PT, R1, R3, PT ;\n"
                                                "MOV32I R8, 0x1 ;\nSEL R16, R8, RZ, P0 ;\nMOV R17, RZ ;\n",
                                                row.name, kind),
                                    plain, {{".X.", "."}, {".CC", ""}, {"-R2", "R2"}}));
            if (is_order)
                rows.back().wrongs.push_back(has_sign ? MaxwellIdiom::Wrong{".X.", ".U32.X."}
                                                      : MaxwellIdiom::Wrong{".U32", ""});
        }
    // As compiled loops test a word that they count against a wide limit: the high word of the first is RZ.
    rows.push_back(of_wides("a >= wide b",
                            "IADD RZ.CC, R0, -R2 ;\nISETP.GE.U32.X.AND P0, PT, RZ, R3, PT ;\nMOV32I R8, 0x1 ;\n"
                            "SEL R16, R8, RZ, P0 ;\nMOV R17, RZ ;\n",
                            [](auto a, auto b, auto) { return std::uint64_t{static_cast<std::uint32_t>(a) >= b}; },
                            {{".X", ""}, {".U32", ""}}));
    return rows;
}

// ---- extremes

IdiomRows extremes() {
    IdiomRows rows;
    for (const bool has_sign : {false, true})
        for (const bool least : {false, true}) {
            const auto plain = [has_sign, least](auto a, auto b, auto) {
                return less(a, b, has_sign) == least ? a : b;
            };
            const std::string name =
                fmt::format("wide {}{} of a and b", has_sign ? "signed " : "", least ? "least" : "most");
            const std::string_view kind = has_sign ? "" : ".U32", which = least ? "PT" : "!PT";
            rows.push_back(of_wides(
                name,
                fmt::format("IMNMX{0}.XHI R17.CC, R1, R3, {1} ;\nIMNMX.U32.XLO R16, R0, R2, {1} ;\n", kind, which),
                plain,
                {{".XHI", ""},
                 {".XLO", ""},
                 {".CC", ""},
                 {".XLO", ".XHI"},
                 least ? MaxwellIdiom::Wrong{"PT", "!PT"} : MaxwellIdiom::Wrong{"!PT", "PT"},
                 has_sign ? MaxwellIdiom::Wrong{"IMNMX", "IMNMX.U32"} : MaxwellIdiom::Wrong{".U32", ""}}));
            rows.push_back(of_wides(name + " by a choice",
                                    fmt::format("IADD RZ.CC, R0, -R2 ;\nISETP.LT{}.X.AND P0, PT, R1, R3, PT ;\n"
                                                "SEL R16, R0, R2, {}P0 ;\nSEL R17, R1, R3, {}P0 ;\n",
                                                kind, least ? "" : "!", least ? "" : "!"),
                                    plain, {{".X", ""}, {"LT", "GE"}}));
        }
    // What Thrust's kernels begin with: how many of 512 things are left to do, and whether all are.
    rows.push_back(of_given("rest of a tile", Operands::Words, Outcome::Word,
                            "IADD R8.CC, R0, -R2 ;\nIADD.X R9, R1, -R3 ;\nIMNMX.XHI R9.CC, R9, RZ, PT ;\n"
                            "IMNMX.U32.XLO R8, R8, 0x200, PT ;\nIADD32I RZ.CC, R8, -0x200 ;\n"
                            "ISETP.NE.X.AND P0, PT, R9, RZ, PT ;\nMOV32I R10, 0x80000000 ;\nSEL R10, RZ, R10, P0 ;\n"
                            "LOP.XOR R16, R8, R10 ;\n",
                            [](const MaxwellGiven& in) {
                                const std::int64_t rest =
                                    std::min<std::int64_t>(with_sign(wide_at(in, 0) - wide_at(in, 2)), 512);
                                const std::uint32_t full = rest == 512 ? 0x80000000 : 0;
                                return MaxwellLeft{static_cast<std::uint32_t>(rest) ^ full};
                            },
                            {{".XHI", ".U32.XHI"}, {".XLO", ""}, {".NE.X", ".NE"}, {".XHI", ""}}));
    return rows;
}

// ---- shifts

std::uint64_t left_shift(std::uint64_t a, std::uint32_t n) { return n >= 64 ? 0 : a << n; }
std::uint64_t right_shift(std::uint64_t a, std::uint32_t n) { return n >= 64 ? 0 : a >> n; }
std::uint64_t right_shift_with_sign(std::uint64_t a, std::uint32_t n) {
    return static_cast<std::uint64_t>(with_sign(a) >> std::min(n, 63U));
}

IdiomRows shifts() {
    IdiomRows rows = {
        of_wides("wide a << n", "SHF.L.U64 R17, R0, R4, R1 ;\nSHL R16, R0, R4 ;\n",
                 [](auto a, auto, auto n) { return left_shift(a, n); },
                 {{".U64", ""}, {".L.U64", ".L.W.U64"}, {"SHL", "SHL.W"}, {".L.", ".R."}}),
        of_wides("wide a >> n", "SHF.R.U64 R16, R0, R4, R1 ;\nSHR.U32 R17, R1, R4 ;\n",
                 [](auto a, auto, auto n) { return right_shift(a, n); },
                 {{".U64", ""}, {".U64", ".S64"}, {".R.U64", ".R.W.U64"}, {".U32", ""}, {".U32", ".U32.W"}}),
        of_wides("wide signed a >> n", "SHF.R.S64 R16, R0, R4, R1 ;\nSHR R17, R1, R4 ;\n",
                 [](auto a, auto, auto n) { return right_shift_with_sign(a, n); },
                 {{".S64", ".U64"}, {".R.S64", ".R.W.S64"}, {"SHR", "SHR.U32"}, {".S64", ""}}),
    };
    for (const std::uint32_t n : {1U, 13U, 31U}) {
        rows.push_back(of_wides(fmt::format("wide a << {}", n),
                                fmt::format("SHF.L.U64 R17, R0, {0:#x}, R1 ;\nSHL R16, R0, {0:#x} ;\n", n),
                                [n](auto a, auto, auto) { return a << n; }, {{".L", ".R"}, {"SHL", "SHR.U32"}}));
        rows.push_back(of_wides(fmt::format("wide signed a >> {}", n),
                                fmt::format("SHF.R.U64 R16, R0, {0:#x}, R1 ;\nSHR R17, R1, {0:#x} ;\n", n),
                                [n](auto a, auto, auto) { return right_shift_with_sign(a, n); },
                                {{".R", ".L"}, {"SHR", "SHR.U32"}}));
    }
    return rows;
}

std::uint32_t rotated(std::uint32_t a, std::uint32_t n) { return std::rotl(a, static_cast<int>(n & 31)); }
std::uint64_t joined(std::uint32_t high, std::uint32_t low) { return std::uint64_t{high} << 32 | low; }

IdiomRows rotations() {
    return {
        of_words("a rotated left", "SHF.L.W R16, R0, R4, R0 ;\n", [](auto a, auto, auto n) { return rotated(a, n); },
                 {{".W", ""}, {".L", ".R"}, {".W", ".W.U64"}}),
        of_words("a rotated right", "SHF.R.W R16, R0, R4, R0 ;\n",
                 [](auto a, auto, auto n) { return rotated(a, 32 - (n & 31)); }, {{".W", ""}, {".R", ".L"}}),
        of_words("funnel shift left", "SHF.L.W R16, R0, R4, R2 ;\n",
                 [](auto a, auto b, auto n) { return static_cast<std::uint32_t>((joined(b, a) << (n & 31)) >> 32); },
                 {{".W", ""}, {".L", ".R"}}),
        of_words(
            "funnel shift left, clamped", "SHF.L R16, R0, R4, R2 ;\n",
            [](auto a, auto b, auto n) { return static_cast<std::uint32_t>((joined(b, a) << std::min(n, 32U)) >> 32); },
            {{"SHF.L", "SHF.L.W"}, {"SHF.L", "SHF.L.U64"}}),
        of_words("funnel shift right, clamped", "SHF.R R16, R0, R4, R2 ;\n",
                 [](auto a, auto b, auto n) { return static_cast<std::uint32_t>(joined(b, a) >> std::min(n, 32U)); },
                 {{"SHF.R", "SHF.R.W"}, {"SHF.R", "SHF.R.U64"}, {"SHF.R", "SHF.R.S64"}}),
        of_wides("wide a rotated by 13", "SHF.L.W R17, R0, 0xd, R1 ;\nSHF.L.W R16, R1, 0xd, R0 ;\n",
                 [](auto a, auto, auto) { return std::rotl(a, 13); }, {{".L", ".R"}}),
        of_wides("wide a rotated by 45", "SHF.L.W R17, R1, 0xd, R0 ;\nSHF.L.W R16, R0, 0xd, R1 ;\n",
                 [](auto a, auto, auto) { return std::rotl(a, 45); }, {{".L", ".R"}}),
    };
}

} // namespace

IdiomRows rows() {
    IdiomRows all = sums();
    for (IdiomRows group : {addresses(), comparisons(), extremes(), shifts(), rotations()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace relit::test::wide_idioms
