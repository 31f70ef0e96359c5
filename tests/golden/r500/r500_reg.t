# Registers by name or address, values as fields and fields as values, inline floats.
run: relit r500 reg zb_format; relit r500 reg 0x4f04 0x39; relit r500 reg RB3D_COLORPITCH_2 COLORPITCH=64 COLORFORMAT=I8 | head -2; relit r500 reg SU_DEPTH_SCALE 1.5
run: relit r500 reg D2GRPH_CONTROL FORMAT=2 TILED=1; relit r500 reg rv515_mc_status 5; relit r500 reg GENERAL_PWRMGT A=1 || relit r500 header | grep -E 'D2GRPH_CONTROL|RV515_MC_STATUS'
run: relit r500 float 0.4; relit r500 float 0.0078125; relit r500 float -1 || relit r500 reg ZB_FORMAX || relit r500 reg ZB_FORMAT DEPTHFORMAT=Z25 || relit r500 || true
---- out
ZB_FORMAT (0x4f10): format of depth
    3:0  DEPTHFORMAT                  the format
                                        0 Z16
                                        1 Z16_13E3
                                        2 Z24S8
      4  INVERT                       13E3: leading zeros are counted rather than ones
      5  PEQ8                         8 x 8 tiles of compressed depth
ZB_ZSTENCILCNTL (0x4f04): functions and operations of the depth and stencil tests
0x00000039 = {ZFUNC=LESS, STENCILFUNC=ALWAYS}
    2:0  ZFUNC                        LESS         how depth is compared
    5:3  STENCILFUNC                  ALWAYS       front: how the reference is compared
    8:6  STENCILFAIL                  KEEP         front: where stencil fails
   11:9  STENCILZPASS                 KEEP         front: where depth passes
  14:12  STENCILZFAIL                 KEEP         front: where depth fails
  17:15  STENCILFUNC_BF               NEVER        back: how the reference is compared
  20:18  STENCILFAIL_BF               KEEP         back: where stencil fails
  23:21  STENCILZPASS_BF              KEEP         back: where depth passes
  26:24  STENCILZFAIL_BF              KEEP         back: where depth fails
     27  ZERO_OUTPUT_MASK             0            tests with no effect are left out
RB3D_COLORPITCH_2 (0x4e40): pitch, tiling and format of a render target
0x01200080 = {COLORPITCH=64, COLORFORMAT=I8}
SU_DEPTH_SCALE (0x42c0): scale from depth of 0 to 1 to the stored integer, a float
0x3fc00000 = 1.5
   31:0  SCALE                        0x3fc00000   the float
D2GRPH_CONTROL (0x6904): display 2 surface: depth, format, tiling
0x00100200 = {FORMAT=2, TILED=1}
    1:0  DEPTH                        0            8, 16, 32, 64 bits a pixel
   10:8  FORMAT                       2            order of channels
     16  SWAP_RB                      0            red and blue change places
     20  TILED                        1            tiled
     21  MACRO_ADDRESS_MODE           0            macro tiled
RV515_MC_STATUS (MC 0x08): whether it is idle
0x00000005 = 0x5
#define D2GRPH_CONTROL 0x6904
#define D2GRPH_CONTROL__DEPTH__SHIFT 0
#define D2GRPH_CONTROL__DEPTH__MASK 0x3u
#define D2GRPH_CONTROL__DEPTH(value) (((value) & 0x3u) << 0)
#define D2GRPH_CONTROL__DEPTH__GET(word) (((word) >> 0) & 0x3u)
#define D2GRPH_CONTROL__FORMAT__SHIFT 8
#define D2GRPH_CONTROL__FORMAT__MASK 0x700u
#define D2GRPH_CONTROL__FORMAT(value) (((value) & 0x7u) << 8)
#define D2GRPH_CONTROL__FORMAT__GET(word) (((word) >> 8) & 0x7u)
#define D2GRPH_CONTROL__SWAP_RB__SHIFT 16
#define D2GRPH_CONTROL__SWAP_RB__MASK 0x10000u
#define D2GRPH_CONTROL__SWAP_RB(value) (((value) & 0x1u) << 16)
#define D2GRPH_CONTROL__SWAP_RB__GET(word) (((word) >> 16) & 0x1u)
#define D2GRPH_CONTROL__TILED__SHIFT 20
#define D2GRPH_CONTROL__TILED__MASK 0x100000u
#define D2GRPH_CONTROL__TILED(value) (((value) & 0x1u) << 20)
#define D2GRPH_CONTROL__TILED__GET(word) (((word) >> 20) & 0x1u)
#define D2GRPH_CONTROL__MACRO_ADDRESS_MODE__SHIFT 21
#define D2GRPH_CONTROL__MACRO_ADDRESS_MODE__MASK 0x200000u
#define D2GRPH_CONTROL__MACRO_ADDRESS_MODE(value) (((value) & 0x1u) << 21)
#define D2GRPH_CONTROL__MACRO_ADDRESS_MODE__GET(word) (((word) >> 21) & 0x1u)
#define RV515_MC_STATUS 0x08 /* whether it is idle */
author  float(45) = 0.40625, off by 0.00625
mesa    float(45) = 0.40625, off by 0.00625
author  float(4) = 0.0078125, exactly
mesa    float(0) = 0.0078125, exactly
---- err
r500 reg: error: GENERAL_PWRMGT has no fields that are known
r500 float: error: inline floats are not negative: negate the operand
r500 reg: error: no register ZB_FORMAX; the nearest is ZB_FORMAT
r500 reg: error: Z25 is no value of DEPTHFORMAT
relit: error: r500 takes ACTION ...; relit r500 --help describes it
