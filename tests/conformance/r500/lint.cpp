// Programs of drivers and demos that draw correctly have no findings but those that docs/isa/r500.fs.md and r500.vs.md give reasons for.
#include "isa/r500/fs/text/lint.hpp"
#include "isa/r500/vs/text/lint.hpp"
#include "machine/r500/capture/lint.hpp"
#include "tests/support/r500/corpus.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

namespace relit::r500_lint_corpus {
namespace {

namespace fs = std::filesystem;
using Findings = Result<std::vector<codec::Finding>>;

constexpr std::string_view kKnown[] = {
    "drm_shadertoy_palette_fractal_loop_inner.fs.bin: no-out",
    "hyperz_msaa4_resolve: unwritten-temporary",
    "msaa4_resolve: unwritten-temporary",
    "rv515_msaa4_resolve: unwritten-temporary",
    "src_particle_oriented_animated_quad_vbuf_pixel_shader: texture-acquire",
    "src_particle_physics.fs.bin: texture-acquire",
    "vs_flow: loop-turns",
};

std::vector<std::uint8_t> bytes_in(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void add(std::multiset<std::string>& all, const fs::path& file, const Findings& found) {
    ASSERT_TRUE(found) << file << ": " << found.error().text;
    for (const codec::Finding& finding : *found)
        all.insert(file.filename().string() + ": " + std::string(finding.rule));
}

TEST(R500LintCorpus, OnlyKnownFindings) {
    if (test::r500_corpus_captures().empty())
        GTEST_SKIP() << "no corpus at " << test::r500_corpus() << ": set RELIT_CORPUS";
    std::multiset<std::string> all;
    for (const fs::path& folder : test::r500_corpus_captures())
        add(all, folder, machine::r500::lint(test::read_r500_capture(folder).archive, {}));
    for (const char* shaders : {"own/shaders/mesa", "foreign/shaders/author"})
        for (const fs::directory_entry& entry : fs::directory_iterator(test::r500_corpus() / shaders)) {
            const std::string name = entry.path().filename().string();
            if (name.ends_with(".fs.bin")) add(all, entry.path(), isa::r500::fs::lint_file(bytes_in(entry.path()), {}));
            if (name.ends_with(".vs.bin")) add(all, entry.path(), isa::r500::vs::lint_file(bytes_in(entry.path()), {}));
        }
    EXPECT_EQ(all, std::multiset<std::string>(std::begin(kKnown), std::end(kKnown)));
}

} // namespace
} // namespace relit::r500_lint_corpus
