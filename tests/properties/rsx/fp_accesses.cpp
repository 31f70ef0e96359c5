// Nothing that RSX fragment programs read or write vanishes in silence: every number of attributes, registers, targets and textures is
// translated, listed or refused. What must be translated is listed here.
#include "isa/rsx/fp/fp.hpp"
#include "tests/support/guests/reported.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace relit::isa::rsx::fp::rsx_fp_accesses {
namespace {

using test::expect_listed;
using test::expect_translated;

test::Reported reported(std::string_view text, const ir::Context& context = {}) {
    return test::translated(kFrontend, text, context);
}

TEST(RsxFpAccesses, OfAttributes) {
    constexpr std::array<std::string_view, 16> kWanted = {
        "gl_FragCoord", "col0", "col1", "fogc", "tex0", "tex1", "tex2",           "tex3",
        "tex4",         "tex5", "tex6", "tex7", "tex8", "tex9", "gl_FrontFacing", ""};
    for (unsigned n = 0; n < 16; ++n)
        for (const char* letter : {"f", "g"}) {
            const auto done =
                reported(fmt::format("MOVR R0, {}[TEX0] @ {{input={}}}; # last instruction\n", letter, n));
            if (n < 15)
                expect_translated(done, kWanted[n], "attribute");
            else
                expect_listed(done, "this attribute does not exist");
        }
}

TEST(RsxFpAccesses, OfIndexedAttributes) {
    for (unsigned n = 0; n < 2048; ++n) {
        const auto done = reported(fmt::format("MOVR R0, f[aL+4] @ {{index={}}}; # last instruction\n", n));
        EXPECT_EQ(done.notes_of("outside of TEX0 to TEX9"), n > 9) << n << done.notes;
        expect_translated(done, "tex", "attribute");
    }
}

TEST(RsxFpAccesses, OfEveryKindOfTexcoord) {
    for (unsigned n = 0; n < 10; ++n)
        for (const std::uint32_t control : {0U, 1U, 16U, 17U})
            for (const std::uint32_t sprite : {0U, 1U | 0x100U << n}) {
                const auto done =
                    reported(fmt::format("MOVR R0, f[TEX{}]; # last instruction\n", n),
                             {{{fmt::format("rsx.fp.texcoord{}", n), control}, {"rsx.fp.point_sprite", sprite}}});
                expect_translated(done, sprite != 0 ? "gl_PointCoord" : fmt::format("tex{}", n), "tex");
                if (sprite == 0 && control >= 16) expect_translated(done, "centroid in", "tex");
                if ((control & 1) != 0) expect_translated(done, "gl_FragCoord.w", "tex");
            }
}

TEST(RsxFpAccesses, OfRegisters) {
    for (unsigned n = 0; n < 64; ++n)
        for (const bool half : {false, true}) {
            const std::string_view name = half ? "H" : "R";
            const std::string write = fmt::format("MOVR {}0, f[TEX3] @ {{dst={}}};\n", name, n);
            const std::string read = fmt::format("MOVR R0, {}0 @ {{src0.temp={}}}; # last instruction\n", name, n);
            const auto done = reported(write + read);
            if (half || n < 48) {
                expect_translated(done, "tex3", "exist");
                continue;
            }
            expect_listed(done, "writes a register that does not exist");
            expect_listed(reported(read), "R48 to R63 do not exist");
        }
}

TEST(RsxFpAccesses, OfTargetsAndDepth) {
    for (unsigned n = 0; n < 4; ++n)
        for (const bool full : {true, false}) {
            constexpr std::array<unsigned, 4> kFull = {0, 2, 3, 4};
            const std::string reg = full ? fmt::format("R{}", kFull[n]) : fmt::format("H{}", 2 * kFull[n]);
            const auto done = reported(fmt::format("MOVR {}, f[TEX3]; # last instruction\n", reg),
                                       {{{"rsx.fp.control", full ? 0x40U : 0U}, {"rsx.fp.targets", 1U << n}}});
            expect_translated(done, fmt::format("color{} = ", n), "target");
            expect_translated(done, "tex3", "target");
        }
    expect_translated(reported("MOVR R1.z, f[TEX3].x; # last instruction\n", {{{"rsx.fp.control", 0x4eU}}}),
                      "gl_FragDepth = tex3.x", "depth");
}

TEST(RsxFpAccesses, OfTexturesOfEveryKindAndWrap) {
    for (unsigned unit = 0; unit < 16; ++unit) {
        const std::string program = fmt::format("TEXR R0, f[TEX0], TEX{}; # last instruction\n", unit);
        constexpr std::string_view kSamplers[] = {"", "sampler1D", "sampler2D", "sampler3D", "samplerCube"};
        for (unsigned kind = 0; kind < 16; ++kind) {
            const auto done = reported(program, {{{fmt::format("rsx.fp.texture{}.kind", unit), kind}}});
            if (kind >= 1 && kind <= 4)
                expect_translated(done, fmt::format("{} t{}", kSamplers[kind], unit), "has kind");
            else
                expect_listed(done, fmt::format("texture {} has kind {}", unit, kind));
        }
        for (unsigned mode = 0; mode < 16; ++mode) {
            const auto done = reported(program, {{{fmt::format("rsx.fp.texture{}.wrap", unit), mode << 4}}});
            EXPECT_EQ(done.notes_of(fmt::format("texture {} has wrap mode {}", unit, mode)), mode > 8);
        }
    }
}

TEST(RsxFpAccesses, OfSurfaceFormatsAndFogModes) {
    for (unsigned format = 0; format < 32; ++format) {
        const auto done = reported("MOVR R0, f[TEX0]; # last instruction\n", {{{"rsx.fp.format", format}}});
        const bool exists = format < 6 || (format >= 8 && format <= 16);
        EXPECT_EQ(done.notes_of(fmt::format("surface format {}", format)), !exists) << done.notes;
    }
    for (const unsigned mode : {0U, 0x2601U, 0x800U, 0x801U, 0x802U, 0x803U, 0x804U, 0x7ffU, 0x805U, 1U, 0x2600U}) {
        const auto done = reported("MOVR R0, f[FOGC]; # last instruction\n", {{{"rsx.fp.fog_mode", mode}}});
        const bool exists = mode == 0 || mode == 0x2601 || (mode >= 0x800 && mode <= 0x804);
        EXPECT_EQ(done.notes_of(fmt::format("fog mode {}", mode)), !exists) << mode;
    }
}

} // namespace
} // namespace relit::isa::rsx::fp::rsx_fp_accesses
