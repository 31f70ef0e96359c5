// Accesses of R500 programs by every number: each is translated, or what becomes of it is listed.
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/vs/vs.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace relit::r500_accesses {
namespace {

constexpr lang::Target kTarget{.dialect = lang::Dialect::GlslVulkan, .version = 450};

/// Whether the translation has `wanted` in its code, or `name` in what it lists; a refusal names it too.
void expect_told(const isa::Frontend& guest, std::string_view text, const ir::Context& context, std::string_view wanted,
                 std::string_view name) {
    SCOPED_TRACE(std::string(text) + ir::print(context));
    const auto file = codec::assemble(guest.codec, text, {});
    if (!file) return; // the text has no such register
    const auto done = translate::translate(guest, *file, context, kTarget);
    if (!done) {
        EXPECT_NE(done.error().text.find(name), std::string::npos) << done.error().text;
        return;
    }
    const lang::Artifact& artifact = done->artifact;
    const bool is_listed = std::ranges::any_of(artifact.approximate,
                                               [&](const std::string& note) { return note.find(name) != note.npos; });
    EXPECT_TRUE(is_listed || artifact.text.find(wanted) != std::string::npos) << artifact.text;
}
void expect_vertex(std::string_view text, std::string_view wanted, std::string_view name) {
    expect_told(isa::r500::vs::kFrontend, text, {}, wanted, name);
}
constexpr std::string_view kOut =
    "OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].a = MAX src0.r src0.r , "
    "out[0].rgb = MAD src0.rgb src0.111 src0.000 ;\n";

TEST(R500Accesses, OfVertexInputs) {
    for (unsigned n = 0; n < 128; ++n) {
        const std::string name = fmt::format("input[{}]", n), after = n < 10 ? " " : "";
        expect_vertex(fmt::format("out[0].xyzw = VE_ADD input[{0}].xyzw input[{0}].0000 ;\n", n),
                      fmt::format("v{} ", n), name);
        expect_vertex(fmt::format("input[{0}].xyzw = VE_ADD input[0].xyzw input[0].0000 ;\n"
                                  "out[0].xyzw = VE_ADD input[{0}].xyzw input[{0}].0000 ;\n",
                                  n),
                      "v0 ", name);
    }
}

TEST(R500Accesses, OfVertexConstants) {
    for (unsigned n = 0; n < 256; ++n)
        expect_vertex(fmt::format("out[0].xyzw = VE_ADD const[{0}].xyzw const[{0}].0000 ;\n", n),
                      fmt::format("c[{}]", n), fmt::format("const[{}]", n));
    // counted from the last one on, they lie outside
    expect_told(isa::r500::vs::kFrontend, "out[0].xyzw = VE_ADD const[1].xyzw const[1].0000 ;\n",
                {{{"r500.vs.const_cntl", 0xff}}}, "none", "const[256]");
}

TEST(R500Accesses, OfVertexOutputs) {
    for (unsigned n = 1; n < 128; ++n)
        expect_vertex(fmt::format("out[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;\n"
                                  "out[{}].xyzw = VE_ADD input[1].xyzw input[1].0000 ;\n",
                                  n),
                      fmt::format("texture_coordinate_{} = v1", n - 1), fmt::format("out[{}]", n));
}

TEST(R500Accesses, OfFragmentConstantsAndTargets) {
    for (unsigned n = 0; n < 256; ++n)
        expect_told(isa::r500::fs::kFrontend,
                    fmt::format("OUT TEX_SEM_WAIT src0.rgb = const[{0}] : out[{1}].a = MAX src0.r src0.r , "
                                "out[{1}].rgb = MAD src0.rgb src0.111 src0.000 ;\n",
                                n, n % 4),
                    {}, fmt::format("color{}.xyz = fconst[{}]", n % 4, n), "const");
}

TEST(R500Accesses, OfTextureUnitsOfEveryKind) {
    for (unsigned unit = 0; unit < 16; ++unit) {
        constexpr std::string_view kSamplers[] = {"sampler2D", "sampler3D", "samplerCube", ""};
        const std::string text =
            fmt::format("TEX TEX_SEM_ACQUIRE temp[0].rgba = LD tex[{}].rgba temp[0].rgba ;\n{}", unit, kOut);
        for (unsigned kind = 0; kind < 3; ++kind)
            expect_told(isa::r500::fs::kFrontend, text,
                        {{{fmt::format("r500.fs.tx_format1_{}", unit), 0x88600U | kind << 25}}},
                        fmt::format("{} tex{};", kSamplers[kind], unit), "texture");
        expect_told(isa::r500::fs::kFrontend, text,
                    {{{fmt::format("r500.fs.tx_format1_{}", unit), 0x88600U | 3U << 25}}}, "none", "tex");
    }
}

TEST(R500Accesses, OfInterpolatedComponentsAndColours) {
    for (unsigned pointer = 0; pointer < 62; ++pointer)
        expect_told(
            isa::r500::fs::kFrontend, kOut,
            {{{"r500.fs.rs_inst_count", 0}, {"r500.fs.rs_inst0", 0x10}, {"r500.fs.rs_ip0", pointer * 0x41041U}}},
            fmt::format("texcoord{}.{}", pointer / 4, "xyzw"[pointer % 4]), "RS_IP");
    for (unsigned colour = 0; colour < 8; ++colour)
        expect_told(isa::r500::fs::kFrontend, kOut,
                    {{{"r500.fs.rs_inst_count", 0}, {"r500.fs.rs_inst0", 0x10000}, {"r500.fs.rs_ip0", colour << 24}}},
                    fmt::format("colour{}", colour), fmt::format("colour {}", colour));
    for (const unsigned format : {3U, 7U, 11U, 15U})
        expect_told(isa::r500::fs::kFrontend, kOut,
                    {{{"r500.fs.rs_inst_count", 0}, {"r500.fs.rs_inst0", 0x10000}, {"r500.fs.rs_ip0", format << 27}}},
                    "none", fmt::format("COL_FMT {}", format));
}

} // namespace
} // namespace relit::r500_accesses
