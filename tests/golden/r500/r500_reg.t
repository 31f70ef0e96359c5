# Registers by name or address, values as fields and fields as values, inline floats.
run: relit r500 reg zb_format; relit r500 reg 0x4f04 0x39; relit r500 reg RB3D_COLORPITCH_2 COLORPITCH=64 COLORFORMAT=I8 | head -2; relit r500 reg SU_DEPTH_SCALE 1.5
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
author  float(45) = 0.40625, off by 0.00625
mesa    float(45) = 0.40625, off by 0.00625
author  float(4) = 0.0078125, exactly
mesa    float(0) = 0.0078125, exactly
---- err
r500 float: error: inline floats are not negative: negate the operand
r500 reg: error: no register ZB_FORMAX; the nearest is ZB_FORMAT
r500 reg: error: Z25 is no value of DEPTHFORMAT
file is required
Run with --help for more information.
