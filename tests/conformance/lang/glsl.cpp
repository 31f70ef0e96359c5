// Real NV2A programs as GLSL: glslang takes the text for each version, literal and optimised, fast and exact.
#include "isa/nv2a/nv2a.hpp"
#include "tests/support/language_check.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace relit::glsl_corpus {
namespace {

namespace fs = std::filesystem;
using lang::Dialect;

constexpr lang::Target kTargets[] = {{.dialect = Dialect::GlslVulkan, .version = 450},
                                     {.dialect = Dialect::GlslOpenGl, .version = 430},
                                     {.dialect = Dialect::GlslOpenGl, .version = 330}};

std::vector<std::uint8_t> read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> programs_in(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".bin") found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

void expect_compiles(Bytes program, const ir::Context& context, const lang::Target& target, unsigned& refused) {
    const auto done = translate::translate(isa::nv2a::kFrontend, program, context, target);
    if (!done) { // programs that write constants
        EXPECT_EQ(target.version, 330U);
        EXPECT_EQ(done.error().text, "glsl: storage buffers before GLSL 430");
        ++refused;
        return;
    }
    const std::string& text = done->artifact.text;
    test::expect_taken(done->artifact, target, ir::Stage::Vertex);
    EXPECT_EQ(text.find("xyzw."), std::string::npos) << text; // no swizzle of a swizzle
    EXPECT_EQ(text.find(".xxxx."), std::string::npos) << text;
}

void expect_all_compile(const fs::path& folder, std::size_t least) {
    const std::vector<fs::path> programs = programs_in(folder);
    ASSERT_GE(programs.size(), least);
    unsigned refused = 0;
    for (const fs::path& path : programs) {
        SCOPED_TRACE(path.string());
        const std::vector<std::uint8_t> program = read_file(path);
        for (lang::Target target : kTargets) {
            for (const std::uint32_t exact : {0U, 1U}) {
                for (const bool literal : {false, true}) {
                    target.literal = literal;
                    expect_compiles(program, {{{"nv2a.arithmetic", exact}}}, target, refused);
                }
            }
        }
        if (testing::Test::HasFatalFailure()) return;
    }
    EXPECT_LT(refused, programs.size());
}

TEST(GlslCorpus, OwnProgramsCompileEverywhere) { expect_all_compile(fs::path(RELIT_DATA) / "nv2a", 20); }

TEST(GlslCorpus, ForeignProgramsCompileEverywhere) {
    const char* corpus = std::getenv("RELIT_CORPUS");
    const fs::path folder =
        (corpus != nullptr ? fs::path(corpus) : fs::path(RELIT_SOURCE) / "../shared/corpus") / "nv2a/foreign";
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    expect_all_compile(folder, 20);
}

} // namespace
} // namespace relit::glsl_corpus
