// The registers of the GS as structs: gs.write(XYZ2{.X = 16 * 320, .Y = 16 * 32}). Self-contained; C++23.
// Printed from the tables of src/machine/gs/; do not edit. Omitted fields are 0. S, T and Q are
// floats; what counts in fractions does so here: 16 to a pixel in X and Y, 16 to a texel in U and V.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

// clang-format off
namespace relit::api::gs {
namespace detail {

template <unsigned width, class T>
[[nodiscard]] constexpr std::uint64_t bits(T value, unsigned first) {
    if constexpr (std::is_same_v<T, float>)
        return std::uint64_t{std::bit_cast<std::uint32_t>(value)} << first;
    else
        return (static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - width))) << first;
}
template <unsigned width, class T>
[[nodiscard]] constexpr bool fits(T value) {
    if constexpr (std::is_same_v<T, float> || width == 8 * sizeof(T))
        return true;
    else if constexpr (std::is_signed_v<T>)
        return value >= -(1 << (width - 1)) && value < 1 << (width - 1);
    else
        return value >> width == 0;
}

} // namespace detail

/// 0x00: primitive type and attributes; empties the vertex queue.
struct PRIM {
    std::uint8_t PRIM = 0, IIP = 0, TME = 0, FGE = 0, ABE = 0, AA1 = 0, FST = 0, CTXT = 0, FIX = 0;
    static constexpr std::uint8_t kAddress = 0x00;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<3>(PRIM, 0) | detail::bits<1>(IIP, 3) | detail::bits<1>(TME, 4) | detail::bits<1>(FGE, 5) | detail::bits<1>(ABE, 6) | detail::bits<1>(AA1, 7) | detail::bits<1>(FST, 8) | detail::bits<1>(CTXT, 9) | detail::bits<1>(FIX, 10); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<3>(PRIM) && detail::fits<1>(IIP) && detail::fits<1>(TME) && detail::fits<1>(FGE) && detail::fits<1>(ABE) && detail::fits<1>(AA1) && detail::fits<1>(FST) && detail::fits<1>(CTXT) && detail::fits<1>(FIX); }
};

/// 0x01: colour and Q of the next vertex.
struct RGBAQ {
    std::uint8_t R = 0, G = 0, B = 0, A = 0;
    float Q = 0;
    static constexpr std::uint8_t kAddress = 0x01;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<8>(R, 0) | detail::bits<8>(G, 8) | detail::bits<8>(B, 16) | detail::bits<8>(A, 24) | detail::bits<32>(Q, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<8>(R) && detail::fits<8>(G) && detail::fits<8>(B) && detail::fits<8>(A) && detail::fits<32>(Q); }
};

/// 0x02: texture coordinates of the next vertex, divided by Q.
struct ST {
    float S = 0, T = 0;
    static constexpr std::uint8_t kAddress = 0x02;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<32>(S, 0) | detail::bits<32>(T, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<32>(S) && detail::fits<32>(T); }
};

/// 0x03: texture coordinates of the next vertex, in texels.
struct UV {
    std::uint16_t U = 0, V = 0;
    static constexpr std::uint8_t kAddress = 0x03;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<14>(U, 0) | detail::bits<14>(V, 16); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<14>(U) && detail::fits<14>(V); }
};

/// 0x04: a vertex with fog; may complete a primitive.
struct XYZF2 {
    std::uint16_t X = 0, Y = 0;
    std::uint32_t Z = 0;
    std::uint8_t F = 0;
    static constexpr std::uint8_t kAddress = 0x04;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<16>(X, 0) | detail::bits<16>(Y, 16) | detail::bits<24>(Z, 32) | detail::bits<8>(F, 56); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<16>(X) && detail::fits<16>(Y) && detail::fits<24>(Z) && detail::fits<8>(F); }
};

/// 0x05: a vertex; may complete a primitive.
struct XYZ2 {
    std::uint16_t X = 0, Y = 0;
    std::uint32_t Z = 0;
    static constexpr std::uint8_t kAddress = 0x05;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<16>(X, 0) | detail::bits<16>(Y, 16) | detail::bits<32>(Z, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<16>(X) && detail::fits<16>(Y) && detail::fits<32>(Z); }
};

/// TEX0_1 (0x06), TEX0_2 (0x07): the texture.
template <unsigned context>
struct TEX0 {
    std::uint16_t TBP0 = 0;
    std::uint8_t TBW = 0, PSM = 0, TW = 0, TH = 0, TCC = 0, TFX = 0;
    std::uint16_t CBP = 0;
    std::uint8_t CPSM = 0, CSM = 0, CSA = 0, CLD = 0;
    static constexpr std::uint8_t kAddress = 0x05 + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<14>(TBP0, 0) | detail::bits<6>(TBW, 14) | detail::bits<6>(PSM, 20) | detail::bits<4>(TW, 26) | detail::bits<4>(TH, 30) | detail::bits<1>(TCC, 34) | detail::bits<2>(TFX, 35) | detail::bits<14>(CBP, 37) | detail::bits<4>(CPSM, 51) | detail::bits<1>(CSM, 55) | detail::bits<5>(CSA, 56) | detail::bits<3>(CLD, 61); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<14>(TBP0) && detail::fits<6>(TBW) && detail::fits<6>(PSM) && detail::fits<4>(TW) && detail::fits<4>(TH) && detail::fits<1>(TCC) && detail::fits<2>(TFX) && detail::fits<14>(CBP) && detail::fits<4>(CPSM) && detail::fits<1>(CSM) && detail::fits<5>(CSA) && detail::fits<3>(CLD); }
};
using TEX0_1 = TEX0<1>;
using TEX0_2 = TEX0<2>;

/// CLAMP_1 (0x08), CLAMP_2 (0x09): texture wrap modes.
template <unsigned context>
struct CLAMP {
    std::uint8_t WMS = 0, WMT = 0;
    std::uint16_t MINU = 0, MAXU = 0, MINV = 0, MAXV = 0;
    static constexpr std::uint8_t kAddress = 0x07 + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<2>(WMS, 0) | detail::bits<2>(WMT, 2) | detail::bits<10>(MINU, 4) | detail::bits<10>(MAXU, 14) | detail::bits<10>(MINV, 24) | detail::bits<10>(MAXV, 34); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<2>(WMS) && detail::fits<2>(WMT) && detail::fits<10>(MINU) && detail::fits<10>(MAXU) && detail::fits<10>(MINV) && detail::fits<10>(MAXV); }
};
using CLAMP_1 = CLAMP<1>;
using CLAMP_2 = CLAMP<2>;

/// 0x0a: fog of the next vertex.
struct FOG {
    std::uint8_t F = 0;
    static constexpr std::uint8_t kAddress = 0x0a;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<8>(F, 56); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<8>(F); }
};

/// 0x0c: a vertex with fog that draws nothing.
struct XYZF3 {
    std::uint16_t X = 0, Y = 0;
    std::uint32_t Z = 0;
    std::uint8_t F = 0;
    static constexpr std::uint8_t kAddress = 0x0c;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<16>(X, 0) | detail::bits<16>(Y, 16) | detail::bits<24>(Z, 32) | detail::bits<8>(F, 56); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<16>(X) && detail::fits<16>(Y) && detail::fits<24>(Z) && detail::fits<8>(F); }
};

/// 0x0d: a vertex that draws nothing.
struct XYZ3 {
    std::uint16_t X = 0, Y = 0;
    std::uint32_t Z = 0;
    static constexpr std::uint8_t kAddress = 0x0d;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<16>(X, 0) | detail::bits<16>(Y, 16) | detail::bits<32>(Z, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<16>(X) && detail::fits<16>(Y) && detail::fits<32>(Z); }
};

/// TEX1_1 (0x14), TEX1_2 (0x15): filters and level of detail.
template <unsigned context>
struct TEX1 {
    std::uint8_t LCM = 0, MXL = 0, MMAG = 0, MMIN = 0, MTBA = 0, L = 0;
    std::int16_t K = 0;
    static constexpr std::uint8_t kAddress = 0x13 + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(LCM, 0) | detail::bits<3>(MXL, 2) | detail::bits<1>(MMAG, 5) | detail::bits<3>(MMIN, 6) | detail::bits<1>(MTBA, 9) | detail::bits<2>(L, 19) | detail::bits<12>(K, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(LCM) && detail::fits<3>(MXL) && detail::fits<1>(MMAG) && detail::fits<3>(MMIN) && detail::fits<1>(MTBA) && detail::fits<2>(L) && detail::fits<12>(K); }
};
using TEX1_1 = TEX1<1>;
using TEX1_2 = TEX1<2>;

/// TEX2_1 (0x16), TEX2_2 (0x17): only format and palette of TEX0_1; may load a palette.
template <unsigned context>
struct TEX2 {
    std::uint8_t PSM = 0;
    std::uint16_t CBP = 0;
    std::uint8_t CPSM = 0, CSM = 0, CSA = 0, CLD = 0;
    static constexpr std::uint8_t kAddress = 0x15 + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<6>(PSM, 20) | detail::bits<14>(CBP, 37) | detail::bits<4>(CPSM, 51) | detail::bits<1>(CSM, 55) | detail::bits<5>(CSA, 56) | detail::bits<3>(CLD, 61); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<6>(PSM) && detail::fits<14>(CBP) && detail::fits<4>(CPSM) && detail::fits<1>(CSM) && detail::fits<5>(CSA) && detail::fits<3>(CLD); }
};
using TEX2_1 = TEX2<1>;
using TEX2_2 = TEX2<2>;

/// XYOFFSET_1 (0x18), XYOFFSET_2 (0x19): window offset.
template <unsigned context>
struct XYOFFSET {
    std::uint16_t OFX = 0, OFY = 0;
    static constexpr std::uint8_t kAddress = 0x17 + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<16>(OFX, 0) | detail::bits<16>(OFY, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<16>(OFX) && detail::fits<16>(OFY); }
};
using XYOFFSET_1 = XYOFFSET<1>;
using XYOFFSET_2 = XYOFFSET<2>;

/// 0x1a: whether PRIM or PRMODE sets the attributes.
struct PRMODECONT {
    std::uint8_t AC = 0;
    static constexpr std::uint8_t kAddress = 0x1a;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(AC, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(AC); }
};

/// 0x1b: attributes of primitives; keeps the vertex queue.
struct PRMODE {
    std::uint8_t PRIM = 0, IIP = 0, TME = 0, FGE = 0, ABE = 0, AA1 = 0, FST = 0, CTXT = 0, FIX = 0;
    static constexpr std::uint8_t kAddress = 0x1b;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<3>(PRIM, 0) | detail::bits<1>(IIP, 3) | detail::bits<1>(TME, 4) | detail::bits<1>(FGE, 5) | detail::bits<1>(ABE, 6) | detail::bits<1>(AA1, 7) | detail::bits<1>(FST, 8) | detail::bits<1>(CTXT, 9) | detail::bits<1>(FIX, 10); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<3>(PRIM) && detail::fits<1>(IIP) && detail::fits<1>(TME) && detail::fits<1>(FGE) && detail::fits<1>(ABE) && detail::fits<1>(AA1) && detail::fits<1>(FST) && detail::fits<1>(CTXT) && detail::fits<1>(FIX); }
};

/// 0x1c: position of a palette of storage mode 2.
struct TEXCLUT {
    std::uint8_t CBW = 0, COU = 0;
    std::uint16_t COV = 0;
    static constexpr std::uint8_t kAddress = 0x1c;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<6>(CBW, 0) | detail::bits<6>(COU, 6) | detail::bits<10>(COV, 12); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<6>(CBW) && detail::fits<6>(COU) && detail::fits<10>(COV); }
};

/// 0x22: mask of rows that are not drawn.
struct SCANMSK {
    std::uint8_t MSK = 0;
    static constexpr std::uint8_t kAddress = 0x22;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<2>(MSK, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<2>(MSK); }
};

/// MIPTBP1_1 (0x34), MIPTBP1_2 (0x35): addresses of levels 1 to 3.
template <unsigned context>
struct MIPTBP1 {
    std::uint16_t TBP1 = 0;
    std::uint8_t TBW1 = 0;
    std::uint16_t TBP2 = 0;
    std::uint8_t TBW2 = 0;
    std::uint16_t TBP3 = 0;
    std::uint8_t TBW3 = 0;
    static constexpr std::uint8_t kAddress = 0x33 + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<14>(TBP1, 0) | detail::bits<6>(TBW1, 14) | detail::bits<14>(TBP2, 20) | detail::bits<6>(TBW2, 34) | detail::bits<14>(TBP3, 40) | detail::bits<6>(TBW3, 54); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<14>(TBP1) && detail::fits<6>(TBW1) && detail::fits<14>(TBP2) && detail::fits<6>(TBW2) && detail::fits<14>(TBP3) && detail::fits<6>(TBW3); }
};
using MIPTBP1_1 = MIPTBP1<1>;
using MIPTBP1_2 = MIPTBP1<2>;

/// MIPTBP2_1 (0x36), MIPTBP2_2 (0x37): addresses of levels 4 to 6.
template <unsigned context>
struct MIPTBP2 {
    std::uint16_t TBP1 = 0;
    std::uint8_t TBW1 = 0;
    std::uint16_t TBP2 = 0;
    std::uint8_t TBW2 = 0;
    std::uint16_t TBP3 = 0;
    std::uint8_t TBW3 = 0;
    static constexpr std::uint8_t kAddress = 0x35 + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<14>(TBP1, 0) | detail::bits<6>(TBW1, 14) | detail::bits<14>(TBP2, 20) | detail::bits<6>(TBW2, 34) | detail::bits<14>(TBP3, 40) | detail::bits<6>(TBW3, 54); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<14>(TBP1) && detail::fits<6>(TBW1) && detail::fits<14>(TBP2) && detail::fits<6>(TBW2) && detail::fits<14>(TBP3) && detail::fits<6>(TBW3); }
};
using MIPTBP2_1 = MIPTBP2<1>;
using MIPTBP2_2 = MIPTBP2<2>;

/// 0x3b: alpha of texels without alpha.
struct TEXA {
    std::uint8_t TA0 = 0, AEM = 0, TA1 = 0;
    static constexpr std::uint8_t kAddress = 0x3b;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<8>(TA0, 0) | detail::bits<1>(AEM, 15) | detail::bits<8>(TA1, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<8>(TA0) && detail::fits<1>(AEM) && detail::fits<8>(TA1); }
};

/// 0x3d: fog colour.
struct FOGCOL {
    std::uint8_t R = 0, G = 0, B = 0;
    static constexpr std::uint8_t kAddress = 0x3d;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<8>(R, 0) | detail::bits<8>(G, 8) | detail::bits<8>(B, 16); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<8>(R) && detail::fits<8>(G) && detail::fits<8>(B); }
};

/// 0x3f: flushes the texture page buffer; no effect in Relit.
struct TEXFLUSH {
    std::uint32_t VALUE = 0;
    static constexpr std::uint8_t kAddress = 0x3f;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<32>(VALUE, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<32>(VALUE); }
};

/// SCISSOR_1 (0x40), SCISSOR_2 (0x41): scissor rectangle.
template <unsigned context>
struct SCISSOR {
    std::uint16_t SCAX0 = 0, SCAX1 = 0, SCAY0 = 0, SCAY1 = 0;
    static constexpr std::uint8_t kAddress = 0x3f + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<11>(SCAX0, 0) | detail::bits<11>(SCAX1, 16) | detail::bits<11>(SCAY0, 32) | detail::bits<11>(SCAY1, 48); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<11>(SCAX0) && detail::fits<11>(SCAX1) && detail::fits<11>(SCAY0) && detail::fits<11>(SCAY1); }
};
using SCISSOR_1 = SCISSOR<1>;
using SCISSOR_2 = SCISSOR<2>;

/// ALPHA_1 (0x42), ALPHA_2 (0x43): blending.
template <unsigned context>
struct ALPHA {
    std::uint8_t A = 0, B = 0, C = 0, D = 0, FIX = 0;
    static constexpr std::uint8_t kAddress = 0x41 + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<2>(A, 0) | detail::bits<2>(B, 2) | detail::bits<2>(C, 4) | detail::bits<2>(D, 6) | detail::bits<8>(FIX, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<2>(A) && detail::fits<2>(B) && detail::fits<2>(C) && detail::fits<2>(D) && detail::fits<8>(FIX); }
};
using ALPHA_1 = ALPHA<1>;
using ALPHA_2 = ALPHA<2>;

/// 0x44: dither matrix.
struct DIMX {
    std::int8_t DM00 = 0, DM01 = 0, DM02 = 0, DM03 = 0, DM10 = 0, DM11 = 0, DM12 = 0, DM13 = 0, DM20 = 0, DM21 = 0, DM22 = 0, DM23 = 0, DM30 = 0, DM31 = 0, DM32 = 0, DM33 = 0;
    static constexpr std::uint8_t kAddress = 0x44;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<3>(DM00, 0) | detail::bits<3>(DM01, 4) | detail::bits<3>(DM02, 8) | detail::bits<3>(DM03, 12) | detail::bits<3>(DM10, 16) | detail::bits<3>(DM11, 20) | detail::bits<3>(DM12, 24) | detail::bits<3>(DM13, 28) | detail::bits<3>(DM20, 32) | detail::bits<3>(DM21, 36) | detail::bits<3>(DM22, 40) | detail::bits<3>(DM23, 44) | detail::bits<3>(DM30, 48) | detail::bits<3>(DM31, 52) | detail::bits<3>(DM32, 56) | detail::bits<3>(DM33, 60); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<3>(DM00) && detail::fits<3>(DM01) && detail::fits<3>(DM02) && detail::fits<3>(DM03) && detail::fits<3>(DM10) && detail::fits<3>(DM11) && detail::fits<3>(DM12) && detail::fits<3>(DM13) && detail::fits<3>(DM20) && detail::fits<3>(DM21) && detail::fits<3>(DM22) && detail::fits<3>(DM23) && detail::fits<3>(DM30) && detail::fits<3>(DM31) && detail::fits<3>(DM32) && detail::fits<3>(DM33); }
};

/// 0x45: enables dither.
struct DTHE {
    std::uint8_t ON = 0;
    static constexpr std::uint8_t kAddress = 0x45;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(ON, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(ON); }
};

/// 0x46: selects clamping or wrapping of colours.
struct COLCLAMP {
    std::uint8_t ON = 0;
    static constexpr std::uint8_t kAddress = 0x46;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(ON, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(ON); }
};

/// TEST_1 (0x47), TEST_2 (0x48): pixel tests.
template <unsigned context>
struct TEST {
    std::uint8_t ATE = 0, ATST = 0, AREF = 0, AFAIL = 0, DATE = 0, DATM = 0, ZTE = 0, ZTST = 0;
    static constexpr std::uint8_t kAddress = 0x46 + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(ATE, 0) | detail::bits<3>(ATST, 1) | detail::bits<8>(AREF, 4) | detail::bits<2>(AFAIL, 12) | detail::bits<1>(DATE, 14) | detail::bits<1>(DATM, 15) | detail::bits<1>(ZTE, 16) | detail::bits<2>(ZTST, 17); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(ATE) && detail::fits<3>(ATST) && detail::fits<8>(AREF) && detail::fits<2>(AFAIL) && detail::fits<1>(DATE) && detail::fits<1>(DATM) && detail::fits<1>(ZTE) && detail::fits<2>(ZTST); }
};
using TEST_1 = TEST<1>;
using TEST_2 = TEST<2>;

/// 0x49: enables blending only for alpha of 0x80 and more.
struct PABE {
    std::uint8_t ON = 0;
    static constexpr std::uint8_t kAddress = 0x49;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(ON, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(ON); }
};

/// FBA_1 (0x4a), FBA_2 (0x4b): sets the top bit of alpha.
template <unsigned context>
struct FBA {
    std::uint8_t ON = 0;
    static constexpr std::uint8_t kAddress = 0x49 + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(ON, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(ON); }
};
using FBA_1 = FBA<1>;
using FBA_2 = FBA<2>;

/// FRAME_1 (0x4c), FRAME_2 (0x4d): frame buffer.
template <unsigned context>
struct FRAME {
    std::uint16_t FBP = 0;
    std::uint8_t FBW = 0, PSM = 0;
    std::uint32_t FBMSK = 0;
    static constexpr std::uint8_t kAddress = 0x4b + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<9>(FBP, 0) | detail::bits<6>(FBW, 16) | detail::bits<6>(PSM, 24) | detail::bits<32>(FBMSK, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<9>(FBP) && detail::fits<6>(FBW) && detail::fits<6>(PSM) && detail::fits<32>(FBMSK); }
};
using FRAME_1 = FRAME<1>;
using FRAME_2 = FRAME<2>;

/// ZBUF_1 (0x4e), ZBUF_2 (0x4f): depth buffer.
template <unsigned context>
struct ZBUF {
    std::uint16_t ZBP = 0;
    std::uint8_t PSM = 0, ZMSK = 0;
    static constexpr std::uint8_t kAddress = 0x4d + context;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<9>(ZBP, 0) | detail::bits<4>(PSM, 24) | detail::bits<1>(ZMSK, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<9>(ZBP) && detail::fits<4>(PSM) && detail::fits<1>(ZMSK); }
};
using ZBUF_1 = ZBUF<1>;
using ZBUF_2 = ZBUF<2>;

/// 0x50: source and destination of transfers.
struct BITBLTBUF {
    std::uint16_t SBP = 0;
    std::uint8_t SBW = 0, SPSM = 0;
    std::uint16_t DBP = 0;
    std::uint8_t DBW = 0, DPSM = 0;
    static constexpr std::uint8_t kAddress = 0x50;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<14>(SBP, 0) | detail::bits<6>(SBW, 16) | detail::bits<6>(SPSM, 24) | detail::bits<14>(DBP, 32) | detail::bits<6>(DBW, 48) | detail::bits<6>(DPSM, 56); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<14>(SBP) && detail::fits<6>(SBW) && detail::fits<6>(SPSM) && detail::fits<14>(DBP) && detail::fits<6>(DBW) && detail::fits<6>(DPSM); }
};

/// 0x51: corners and order of transfers.
struct TRXPOS {
    std::uint16_t SSAX = 0, SSAY = 0, DSAX = 0, DSAY = 0;
    std::uint8_t DIRY = 0, DIRX = 0;
    static constexpr std::uint8_t kAddress = 0x51;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<11>(SSAX, 0) | detail::bits<11>(SSAY, 16) | detail::bits<11>(DSAX, 32) | detail::bits<11>(DSAY, 48) | detail::bits<1>(DIRY, 59) | detail::bits<1>(DIRX, 60); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<11>(SSAX) && detail::fits<11>(SSAY) && detail::fits<11>(DSAX) && detail::fits<11>(DSAY) && detail::fits<1>(DIRY) && detail::fits<1>(DIRX); }
};

/// 0x52: size of transfers.
struct TRXREG {
    std::uint16_t RRW = 0, RRH = 0;
    static constexpr std::uint8_t kAddress = 0x52;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<12>(RRW, 0) | detail::bits<12>(RRH, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<12>(RRW) && detail::fits<12>(RRH); }
};

/// 0x53: starts a transfer.
struct TRXDIR {
    std::uint8_t XDIR = 0;
    static constexpr std::uint8_t kAddress = 0x53;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<2>(XDIR, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<2>(XDIR); }
};

/// 0x54: eight bytes of a transfer from the host.
struct HWREG {
    std::uint32_t LOW = 0, HIGH = 0;
    static constexpr std::uint8_t kAddress = 0x54;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<32>(LOW, 0) | detail::bits<32>(HIGH, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<32>(LOW) && detail::fits<32>(HIGH); }
};

/// 0x60: changes SIGLBLID.SIGID and requests an interrupt.
struct SIGNAL {
    std::uint32_t ID = 0, IDMSK = 0;
    static constexpr std::uint8_t kAddress = 0x60;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<32>(ID, 0) | detail::bits<32>(IDMSK, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<32>(ID) && detail::fits<32>(IDMSK); }
};

/// 0x61: requests an interrupt at the end of drawing.
struct FINISH {
    std::uint32_t VALUE = 0;
    static constexpr std::uint8_t kAddress = 0x61;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<32>(VALUE, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<32>(VALUE); }
};

/// 0x62: changes SIGLBLID.LBLID.
struct LABEL {
    std::uint32_t ID = 0, IDMSK = 0;
    static constexpr std::uint8_t kAddress = 0x62;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<32>(ID, 0) | detail::bits<32>(IDMSK, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<32>(ID) && detail::fits<32>(IDMSK); }
};

/// 0x0000: enables the read circuits and defines their merging.
struct PMODE {
    std::uint8_t EN1 = 0, EN2 = 0, CRTMD = 0, MMOD = 0, AMOD = 0, SLBG = 0, ALP = 0;
    static constexpr std::uint16_t kOffset = 0x0000;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(EN1, 0) | detail::bits<1>(EN2, 1) | detail::bits<3>(CRTMD, 2) | detail::bits<1>(MMOD, 5) | detail::bits<1>(AMOD, 6) | detail::bits<1>(SLBG, 7) | detail::bits<8>(ALP, 8); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(EN1) && detail::fits<1>(EN2) && detail::fits<3>(CRTMD) && detail::fits<1>(MMOD) && detail::fits<1>(AMOD) && detail::fits<1>(SLBG) && detail::fits<8>(ALP); }
};

/// 0x0010: clock and video standard.
struct SMODE1 {
    std::uint8_t RC = 0, LC = 0, T1248 = 0, SLCK = 0, CMOD = 0, EX = 0, PRST = 0, SINT = 0, XPCK = 0, PCK2 = 0, SPML = 0, GCONT = 0, PHS = 0, PVS = 0, PEHS = 0, PEVS = 0, CLKSEL = 0, NVCK = 0, SLCK2 = 0, VCKSEL = 0, VHP = 0;
    static constexpr std::uint16_t kOffset = 0x0010;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<3>(RC, 0) | detail::bits<7>(LC, 3) | detail::bits<2>(T1248, 10) | detail::bits<1>(SLCK, 12) | detail::bits<2>(CMOD, 13) | detail::bits<1>(EX, 15) | detail::bits<1>(PRST, 16) | detail::bits<1>(SINT, 17) | detail::bits<1>(XPCK, 18) | detail::bits<2>(PCK2, 19) | detail::bits<4>(SPML, 21) | detail::bits<1>(GCONT, 25) | detail::bits<1>(PHS, 26) | detail::bits<1>(PVS, 27) | detail::bits<1>(PEHS, 28) | detail::bits<1>(PEVS, 29) | detail::bits<2>(CLKSEL, 30) | detail::bits<1>(NVCK, 32) | detail::bits<1>(SLCK2, 33) | detail::bits<2>(VCKSEL, 34) | detail::bits<1>(VHP, 36); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<3>(RC) && detail::fits<7>(LC) && detail::fits<2>(T1248) && detail::fits<1>(SLCK) && detail::fits<2>(CMOD) && detail::fits<1>(EX) && detail::fits<1>(PRST) && detail::fits<1>(SINT) && detail::fits<1>(XPCK) && detail::fits<2>(PCK2) && detail::fits<4>(SPML) && detail::fits<1>(GCONT) && detail::fits<1>(PHS) && detail::fits<1>(PVS) && detail::fits<1>(PEHS) && detail::fits<1>(PEVS) && detail::fits<2>(CLKSEL) && detail::fits<1>(NVCK) && detail::fits<1>(SLCK2) && detail::fits<2>(VCKSEL) && detail::fits<1>(VHP); }
};

/// 0x0020: interlacing, fields or frames.
struct SMODE2 {
    std::uint8_t INT = 0, FFMD = 0, DPMS = 0;
    static constexpr std::uint16_t kOffset = 0x0020;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(INT, 0) | detail::bits<1>(FFMD, 1) | detail::bits<2>(DPMS, 2); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(INT) && detail::fits<1>(FFMD) && detail::fits<2>(DPMS); }
};

/// 0x0030: refresh of memory.
struct SRFSH {
    std::uint32_t VALUE = 0;
    static constexpr std::uint16_t kOffset = 0x0030;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<32>(VALUE, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<32>(VALUE); }
};

/// 0x0040: horizontal timing.
struct SYNCH1 {
    std::uint16_t HFP = 0, HBP = 0, HSEQ = 0, HSVS = 0;
    std::uint32_t HS = 0;
    static constexpr std::uint16_t kOffset = 0x0040;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<11>(HFP, 0) | detail::bits<11>(HBP, 11) | detail::bits<10>(HSEQ, 22) | detail::bits<11>(HSVS, 32) | detail::bits<21>(HS, 43); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<11>(HFP) && detail::fits<11>(HBP) && detail::fits<10>(HSEQ) && detail::fits<11>(HSVS) && detail::fits<21>(HS); }
};

/// 0x0050: horizontal timing.
struct SYNCH2 {
    std::uint16_t HF = 0, HB = 0;
    static constexpr std::uint16_t kOffset = 0x0050;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<11>(HF, 0) | detail::bits<11>(HB, 11); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<11>(HF) && detail::fits<11>(HB); }
};

/// 0x0060: vertical timing.
struct SYNCV {
    std::uint16_t VFP = 0, VFPE = 0, VBP = 0, VBPE = 0, VDP = 0, VS = 0;
    static constexpr std::uint16_t kOffset = 0x0060;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<10>(VFP, 0) | detail::bits<10>(VFPE, 10) | detail::bits<12>(VBP, 20) | detail::bits<10>(VBPE, 32) | detail::bits<11>(VDP, 42) | detail::bits<11>(VS, 53); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<10>(VFP) && detail::fits<10>(VFPE) && detail::fits<12>(VBP) && detail::fits<10>(VBPE) && detail::fits<11>(VDP) && detail::fits<11>(VS); }
};

/// 0x0070: buffer of circuit 1.
struct DISPFB1 {
    std::uint16_t FBP = 0;
    std::uint8_t FBW = 0, PSM = 0;
    std::uint16_t DBX = 0, DBY = 0;
    static constexpr std::uint16_t kOffset = 0x0070;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<9>(FBP, 0) | detail::bits<6>(FBW, 9) | detail::bits<5>(PSM, 15) | detail::bits<11>(DBX, 32) | detail::bits<11>(DBY, 43); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<9>(FBP) && detail::fits<6>(FBW) && detail::fits<5>(PSM) && detail::fits<11>(DBX) && detail::fits<11>(DBY); }
};

/// 0x0080: display position of circuit 1.
struct DISPLAY1 {
    std::uint16_t DX = 0, DY = 0;
    std::uint8_t MAGH = 0, MAGV = 0;
    std::uint16_t DW = 0, DH = 0;
    static constexpr std::uint16_t kOffset = 0x0080;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<12>(DX, 0) | detail::bits<11>(DY, 12) | detail::bits<4>(MAGH, 23) | detail::bits<2>(MAGV, 27) | detail::bits<12>(DW, 32) | detail::bits<11>(DH, 44); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<12>(DX) && detail::fits<11>(DY) && detail::fits<4>(MAGH) && detail::fits<2>(MAGV) && detail::fits<12>(DW) && detail::fits<11>(DH); }
};

/// 0x0090: buffer of circuit 2.
struct DISPFB2 {
    std::uint16_t FBP = 0;
    std::uint8_t FBW = 0, PSM = 0;
    std::uint16_t DBX = 0, DBY = 0;
    static constexpr std::uint16_t kOffset = 0x0090;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<9>(FBP, 0) | detail::bits<6>(FBW, 9) | detail::bits<5>(PSM, 15) | detail::bits<11>(DBX, 32) | detail::bits<11>(DBY, 43); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<9>(FBP) && detail::fits<6>(FBW) && detail::fits<5>(PSM) && detail::fits<11>(DBX) && detail::fits<11>(DBY); }
};

/// 0x00a0: display position of circuit 2.
struct DISPLAY2 {
    std::uint16_t DX = 0, DY = 0;
    std::uint8_t MAGH = 0, MAGV = 0;
    std::uint16_t DW = 0, DH = 0;
    static constexpr std::uint16_t kOffset = 0x00a0;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<12>(DX, 0) | detail::bits<11>(DY, 12) | detail::bits<4>(MAGH, 23) | detail::bits<2>(MAGV, 27) | detail::bits<12>(DW, 32) | detail::bits<11>(DH, 44); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<12>(DX) && detail::fits<11>(DY) && detail::fits<4>(MAGH) && detail::fits<2>(MAGV) && detail::fits<12>(DW) && detail::fits<11>(DH); }
};

/// 0x00b0: write-back buffer of the merged image.
struct EXTBUF {
    std::uint16_t EXBP = 0;
    std::uint8_t EXBW = 0, FBIN = 0, WFFMD = 0, EMODA = 0, EMODC = 0;
    std::uint16_t WDX = 0, WDY = 0;
    static constexpr std::uint16_t kOffset = 0x00b0;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<14>(EXBP, 0) | detail::bits<6>(EXBW, 14) | detail::bits<2>(FBIN, 20) | detail::bits<1>(WFFMD, 22) | detail::bits<2>(EMODA, 23) | detail::bits<2>(EMODC, 25) | detail::bits<11>(WDX, 32) | detail::bits<11>(WDY, 43); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<14>(EXBP) && detail::fits<6>(EXBW) && detail::fits<2>(FBIN) && detail::fits<1>(WFFMD) && detail::fits<2>(EMODA) && detail::fits<2>(EMODC) && detail::fits<11>(WDX) && detail::fits<11>(WDY); }
};

/// 0x00c0: written part of the merged image.
struct EXTDATA {
    std::uint16_t SX = 0, SY = 0;
    std::uint8_t SMPH = 0, SMPV = 0;
    std::uint16_t WW = 0, WH = 0;
    static constexpr std::uint16_t kOffset = 0x00c0;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<12>(SX, 0) | detail::bits<11>(SY, 12) | detail::bits<4>(SMPH, 23) | detail::bits<2>(SMPV, 27) | detail::bits<12>(WW, 32) | detail::bits<11>(WH, 44); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<12>(SX) && detail::fits<11>(SY) && detail::fits<4>(SMPH) && detail::fits<2>(SMPV) && detail::fits<12>(WW) && detail::fits<11>(WH); }
};

/// 0x00d0: starts the write-back.
struct EXTWRITE {
    std::uint8_t WRITE = 0;
    static constexpr std::uint16_t kOffset = 0x00d0;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(WRITE, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(WRITE); }
};

/// 0x00e0: background colour.
struct BGCOLOR {
    std::uint8_t R = 0, G = 0, B = 0;
    static constexpr std::uint16_t kOffset = 0x00e0;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<8>(R, 0) | detail::bits<8>(G, 8) | detail::bits<8>(B, 16); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<8>(R) && detail::fits<8>(G) && detail::fits<8>(B); }
};

/// 0x1000: status, and the current field.
struct CSR {
    std::uint8_t SIGNAL = 0, FINISH = 0, HSINT = 0, VSINT = 0, EDWINT = 0, FLUSH = 0, RESET = 0, NFIELD = 0, FIELD = 0, FIFO = 0, REV = 0, ID = 0;
    static constexpr std::uint16_t kOffset = 0x1000;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(SIGNAL, 0) | detail::bits<1>(FINISH, 1) | detail::bits<1>(HSINT, 2) | detail::bits<1>(VSINT, 3) | detail::bits<1>(EDWINT, 4) | detail::bits<1>(FLUSH, 8) | detail::bits<1>(RESET, 9) | detail::bits<1>(NFIELD, 12) | detail::bits<1>(FIELD, 13) | detail::bits<2>(FIFO, 14) | detail::bits<8>(REV, 16) | detail::bits<8>(ID, 24); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(SIGNAL) && detail::fits<1>(FINISH) && detail::fits<1>(HSINT) && detail::fits<1>(VSINT) && detail::fits<1>(EDWINT) && detail::fits<1>(FLUSH) && detail::fits<1>(RESET) && detail::fits<1>(NFIELD) && detail::fits<1>(FIELD) && detail::fits<2>(FIFO) && detail::fits<8>(REV) && detail::fits<8>(ID); }
};

/// 0x1010: interrupt mask.
struct IMR {
    std::uint8_t SIGMSK = 0, FINISHMSK = 0, HSMSK = 0, VSMSK = 0, EDWMSK = 0;
    static constexpr std::uint16_t kOffset = 0x1010;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(SIGMSK, 8) | detail::bits<1>(FINISHMSK, 9) | detail::bits<1>(HSMSK, 10) | detail::bits<1>(VSMSK, 11) | detail::bits<1>(EDWMSK, 12); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(SIGMSK) && detail::fits<1>(FINISHMSK) && detail::fits<1>(HSMSK) && detail::fits<1>(VSMSK) && detail::fits<1>(EDWMSK); }
};

/// 0x1040: direction of the bus.
struct BUSDIR {
    std::uint8_t DIR = 0;
    static constexpr std::uint16_t kOffset = 0x1040;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<1>(DIR, 0); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<1>(DIR); }
};

/// 0x1080: identifiers that SIGNAL and LABEL change.
struct SIGLBLID {
    std::uint32_t SIGID = 0, LBLID = 0;
    static constexpr std::uint16_t kOffset = 0x1080;
    [[nodiscard]] constexpr std::uint64_t value() const { return detail::bits<32>(SIGID, 0) | detail::bits<32>(LBLID, 32); }
    [[nodiscard]] constexpr bool fits() const { return detail::fits<32>(SIGID) && detail::fits<32>(LBLID); }
};

} // namespace relit::api::gs
// clang-format on
