// Threads of a patch that look at what others have stored, drawn on a device: what must come out is said by arithmetic.
#include "tests/support/device.hpp"
#include "tests/support/maxwell/pipeline.hpp"
#include "tests/support/maxwell/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace relit::test::maxwell_patch_test {
namespace {

constexpr std::uint32_t kSide = 16; // of what is drawn
constexpr std::string_view kHands =
    "ALD.128 R0, a[0x80] ;\nAST.128 a[0x70], R0 ;\nALD R0, a[0x90] ;\n"
    "AST a[0x80], R0 ;\nEXIT ;\n";
/// How a thread comes by what stands before it looks at others, and where it looks.
struct Look {
    std::string_view barrier, at;
};
constexpr Look kLooks[] = {
    {"", "a[0x80]"}, {"BAR.SYNC 0x0 ;\n", "a[0x80]"}, {"SHR.U32 R12, R8, 0x4 ;\nSHL R12, R12, 0x4 ;\n", "a[R12+0x80]"}};

/// Each thread stores its vertex, waits for the others, and looks at x of the next one, which becomes its own y; the last thread
/// alone looks at x of the first one, for the whole patch: z.
std::string looks_round(const Look& look) {
    return fmt::format(
        "S2R R8, SR_INVOCATION_ID ;\nS2R R10, SR_LANEID ;\nIADD R10, R10, -R8 ;\n"
        "ALD.128 R0, a[0x70], R8 ;\nAST.128 a[0x70], R0 ;\nALD R0, a[0x80], R8 ;\n"
        "AST a[0x80], R0 ;\n{0}IADD R9, R8, 0x1 ;\nISETP.EQ.AND P0, PT, R9, 0x3, PT ;\n"
        "@P0 MOV R9, RZ ;\nIADD R9, R9, R10 ;\nALD.O R1, {1}, R9 ;\nAST a[0x84], R1 ;\n"
        "ISETP.EQ.AND P1, PT, R8, 0x2, PT ;\n@!P1 BRA done ;\nALD.O R2, a[0x80], R10 ;\n"
        "AST.P a[0x20], R2 ;\nMOV32I R4, 0x3f800000 ;\nAST.P a[0x0], R4 ;\nAST.P a[0x4], R4 ;\n"
        "AST.P a[0x8], R4 ;\nAST.P a[0x10], R4 ;\ndone: EXIT ;\n",
        look.barrier, look.at);
}
/// Each word of the vertex is that of the three, weighed.
std::string weighs() {
    std::string text =
        "ALD.O.64 R10, a[0x2f0], RZ ;\nFADD R12, -R10, 1 ;\nFADD R12, R12, -R11 ;\n"
        "MOV32I R21, 0x1 ;\nMOV32I R22, 0x2 ;\nALD.P R3, a[0x20] ;\nAST a[0x88], R3 ;\n";
    for (const int word : {0x70, 0x74, 0x78, 0x7c, 0x80, 0x84})
        text += fmt::format(
            "ALD R0, a[{0:#x}], RZ ;\nALD R1, a[{0:#x}], R21 ;\nALD R2, a[{0:#x}], R22 ;\n"
            "FMUL R0, R0, R10 ;\nFFMA R0, R1, R11, R0 ;\nFFMA R0, R2, R12, R0 ;\nAST a[{0:#x}], R0 ;\n",
            word);
    return text + "EXIT ;\n";
}
constexpr std::string_view kTakes =
    "IPA.PASS R3, a[0x7c] ;\nMUFU.RCP R3, R3 ;\nIPA R0, a[0x80], R3 ;\n"
    "IPA R1, a[0x84], R3 ;\nIPA R2, a[0x88], R3 ;\nMOV R3, RZ ;\nEXIT ;\n";

std::vector<std::vector<std::uint8_t>> patch_programs(std::string_view control_text) {
    const auto file = [](std::string_view head, std::string_view maps, std::string_view text) {
        return assembled_maxwell(std::string(head) + std::string(maps), text);
    };
    const auto vertex = file(kVertex,
                             "in_generics=0x1f, out_system_ab=0xf0000000, "
                             "out_generics=0x1",
                             kHands);
    const auto control = file(kControl,
                              "threads=3, in_system_ab=0xf0000000, in_generics=0x1, "
                              "out_system_ab=0xf0000000, out_generics=0x3",
                              control_text);
    const auto evaluation = file(kEvaluation,
                                 "in_system_ab=0xf0000000, in_generics=0x3, out_system_ab=0xf0000000, "
                                 "out_generics=0x7",
                                 weighs());
    const auto fragment = file(kFragment, "in_system_ab=0x80000000, in_generics=0x2a, targets=0xf", kTakes);
    return {vertex, control, evaluation, fragment};
}

/// What the patch becomes: its vertices carry 10, 20 and 40.
Result<render::vk::Drawn> drawn_by(render::vk::Device& device, BackEnd back_end, std::string_view control_text) {
    const auto pipeline =
        linked_pipeline(patch_programs(control_text), with_language_of(back_end, device.target({})), back_end);
    if (!pipeline) return std::unexpected(pipeline.error());
    render::vk::Draw draw{.vertex = pipeline->stage(0),
                          .fragment = pipeline->stage(3),
                          .control = pipeline->stage(1),
                          .evaluation = pipeline->stage(2)};
    draw.inputs[0] = {{-1, -1, 0.5F, 1}, {1, -1, 0.5F, 1}, {-1, 1, 0.5F, 1}};
    draw.inputs[1] = {{10, 0, 0, 0}, {20, 0, 0, 0}, {40, 0, 0, 0}};
    draw.vertices = draw.patch_vertices = 3;
    draw.topology = render::vk::Topology::Patches;
    draw.width = draw.height = kSide;
    return draw_quietly(device, draw);
}

void expect_round(render::vk::Device& device, BackEnd back_end, const Look& look) {
    const auto drawn = drawn_by(device, back_end, looks_round(look));
    ASSERT_TRUE(drawn) << drawn.error().text;
    for (std::uint32_t y = 0; y < kSide; ++y) {
        for (std::uint32_t x = 0; x + y < kSide - 1; ++x) {
            const float b = (static_cast<float>(x) + 0.5F) / 16, c = (static_cast<float>(y) + 0.5F) / 16, a = 1 - b - c;
            const auto& texel = drawn->targets[0][std::size_t{y} * kSide + x];
            EXPECT_NEAR(texel[0], 10 * a + 20 * b + 40 * c, 1e-4F) << x << " " << y;
            EXPECT_NEAR(texel[1], 20 * a + 40 * b + 10 * c, 1e-4F) << x << " " << y;
            EXPECT_NEAR(texel[2], 10, 1e-4F) << x << " " << y;
        }
    }
}

TEST(MaxwellPatch, ThreadsReadTheStoresOfOthers) {
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    for (const BackEnd back_end : {directly, through_glsl})
        for (const Look& look : kLooks) expect_round(*device, back_end, look);
}

// ---- what one thread stores for the patch

/// How thread 0 alone, or each for itself, comes to store levels and a word of the patch, which is 7.
struct Single {
    std::string_view what, text;
};
constexpr std::string_view kVertexOnly =
    "S2R R8, SR_INVOCATION_ID ;\nALD.128 R0, a[0x70], R8 ;\nAST.128 a[0x70], R0 ;\nALD R0, a[0x80], R8 ;\n"
    "AST a[0x80], R0 ;\nAST a[0x84], R0 ;\nMOV32I R4, 0x3f800000 ;\nMOV32I R5, 0x40e00000 ;\n"
    "ISETP.EQ.AND P0, PT, R8, RZ, PT ;\n";
constexpr Single kSingles[] = {
    {"under a guard",
     "@P0 AST.P a[0x20], R5 ;\n@P0 AST.P a[0x0], R4 ;\n@P0 AST.P a[0x4], R4 ;\n@P0 AST.P a[0x8], R4 ;\n"
     "@P0 AST.P a[0x10], R4 ;\nEXIT ;\n"},
    {"in a branch",
     "@!P0 BRA done ;\nAST.P a[0x20], R5 ;\nAST.P a[0x0], R4 ;\nAST.P a[0x4], R4 ;\nAST.P a[0x8], R4 ;\n"
     "AST.P a[0x10], R4 ;\ndone: EXIT ;\n"},
    {"and the others are gone",
     "@!P0 EXIT ;\nAST.P a[0x20], R5 ;\nAST.P a[0x0], R4 ;\nAST.P a[0x4], R4 ;\nAST.P a[0x8], R4 ;\n"
     "AST.P a[0x10], R4 ;\nEXIT ;\n"},
    {"by more threads, a word each",
     "ISETP.EQ.AND P1, PT, R8, 0x1, PT ;\nISETP.EQ.AND P2, PT, R8, 0x2, PT ;\n@P0 AST.P a[0x20], R5 ;\n"
     "@P0 AST.P a[0x0], R4 ;\n@P1 AST.P a[0x4], R4 ;\n@P2 AST.P a[0x8], R4 ;\n@P1 AST.P a[0x10], R4 ;\nEXIT ;\n"},
    {"by all, each what it found but one",
     "ALD.O.P R6, a[0x20] ;\n@P0 MOV R6, R5 ;\nAST.P a[0x20], R6 ;\nAST.P a[0x0], R4 ;\nAST.P a[0x4], R4 ;\n"
     "AST.P a[0x8], R4 ;\nAST.P a[0x10], R4 ;\nEXIT ;\n"},
};

TEST(MaxwellPatch, WhatOneThreadStoresForThePatchStays) {
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    for (const BackEnd back_end : {directly, through_glsl}) {
        for (const Single& one : kSingles) {
            SCOPED_TRACE(one.what);
            const auto drawn = drawn_by(*device, back_end, std::string(kVertexOnly) + std::string(one.text));
            ASSERT_TRUE(drawn) << drawn.error().text;
            EXPECT_NEAR(drawn->targets[0][0][2], 7, 1e-4F);
        }
    }
}

} // namespace
} // namespace relit::test::maxwell_patch_test
