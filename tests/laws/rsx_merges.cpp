// Full and half registers of RSX fragments where ways meet: the values stay, and the text is about as long as the listing.
#include "cli/agree.hpp"
#include "cli/samples.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "tests/support/rsx_mesa.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace relit {
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
    cli::Setting setting{cli::sample_textures(*lifted, seed), 1U << 16};
    for (unsigned i = 0; i < kInputs; ++i) wanted.push_back(cli::sample_state(*lifted, seed * kInputs + i));
    for (const run::State& state : wanted) {
        got.push_back(run::blank_state(*ready));
        std::ranges::copy(state.files, got.back().files.begin());
        got.back().resources = state.resources;
    }
    ASSERT_TRUE(cli::run_here(*lifted, wanted, setting));
    ASSERT_TRUE(cli::run_here(*ready, got, setting));
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

// A register as a whole on one way and as halves on the other, read as either or both behind; in choices and loops.
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

} // namespace
} // namespace relit
