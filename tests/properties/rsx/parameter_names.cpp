// Parameters of RSX files may be called anything: what is made of them compiles in every version, with constants whole and packed.
#include "ir/module.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/support/language_check.hpp"
#include "tests/support/rsx/cg_container.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace relit::parameter_names {
namespace {

constexpr std::uint32_t kAttribute = 2113, kOutputColour = 2245, kSampler = 1066, kUnit = 2048, kVarying = 4101,
                        kOut = 4098;

// Words of the language, its functions and types, what the writer calls its own, and what is no name at all.
constexpr std::string_view kNames[] = {
#define RESERVED(word) word,
#include "lang/glsl/reserved.inc"
#undef RESERVED
    "vec4",
    "mat3x4",
    "dvec2",
    "float16_t",
    "u16vec2",
    "sampler2D",
    "isamplerCubeArray",
    "texture2D",
    "uimage2DMS",
    "gl_Position",
    "__x",
    "a__b",
    "",
    "7up",
    "na\xc3\xafve",
    "a.b",
    "a,b",
    "a\nb",
    "a",
    "a",
    "a_2",
    "x",
    "xyzw",
    "i",
    "bits",
    "value",
    "sum",
    "sum0",
    "texel0",
    "loaded3",
    "p_0",
    "p0",
    "travel1",
    "unused",
    "unused_2",
    "f_dot",
    "f_sat",
    "f_to_s",
    "c",
    "c_block",
    "load_row_c",
    "load_c",
    "c_pair",
    "v",
    "v0",
    "v_in",
    "o1",
    "o1_out",
    "o1_xy_out",
    "r",
    "h",
    "cc",
    "color",
    "color0",
    "fconst",
    "fconst_block",
    "t0",
    "tex",
    "out_rows",
    "in_base",
    "table0_at",
    "discarded",
    "hit_loop_limit",
    "m[0]",
    "m[1]",
    "m_0",
    "m[1]",
    "m",
    "n[1]",
    "n[3]",
    "RELIT_LOCAL_SIZE_X"};

lang::Target target(lang::Dialect dialect, std::uint32_t version, lang::ConstantLayout constants) {
    return {.dialect = dialect, .version = version, .constants = constants};
}
std::vector<lang::Target> targets() {
    std::vector<lang::Target> all;
    for (const auto constants : {lang::ConstantLayout::Whole, lang::ConstantLayout::Packed}) {
        all.push_back(target(lang::Dialect::SpirV, 0, constants));
        all.push_back(target(lang::Dialect::GlslVulkan, 450, constants));
        for (const std::uint32_t version : {330U, 430U, 450U})
            all.push_back(target(lang::Dialect::GlslOpenGl, version, constants));
    }
    all.push_back({.dialect = lang::Dialect::GlslVulkan, .literal = true});
    return all;
}

void expect_all_taken(const isa::Frontend& guest, const std::vector<std::uint8_t>& file, ir::Stage stage) {
    for (const lang::Target& each : targets()) {
        SCOPED_TRACE(fmt::format("dialect {} version {} packed {}", static_cast<int>(each.dialect), each.version,
                                 each.constants == lang::ConstantLayout::Packed));
        const auto done = translate::translate(guest, file, {}, each);
        ASSERT_TRUE(done) << done.error().text;
        test::expect_taken(done->artifact, each, stage);
    }
}

/// A vertex program that adds up a constant for each name, of which some are names of inputs too.
test::CgFile vertex_file(std::string_view last) {
    test::CgFile file;
    std::string text = "MOV R0, v[0];\n";
    std::uint32_t index = 0;
    for (const std::string_view name : kNames) {
        file.parameters.push_back({.index = index, .name = std::string(name)});
        text += fmt::format("MAD R0, R0, v[{}], c[{}];\n", index % 16, index);
        ++index;
    }
    for (std::uint32_t i = 0; i < 16; ++i)
        file.parameters.push_back(
            {.resource = kAttribute + i, .variability = kVarying, .name = std::string(kNames[i * 17])});
    const auto code = isa::rsx::vp::assemble(text + std::string(last) + "MOV o[1], R0;\nMOV o[0], v[0];\n", {});
    EXPECT_TRUE(code) << code.error().text;
    file.code = code.value_or(std::vector<std::uint8_t>{});
    file.program = test::cg_vertex_header({static_cast<std::uint32_t>(file.code.size() / 16), 0, 2, 0xffff, 3, 0});
    return file;
}

TEST(ParameterNames, OfVertexProgramsCompileWhateverTheyAre) {
    expect_all_taken(isa::rsx::vp::kFrontend, test::cg_container(vertex_file("")), ir::Stage::Vertex);
}

TEST(ParameterNames, CompileWhereConstantsAreLookedUpAtComputedIndices) {
    const auto file = test::cg_container(vertex_file("ARL A0.x, v[1];\nADD R0, R0, c[A0.x + 3];\n"));
    expect_all_taken(isa::rsx::vp::kFrontend, file, ir::Stage::Vertex);
}

TEST(ParameterNames, OfFragmentProgramsCompileWhateverTheyAre) {
    for (std::size_t first = 0; first + 3 < std::size(kNames); first += 3) {
        const auto name = [&](std::size_t i) { return std::string(kNames[first + i]); };
        const auto code =
            isa::rsx::fp::assemble("TEXR R0, f[TEX0], TEX0;\nMULR R0, R0, f[COL0]; # last instruction\n", {});
        ASSERT_TRUE(code) << code.error().text;
        test::CgFile file{.profile = 0x1b5c, .code = *code};
        file.parameters = {{.resource = kOutputColour, .variability = kVarying, .name = name(0)},
                           {.type = kSampler, .resource = kUnit, .name = name(1)},
                           {.resource = kOutputColour, .variability = kVarying, .name = name(2), .direction = kOut}};
        file.program = test::cg_fragment_header({2, 0x4002, 0}, {1, 1, 0}, {2, 0, 0, 0});
        SCOPED_TRACE(first);
        expect_all_taken(isa::rsx::fp::kFrontend, test::cg_container(file), ir::Stage::Fragment);
    }
}

} // namespace
} // namespace relit::parameter_names
