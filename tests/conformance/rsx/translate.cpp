// Real RSX programs in every language: SPIRV-Tools takes the words, glslang the text for each version, literal and
// optimised, fast and exact, with half and full exports.
#include "translate/translate.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/support/language_check.hpp"
#include "tests/support/rsx/mesa.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace relit::rsx_translate_properties {
namespace {

namespace fs = std::filesystem;
using lang::Dialect;

constexpr lang::Target kTargets[] = {
    {.dialect = Dialect::SpirV, .has_int16 = true, .has_float16 = true},
    {.dialect = Dialect::GlslVulkan, .version = 450, .has_int16 = true, .has_float16 = true},
    {.dialect = Dialect::GlslOpenGl, .version = 430},
    {.dialect = Dialect::GlslOpenGl, .version = 330}};

constexpr std::uint64_t kHalfExports = 0, kFullExportsAndDepth = 0x4e;

/// Its programs, sorted.
std::vector<fs::path> programs_in(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with("vp.bin") || name.ends_with("fp.bin")) found.push_back(entry.path());
    }
    std::ranges::sort(found);
    return found;
}

void expect_taken(const isa::Frontend& guest, Bytes program, const ir::Context& context, const lang::Target& target) {
    const auto done = translate::translate(guest, program, context, target);
    // Literal text of exact arithmetic keeps the registers of halves, which OpenGL has no type for.
    const bool exact = context.values.at(std::string(guest.name()) + ".arithmetic") != 0;
    const bool halves = exact && target.literal && !target.has_float16 && &guest == &isa::rsx::fp::kFrontend;
    if (!done && halves) {
        EXPECT_EQ(done.error().text, "glsl: values of float16_t, which the target lacks");
        return;
    }
    ASSERT_TRUE(done) << done.error().text;
    const ir::Stage stage = &guest == &isa::rsx::vp::kFrontend ? ir::Stage::Vertex : ir::Stage::Fragment;
    test::expect_taken(done->artifact, target, stage);
}

void expect_every_target(const fs::path& path) {
    const bool is_vertex = path.string().ends_with("vp.bin");
    const isa::Frontend& guest = is_vertex ? isa::rsx::vp::kFrontend : isa::rsx::fp::kFrontend;
    const std::vector<std::uint8_t> program = test::bytes_of_file(path);
    for (lang::Target target : kTargets) {
        for (const std::uint64_t exact : {0U, 1U}) {
            for (const bool literal : {false, true}) {
                SCOPED_TRACE(path.string() + (literal ? " literal" : "") + (exact != 0 ? " exact " : " fast ") +
                             std::to_string(static_cast<int>(target.dialect)) + " " + std::to_string(target.version));
                target.literal = literal && target.dialect != Dialect::SpirV;
                const std::uint64_t control = exact != 0 ? kFullExportsAndDepth : kHalfExports;
                const ir::Context context{
                    {{std::string(guest.name()) + ".arithmetic", exact}, {"rsx.fp.control", control}}};
                expect_taken(guest, program, context, target);
            }
        }
    }
}

void expect_all(const fs::path& folder, std::size_t least) {
    const std::vector<fs::path> programs = programs_in(folder);
    ASSERT_GE(programs.size(), least);
    for (const fs::path& path : programs) {
        expect_every_target(path);
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(RsxTranslate, OwnProgramsInEveryLanguage) { expect_all(fs::path(RELIT_DATA) / "rsx", 60); }

fs::path corpus() {
    const char* corpus = std::getenv("RELIT_CORPUS");
    return (corpus != nullptr ? fs::path(corpus) : fs::path(RELIT_SOURCE) / "../shared/corpus") / "rsx";
}

std::string partial_text(const isa::Frontend& guest, const fs::path& path) {
    const lang::Target target{.dialect = Dialect::GlslVulkan, .literal = true};
    const auto done = translate::translate(guest, test::bytes_of_file(path), {}, target);
    return done ? done->artifact.partial : done.error().text;
}

TEST(RsxTranslate, SeedIsTheKnownPartialText) {
    const fs::path folder = corpus() / "foreign/seed";
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    const auto text = [&](const char* name) {
        const std::vector<std::uint8_t> bytes = test::bytes_of_file(folder / name);
        return std::string(bytes.begin(), bytes.end());
    };
    EXPECT_EQ(partial_text(isa::rsx::vp::kFrontend, folder / "seed.vp.bin"), text("seed.vp.partial.glsl"));
    EXPECT_EQ(partial_text(isa::rsx::fp::kFrontend, folder / "seed_listing.fp.bin"), text("seed.fp.partial.glsl"));
}

TEST(RsxTranslate, CorpusInEveryLanguage) {
    const fs::path folder = corpus();
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    expect_all(folder, 100);
}

} // namespace
} // namespace relit::rsx_translate_properties
