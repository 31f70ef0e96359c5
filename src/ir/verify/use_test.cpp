// What the verifier says of textures, images, their uses, and geometry shaders.
#include "ir/builder.hpp"
#include "ir/text/parse.hpp"
#include "ir/text/print.hpp"
#include "ir/verify/verify.hpp"

#include <gtest/gtest.h>

namespace relit::ir {
namespace {

struct Case {
    std::string_view resource, use, inst, says; // nothing: it is legal
};
constexpr Case kRows[] = {
    {"texture binding 0 size 0 dim 2d of f32", "coordinates 2", "%3: f32x4 = sample 0, %1, %1", ""},
    {"texture binding 0 size 0 dim 2d of f32 arrayed shadow", "coordinates 3 reference lod offsets",
     "%3: f32 = sample 0, %1, %1, %1, %1, %1, %2, %2", ""},
    {"texture binding 0 size 0 dim 3d of i32 signed", "coordinates 3 gradients",
     "%3: i32x2 = sample 0, %1, %1, %1, %1, %1, %1, %1, %1, %1", ""},
    {"texture binding 0 size 0 dim 2d of f32 multisampled", "coordinates 2 sample", "%3: f32x4 = fetch 0, %2, %2, %2",
     ""},
    {"texture binding 0 size 0 dim cube of f32", "coordinates 0 lod", "%3: i32x2 = querysize 0, %2", ""},
    {"texture binding 0 size 0 dim cube of f32 arrayed", "coordinates 3", "%3: f32x2 = querylod 0, %1, %1, %1", ""},
    {"image binding 0 size 0 dim 2d of f32 format rgba8", "coordinates 2", "storeimage 0, %2, %2, %1, %1, %1", ""},
    {"image binding 0 size 0 dim 1d of i32", "coordinates 1", "%3: i32x4 = loadimage 0, %2", ""},
    {"image binding 0 size 0 dim 2d of i32 format r32ui", "coordinates 2", "%3: i32 = atomicimage 0, %2, %2, %2", ""},
    {"image binding 0 size 0 dim 2d of i32 format r32ui", "coordinates 2 atomic atomiccompareexchange",
     "%3: i32 = atomicimage 0, %2, %2, %2, %2", ""},
    {"texture binding 0 size 0 dim 2d of f32", "coordinates 2 handle lod", "%3: f32x4 = sample 0, %2, %1, %1, %1", ""},
    {"image binding 0 size 0 dim 2d of i32 format r32ui", "coordinates 2", "%3: i32 = atomicimage 0, %2, %2, %2, %2",
     "4 operands instead of 3"},
    {"image binding 0 size 0 dim 2d of i32 format rgba8ui", "coordinates 2", "%3: i32 = atomicimage 0, %2, %2, %2",
     "only r32i and r32ui"},
    {"image binding 0 size 0 dim 2d of i32 format r32ui", "coordinates 2 atomic iadd",
     "%3: i32 = atomicimage 0, %2, %2, %2", "no atomic operation"},
    {"texture binding 0 size 0 dim 2d of f32", "coordinates 2 handle", "%3: f32x4 = sample 0, %1, %1, %1",
     "operand 1 is f32, not i32"},
    {"texture binding 0 size 0 dim 2d of f32", "coordinates 2", "%3: f32x4 = sample 0, %1, %2",
     "operand 2 is i32, not f32"},
    {"texture binding 0 size 0 dim 2d of f32", "coordinates 2", "%3: f32x4 = fetch 0, %1, %1",
     "operand 1 is f32, not i32"},
    {"texture binding 0 size 0 dim 2d of f32", "coordinates 2", "%3: i32 = sample 0, %1, %1", "it gives f32x4"},
    {"texture binding 0 size 0 dim 2d of f32 shadow", "coordinates 2 reference", "%3: f32x4 = sample 0, %1, %1, %1",
     "it gives f32"},
    {"texture binding 0 size 0 dim 2d of f32", "coordinates 2 lod bias", "%3: f32x4 = sample 0, %1, %1, %1",
     "more than one of lod, bias and gradients"},
    {"texture binding 0 size 0 dim 2d of f32", "coordinates 2 bias", "%3: f32x4 = fetch 0, %2, %2, %2",
     "operands that the operation does not take"},
    {"texture binding 0 size 0 dim 2d of f32", "coordinates 3", "%3: f32x4 = sample 0, %1, %1, %1",
     "3 coordinates instead of 2"},
    {"texture binding 0 size 0 dim 3d of f32", "coordinates 3", "%3: f32x4 = gather 0, %1, %1, %1",
     "only 2d and cube textures are gathered from"},
    {"texture binding 0 size 0 dim cube of f32", "coordinates 3", "%3: f32x4 = fetch 0, %2, %2, %2",
     "cubes are not fetched from"},
    {"texture binding 0 size 0 dim 2d of f32 multisampled", "coordinates 2", "%3: f32x4 = sample 0, %1, %1",
     "it has no filter"},
    {"image binding 0 size 0 dim 2d of f32", "coordinates 2", "storeimage 0, %2, %2", "2 operands instead of 3"},
    {"texture binding 0 size 0 dim 3d of f32 arrayed", "coordinates 3", "%3: i32 = querylevels 0",
     "it cannot have layers"},
    {"texture binding 0 size 0 dim 2d of f16", "coordinates 2", "%3: i32 = querylevels 0", "read as f32 or i32"},
    {"texture binding 0 size 0 dim 2d of f32 format r8", "coordinates 2", "%3: i32 = querylevels 0", "say no format"},
};

TEST(VerifyUse, every_rule) {
    for (const Case& row : kRows) {
        const std::string text =
            "module fragment \"\"\nresource 0 t " + std::string(row.resource) + "\nuse 0 t " + std::string(row.use) +
            "\nfunction 0 main() -> void\nb0:\n  %1: f32 = const 0x0 ; 0.0\n  %2: i32 = const 0x0\n  " +
            std::string(row.inst) + "\n  return\n";
        const auto module = parse(text);
        ASSERT_TRUE(module) << module.error().text << "\n" << text;
        EXPECT_EQ(print(*module), text);
        const Status legal = verify(*module);
        if (row.says.empty()) {
            EXPECT_TRUE(legal) << legal.error().text << "\n" << text;
            continue;
        }
        ASSERT_FALSE(legal) << text;
        EXPECT_NE(legal.error().text.find(row.says), std::string::npos) << legal.error().text << "\n" << text;
    }
}

std::string verify_error(std::string_view shape, std::string_view file) {
    const std::string text = "module geometry \"\"\ngeometry " + std::string(shape) + "\nfile 0 v " +
                             std::string(file) + "\nfunction 0 main() -> void\nb0:\n  emitvertex\n  return\n";
    const auto module = parse(text);
    if (!module) return module.error().text;
    EXPECT_EQ(print(module->clone()), text);
    const Status legal = verify(*module);
    return legal ? "" : legal.error().text;
}

TEST(VerifyUse, geometry) {
    EXPECT_EQ(verify_error("triangles triangle_strip vertices 6 invocations 1", "f32x4[9] input\nplace v[2] position"),
              "");
    EXPECT_EQ(verify_error("triangles line_strip vertices 6 invocations 2", "f32x4[10] input"),
              "file 0: 10 registers cannot be those of 3 vertices");
    EXPECT_EQ(verify_error("triangles points vertices 6 invocations 1", "f32x4[9] input\nplace v[3] position"),
              "file 0: place 0 (position): there is no register 3");
    EXPECT_NE(verify_error("line_strip points vertices 6 invocations 1", "f32x4[4] input"), "");
    EXPECT_NE(verify_error("points triangles vertices 6 invocations 1", "f32x4[4] input"), "");
    EXPECT_EQ(verify_error("points squares vertices 6 invocations 1", "f32x4[4] input"), "expected a primitive");
}

std::string error_of(std::string_view stage, std::string_view declarations) {
    const std::string text = "module " + std::string(stage) + " \"\"\n" + std::string(declarations) +
                             "function 0 main() -> void\nb0:\n  return\n";
    const auto module = parse(text);
    if (!module) return module.error().text;
    EXPECT_EQ(print(module->clone()), text);
    const Status legal = verify(*module);
    return legal ? "" : legal.error().text;
}

TEST(VerifyUse, registers_of_other_invocations) {
    const auto verify_error = [](std::string_view head, std::string_view type, std::string_view inst) {
        const std::string text = "module " + std::string(head) +
                                 "\nfile 0 o f32x4[2] output\nfile 1 r f32x4[2] register\nfunction 0 main() -> "
                                 "void\nb0:\n  %1: i32 = const 0x0\n  %2: " +
                                 std::string(type) + " = loadfileof " + std::string(inst) + ", %1\n  return\n";
        const auto module = parse(text);
        if (!module) return module.error().text;
        EXPECT_EQ(print(module->clone()), text);
        const Status legal = verify(*module);
        return legal ? "" : legal.error().text;
    };
    constexpr std::string_view kControl = "tess_control \"\"\npatch given 3 made 3";
    EXPECT_EQ(verify_error(kControl, "f32", "o[1]+2"), "");
    EXPECT_NE(verify_error(kControl, "f32", "r[1]+2").find("have no such register"), std::string::npos);
    EXPECT_NE(verify_error("vertex \"\"", "f32", "o[1]+2").find("have no such register"), std::string::npos);
    EXPECT_NE(verify_error(kControl, "f32x2", "o[1]").find("not one lane"), std::string::npos);
    EXPECT_NE(verify_error(kControl, "i32", "o[1]").find("not one lane"), std::string::npos);
    EXPECT_NE(verify_error(kControl, "f32", "o[2]").find("lane 8 is beyond"), std::string::npos);
}

TEST(VerifyUse, patches) {
    EXPECT_EQ(error_of("tess_control",
                       "patch given 32 made 4\nfile 0 v f32x4[64] input\nfile 1 o f32x4[2] output\n"
                       "place o[1] position\nfile 2 p f32x4[2] output patch\n"
                       "place p[0]+3 tess_level_outer 3\n"),
              "");
    EXPECT_EQ(error_of("tess_eval",
                       "patch given 4 quads fractional_odd clockwise points\nfile 0 v f32x4[8] input\n"
                       "place v[1] position\nfile 1 p f32x4[1] input patch\n"
                       "place p[0] tess_level_inner 1\n"),
              "");
    EXPECT_EQ(error_of("tess_eval", "patch given 3 triangles equal\nfile 0 v f32x4[8] input\n"),
              "file 0: 8 registers cannot be those of 3 vertices");
    EXPECT_EQ(error_of("tess_control", "patch given 0 made 4\n"), "patches have 1 to 32 vertices");
    EXPECT_EQ(error_of("tess_control", "patch given 3 made 33\n"), "patches have 1 to 32 vertices");
    EXPECT_EQ(error_of("tess_control", "patch given 1 made 1\nfile 0 v f32x4[8] input patch\n"),
              "file 0: patches do not have it");
    EXPECT_EQ(
        error_of("tess_control", "patch given 1 made 1\nfile 0 v f32x4[8] output\nplace v[0] tess_level_outer 1\n"),
        "file 0: place 0 (tess_level_outer): tessellation levels belong to the patch");
    EXPECT_EQ(error_of("tess_control", "patch given 1 made 1\nfile 0 v f32x4[8] output patch\nplace v[0] position\n"),
              "file 0: place 0 (position): patches do not have it");
}

TEST(VerifyUse, signs) {
    EXPECT_EQ(error_of("vertex", "file 0 v i32x4[1] input signed\n"), "");
    EXPECT_EQ(error_of("fragment", "file 0 o i32x4[1] output signed\n"), "");
    EXPECT_EQ(error_of("vertex", "file 0 v f32x4[1] input signed\n"), "file 0: this file cannot be signed");
    EXPECT_EQ(error_of("vertex", "file 0 o i32x4[1] output signed\n"), "file 0: this file cannot be signed");
}

TEST(VerifyUse, feedback) {
    const auto of = [](std::string_view lines) {
        return error_of("vertex", "file 0 o f32x3[2] output\n" + std::string(lines));
    };
    EXPECT_EQ(of("feedback o[1] buffer 3 offset 4 stride 16\nfeedback o[0] buffer 0 offset 0 stride 12\n"), "");
    EXPECT_EQ(of("feedback o[2] buffer 3 offset 4 stride 16\n"), "feedback 0: there is no such output");
    EXPECT_EQ(of("feedback o[0] buffer 4 offset 4 stride 16\n"), "feedback 0: there is no such buffer");
    EXPECT_EQ(of("feedback o[0] buffer 0 offset 8 stride 16\n"), "feedback 0: it does not lie within a vertex");
    EXPECT_EQ(of("feedback o[0] buffer 0 offset 0 stride 12\nfeedback o[1] buffer 0 offset 0 stride 16\n"),
              "feedback 1: strides of a buffer differ");
    EXPECT_EQ(error_of("fragment", "tests_early\nfile 0 o f32[1] output\nfeedback o[0] buffer 0 offset 0 stride 4\n"),
              "feedback 0: not available in this stage");
}

} // namespace
} // namespace relit::ir
