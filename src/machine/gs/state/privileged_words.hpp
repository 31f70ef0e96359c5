// The words of the GS's privileged registers, those of the display and of interrupts. Sources: docs/machine/gs.md.
#pragma once

#include "base/bits.hpp"
#include "machine/gs/state/codes.hpp"

namespace relit::machine::gs {

/// PMODE: enables the read circuits and defines their merging.
struct PMode : Word<PMode, 64> {
    static constexpr Field<bool> circuit1{"EN1", 0, 1}, circuit2{"EN2", 1, 1}, fixed_alpha{"MMOD", 5, 1},
        alpha_of_2{"AMOD", 6, 1}, background{"SLBG", 7, 1};
    static constexpr Field<std::uint32_t> crtmd{"CRTMD", 2, 3}, alpha{"ALP", 8, 8}, r0{"-", 16, 32}, r1{"-", 48, 16};
    static constexpr auto fields =
        fields_of(circuit1, circuit2, crtmd, fixed_alpha, alpha_of_2, background, alpha, r0, r1);
};
static_assert(covers(PMode::fields, 64));

/// SMODE1: clock and video standard.
struct SMode1 : Word<SMode1, 64> {
    static constexpr Field<std::uint32_t> rc{"RC", 0, 3}, lc{"LC", 3, 7}, t1248{"T1248", 10, 2}, slck{"SLCK", 12, 1},
        cmod{"CMOD", 13, 2}, ex{"EX", 15, 1}, prst{"PRST", 16, 1}, sint{"SINT", 17, 1}, xpck{"XPCK", 18, 1},
        pck2{"PCK2", 19, 2}, spml{"SPML", 21, 4}, gcont{"GCONT", 25, 1}, phs{"PHS", 26, 1}, pvs{"PVS", 27, 1},
        pehs{"PEHS", 28, 1}, pevs{"PEVS", 29, 1}, clksel{"CLKSEL", 30, 2}, nvck{"NVCK", 32, 1}, slck2{"SLCK2", 33, 1},
        vcksel{"VCKSEL", 34, 2}, vhp{"VHP", 36, 1}, r0{"-", 37, 27};
    static constexpr auto fields = fields_of(rc, lc, t1248, slck, cmod, ex, prst, sint, xpck, pck2, spml, gcont, phs,
                                             pvs, pehs, pevs, clksel, nvck, slck2, vcksel, vhp, r0);
};
static_assert(covers(SMode1::fields, 64));

/// SMODE2: interlacing, fields or frames.
struct SMode2 : Word<SMode2, 64> {
    static constexpr Field<bool> interlaced{"INT", 0, 1}, frame_mode{"FFMD", 1, 1};
    static constexpr Field<std::uint32_t> dpms{"DPMS", 2, 2}, r0{"-", 4, 32}, r1{"-", 36, 28};
    static constexpr auto fields = fields_of(interlaced, frame_mode, dpms, r0, r1);
};
static_assert(covers(SMode2::fields, 64));

/// SYNCH1: horizontal timing.
struct SyncH1 : Word<SyncH1, 64> {
    static constexpr Field<std::uint32_t> hfp{"HFP", 0, 11}, hbp{"HBP", 11, 11}, hseq{"HSEQ", 22, 10},
        hsvs{"HSVS", 32, 11}, hs{"HS", 43, 21};
    static constexpr auto fields = fields_of(hfp, hbp, hseq, hsvs, hs);
};
static_assert(covers(SyncH1::fields, 64));

/// SYNCH2: horizontal timing.
struct SyncH2 : Word<SyncH2, 64> {
    static constexpr Field<std::uint32_t> hf{"HF", 0, 11}, hb{"HB", 11, 11}, r0{"-", 22, 32}, r1{"-", 54, 10};
    static constexpr auto fields = fields_of(hf, hb, r0, r1);
};
static_assert(covers(SyncH2::fields, 64));

/// SYNCV: vertical timing.
struct SyncV : Word<SyncV, 64> {
    static constexpr Field<std::uint32_t> vfp{"VFP", 0, 10}, vfpe{"VFPE", 10, 10}, vbp{"VBP", 20, 12},
        vbpe{"VBPE", 32, 10}, vdp{"VDP", 42, 11}, vs{"VS", 53, 11};
    static constexpr auto fields = fields_of(vfp, vfpe, vbp, vbpe, vdp, vs);
};
static_assert(covers(SyncV::fields, 64));

/// DISPFB1/2: the buffer of a circuit. `base` counts pages of 8 KiB, `width` counts 64 pixels.
struct DispFb : Word<DispFb, 64> {
    static constexpr Field<std::uint32_t> base{"FBP", 0, 9}, width{"FBW", 9, 6}, x{"DBX", 32, 11}, y{"DBY", 43, 11},
        r0{"-", 20, 12}, r1{"-", 54, 10};
    static constexpr Field<PixelFormat> format{"PSM", 15, 5, kFormatNames};
    static constexpr auto fields = fields_of(base, width, format, r0, x, y, r1);
};
static_assert(covers(DispFb::fields, 64));

/// DISPLAY1/2: display position of a circuit, in clocks and lines; the last four fields are stored minus one.
struct Display : Word<Display, 64> {
    static constexpr Field<std::uint32_t> x{"DX", 0, 12}, y{"DY", 12, 11}, magnify_x{"MAGH", 23, 4},
        magnify_y{"MAGV", 27, 2}, width{"DW", 32, 12}, height{"DH", 44, 11}, r0{"-", 29, 3}, r1{"-", 55, 9};
    static constexpr auto fields = fields_of(x, y, magnify_x, magnify_y, r0, width, height, r1);
};
static_assert(covers(Display::fields, 64));

/// EXTBUF: write-back buffer of the merged image.
struct ExtBuf : Word<ExtBuf, 64> {
    static constexpr Field<std::uint32_t> base{"EXBP", 0, 14}, width{"EXBW", 14, 6}, input{"FBIN", 20, 2},
        alpha_mode{"EMODA", 23, 2}, colour_mode{"EMODC", 25, 2}, x{"WDX", 32, 11}, y{"WDY", 43, 11}, r0{"-", 27, 5},
        r1{"-", 54, 10};
    static constexpr Field<bool> frame_mode{"WFFMD", 22, 1};
    static constexpr auto fields = fields_of(base, width, input, frame_mode, alpha_mode, colour_mode, r0, x, y, r1);
};
static_assert(covers(ExtBuf::fields, 64));

/// EXTDATA: written part of the merged image.
struct ExtData : Word<ExtData, 64> {
    static constexpr Field<std::uint32_t> x{"SX", 0, 12}, y{"SY", 12, 11}, sample_x{"SMPH", 23, 4},
        sample_y{"SMPV", 27, 2}, width{"WW", 32, 12}, height{"WH", 44, 11}, r0{"-", 29, 3}, r1{"-", 55, 9};
    static constexpr auto fields = fields_of(x, y, sample_x, sample_y, r0, width, height, r1);
};
static_assert(covers(ExtData::fields, 64));

/// EXTWRITE: starts the write-back.
struct ExtWrite : Word<ExtWrite, 64> {
    static constexpr Field<bool> write{"WRITE", 0, 1};
    static constexpr Field<std::uint32_t> r0{"-", 1, 32}, r1{"-", 33, 31};
    static constexpr auto fields = fields_of(write, r0, r1);
};
static_assert(covers(ExtWrite::fields, 64));

/// BGCOLOR: the background colour.
struct BgColour : Word<BgColour, 64> {
    static constexpr Field<std::uint32_t> r{"R", 0, 8}, g{"G", 8, 8}, b{"B", 16, 8}, r0{"-", 24, 32}, r1{"-", 56, 8};
    static constexpr auto fields = fields_of(r, g, b, r0, r1);
};
static_assert(covers(BgColour::fields, 64));

/// CSR: status, and the current field.
struct Csr : Word<Csr, 64> {
    static constexpr Field<bool> signal{"SIGNAL", 0, 1}, finish{"FINISH", 1, 1}, hsint{"HSINT", 2, 1},
        vsint{"VSINT", 3, 1}, edwint{"EDWINT", 4, 1}, flush{"FLUSH", 8, 1}, reset{"RESET", 9, 1};
    static constexpr Field<std::uint32_t> nfield{"NFIELD", 12, 1}, field{"FIELD", 13, 1}, fifo{"FIFO", 14, 2},
        revision{"REV", 16, 8}, id{"ID", 24, 8}, r0{"-", 5, 3}, r1{"-", 10, 2}, r2{"-", 32, 32};
    static constexpr auto fields =
        fields_of(signal, finish, hsint, vsint, edwint, r0, flush, reset, r1, nfield, field, fifo, revision, id, r2);
};
static_assert(covers(Csr::fields, 64));

/// IMR: the interrupt mask.
struct Imr : Word<Imr, 64> {
    static constexpr Field<bool> signal{"SIGMSK", 8, 1}, finish{"FINISHMSK", 9, 1}, hsync{"HSMSK", 10, 1},
        vsync{"VSMSK", 11, 1}, edw{"EDWMSK", 12, 1};
    static constexpr Field<std::uint32_t> r0{"-", 0, 8}, r1{"-", 13, 32}, r2{"-", 45, 19};
    static constexpr auto fields = fields_of(r0, signal, finish, hsync, vsync, edw, r1, r2);
};
static_assert(covers(Imr::fields, 64));

/// BUSDIR: direction of the bus.
struct BusDir : Word<BusDir, 64> {
    static constexpr Field<bool> to_host{"DIR", 0, 1};
    static constexpr Field<std::uint32_t> r0{"-", 1, 32}, r1{"-", 33, 31};
    static constexpr auto fields = fields_of(to_host, r0, r1);
};
static_assert(covers(BusDir::fields, 64));

/// SIGLBLID: the identifiers that SIGNAL and LABEL change.
struct SigLblId : Word<SigLblId, 64> {
    static constexpr Field<std::uint32_t> signal{"SIGID", 0, 32}, label{"LBLID", 32, 32};
    static constexpr auto fields = fields_of(signal, label);
};
static_assert(covers(SigLblId::fields, 64));

/// SRFSH: the refresh of memory.
struct Refresh : Word<Refresh, 64> {
    static constexpr Field<std::uint32_t> value{"VALUE", 0, 32}, r0{"-", 32, 32};
    static constexpr auto fields = fields_of(value, r0);
};
static_assert(covers(Refresh::fields, 64));

} // namespace relit::machine::gs
