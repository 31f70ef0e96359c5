// Maxwell's texture and image instructions, one at a time, in the interpreter and on the device through both languages:
// texels say by their value where they stand, so what must come follows from the reference's operand lists.
#include "isa/maxwell/maxwell.hpp"
#include "pass/pass.hpp"
#include "run/interpreter.hpp"
#include "tests/support/device.hpp"
#include "tests/support/marked_textures.hpp"
#include "tests/support/native_run.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>

namespace relit::test::maxwell_textures_test {
namespace {

using ir::ImageFormat;
using Words = std::array<std::uint32_t, 4>;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint32_t real(std::uint32_t worth) { return bits(static_cast<float>(worth)); }
Words reals(std::uint32_t first) {
    return {real(first), real(first + 10000), real(first + 20000), real(first + 30000)};
}

struct Case {
    std::string name, text;
    Words wanted;
    ir::ContextValues context{};
    bool on_device = true;
};

/// R8 on hold these floats, R16 on those integers; R0 to R3 are stored in the end.
std::string program_of(const Case& one) {
    constexpr std::array<float, 8> kFloats = {0.3125F, 0.375F, 0.75F, 1.0F, 0.25F, 0.0F, 0.0F, 0.5F};
    constexpr std::array<std::uint32_t, 8> kWords = {2, 1, 1, 0xffff1f00, 5, 3, 7, 0};
    std::string text;
    for (unsigned i = 0; i < 8; ++i) text += fmt::format("MOV32I R{}, 0x{:x} ;\n", 8 + i, bits(kFloats[i]));
    for (unsigned i = 0; i < 8; ++i) text += fmt::format("MOV32I R{}, 0x{:x} ;\n", 16 + i, kWords[i]);
    // Where the drivers keep the address of the first storage buffer: deko3d's, NVN's, Mesa's.
    const std::uint64_t* convention = one.context.find("maxwell.convention");
    const std::uint64_t driver = convention == nullptr ? 2 : *convention;
    const auto [slot, at] = driver == 1 ? std::pair{0, 0x310} : driver == 3 ? std::pair{7, 0x2a0} : std::pair{0, 0x140};
    return text + one.text + fmt::format("MOV R40, c[{0}][0x{1:x}] ;\nMOV R41, c[{0}][0x{2:x}] ;\n", slot, at, at + 4) +
           "STG.E.128 [R40], R0 ;\nEXIT ;\n";
}

Result<ir::Module> module_of(const Case& one) {
    const auto file = isa::maxwell::assemble(program_of(one), {});
    if (!file) return std::unexpected(file.error());
    ir::Context given{one.context};
    given.values.find_or_add("maxwell.convention", 2);
    ir::ContextReader context(given);
    auto module = translate::lift(isa::maxwell::kFrontend, *file, context);
    if (!module) return module;
    if (const Status done = pass::run_passes(*module, pass::optimising_passes()); !done)
        return std::unexpected(done.error());
    return module;
}

Words stored(const ir::Module& module, const std::vector<ir::Bound>& bound) {
    Words words{};
    std::ranges::copy(stored_words(module, bound), words.begin());
    return words;
}

void expect_right(render::vk::Device& device, const Case& one) {
    SCOPED_TRACE(one.name);
    auto module = module_of(one);
    ASSERT_TRUE(module) << module.error().text;
    std::vector<ir::Bound> bound = marked_resources(*module, sizeof(Words));
    std::vector<run::State> states(1, run::blank_state(*module));
    std::vector<ir::Bound> after = bound;
    const run::Host host{.bound = &after};
    const Status done = run::run(*module, states, {}, host);
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_EQ(stored(*module, after), one.wanted) << "interpreter";
    for (const BackEnd back_end : {directly, through_glsl}) {
        if (!one.on_device) continue;
        ir::Module copy = module->clone();
        std::string error;
        const BothRuns runs = run_both(device, copy, bound, 1, error, back_end);
        EXPECT_EQ(error, "");
        EXPECT_EQ(stored(*module, runs.device), one.wanted) << (back_end == directly ? "SPIR-V" : "GLSL");
    }
}

constexpr std::uint32_t kHalfOf1 = 0x3c00;

// R8 = 0.3125 and R9 = 0.375 are the texel 2, 1 of the first level and 1, 0 of the second.
std::vector<Case> sampling() {
    const std::uint32_t here = worth(2, 1, 0, 0, 0);
    return {
        {"TEX", "TEX.LZ R0, R8, RZ, 0x28, 2D, 0xf ;\n", reals(here)},
        {"TEX without a level", "TEX R0, R8, RZ, 0x28, 2D, 0xf ;\n", reals(here)},
        {"TEX mask", "TEX.LZ R0, R8, RZ, 0x28, 2D, 0xa ;\n", {real(here + 10000), real(here + 30000), 0, 0}},
        {"TEX level", "TEX.LL R0, R8, R11, 0x28, 2D, 0xf ;\n", reals(worth(1, 0, 0, 1, 0))},
        {"TEX level A", "TEX.LLA R0, R8, R11, 0x28, 2D, 0xf ;\n", reals(worth(1, 0, 0, 1, 0))},
        {"TEX bias", "TEX.LB R0, R8, R11, 0x28, 2D, 0xf ;\n", reals(worth(2, 1, 0, 0, 0))}, // none in a compute program
        {"TEX 1D", "TEX.LZ R0, R8, RZ, 0x28, 1D, 0xf ;\n", reals(worth(2, 0, 0, 0, 0))},
        {"TEX 3D", "TEX.LZ R0, R8, RZ, 0x28, 3D, 0xf ;\n", reals(worth(2, 1, 1, 0, 0))},
        {"TEX array", "MOV R7, R17 ;\nTEX.LZ R0, R7, RZ, 0x28, ARRAY_2D, 0xf ;\n", reals(worth(2, 1, 1, 0, 0))},
        {"TEX 1D array", "MOV R7, R16 ;\nTEX.LZ R0, R7, RZ, 0x28, ARRAY_1D, 0xf ;\n", reals(worth(2, 0, 2, 0, 0))},
        {"TEX offsets", "MOV32I R24, 0x1f ;\nTEX.LZ.AOFFI R0, R8, R24, 0x28, 2D, 0xf ;\n", reals(worth(1, 2, 0, 0, 0))},
        {"TEX level and offsets", "MOV R24, R11 ;\nMOV32I R25, 0x12 ;\nTEX.LL.AOFFI R0, R8, R24, 0x28, 2D, 0xf ;\n",
         reals(worth(3, 1, 0, 1, 0))},
        {"TEX computed offsets", "LDC R24, c[0x2][R16+0xd] ;\nTEX.LZ.AOFFI R0, R8, R24, 0x28, 2D, 0xf ;\n",
         reals(worth(6, 1, 0, 0, 0))}, // the word is 15 rounded down: 12
        {"TEX compares", "TEX.LZ.DC R0, R8, R12, 0x28, 2D, 0xf ;\n", {bits(1), bits(1), bits(1), bits(1)}},
        {"TEX compares and fails", "TEX.LZ.DC R0, R8, R15, 0x28, 2D, 0xf ;\n", {0, 0, 0, bits(1)}},
        {"TEX compares at a level",
         "MOV R24, R11 ;\nMOV R25, R12 ;\nTEX.LL.DC R0, R8, R24, 0x28, 2D, 0x1 ;\n",
         {0, 0, 0, 0}},
        {"TEX cube", "MOV32I R24, 0x3f800000 ;\nMOV R25, RZ ;\nMOV R26, RZ ;\nTEX.LZ R0, R24, RZ, 0x28, CUBE, 0xf ;\n",
         reals(worth(4, 4, 0, 0, 0))},
        {"TEX says nothing is missing",
         "PSETP.AND.AND P2, PT, PT, PT, PT ;\nTEX.LZ P2, R0, R8, RZ, 0x28, 2D, 0xf ;\n@P2 MOV R0, RZ ;\n", reals(here)},
        {"TEX by texels",
         "MOV32I R24, 0x40200000 ;\nMOV32I R25, 0x40600000 ;\nTEX.LZ R0, R24, RZ, 0x28, 2D, 0xf ;\n", // 2.5, 3.5
         reals(worth(2, 3, 0, 0, 0)),
         {{"maxwell.texture0.unnormalised", 1}}},
        {"TXD by texels",
         "MOV32I R24, 0x40000000 ;\nMOV R25, RZ ;\nMOV R26, RZ ;\nMOV32I R27, 0x40000000 ;\n"
         "MOV32I R8, 0x40200000 ;\nMOV32I R9, 0x3fc00000 ;\nTXD R0, R8, R24, 0x28, 2D, 0xf ;\n",
         reals(worth(1, 0, 0, 1, 0)),
         {{"maxwell.texture0.unnormalised", 1}}},
        {"TEX of integers",
         "TEX.LZ R0, R8, RZ, 0x28, 2D, 0xf ;\n",
         {12, 10012, 20012, 30012},
         {{"maxwell.texture0.texels", 2}}},
        {"TXD", // a step passes two texels either way
         "MOV32I R24, 0x3e800000 ;\nMOV R25, RZ ;\nMOV R26, RZ ;\nMOV32I R27, 0x3f000000 ;\n"
         "TXD R0, R8, R24, 0x28, 2D, 0xf ;\n",
         reals(worth(1, 0, 0, 1, 0))},
        {"TXD array with offsets",
         "MOV R24, RZ ;\nMOV R25, RZ ;\nMOV R26, RZ ;\nMOV R27, RZ ;\nMOV32I R10, 0x110002 ;\n"
         "TXD.AOFFI R0, R8, R24, 0x28, ARRAY_2D, 0xf ;\n",
         reals(worth(3, 2, 2, 0, 0))},
        {"TMML", "TMML.LOD R0, R8, RZ, 0x28, 2D, 0x3 ;\n", {0, 0, 0, 0}},
    };
}

std::vector<Case> short_sampling() {
    const std::uint32_t here = worth(2, 1, 0, 0, 0);
    const auto texs = [](std::string_view operands) { return fmt::format("TEXS{} ;\n", operands); };
    return {
        {"1D", texs(".LZ R2, R0, R8, RZ, 0x28, 1D, RGBA"), reals(worth(2, 0, 0, 0, 0))},
        {"2D", texs(" R2, R0, R8, R9, 0x28, 2D, RGBA"), reals(here)},
        {"2D zero", texs(".LZ R2, R0, R8, R9, 0x28, 2D, RGBA"), reals(here)},
        {"2D level", texs(".LL R2, R0, R8, R11, 0x28, 2D, RGBA"), reals(worth(1, 0, 0, 1, 0))},
        {"2D compares", texs(".DC RZ, R0, R8, R12, 0x28, 2D, RA"), {bits(1), bits(1), 0, 0}},
        {"2D compares at level",
         "MOV R24, R11 ;\nMOV R25, R12 ;\n" + texs(".LL.DC RZ, R0, R8, R24, 0x28, 2D, R"),
         {0, 0, 0, 0}},
        {"2D zero compares", texs(".LZ.DC RZ, R0, R8, R15, 0x28, 2D, RA"), {0, bits(1), 0, 0}},
        {"array", "MOV R7, R17 ;\n" + texs(" R2, R0, R7, R9, 0x28, ARRAY_2D, RGBA"), reals(worth(2, 1, 1, 0, 0))},
        {"array zero", "MOV R7, R17 ;\n" + texs(".LZ R2, R0, R7, R9, 0x28, ARRAY_2D, RGBA"),
         reals(worth(2, 1, 1, 0, 0))},
        {"array compares",
         "MOV R7, R17 ;\nMOV R24, R9 ;\nMOV R25, R12 ;\n" + texs(".LZ.DC RZ, R0, R7, R24, 0x28, ARRAY_2D, R"),
         {bits(1), 0, 0, 0}},
        {"3D", texs(" R2, R0, R8, R10, 0x28, 3D, RGBA"), reals(worth(2, 1, 1, 0, 0))},
        {"3D zero", texs(".LZ R2, R0, R8, R10, 0x28, 3D, RGBA"), reals(worth(2, 1, 1, 0, 0))},
        {"cube", "MOV32I R24, 0x3f800000 ;\nMOV R25, RZ ;\n" + texs(" R2, R0, R24, RZ, 0x28, CUBE, RGBA"),
         reals(worth(4, 4, 0, 0, 0))},
        {"cube level",
         "MOV32I R24, 0x3f800000 ;\nMOV R25, RZ ;\nMOV R26, RZ ;\nMOV R27, R24 ;\n" +
             texs(".LL R2, R0, R24, R26, 0x28, CUBE, RGBA"),
         reals(worth(2, 2, 0, 1, 0))},
        {"G", texs(".LZ RZ, R0, R8, R9, 0x28, 2D, G"), {real(here + 10000), 0, 0, 0}},
        {"GA", texs(".LZ RZ, R0, R8, R9, 0x28, 2D, GA"), {real(here + 10000), real(here + 30000), 0, 0}},
        {"RBA", texs(".LZ R2, R0, R8, R9, 0x28, 2D, RBA"), {real(here), real(here + 20000), real(here + 30000), 0}},
        {"halves",
         "MOV32I R24, 0x3f000000 ;\nTEXS.F16.LZ.DC R2, R0, R8, R12, 0x28, 2D, RGA ;\n",
         {kHalfOf1 | kHalfOf1 << 16, 0, kHalfOf1, 0}},
    };
}

std::vector<Case> fetching() {
    const auto level_of = [](std::uint32_t x, std::uint32_t y) { return worth(x, y, 0, 1, 0); };
    return {
        {"TLD", "TLD.LZ R0, R16, RZ, 0x28, 2D, 0xf ;\n", reals(worth(2, 1, 0, 0, 0))},
        {"TLD level", "TLD.LL R0, R16, R17, 0x28, 2D, 0xf ;\n", reals(level_of(2, 1))},
        {"TLD level and offsets", "MOV R24, R17 ;\nMOV32I R25, 0xff ;\nTLD.LL.AOFFI R0, R16, R24, 0x28, 2D, 0xf ;\n",
         reals(level_of(1, 0))},
        {"TLD array", "MOV R24, R16 ;\nMOV R25, R20 ;\nMOV R26, R21 ;\nTLD.LZ R0, R24, RZ, 0x28, ARRAY_2D, 0xf ;\n",
         reals(worth(5, 3, 2, 0, 0))},
        {"TLD 3D", "TLD.LZ R0, R16, RZ, 0x28, 3D, 0xf ;\n", reals(worth(2, 1, 1, 0, 0))},
        {"TLD buffer",
         "TLD.LZ R0, R20, RZ, 0x28, 1D, 0xf ;\n",
         reals(worth(5, 0, 0, 0, 0)),
         {{"maxwell.texture0.shape", 5}}},
        {"TLD samples", "TLD.LZ.MS R0, R16, R21, 0x28, 2D, 0xf ;\n", reals(worth(2, 1, 0, 3, 0)), {}, false},
        {"TLDS 1D", "TLDS.LZ R2, R0, R20, RZ, 0x28, 1D, RGBA ;\n", reals(worth(5, 0, 0, 0, 0))},
        {"TLDS 1D level", "TLDS.LL R2, R0, R16, R17, 0x28, 1D, RGBA ;\n", reals(level_of(2, 0))},
        {"TLDS 2D", "TLDS.LZ R2, R0, R16, R17, 0x28, 2D, RGBA ;\n", reals(worth(2, 1, 0, 0, 0))},
        {"TLDS 2D offsets", "MOV32I R24, 0x1f ;\nTLDS.LZ.AOFFI R2, R0, R16, R24, 0x28, 2D, RGBA ;\n",
         reals(worth(1, 2, 0, 0, 0))},
        {"TLDS 2D level", "TLDS.LL R2, R0, R16, R17, 0x28, 2D, RGBA ;\n", reals(level_of(2, 1))},
        {"TLDS samples", "TLDS.LZ.MS R2, R0, R16, R21, 0x28, 2D, RGBA ;\n", reals(worth(2, 1, 0, 3, 0)), {}, false},
        {"TLDS 3D", "TLDS.LZ R2, R0, R16, R18, 0x28, 3D, RGBA ;\n", reals(worth(2, 1, 1, 0, 0))},
        {"TLDS array", "MOV R24, R17 ;\nMOV R25, R20 ;\nTLDS.LZ R2, R0, R24, R21, 0x28, ARRAY_2D, RGBA ;\n",
         reals(worth(5, 3, 1, 0, 0))},
        {"TLDS 2D level and offsets",
         "MOV R24, R17 ;\nMOV32I R25, 0xff ;\nTLDS.LL.AOFFI R2, R0, R16, R24, 0x28, 2D, RGBA ;\n",
         reals(level_of(1, 0))},
        {"TLDS halves", "TLDS.F16.LZ RZ, R0, RZ, R17, 0x28, 2D, R ;\n", {0x4900, 0, 0, 0}}, // 10
        {"TXQ", "TXQ R0, R17, TEX_HEADER_DIMENSION, 0x28, 0xf ;\n", {4, 2, 0, 2}},
        {"TXQ 3D", "TXQ R0, RZ, TEX_HEADER_DIMENSION, 0x28, 0xf ;\n", {8, 4, 2, 2}, {{"maxwell.texture0.shape", 3}}},
        {"TXQ of what is sampled",
         "TEX.LZ R3, R8, RZ, 0x28, ARRAY_2D, 0x1 ;\nTXQ R0, RZ, TEX_HEADER_DIMENSION, 0x28, 0x7 ;\n",
         {8, 4, 3, real(33)}},
        {"TXQ.B",
         "MOV R24, c[0x0][0xa0] ;\nMOV R25, R17 ;\nTXQ.B R0, R24, TEX_HEADER_DIMENSION, 0x7 ;\n",
         {4, 2, 0, 0}},
        {"TXQ of an image", "TXQ R0, RZ, TEX_HEADER_DIMENSION, 0x48, 0xf ;\n", {8, 4, 0, 1}},
    };
}

/// The four texels around a point 0.3 texels right of and above the middle of 2, 1, lower left first, against the clock.
Words around(std::uint32_t x, std::uint32_t y, std::uint32_t lane) {
    return {real(worth(x, y + 1, 0, 0, lane)), real(worth(x + 1, y + 1, 0, 0, lane)), real(worth(x + 1, y, 0, 0, lane)),
            real(worth(x, y, 0, 0, lane))};
}

std::vector<Case> gathering() {
    const std::string coordinates =
        fmt::format("MOV32I R24, 0x{:x} ;\nMOV32I R25, 0x{:x} ;\n", bits(2.8F / 8), bits(1.8F / 4));
    const Words apart = {real(worth(2, 1, 0, 0, 1)), real(worth(3, 1, 0, 0, 1)), real(worth(2, 2, 0, 0, 1)),
                         real(worth(0, 0, 0, 0, 1))};
    return {
        {"TLD4", coordinates + "TLD4.R R0, R24, RZ, 0x28, 2D, 0xf ;\n", around(2, 1, 0)},
        {"TLD4 component", coordinates + "TLD4.B R0, R24, RZ, 0x28, 2D, 0xf ;\n", around(2, 1, 2)},
        {"TLD4 offsets", coordinates + "MOV32I R26, 0x13f ;\nTLD4.G.AOFFI R0, R24, R26, 0x28, 2D, 0xf ;\n",
         around(1, 2, 1)},
        {"TLD4 four offsets",
         coordinates + "MOV32I R26, 0x00010000 ;\nMOV32I R27, 0x3f3e0100 ;\nTLD4.G.PTP R0, R24, R26, 0x28, 2D, 0xf ;\n",
         apart},
        {"TLD4 compares", coordinates + "TLD4.R.DC R0, R24, R15, 0x28, 2D, 0xf ;\n", {0, 0, 0, 0}},
        {"TLD4 array",
         "MOV R23, R17 ;\n" + coordinates + "TLD4.A R0, R23, RZ, 0x28, ARRAY_2D, 0x1 ;\n",
         {real(worth(2, 2, 1, 0, 3)), 0, 0, 0}},
        {"TLD4S", coordinates + "TLD4S.A R2, R0, R24, R25, 0x28 ;\n", around(2, 1, 3)},
        {"TLD4S offsets", coordinates + "MOV32I R26, 0x13f ;\nTLD4S.G.AOFFI R2, R0, R24, R26, 0x28 ;\n",
         around(1, 2, 1)},
        {"TLD4S compares", coordinates + "TLD4S.R.DC R2, R0, R24, R12, 0x28 ;\n", {bits(1), bits(1), bits(1), bits(1)}},
        {"TLD4S halves",
         coordinates + "TLD4S.F16.R.DC R2, R0, R24, R12, 0x28 ;\n",
         {kHalfOf1 | kHalfOf1 << 16, 0, kHalfOf1 | kHalfOf1 << 16, 0}},
    };
}

std::vector<Case> handles() {
    const auto of = [](std::uint32_t binding) { return reals(worth(2, 1, 0, 0, 0, binding)); };
    const std::string sample = "TEX.B.LZ R0, R8, R24, 2D, 0xf ;\n";
    return {
        {"another word", "TEX.LZ R0, R8, RZ, 0x2a, 2D, 0xf ;\n", of(2)},
        {"NVN's", "TEX.LZ R0, R8, RZ, 0x8, 2D, 0xf ;\n", of(8), {{"maxwell.convention", 1}}},
        {"Mesa's", "TEX.LZ R0, R8, RZ, 0xa, 2D, 0xf ;\n", of(2), {{"maxwell.convention", 3}}},
        {"in a register", "MOV R24, c[0x0][0xa4] ;\n" + sample, of(1)},
        {"in a buffer of the program", "MOV R24, c[0x4][0x30] ;\n" + sample, of(1024)},
        {"of two words", "MOV R24, c[0x4][0x30] ;\nLOP.OR R24, R24, c[0x4][0x34] ;\n" + sample, of(1024)},
        {"of two numbers",
         "MOV R24, c[0x4][0x30] ;\nMOV R25, c[0x4][0x34] ;\nSHL R25, R25, 0x14 ;\nLOP.OR R24, R24, R25 ;\n" + sample,
         of(1024)},
        {"chosen",
         "ISETP.LT.AND P0, PT, R16, c[0x2][0x8], PT ;\nMOV R24, c[0x0][0xa0] ;\n@P0 MOV R24, c[0x0][0xac] ;\n" + sample,
         of(3)},
        {"by a bounded index",
         "LOP.AND R24, R21, c[0x2][0xc] ;\nLOP.AND R24, R24, 0x3 ;\nSHL R24, R24, 0x2 ;\nLDC R24, c[0x0][R24+0xa0] ;\n" +
             sample,
         of(0)},
        {"by an index without bound",
         "LDC R24, c[0x2][0x8] ;\nLDC R24, c[0x0][R24+0xa0] ;\n" + sample,
         of(2),
         {{"maxwell.textures_at_index", 4}}},
        {"of two ways",
         "MOV R24, c[0x0][0xa4] ;\nISETP.LT.AND P0, PT, R16, c[0x2][0x0], PT ;\n@P0 BRA OVER ;\n"
         "MOV R24, c[0x0][0xa8] ;\nOVER:\n" +
             sample,
         of(2)},
        {"of two ways, merged twice", // R24 of two, R26 that one or a third, then one of these
         "MOV R24, c[0x0][0xa4] ;\nISETP.LT.AND P0, PT, R16, c[0x2][0x0], PT ;\n@P0 BRA OVER ;\n"
         "MOV R24, c[0x0][0xa8] ;\nOVER:\nMOV R26, R24 ;\n@!P0 BRA THERE ;\nMOV R26, c[0x0][0xac] ;\nTHERE:\n"
         "ISETP.GT.AND P1, PT, R16, c[0x2][0x4], PT ;\nSEL R24, R24, R26, P1 ;\n" +
             sample,
         of(2)},
        {"from elsewhere", // 0xa8, as the third of the driver's
         "MOV32I R24, 0x54 ;\nS2R R25, SR_TID.X ;\nIADD R24, R24, R25 ;\nIADD R24, R24, R24 ;\n" + sample,
         of(2),
         {{"maxwell.textures_by_value", 4}}},
        {"a store to one of two images",
         "LDC R24, c[0x2][0x4] ;\nLDC R24, c[0x0][R24+0x120] ;\nSUST.P.2D.RGBA.IGN [R16], R8, R24 ;\n"
         "SULD.P.2D.R.IGN R0, [R16], 0x48 ;\nSULD.P.2D.R.IGN R1, [R16], 0x49 ;\n",
         {real(worth(2, 1, 0, 0, 0)), bits(0.3125F), 0, 0},
         {{"maxwell.textures_at_index", 2}, {"maxwell.image0.format", 1}, {"maxwell.image1.format", 1}}},
    };
}

using ir::ContextValues;
ContextValues format(ImageFormat is) { return {{"maxwell.image0.format", static_cast<std::uint64_t>(is)}}; }
const ContextValues kFloats = format(ImageFormat::Rgba32f), kWhole = format(ImageFormat::Rgba32ui),
                    kOne = format(ImageFormat::R32ui), kSigns = format(ImageFormat::R32i);
constexpr std::uint32_t kWas = 12; // at 2, 1

std::vector<Case> image_loads() {
    return {
        {"SULD.P", "SULD.P.2D.RGBA.IGN R0, [R16], 0x48 ;\n", reals(kWas), kFloats},
        {"SULD.P GA", "SULD.P.2D.GA.IGN R0, [R16], 0x48 ;\n", {10012, 30012, 0, 0}, kWhole},
        {"SULD.P in a register", "MOV R24, c[0x0][0x120] ;\nSULD.P.2D.RGBA.IGN R0, [R16], R24 ;\n", reals(kWas),
         kFloats},
        {"SULD.D 128", "SULD.D.2D.128.IGN R0, [R16], 0x48 ;\n", reals(kWas), kFloats},
        {"SULD.D 64", "SULD.D.2D.64.IGN R0, [R16], 0x48 ;\n", {real(kWas), real(10012), 0, 0}, kFloats},
        {"SULD.D without a format", "SULD.D.2D.128.IGN R0, [R16], 0x48 ;\n", {12, 10012, 20012, 30012}},
        {"SULD.D by bytes",
         "SHL R24, R16, 0x2 ;\nMOV R25, R17 ;\nSULD.D.BA.2D.IGN R0, [R24], 0x48 ;\n",
         {12, 0, 0, 0},
         kOne},
        {"SULD.D 1D", "SULD.D.1D.IGN R0, [R20], 0x48 ;\n", {5, 0, 0, 0}, kOne},
        {"SULD.D buffer", "SULD.D.BUFFER_1D.IGN R0, [R20], 0x48 ;\n", {5, 0, 0, 0}, kOne},
        {"SULD.D 1D array", "SULD.D.ARRAY_1D.IGN R0, [R16], 0x48 ;\n", {102, 0, 0, 0}, kOne},
        {"SULD.D array", "SULD.D.ARRAY_2D.IGN R0, [R16], 0x48 ;\n", {112, 0, 0, 0}, kOne},
        {"SULD.D 3D", "SULD.D.3D.IGN R0, [R16], 0x48 ;\n", {112, 0, 0, 0}, kOne},
    };
}

std::vector<Case> image_stores() {
    return {
        {"SUST.P",
         "SUST.P.2D.RGBA.IGN [R16], R8, 0x48 ;\nSULD.P.2D.RGBA.IGN R0, [R16], 0x48 ;\n",
         {bits(0.3125F), bits(0.375F), bits(0.75F), bits(1)},
         kFloats},
        {"SUST.P where a guard fails",
         "SULD.P.2D.RGBA.IGN R0, [R16], 0x48 ;\n@!PT SUST.P.2D.RGBA.IGN [R16], R8, 0x48 ;\nSULD.P.2D.RGBA.IGN R0, [R16], 0x48 ;\n",
         reals(kWas), kFloats},
        {"SUST.D",
         "SUST.D.2D.128.IGN [R16], R8, 0x48 ;\nSULD.P.2D.RGBA.IGN R0, [R16], 0x48 ;\n",
         {bits(0.3125F), bits(0.375F), bits(0.75F), bits(1)},
         kFloats},
        {"SUST.D halves",
         "MOV32I R24, 0x40003c00 ;\nMOV32I R25, 0x3800 ;\nSUST.D.2D.64.IGN [R16], R24, 0x48 ;\n"
         "SULD.P.2D.RGBA.IGN R0, [R16], 0x48 ;\n",
         {bits(1), bits(2), bits(0.5F), 0},
         format(ImageFormat::Rgba16f),
         false},
        {"SULD.D halves",
         "SUST.P.2D.RGBA.IGN [R16], R8, 0x48 ;\nSULD.D.2D.64.IGN R0, [R16], 0x48 ;\n",
         {0x36003500, 0x3c003a00, 0, 0},
         format(ImageFormat::Rgba16f),
         false},
        {"SULD.D bytes",
         "SUST.P.2D.RGBA.IGN [R16], R10, 0x48 ;\nSULD.D.2D.IGN R0, [R16], 0x48 ;\n",
         {0x0040ffbf, 0, 0, 0},
         format(ImageFormat::Rgba8),
         false}, // 0.75, 1, 0.25, 0
        {"SUST.D bytes with kSigns",
         "MOV32I R24, 0x7f8100c0 ;\nSUST.D.2D.IGN [R16], R24, 0x48 ;\nSULD.P.2D.GBA.IGN R0, [R16], 0x48 ;\n",
         {0, bits(-1), bits(1), 0},
         format(ImageFormat::Rgba8Snorm),
         false},
        {"SULD.D S8",
         "SUST.D.2D.U8.IGN [R16], R19, 0x48 ;\nMOV32I R24, 0x1fe ;\nSUST.D.2D.U8.IGN [R16], R24, 0x48 ;\n"
         "SULD.D.2D.S8.IGN R0, [R16], 0x48 ;\nSULD.D.2D.U8.IGN R1, [R16], 0x48 ;\n",
         {0xfffffffe, 0xfe, 0, 0},
         format(ImageFormat::R8ui),
         false},
    };
}

std::vector<Case> image_changes() {
    const std::string load = "SULD.D.2D.IGN R1, [R16], 0x48 ;\n";
    const auto change = [&](std::string_view how, std::string_view with = "R20") {
        return fmt::format("SUATOM.D.2D{}.IGN R0, [R16], {}, 0x48 ;\n{}", how, with, load);
    };
    return {
        {"SUATOM add", change(".ADD"), {kWas, kWas + 5, 0, 0}, kOne},
        {"SUATOM without a format", "SULD.D.2D.64.IGN R2, [R16], 0x48 ;\n" + change(".ADD"), {kWas, kWas + 5, kWas, 0}},
        {"SUATOM min", change(".MIN"), {kWas, 5, 0, 0}, kOne},
        {"SUATOM min with sign", change(".MIN.S32", "R19"), {kWas, 0xffff1f00, 0, 0}, kSigns},
        {"SUATOM max with sign", change(".MAX.S32", "R19"), {kWas, kWas, 0, 0}, kOne},
        {"SUATOM max", change(".MAX", "R19"), {kWas, 0xffff1f00, 0, 0}, kOne},
        {"SUATOM inc", change(".INC"), {kWas, 0, 0, 0}, kOne},
        {"SUATOM dec", change(".DEC", "R19"), {kWas, kWas - 1, 0, 0}, kOne},
        {"SUATOM and", change(".AND"), {kWas, kWas & 5, 0, 0}, kOne},
        {"SUATOM or", change(".OR"), {kWas, kWas | 5, 0, 0}, kOne},
        {"SUATOM xor", change(".XOR"), {kWas, kWas ^ 5, 0, 0}, kOne},
        {"SUATOM exchange", change(".EXCH"), {kWas, 5, 0, 0}, kOne},
        {"SUATOM float",
         "SUST.D.2D.IGN [R16], R10, 0x48 ;\n" + change(".ADD.F32.FTZ.RN", "R11"),
         {bits(0.75F), bits(1.75F), 0, 0},
         kOne},
        {"SUATOM halves",
         "MOV32I R24, 0x3c003c00 ;\nMOV32I R25, 0x40003c00 ;\nSUST.D.2D.IGN [R16], R24, 0x48 ;\n" +
             change(".ADD.F16x2.FTZ.RN", "R25"),
         {0x3c003c00, 0x42004000, 0, 0},
         kOne},
        {"SUATOM in a register",
         "MOV R24, c[0x0][0x120] ;\nSUATOM.D.2D.ADD.IGN R0, [R16], R20, R24 ;\n" + load,
         {kWas, kWas + 5, 0, 0},
         kOne},
        {"SUATOM.CAS",
         "MOV32I R24, 0xc ;\nMOV32I R25, 0x63 ;\nSUATOM.CAS.D.2D.IGN R0, [R16], R24, 0x48 ;\n" + load,
         {kWas, 0x63, 0, 0},
         kOne},
        {"SUATOM.CAS of another",
         "MOV32I R24, 0xd ;\nMOV32I R25, 0x63 ;\nSUATOM.CAS.D.2D.IGN R0, [R16], R24, 0x48 ;\n" + load,
         {kWas, kWas, 0, 0},
         kOne},
        {"SURED", "SURED.D.2D.ADD.IGN [R16], R20, 0x48 ;\n" + load, {0, kWas + 5, 0, 0}, kOne},
        {"SURED inc", "SURED.D.2D.INC.IGN [R16], R19, 0x48 ;\n" + load, {0, kWas + 1, 0, 0}, kOne},
    };
}

TEST(MaxwellTextures, EveryInstructionReadsItsOperandsInReferenceOrder) {
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    for (const auto& cases : {sampling(), short_sampling(), fetching(), gathering(), handles(), image_loads(),
                              image_stores(), image_changes()})
        for (const Case& one : cases) expect_right(*device, one);
}

} // namespace
} // namespace relit::test::maxwell_textures_test
