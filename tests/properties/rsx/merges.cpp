// Full and half registers of RSX fragments where paths merge: the values stay, and the text is about as long as the listing.
#include "isa/rsx/fp/fp.hpp"
#include "tests/support/guests/io_lanes.hpp"
#include "tests/support/rsx/mesa.hpp"
#include "tests/support/values.hpp"
#include "translate/translate.hpp"
#include "verify/agree.hpp"
#include "verify/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace relit::rsx_merges {
namespace {

namespace fs = std::filesystem;

constexpr std::array<lang::Target, 2> kTargets = {
    {{.dialect = lang::Dialect::GlslVulkan},
     {.dialect = lang::Dialect::GlslVulkan, .has_int16 = true, .has_float16 = true}}};

bool is_nan(std::uint64_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

/// Runs the program as it was lifted and as it is printed; on the same eight inputs both hand on the same.
void expect_same_results(Bytes program, const lang::Target& target, std::uint64_t seed) {
    constexpr unsigned kInputs = 8;
    const ir::Context context{{{"rsx.fp.control", 0x4e}, {"rsx.fp.targets", 15}}};
    ir::ContextReader reader(context);
    const auto lifted = isa::lift(isa::rsx::fp::kFrontend, program, reader);
    ASSERT_TRUE(lifted) << lifted.error().text;
    const auto ready = translate::prepare(lifted->clone(), target, {});
    ASSERT_TRUE(ready) << ready.error().text;
    std::vector<run::State> wanted, got;
    verify::Setting setting{verify::sample_textures(*lifted, seed), 1U << 16};
    for (unsigned i = 0; i < kInputs; ++i) wanted.push_back(verify::sample_state(*lifted, seed * kInputs + i));
    for (const run::State& state : wanted) {
        got.push_back(run::blank_state(*ready));
        std::ranges::copy(state.files, got.back().files.begin());
        got.back().resources = state.resources;
    }
    ASSERT_TRUE(verify::run_here(*lifted, wanted, setting));
    ASSERT_TRUE(verify::run_here(*ready, got, setting));
    for (unsigned i = 0; i < kInputs; ++i) {
        EXPECT_EQ(wanted[i].discarded, got[i].discarded);
        for (std::size_t file = 0; file < lifted->files.size() && !wanted[i].discarded; ++file) {
            if (lifted->files[file].role != ir::Role::Output) continue;
            for (std::size_t lane = 0; lane < wanted[i].files[file].size(); ++lane) {
                const std::uint64_t a = wanted[i].files[file][lane], b = got[i].files[file][lane];
                EXPECT_TRUE(a == b || (is_nan(a) && is_nan(b)))
                    << lifted->files[file].name << " " << lane << std::hex << " is " << b << ", not " << a;
            }
        }
    }
}

std::vector<std::uint8_t> assembled(std::string_view text) {
    auto program = codec::assemble(isa::rsx::fp::kCodec, text, {});
    EXPECT_TRUE(program) << program.error().text;
    return program ? *program : std::vector<std::uint8_t>{};
}

// A register as a whole on one path and as halves on the other, read as either or both behind; in choices and loops.
constexpr std::string_view kMixed[] = {
    "MOVRC R0.x, f[TEX0]; IFER (NE.x); MOVR R1, f[TEX1]; ELSE; MOVR R1, f[TEX2]; ENDIF; MOVR R0, R1;",
    "MOVRC R0.x, f[TEX0]; IFER (NE.x); MOVR R1, f[TEX1]; ELSE; MOVH H2, f[TEX2]; MOVH H3, f[TEX0]; ENDIF; MOVR R0, R1;",
    "MOVRC R0.x, f[TEX0]; IFER (NE.x); MOVR R1, f[TEX1]; ELSE; MOVH H2, f[TEX2]; MOVH H3, f[TEX0]; ENDIF; MOVR R0, H3;",
    "MOVRC R0.x, f[TEX0]; IFER (GT.x); MOVR R1, f[TEX1]; ELSE; MOVH H2.y, f[TEX2]; ENDIF; ADDR R0, R1, H2;",
    "MOVRC R0.x, f[TEX0]; IFER (GT.x); MOVH H2.xz, f[TEX1]; ENDIF; MOVR R0, R1; MOVR R2, H2;",
    "MOVR R1, f[TEX1]; REPR {3, 0, 0}; MOVRC R0.x, R1; IFER (LT.x); MOVH H2, f[TEX2]; ENDIF; ADDR R1, R1, f[TEX0];"
    "ENDREP; MOVR R0, R1;",
    "MOVH H2, f[TEX1]; MOVH H4, f[TEX2]; REPR {5, 0, 0}; MOVH H6, H2; MOVH H2, H4; MOVH H4, H6; MOVRC RC, f[TEX0];"
    "BRKR (GT.x); ENDREP; MOVR R0, H2; MOVR R2, R1;",
    "MOVR R1, f[TEX1]; MOVR R2, f[TEX2]; REPR {5, 0, 0}; MOVR R3, R1; MOVR R1, R2; MOVR R2, R3; MOVRC RC, f[TEX0];"
    "BRKR (GT.x); MOVH H3.x, H4; ENDREP; MOVR R0, R1;",
};

TEST(RsxMerges, RegistersHoldTheSameWhateverTheyAreReadAs) {
    for (const std::string_view text : kMixed) {
        SCOPED_TRACE(text);
        const std::vector<std::uint8_t> program = assembled(text);
        for (const lang::Target& target : kTargets)
            for (std::uint64_t seed = 0; seed < 8; ++seed) expect_same_results(program, target, seed);
    }
}

TEST(RsxMerges, RandomProgramsGiveTheSame) {
    for (std::uint64_t seed = 500; seed < 560; ++seed) {
        SCOPED_TRACE(seed);
        expect_same_results(isa::rsx::fp::kCodec.sample(seed), kTargets[seed % kTargets.size()], seed);
    }
}

// ---- one file of halves against full registers and halves apart

/// Moves of R0 to R2, of their halves and of inputs, in choices, loops and subroutines. Halves come from halves and from
/// inputs alone: a readable module does not round.
class RandomMoves {
public:
    RandomMoves(std::uint64_t seed, std::uint32_t most) : random_(seed), most_(most) {}

    [[nodiscard]] std::string text() {
        std::string all = statements(0) + "MOVR R2.w, R0; MOVR R0, H" + number(4) + "; MOVR R3, R1; .end ";
        for (const std::string_view name : kSubroutines) {
            may_call_ = name != kSubroutines.back();
            all += std::string(name) + ": " + statements(1) + "RET; ";
        }
        return all;
    }

private:
    static constexpr std::array<std::string_view, 2> kSubroutines = {"L1", "L2"};

    std::string number(std::uint32_t below) { return std::to_string(random_.below(below)); }
    std::string lanes() {
        constexpr std::array<std::string_view, 7> kLanes = {"", "", "", ".x", ".yw", ".xyz", ".w"};
        return std::string(kLanes[random_.below(kLanes.size())]);
    }
    std::string input() { return "f[TEX" + number(3) + "]"; }
    std::string test() {
        constexpr std::array<std::string_view, 4> kTests = {"GT.x", "LE.y", "NE.z", "LT.w"};
        return "(" + std::string(kTests[random_.below(kTests.size())]) + ")";
    }
    std::string move() {
        if (random_.below(2) == 0)
            return "MOVH H" + number(6) + lanes() + ", " + (random_.below(2) == 0 ? input() : "H" + number(6)) + "; ";
        const std::string full = random_.below(2) == 0 ? "R" + number(3) : "H" + number(6);
        return "MOVR R" + number(3) + lanes() + ", " + (random_.below(3) == 0 ? input() : full) + "; ";
    }
    std::string statement(unsigned depth) {
        switch (depth < 3 ? random_.below(8) : 7) {
            case 0: return "MOVRC RC, " + input() + "; IFER " + test() + "; " + statements(depth + 1) + "ENDIF; ";
            case 1:
                return "MOVRC RC, " + input() + "; IFER " + test() + "; " + statements(depth + 1) + "ELSE; " +
                       statements(depth + 1) + "ENDIF; ";
            case 2: return "REPR {2, 0, 0}; " + statements(depth + 1) + "ENDREP; ";
            case 3:
                if (!may_call_) return move();
                return "MOVRC RC, " + input() + "; CALR" + (random_.below(2) == 0 ? test() : "") + " " +
                       (depth == 0 && random_.below(2) == 0 ? "L1; " : "L2; ");
            default: return move();
        }
    }
    std::string statements(unsigned depth) {
        std::string all;
        for (std::uint64_t i = 0, count = 1 + random_.below(most_); i < count; ++i) all += statement(depth);
        return all;
    }

    test::Random random_;
    std::uint32_t most_; // statements on end
    bool may_call_ = true;
};

struct Lifted {
    ir::Module module;
    std::vector<run::State> states{};
};
std::optional<Lifted> lifted(Bytes program, bool readable) {
    const ir::Context context{{{"rsx.fp.control", 0x4e}, {"rsx.fp.targets", 15}}};
    ir::ContextReader reader(context, {.readable = readable, .named = readable});
    auto module = isa::lift(isa::rsx::fp::kFrontend, program, reader);
    EXPECT_TRUE(module) << (module ? "" : module.error().text);
    if (!module) return {};
    return Lifted{std::move(*module)};
}

/// The readable module, as it is lifted, hands on what the other one does.
void expect_readable_alike(Bytes program, std::uint64_t seed) {
    constexpr unsigned kInputs = 6;
    std::optional<Lifted> plain = lifted(program, false), readable = lifted(program, true);
    if (!plain || !readable) return;
    verify::Setting setting{{}, 1U << 16};
    test::Random random(seed);
    for (unsigned i = 0; i < kInputs; ++i) {
        plain->states.push_back(verify::sample_state(plain->module, seed * kInputs + i));
        readable->states.push_back(run::blank_state(readable->module));
        readable->states[i].resources = plain->states[i].resources;
        const test::IoLanes given = test::io_lanes_of(plain->module, plain->states[i], ir::Role::Input);
        for (const auto& [what, lane] : given) // halves have it exactly, and its own halves are numbers
            *lane = std::bit_cast<std::uint32_t>((static_cast<float>(random.below(65)) - 32) / 4);
        for (const auto& [what, lane] : test::io_lanes_of(readable->module, readable->states[i], ir::Role::Input))
            *lane = *given.at(what);
    }
    ASSERT_TRUE(verify::run_here(plain->module, plain->states, setting));
    ASSERT_TRUE(verify::run_here(readable->module, readable->states, setting));
    for (unsigned i = 0; i < kInputs; ++i) {
        ASSERT_EQ(plain->states[i].discarded, readable->states[i].discarded);
        if (plain->states[i].discarded) continue;
        const test::IoLanes got = test::io_lanes_of(readable->module, readable->states[i], ir::Role::Output);
        for (const auto& [what, wanted] : test::io_lanes_of(plain->module, plain->states[i], ir::Role::Output)) {
            const std::uint64_t a = *wanted, b = *got.at(what);
            EXPECT_TRUE(a == b || (is_nan(a) && is_nan(b)))
                << std::get<1>(what) << " " << std::get<2>(what) << std::hex << " is " << b << ", not " << a;
        }
    }
}

TEST(RsxMerges, ReadableProgramsKeepBothNamesOfARegisterInStep) {
    for (std::uint64_t seed = 0; seed < 800; ++seed) {
        const std::string text = RandomMoves(seed, 1 + static_cast<std::uint32_t>(seed / 200)).text();
        SCOPED_TRACE(text);
        expect_readable_alike(assembled(text), seed);
        if (testing::Test::HasFailure()) return;
    }
}

// ---- text

/// Lines that end a statement, of main() alone.
std::size_t statements_of(const std::string& text) {
    const std::string_view body = std::string_view(text).substr(text.find("void main() {"));
    std::size_t count = 0;
    for (std::size_t at = 0; (at = body.find(";\n", at)) != std::string_view::npos; ++at) ++count;
    return count;
}

std::size_t instructions_of(Bytes program) {
    const auto listing = codec::list(isa::rsx::fp::kCodec, program, {});
    if (!listing) return 0;
    // ELSE, ENDIF and the like are lines of the listing too, though no instructions of the program
    return static_cast<std::size_t>(std::ranges::count_if(
        listing->lines, [](const codec::Line& line) { return line.instruction || line.text.ends_with(";"); }));
}

std::string text_of(Bytes program, const lang::Target& target) {
    const auto done = translate::translate(isa::rsx::fp::kFrontend, program, {}, target);
    EXPECT_TRUE(done) << done.error().text;
    return done ? done->artifact.text : "";
}

void expect_short(Bytes program) {
    for (const lang::Target& target : kTargets) {
        const std::string text = text_of(program, target);
        EXPECT_LE(2 * statements_of(text), 3 * instructions_of(program)) << text;
    }
}

void expect_all_short(const fs::path& folder, std::size_t least) {
    std::size_t found = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.path().string().ends_with("fp.bin")) continue;
        SCOPED_TRACE(entry.path().string());
        expect_short(test::bytes_of_file(entry.path()));
        ++found;
    }
    EXPECT_GE(found, least);
}

TEST(RsxMerges, OwnProgramsHaveAtMostHalfAsManyStatementsMore) { expect_all_short(fs::path(RELIT_DATA) / "rsx", 40); }

TEST(RsxMerges, CorpusProgramsHaveAtMostHalfAsManyStatementsMore) {
    const char* corpus = std::getenv("RELIT_CORPUS");
    const fs::path folder =
        (corpus != nullptr ? fs::path(corpus) : fs::path(RELIT_SOURCE) / "../shared/corpus") / "rsx";
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    expect_all_short(folder, 50);
}

/// A choice of one full register becomes a variable of four lanes: no integers, no arrays.
TEST(RsxMerges, AChoiceOfARegisterIsOneVariable) {
    const std::string text = text_of(assembled(kMixed[0]), kTargets[0]);
    EXPECT_LE(statements_of(text), 4U) << text;
    EXPECT_EQ(text.find("uint"), std::string::npos) << text;
    EXPECT_EQ(text.find("[0]"), std::string::npos) << text;
}

/// Sony's compiler writes a choice of several values like this: each test asks one lane four times, registers are chosen in part.
TEST(RsxMerges, ALadderOfChoicesMovesVectorsAndAsksOneLane) {
    const std::string_view ladder =
        "MOVRC RC.x, f[COL0].x; IFER (NE.x); MOVR R1.xyz, f[TEX0]; MOVR R2.xyz, f[TEX1]; ELSE; "
        "MOVRC RC.x, f[COL0].y; IFER (NE.x); MOVR R1.xyz, f[TEX2]; MOVR R2.xyz, f[TEX3]; ELSE; "
        "MOVRC RC.x, f[COL0].z; IFER (NE.x); MOVR R1.xyz, f[TEX4]; MOVR R2.xyz, f[TEX5]; ELSE; "
        "MOVR R1.xyz, f[TEX6]; MOVR R2.xyz, f[TEX7]; ENDIF; ENDIF; ENDIF; DP3R R0, R1, R2; .end";
    const std::string text = text_of(assembled(ladder), kTargets[0]);
    constexpr std::size_t kChoices = 3, kVectors = 2;
    // Of each choice its test and what its two arms set, and the result.
    EXPECT_LE(statements_of(text), kChoices * (1 + 2 * kVectors) + 1) << text;
    EXPECT_EQ(text.find("any("), std::string::npos) << text;
}

} // namespace
} // namespace relit::rsx_merges
