// The words of the GS's general registers. Sources: docs/machine/gs.md. A field named "-" has no known meaning.
#pragma once

#include "base/bits.hpp"
#include "machine/gs/state/codes.hpp"

namespace relit::machine::gs {

/// PRIM and PRMODE: primitive type and attributes.
struct Prim : Word<Prim, 64> {
    static constexpr Field<Primitive> primitive{"PRIM", 0, 3, kPrimitiveNames};
    static constexpr Field<bool> gouraud{"IIP", 3, 1}, textured{"TME", 4, 1}, fogged{"FGE", 5, 1}, blended{"ABE", 6, 1},
        antialiased{"AA1", 7, 1}, uv{"FST", 8, 1}, fixed{"FIX", 10, 1};
    static constexpr Field<std::uint32_t> context{"CTXT", 9, 1}, r0{"-", 11, 32}, r1{"-", 43, 21};
    static constexpr auto fields =
        fields_of(primitive, gouraud, textured, fogged, blended, antialiased, uv, context, fixed, r0, r1);
};
static_assert(covers(Prim::fields, 64));

/// RGBAQ: the colour of the next vertex, and Q as the bits of a float.
struct Rgbaq : Word<Rgbaq, 64> {
    static constexpr Field<std::uint32_t> r{"R", 0, 8}, g{"G", 8, 8}, b{"B", 16, 8}, a{"A", 24, 8}, q{"Q", 32, 32};
    static constexpr auto fields = fields_of(r, g, b, a, q);
};
static_assert(covers(Rgbaq::fields, 64));

/// ST: texture coordinates as the bits of floats.
struct St : Word<St, 64> {
    static constexpr Field<std::uint32_t> s{"S", 0, 32}, t{"T", 32, 32};
    static constexpr auto fields = fields_of(s, t);
};
static_assert(covers(St::fields, 64));

/// UV: texture coordinates in texels, 10.4.
struct Uv : Word<Uv, 64> {
    static constexpr Field<std::uint32_t> u{"U", 0, 14}, v{"V", 16, 14}, r0{"-", 14, 2}, r1{"-", 30, 32},
        r2{"-", 62, 2};
    static constexpr auto fields = fields_of(u, r0, v, r1, r2);
};
static_assert(covers(Uv::fields, 64));

/// XYZF2/3: a position with 12.4 window coordinates, 24 bits of depth and fog.
struct Xyzf : Word<Xyzf, 64> {
    static constexpr Field<std::uint32_t> x{"X", 0, 16}, y{"Y", 16, 16}, z{"Z", 32, 24}, fog{"F", 56, 8};
    static constexpr auto fields = fields_of(x, y, z, fog);
};
static_assert(covers(Xyzf::fields, 64));

/// XYZ2/3: a position with 12.4 window coordinates and 32 bits of depth.
struct Xyz : Word<Xyz, 64> {
    static constexpr Field<std::uint32_t> x{"X", 0, 16}, y{"Y", 16, 16}, z{"Z", 32, 32};
    static constexpr auto fields = fields_of(x, y, z);
};
static_assert(covers(Xyz::fields, 64));

/// TEX0: address, size as powers of two, function and palette of a texture. TEX2 sets a part of it.
struct Tex0 : Word<Tex0, 64> {
    static constexpr Field<std::uint32_t> base{"TBP0", 0, 14}, width{"TBW", 14, 6}, log_width{"TW", 26, 4},
        log_height{"TH", 30, 4}, clut_base{"CBP", 37, 14}, clut_format{"CPSM", 51, 4, kClutFormatNames},
        clut_offset{"CSA", 56, 5}, clut_load{"CLD", 61, 3, kClutLoadNames};
    static constexpr Field<PixelFormat> format{"PSM", 20, 6, kFormatNames};
    static constexpr Field<bool> has_alpha{"TCC", 34, 1}, clut_linear{"CSM", 55, 1};
    static constexpr Field<TextureFunction> function{"TFX", 35, 2, kFunctionNames};
    static constexpr auto fields = fields_of(base, width, format, log_width, log_height, has_alpha, function, clut_base,
                                             clut_format, clut_linear, clut_offset, clut_load);
};
static_assert(covers(Tex0::fields, 64));

/// TEX2: only the format and palette of TEX0.
struct Tex2 : Word<Tex2, 64> {
    static constexpr Field<PixelFormat> format{"PSM", 20, 6, kFormatNames};
    static constexpr Field<std::uint32_t> clut_base{"CBP", 37, 14}, clut_format{"CPSM", 51, 4, kClutFormatNames},
        clut_offset{"CSA", 56, 5}, clut_load{"CLD", 61, 3, kClutLoadNames}, r0{"-", 0, 20}, r1{"-", 26, 11};
    static constexpr Field<bool> clut_linear{"CSM", 55, 1};
    static constexpr auto fields =
        fields_of(r0, format, r1, clut_base, clut_format, clut_linear, clut_offset, clut_load);
};
static_assert(covers(Tex2::fields, 64));

/// CLAMP: texture wrap modes.
struct Clamp : Word<Clamp, 64> {
    static constexpr Field<WrapMode> s_mode{"WMS", 0, 2, kWrapNames}, t_mode{"WMT", 2, 2, kWrapNames};
    static constexpr Field<std::uint32_t> min_u{"MINU", 4, 10}, max_u{"MAXU", 14, 10}, min_v{"MINV", 24, 10},
        max_v{"MAXV", 34, 10}, r0{"-", 44, 20};
    static constexpr auto fields = fields_of(s_mode, t_mode, min_u, max_u, min_v, max_v, r0);
};
static_assert(covers(Clamp::fields, 64));

/// FOG: fog of the next vertex; 255 is none.
struct Fog : Word<Fog, 64> {
    static constexpr Field<std::uint32_t> fog{"F", 56, 8}, r0{"-", 0, 32}, r1{"-", 32, 24};
    static constexpr auto fields = fields_of(r0, r1, fog);
};
static_assert(covers(Fog::fields, 64));

/// TEX1: filters and levels; K is signed 7.4.
struct Tex1 : Word<Tex1, 64> {
    static constexpr Field<bool> fixed_level{"LCM", 0, 1}, automatic_bases{"MTBA", 9, 1};
    static constexpr Field<std::uint32_t> max_level{"MXL", 2, 3}, magnify{"MMAG", 5, 1, kMagnifyNames},
        minify{"MMIN", 6, 3, kMinifyNames}, l{"L", 19, 2}, k{"K", 32, 12}, r0{"-", 1, 1}, r1{"-", 10, 9},
        r2{"-", 21, 11}, r3{"-", 44, 20};
    static constexpr auto fields =
        fields_of(fixed_level, r0, max_level, magnify, minify, automatic_bases, r1, l, r2, k, r3);
};
static_assert(covers(Tex1::fields, 64));

/// XYOFFSET: the window's offset in primitive coordinates, 12.4.
struct XyOffset : Word<XyOffset, 64> {
    static constexpr Field<std::uint32_t> x{"OFX", 0, 16}, y{"OFY", 32, 16}, r0{"-", 16, 16}, r1{"-", 48, 16};
    static constexpr auto fields = fields_of(x, r0, y, r1);
};
static_assert(covers(XyOffset::fields, 64));

/// PRMODECONT: whether PRIM or PRMODE sets the attributes.
struct PrModeCont : Word<PrModeCont, 64> {
    static constexpr Field<bool> from_prim{"AC", 0, 1};
    static constexpr Field<std::uint32_t> r0{"-", 1, 32}, r1{"-", 33, 31};
    static constexpr auto fields = fields_of(from_prim, r0, r1);
};
static_assert(covers(PrModeCont::fields, 64));

/// TEXCLUT: position of a palette of storage mode 2; COU counts 16 pixels.
struct TexClut : Word<TexClut, 64> {
    static constexpr Field<std::uint32_t> width{"CBW", 0, 6}, u{"COU", 6, 6}, v{"COV", 12, 10}, r0{"-", 22, 32},
        r1{"-", 54, 10};
    static constexpr auto fields = fields_of(width, u, v, r0, r1);
};
static_assert(covers(TexClut::fields, 64));

/// SCANMSK: mask of rows that are not drawn.
struct ScanMask : Word<ScanMask, 64> {
    static constexpr Field<std::uint32_t> mask{"MSK", 0, 2}, r0{"-", 2, 32}, r1{"-", 34, 30};
    static constexpr auto fields = fields_of(mask, r0, r1);
};
static_assert(covers(ScanMask::fields, 64));

/// MIPTBP1/2: addresses of three levels.
struct MipBases : Word<MipBases, 64> {
    static constexpr Field<std::uint32_t> base0{"TBP1", 0, 14}, width0{"TBW1", 14, 6}, base1{"TBP2", 20, 14},
        width1{"TBW2", 34, 6}, base2{"TBP3", 40, 14}, width2{"TBW3", 54, 6}, r0{"-", 60, 4};
    static constexpr auto fields = fields_of(base0, width0, base1, width1, base2, width2, r0);
};
static_assert(covers(MipBases::fields, 64));

/// TEXA: alpha of texels without alpha.
struct TexA : Word<TexA, 64> {
    static constexpr Field<std::uint32_t> alpha0{"TA0", 0, 8}, alpha1{"TA1", 32, 8}, r0{"-", 8, 7}, r1{"-", 16, 16},
        r2{"-", 40, 24};
    static constexpr Field<bool> black_is_clear{"AEM", 15, 1};
    static constexpr auto fields = fields_of(alpha0, r0, black_is_clear, r1, alpha1, r2);
};
static_assert(covers(TexA::fields, 64));

/// FOGCOL: the colour of fog.
struct FogCol : Word<FogCol, 64> {
    static constexpr Field<std::uint32_t> r{"R", 0, 8}, g{"G", 8, 8}, b{"B", 16, 8}, r0{"-", 24, 32}, r1{"-", 56, 8};
    static constexpr auto fields = fields_of(r, g, b, r0, r1);
};
static_assert(covers(FogCol::fields, 64));

/// A register whose value is unused.
struct Any : Word<Any, 64> {
    static constexpr Field<std::uint32_t> value{"VALUE", 0, 32}, r0{"-", 32, 32};
    static constexpr auto fields = fields_of(value, r0);
};
static_assert(covers(Any::fields, 64));

/// SCISSOR: the drawn rectangle, both ends included.
struct Scissor : Word<Scissor, 64> {
    static constexpr Field<std::uint32_t> x0{"SCAX0", 0, 11}, x1{"SCAX1", 16, 11}, y0{"SCAY0", 32, 11},
        y1{"SCAY1", 48, 11}, r0{"-", 11, 5}, r1{"-", 27, 5}, r2{"-", 43, 5}, r3{"-", 59, 5};
    static constexpr auto fields = fields_of(x0, r0, x1, r1, y0, r2, y1, r3);
};
static_assert(covers(Scissor::fields, 64));

/// ALPHA: blending, ((A - B) * C >> 7) + D.
struct Alpha : Word<Alpha, 64> {
    static constexpr Field<std::uint32_t> a{"A", 0, 2, kBlendColourNames}, b{"B", 2, 2, kBlendColourNames},
        c{"C", 4, 2, kBlendAlphaNames}, d{"D", 6, 2, kBlendColourNames}, fix{"FIX", 32, 8}, r0{"-", 8, 24},
        r1{"-", 40, 24};
    static constexpr auto fields = fields_of(a, b, c, d, r0, fix, r1);
};
static_assert(covers(Alpha::fields, 64));

/// DIMX: the dither matrix, sixteen signed 3-bit numbers.
struct Dimx : Word<Dimx, 64> {
    static constexpr Field<std::uint32_t> d00{"DM00", 0, 3}, d01{"DM01", 4, 3}, d02{"DM02", 8, 3}, d03{"DM03", 12, 3},
        d10{"DM10", 16, 3}, d11{"DM11", 20, 3}, d12{"DM12", 24, 3}, d13{"DM13", 28, 3}, d20{"DM20", 32, 3},
        d21{"DM21", 36, 3}, d22{"DM22", 40, 3}, d23{"DM23", 44, 3}, d30{"DM30", 48, 3}, d31{"DM31", 52, 3},
        d32{"DM32", 56, 3}, d33{"DM33", 60, 3}, r0{"-", 3, 1}, r1{"-", 7, 1}, r2{"-", 11, 1}, r3{"-", 15, 1},
        r4{"-", 19, 1}, r5{"-", 23, 1}, r6{"-", 27, 1}, r7{"-", 31, 1}, r8{"-", 35, 1}, r9{"-", 39, 1}, r10{"-", 43, 1},
        r11{"-", 47, 1}, r12{"-", 51, 1}, r13{"-", 55, 1}, r14{"-", 59, 1}, r15{"-", 63, 1};
    static constexpr auto fields =
        fields_of(d00, r0, d01, r1, d02, r2, d03, r3, d10, r4, d11, r5, d12, r6, d13, r7, d20, r8, d21, r9, d22, r10,
                  d23, r11, d30, r12, d31, r13, d32, r14, d33, r15);
};
static_assert(covers(Dimx::fields, 64));

/// DTHE, COLCLAMP, PABE, FBA: on or off.
struct Switch : Word<Switch, 64> {
    static constexpr Field<bool> on{"ON", 0, 1};
    static constexpr Field<std::uint32_t> r0{"-", 1, 32}, r1{"-", 33, 31};
    static constexpr auto fields = fields_of(on, r0, r1);
};
static_assert(covers(Switch::fields, 64));

/// TEST: the pixel tests.
struct Test : Word<Test, 64> {
    static constexpr Field<bool> alpha_on{"ATE", 0, 1}, destination_on{"DATE", 14, 1}, depth_on{"ZTE", 16, 1};
    static constexpr Field<AlphaTest> alpha_test{"ATST", 1, 3, kAlphaTestNames};
    static constexpr Field<std::uint32_t> alpha_reference{"AREF", 4, 8}, destination_bit{"DATM", 15, 1},
        r0{"-", 19, 32}, r1{"-", 51, 13};
    static constexpr Field<AlphaFail> alpha_fail{"AFAIL", 12, 2, kAlphaFailNames};
    static constexpr Field<DepthTest> depth_test{"ZTST", 17, 2, kDepthTestNames};
    static constexpr auto fields = fields_of(alpha_on, alpha_test, alpha_reference, alpha_fail, destination_on,
                                             destination_bit, depth_on, depth_test, r0, r1);
};
static_assert(covers(Test::fields, 64));

/// FRAME: the frame buffer. `base` counts pages of 8 KiB, `width` counts 64 pixels; bits of `keep` are not written.
struct Frame : Word<Frame, 64> {
    static constexpr Field<std::uint32_t> base{"FBP", 0, 9}, width{"FBW", 16, 6}, keep{"FBMSK", 32, 32}, r0{"-", 9, 7},
        r1{"-", 22, 2}, r2{"-", 30, 2};
    static constexpr Field<PixelFormat> format{"PSM", 24, 6, kFormatNames};
    static constexpr auto fields = fields_of(base, r0, width, r1, format, r2, keep);
};
static_assert(covers(Frame::fields, 64));

/// ZBUF: the depth buffer. `base` counts pages of 8 KiB; `format` is the low four bits of a Z format.
struct ZBuf : Word<ZBuf, 64> {
    static constexpr Field<std::uint32_t> base{"ZBP", 0, 9}, format{"PSM", 24, 4, kDepthFormatNames}, r0{"-", 9, 15},
        r1{"-", 28, 4}, r2{"-", 33, 31};
    static constexpr Field<bool> keep{"ZMSK", 32, 1};
    static constexpr auto fields = fields_of(base, r0, format, r1, keep, r2);
};
static_assert(covers(ZBuf::fields, 64));

/// BITBLTBUF: source and destination of transfers, in blocks of 256 bytes and 64 pixels.
struct BitBltBuf : Word<BitBltBuf, 64> {
    static constexpr Field<std::uint32_t> source{"SBP", 0, 14}, source_width{"SBW", 16, 6}, destination{"DBP", 32, 14},
        destination_width{"DBW", 48, 6}, r0{"-", 14, 2}, r1{"-", 22, 2}, r2{"-", 30, 2}, r3{"-", 46, 2}, r4{"-", 54, 2},
        r5{"-", 62, 2};
    static constexpr Field<PixelFormat> source_format{"SPSM", 24, 6, kFormatNames},
        destination_format{"DPSM", 56, 6, kFormatNames};
    static constexpr auto fields = fields_of(source, r0, source_width, r1, source_format, r2, destination, r3,
                                             destination_width, r4, destination_format, r5);
};
static_assert(covers(BitBltBuf::fields, 64));

/// TRXPOS: corners of a transfer, and the order of a local one.
struct TrxPos : Word<TrxPos, 64> {
    static constexpr Field<std::uint32_t> source_x{"SSAX", 0, 11}, source_y{"SSAY", 16, 11},
        destination_x{"DSAX", 32, 11}, destination_y{"DSAY", 48, 11}, r0{"-", 11, 5}, r1{"-", 27, 5}, r2{"-", 43, 5},
        r3{"-", 61, 3};
    static constexpr Field<bool> upwards{"DIRY", 59, 1}, leftwards{"DIRX", 60, 1};
    static constexpr auto fields =
        fields_of(source_x, r0, source_y, r1, destination_x, r2, destination_y, upwards, leftwards, r3);
};
static_assert(covers(TrxPos::fields, 64));

/// TRXREG: the size of a transfer in pixels.
struct TrxReg : Word<TrxReg, 64> {
    static constexpr Field<std::uint32_t> width{"RRW", 0, 12}, height{"RRH", 32, 12}, r0{"-", 12, 20}, r1{"-", 44, 20};
    static constexpr auto fields = fields_of(width, r0, height, r1);
};
static_assert(covers(TrxReg::fields, 64));

/// TRXDIR: starts a transfer.
struct TrxDir : Word<TrxDir, 64> {
    static constexpr Field<Direction> direction{"XDIR", 0, 2, kDirectionNames};
    static constexpr Field<std::uint32_t> r0{"-", 2, 32}, r1{"-", 34, 30};
    static constexpr auto fields = fields_of(direction, r0, r1);
};
static_assert(covers(TrxDir::fields, 64));

/// HWREG: eight bytes of a transfer.
struct HwReg : Word<HwReg, 64> {
    static constexpr Field<std::uint32_t> low{"LOW", 0, 32}, high{"HIGH", 32, 32};
    static constexpr auto fields = fields_of(low, high);
};
static_assert(covers(HwReg::fields, 64));

/// SIGNAL and LABEL: the bits of IDMSK in an identifier become those of ID.
struct Signal : Word<Signal, 64> {
    static constexpr Field<std::uint32_t> id{"ID", 0, 32}, mask{"IDMSK", 32, 32};
    static constexpr auto fields = fields_of(id, mask);
};
static_assert(covers(Signal::fields, 64));

} // namespace relit::machine::gs
