// Random accesses to textures and images through random handles: each program is translated, or refused by name, and what is
// translated is valid.
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/spirv_check.hpp"
#include "tests/support/values.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace relit::maxwell_textures_random {
namespace {

/// '#' is a register of the first twelve, '%' one of the first two predicates, '$' a word of the driver's handles.
constexpr std::string_view kLines[] = {
    "MOV R#, c[0x0][0x$] ;",
    "MOV R#, c[0x3][0x$] ;",
    "LDC R#, c[0x0][R#+0xa0] ;",
    "LOP.AND R#, R#, 0x7c ;",
    "LOP.OR R#, R#, R# ;",
    "SHL R#, R#, 0x2 ;",
    "SHL R#, R#, 0x14 ;",
    "BFI R#, R#, 0xc14, R# ;",
    "S2R R#, SR_TID.X ;",
    "IADD R#, R#, R# ;",
    "ISETP.LT.AND P%, PT, R#, R#, PT ;",
    "@P% MOV R#, R# ;",
    "@!P% MOV R#, c[0x0][0x$] ;",
    "@P% BRA OVER# ;",
    "TEX.B.LZ R#, R#, R#, 2D, 0xf ;",
    "@P% TEX.B.LL.AOFFI R#, R#, R#, ARRAY_2D, 0x7 ;",
    "TEX.LZ.DC R#, R#, R#, 0x29, CUBE, 0x1 ;",
    "TLD.B.LL.AOFFI R#, R#, R#, 2D, 0xf ;",
    "TLD.LZ R#, R#, R#, 0x2a, 1D, 0xf ;",
    "TLD4.B.R.PTP R#, R#, R#, 2D, 0xf ;",
    "TXD.B R#, R#, R#, 2D, 0xf ;",
    "TXQ.B R#, R#, TEX_HEADER_DIMENSION, 0xf ;",
    "TXQ R#, R#, TEX_HEADER_DIMENSION, 0x49, 0xf ;",
    "TEXS.F16 R#, R#, R#, R#, 0x28, 2D, RGBA ;",
    "SULD.D.2D.64.IGN R#, [R#], R# ;",
    "SULD.P.2D.RGBA.IGN R#, [R#], 0x48 ;",
    "@P% SUST.P.2D.RGBA.IGN [R#], R#, R# ;",
    "SUST.D.ARRAY_2D.U8.IGN [R#], R#, 0x4a ;",
    "@!P% SUATOM.D.2D.INC.IGN R#, [R#], R#, 0x4b ;",
    "SUATOM.D.2D.ADD.IGN R#, [R#], R#, R# ;",
};

std::string program(test::Random& random) {
    std::string text = "MOV R0, c[0x0][0xa0] ;\nMOV R1, c[0x0][0xa4] ;\n";
    for (unsigned i = 0; i < 24; ++i) {
        for (const char c : kLines[random.below(std::size(kLines))]) {
            if (c == '#') text += std::to_string(random.below(12));
            if (c == '%') text += std::to_string(random.below(2));
            if (c == '$') text += fmt::format("{:x}", 0xa0 + 4 * random.below(40));
            if (c != '#' && c != '%' && c != '$') text += c;
        }
        text += "\n";
    }
    for (unsigned i = 0; i < 12; ++i) text += fmt::format("OVER{}:\nIADD R{}, R{}, 0x1 ;\n", i, i, (i + 1) % 12);
    for (unsigned i = 0; i < 12; ++i)
        text +=
            fmt::format("MOV R20, c[0x0][0x140] ;\nMOV R21, c[0x0][0x144] ;\nSTG.E [R20+0x{:x}], R{} ;\n", 4 * i, i);
    return text + "EXIT ;\n";
}

TEST(MaxwellTextures, RandomAccessesAreTranslatedOrRefusedByName) {
    test::Random random(20);
    unsigned translated = 0;
    for (unsigned i = 0; i < 300; ++i) {
        const std::string text = program(random);
        const auto file = isa::maxwell::assemble(text, {});
        ASSERT_TRUE(file) << file.error().text << "\n" << text;
        const ir::Context context{{{"maxwell.convention", 2},
                                   {"maxwell.textures_by_value", random.below(2) * 3},
                                   {"maxwell.image3.format", 33},
                                   {"maxwell.image0.format", random.below(40)},
                                   {"maxwell.texture2.shape", random.below(9)},
                                   {"maxwell.texture1.texels", random.below(3)}}};
        const auto made = translate::translate(isa::maxwell::kFrontend, *file, context, {});
        if (!made) {
            EXPECT_EQ(made.error().kind, FaultKind::NotSupported) << made.error().text << "\n" << text;
            continue;
        }
        ++translated;
        EXPECT_EQ(test::spirv_error(made->artifact.words), "") << text;
    }
    EXPECT_GT(translated, 30U);
}

} // namespace
} // namespace relit::maxwell_textures_random
