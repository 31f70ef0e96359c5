// Quotients, roots and comparisons of floats and doubles: an estimate of a table, made exact by sums of products that round once.
#include "tests/support/maxwell/idioms/rows.hpp"

#include <fmt/format.h>

#include <cmath>

namespace relit::test::float_idioms {
namespace {

// ---- floats

constexpr const char* kQuotient = R"(MUFU.RCP R8, R2 ;
MOV32I R9, 0x3f800000 ;
FFMA R9, R8, -R2, R9 ;
FFMA R8, R8, R9, R8 ;
FFMA R10, R0, R8, RZ ;
FFMA R11, R10, -R2, R0 ;
FFMA R10, R8, R11, R10 ;
FFMA R11, R10, -R2, R0 ;
FFMA R16, R8, R11, R10 ;
)";
constexpr const char* kRoot = R"(LOP32I.AND R12, R0, 0x7fffffff ;
MUFU.RSQ R8, R12 ;
FMUL.FTZ R9, R12, R8 ;
FMUL.FTZ R10, R8, 0.5 ;
FFMA R11, R9, -R9, R12 ;
FFMA R16, R11, R10, R9 ;
)";
constexpr const char* kReciprocal = R"(MUFU.RCP R8, R0 ;
MOV32I R9, 0xbf800000 ;
FFMA R9, R8, R0, R9 ;
FADD.FTZ R9, -R9, -RZ ;
FFMA R16, R8, R9, R8 ;
)";

IdiomRows quotients() {
    return {
        of_floats("float a / b", Operands::NearFloats, kQuotient, [](float a, float b, float) { return a / b; },
                  {{"FFMA R16", "FFMA.RP R16"}, {"FFMA R16", "FFMA.RZ R16"}, {"-R2, R9", "R2, R9"}}),
        of_floats("1 / a", Operands::NearFloats, kReciprocal, [](float a, float, float) { return 1 / a; },
                  {{"FFMA R16", "FFMA.RM R16"}, {"FFMA R16", "FFMA.RP R16"}, {"0xbf8", "0x3f8"}}),
        of_floats("root of |a|", Operands::NearFloats, kRoot,
                  [](float a, float, float) { return std::sqrt(std::fabs(a)); },
                  {{"FFMA R16", "FFMA.RP R16"}, {"-R9", "R9"}, {"0.5", "1"}}),
    };
}

// ---- doubles

constexpr const char* kOne = "MOV R12, RZ ;\nMOV32I R13, 0x3ff00000 ;\n";
constexpr const char* kDoubleReciprocal = R"(MUFU.RCP64H R9, R3 ;
MOV32I R8, 0x1 ;
DFMA R10, R8, -R2, R12 ;
DFMA R10, R10, R10, R10 ;
DFMA R8, R8, R10, R8 ;
DFMA R10, R8, -R2, R12 ;
)";
constexpr const char* kDoubleQuotient = R"(DFMA R8, R8, R10, R8 ;
DMUL R10, R0, R8 ;
DFMA R14, R10, -R2, R0 ;
DFMA R16, R8, R14, R10 ;
)";
constexpr const char* kDoubleRoot = R"(LOP32I.AND R1, R1, 0x7fffffff ;
MUFU.RSQ64H R9, R1 ;
MOV R8, RZ ;
DMUL R10, R8, R8 ;
DFMA R10, R0, -R10, R12 ;
MOV R14, RZ ;
MOV32I R15, 0x3fe00000 ;
DFMA R14, R10, 0.375, R14 ;
DMUL R10, R8, R10 ;
DFMA R8, R14, R10, R8 ;
DMUL R10, R0, R8 ;
IADD32I R9, R9, -0x100000 ;
DFMA R14, R10, -R10, R0 ;
DFMA R16, R14, R8, R10 ;
)";

IdiomRows double_quotients() {
    const std::string reciprocal = std::string(kOne) + kDoubleReciprocal;
    return {
        of_doubles("double 1 / b", Operands::NearDoubles, reciprocal + "DFMA R16, R8, R10, R8 ;\n",
                   [](double, double b, double) { return 1 / b; },
                   {{"DFMA R16", "DFMA.RP R16"}, {"RCP64H", "RSQ64H"}, {"-R2", "R2"}}),
        of_doubles("double a / b", Operands::NearDoubles, reciprocal + kDoubleQuotient,
                   [](double a, double b, double) { return a / b; },
                   {{"DFMA R16", "DFMA.RP R16"}, {"DFMA R16", "DFMA.RZ R16"}, {"R10, -R2", "R10, R2"}}),
        of_doubles(
            "double root of |a|", Operands::NearDoubles, std::string(kOne) + kDoubleRoot,
            [](double a, double, double) { return std::sqrt(std::fabs(a)); },
            {{"DFMA R16", "DFMA.RM R16"}, {"RSQ64H", "RCP64H"}, {"-0x100000", "-0x200000"}, {"-R10, R12", "R10, R12"}}),
    };
}

// ---- comparisons, as C++ has them

struct FloatComparison {
    std::string_view mode, wrong;
    bool (*holds)(double a, double b);
};
constexpr FloatComparison kComparisons[] = {
    {"LT", "LTU", [](double a, double b) { return a < b; }},
    {"LE", "LEU", [](double a, double b) { return a <= b; }},
    {"GT", "GTU", [](double a, double b) { return a > b; }},
    {"GE", "GEU", [](double a, double b) { return a >= b; }},
    {"EQ", "EQU", [](double a, double b) { return a == b; }},
    {"NEU", "NE", [](double a, double b) { return a != b; }},
    {"GEU", "GE", [](double a, double b) { return !(a < b); }},
    {"GTU", "GT", [](double a, double b) { return !(a <= b); }},
    {"LEU", "LE", [](double a, double b) { return !(a > b); }},
    {"LTU", "LT", [](double a, double b) { return !(a >= b); }},
};

IdiomRows float_comparisons() {
    IdiomRows rows;
    for (const FloatComparison& row : kComparisons)
        for (const bool is_double : {false, true}) {
            const auto plain = [row, is_double](const MaxwellGiven& in) {
                const bool holds = is_double ? row.holds(double_at(in, 0), double_at(in, 2))
                                             : row.holds(double{float_at(in, 0)}, double{float_at(in, 2)});
                return MaxwellLeft{holds ? 1U : 0U};
            };
            rows.push_back(
                of_given(fmt::format("{} of {}", row.mode, is_double ? "doubles" : "floats"),
                         is_double ? Operands::Doubles : Operands::Floats, Outcome::Word,
                         fmt::format("{}SETP.{}.AND P0, PT, R0, R2, PT ;\nMOV32I R8, 0x1 ;\nSEL R16, R8, RZ, P0 ;\n",
                                     is_double ? "D" : "F", row.mode),
                         plain, {{row.mode, row.wrong}, {"PT ;", "!PT ;"}}));
        }
    return rows;
}

float clamped(float value) { return std::isnan(value) ? 0.0F : std::fmin(std::fmax(value, 0.0F), 1.0F); }

IdiomRows extremes_of_floats() {
    return {
        of_floats("float a * b + c", Operands::Floats, "FFMA R16, R0, R2, R4 ;\n",
                  [](float a, float b, float c) { return std::fma(a, b, c); },
                  {{"FFMA", "FFMA.RZ"}, {"FFMA", "FFMA.RP"}, {"R4", "-R4"}}),
        of_floats("float a * b + c with two roundings", Operands::NearFloats, "FMUL R8, R0, R2 ;\nFADD R16, R8, R4 ;\n",
                  [](float a, float b, float c) {
                      volatile float product = a * b; // rounds on its own
                      return product + c;
                  },
                  {{"FMUL", "FMUL.RM"}, {"FADD", "FADD.RP"}}),
        of_floats("a held between b and c", Operands::NearFloats, "FMNMX R8, R0, R2, !PT ;\nFMNMX R16, R8, R4, PT ;\n",
                  [](float a, float b, float c) { return std::fmin(std::fmax(a, b), c); },
                  {{"!PT", "PT"}, {", PT", ", !PT"}}),
        of_floats("saturated a + b", Operands::Floats, "FADD.SAT R16, R0, R2 ;\n",
                  [](float a, float b, float) { return clamped(a + b); }, {{".SAT", ""}}),
        of_doubles("double a * b + c", Operands::Doubles, "DFMA R16, R0, R2, R4 ;\n",
                   [](double a, double b, double c) { return std::fma(a, b, c); },
                   {{"DFMA", "DFMA.RM"}, {"R4", "-R4"}}),
        of_doubles("double a - b", Operands::Doubles, "DADD R16, R0, -R2 ;\n",
                   [](double a, double b, double) { return a - b; }, {{"DADD", "DADD.RP"}, {"-R2", "R2"}}),
        of_doubles("most of doubles", Operands::NearDoubles, "DMNMX R16, R0, R2, !PT ;\n",
                   [](double a, double b, double) { return std::fmax(a, b); }, {{"!PT", "PT"}}),
    };
}

} // namespace

IdiomRows rows() {
    IdiomRows all = quotients();
    for (IdiomRows group : {double_quotients(), float_comparisons(), extremes_of_floats()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace relit::test::float_idioms
