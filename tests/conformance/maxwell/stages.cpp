// Graphics programs of two compilers become SPIR-V that is valid for Vulkan 1.1 and GLSL that compiles.
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/language_check.hpp"
#include "tests/support/maxwell/draws.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

namespace relit::test::maxwell_stages {
namespace {

lang::Target target_of(lang::Dialect dialect, bool literal = false) {
    const bool spirv = dialect == lang::Dialect::SpirV;
    return {.dialect = dialect,
            .version = spirv ? 0U : 450U,
            .literal = literal,
            .has_int64 = true,
            .has_int16 = true,
            .has_float64 = true};
}

void expect_good(const MaxwellDraw::Program& program, const lang::Target& target, const std::string& name) {
    SCOPED_TRACE(name);
    const auto done = translate::translate(isa::maxwell::kFrontend, program.file, program.context, target);
    ASSERT_TRUE(done) << done.error().text;
    ir::ContextReader reader(program.context);
    const auto module = translate::lift(isa::maxwell::kFrontend, program.file, reader);
    ASSERT_TRUE(module);
    expect_taken(done->artifact, target, module->stage);
}

TEST(MaxwellStages, EveryProgramBecomesWhatPipelinesTake) {
    if (maxwell_draws().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    using enum lang::Dialect;
    const lang::Target targets[] = {target_of(SpirV), target_of(GlslVulkan), target_of(GlslOpenGl),
                                    target_of(GlslVulkan, true)};
    for (const MaxwellDraw& draw : maxwell_draws()) {
        for (const MaxwellDraw::Build& build : draw.builds)
            for (const MaxwellDraw::Program& program : build.programs)
                for (const lang::Target& target : targets)
                    expect_good(program, target, draw.name + (build.mesa ? " mesa " : " uam ") + program.stage);
    }
}

/// Random programs of a stage, with random headers: what they read and write need not be what those name.
class RandomStage {
public:
    explicit RandomStage(std::uint32_t seed) : random_(seed), stage_(1 + seed % 5) {}

    std::string text() {
        std::string all = header();
        const std::uint32_t length = 4 + below(20);
        for (std::uint32_t i = 0; i < length; ++i) all += (below(4) == 0 ? "@P0 " : "") + instruction() + " ;\n";
        return all + "EXIT ;\n";
    }

private:
    std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
    std::uint32_t map() { return static_cast<std::uint32_t>(random_()) & static_cast<std::uint32_t>(random_()); }

    std::string header() {
        const bool fragment = stage_ == 5;
        std::string all = fmt::format(".sph type={}, version=3, shader={}, in_system_ab={:#x}, in_generics={:#x}",
                                      fragment ? 2 : 1, stage_, map() & 0xff000000, map());
        if (fragment)
            return all + fmt::format(", targets={:#x}, depth={}, sample_mask={}\n", map() & 0xffff, below(2), below(2));
        all += fmt::format(", out_system_ab={:#x}, out_generics={:#x}, in_system_c={:#x}, out_system_c={:#x}",
                           map() & 0xff000000, map(), map() & 0xffff, map() & 0xffff);
        return all + fmt::format(", threads={}, topology={}, max_vertices={}\n", 1 + below(8), below(2) == 0 ? 7 : 6,
                                 1 + below(16));
    }
    std::string reg() { return fmt::format("R{}", 4 * below(4)); }
    std::string address() {
        constexpr std::uint32_t kRows[] = {0x60, 0x70, 0x80, 0x90, 0xb0, 0x2c0, 0x2f0, 0x280, 0x310};
        const std::uint32_t at = kRows[below(std::size(kRows))];
        return below(6) == 0 ? fmt::format("a[{}+{:#x}]", reg(), at) : fmt::format("a[{:#x}]", at);
    }
    std::string size() {
        constexpr std::string_view kSizes[] = {"", ".64", ".96", ".128"};
        return std::string(kSizes[below(4)]);
    }
    std::string instruction() {
        switch (below(9)) {
            case 0: return fmt::format("FMUL {}, {}, {}", reg(), reg(), reg());
            case 1: return fmt::format("MOV32I {}, {:#x}", reg(), below(4));
            case 2: return fmt::format("ISETP.LT.AND P0, PT, {}, {}, PT", reg(), reg());
            case 3: return fmt::format("S2R {}, SR_INVOCATION_INFO", reg());
            case 4: return fmt::format("S2R {}, SR_INVOCATION_ID", reg());
            default: return stage_ == 5 ? of_fragment() : of_vertex();
        }
    }
    std::string of_vertex() {
        switch (below(stage_ == 1 ? 3 : 6)) {
            case 0: return fmt::format("AST{} {}, {}", size(), address(), reg());
            case 1: return fmt::format("AST.128 a[0x70], {}", reg());
            case 2: return fmt::format("ALD{} {}, {}", size(), reg(), address());
            case 3: return fmt::format("ALD{} {}, {}, {}", size(), reg(), address(), reg());
            case 4:
                return stage_ == 4 ? "OUT.EMIT R0, R0, RZ" : fmt::format("ALD.P {}, a[{:#x}]", reg(), 4 * below(16));
            default:
                if (stage_ == 4) return "OUT.CUT R0, R0, RZ";
                return stage_ == 2 ? fmt::format("AST.P a[{:#x}], {}", 4 * below(16), reg())
                                   : fmt::format("ALD.O.64 {}, a[0x2f0], R0", reg());
        }
    }
    std::string of_fragment() {
        switch (below(7)) {
            case 0: return fmt::format("IPA.PASS {}, {}", reg(), address());
            case 1: return fmt::format("IPA {}, {}, {}", reg(), address(), reg());
            case 2: return fmt::format("IPA.CONSTANT {}, a[{:#x}]", reg(), below(2) == 0 ? 0x3fc : 0x2e0);
            case 3: return "KIL";
            case 4: return fmt::format("SHFL.BFLY PT, R1, {}, 0x2, 0x1c03", reg());
            case 5: return fmt::format("FSWZADD {}, R1, {}, 0xa5", reg(), reg());
            default: return fmt::format("IPA.PASS.CENTROID {}, a[{:#x}]", reg(), 0x80 + 16 * below(4));
        }
    }

    std::mt19937 random_;
    std::uint32_t stage_;
};

TEST(MaxwellStages, RandomProgramsBecomeValidOrAreRefusedByName) {
    constexpr std::uint32_t kSeeds = 500;
    std::array<std::uint32_t, 5> good{};
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        const std::string text = RandomStage(seed).text();
        const auto file = isa::maxwell::assemble(text, {});
        ASSERT_TRUE(file) << seed << ": " << file.error().text << "\n" << text;
        for (const lang::Dialect dialect : {lang::Dialect::SpirV, lang::Dialect::GlslVulkan}) {
            const lang::Target target = target_of(dialect);
            const auto done = translate::translate(isa::maxwell::kFrontend, *file, {}, target);
            if (!done) {
                EXPECT_EQ(done.error().kind, FaultKind::NotSupported) << seed << ": " << done.error().text;
                continue;
            }
            SCOPED_TRACE(std::to_string(seed) + "\n" + text);
            constexpr ir::Stage kStages[] = {ir::Stage::Vertex, ir::Stage::TessControl, ir::Stage::TessEval,
                                             ir::Stage::Geometry, ir::Stage::Fragment};
            expect_taken(done->artifact, target, kStages[seed % 5]);
            if (dialect == lang::Dialect::SpirV) ++good[seed % 5];
        }
    }
    for (std::size_t i = 0; i < good.size(); ++i) EXPECT_GT(good[i], kSeeds / 5 / 4) << i; // most say something
}

} // namespace
} // namespace relit::test::maxwell_stages
