run: relit asm --isa rsx.fp in.txt -o out.bin
run: relit explain --isa rsx.fp out.bin
---- in in.txt
REPR {3, 0, 1};
TEXH_bx2 H3.xyz(LE1.y), f[TEX0], TEX5;
ENDREP;
ADDR R0, -R1_s, {1, 2, 3, 4};
---- out
0x0000  000: REPR {3, 0, 1} [002];
        REP: a counted loop of 3 iterations, up to slot 2.
                  0  END          0      the program continues
                6:1  dst          63     this operation has no result
                  7  dst.half     0      this operation has no result
                  8  CC.write     0      no condition register is written
               12:9  mask         0      this operation has no result
              16:13  input        0      no source reads an attribute
              20:17  unit         0      no texture is read
                 21  bx2          0      this operation has no result
              23:22  precision    0      this operation has no result
           29:24+95  op           68     REP: a counted loop
                 30  no_dst       0      this operation has no result
                 31  saturate     0      this operation has no result
              33:32  src0.type    0      not read
              39:34  src0.temp    0      not read
                 40  src0.half    0      not read
              42:41  src0.x       0      not read
              44:43  src0.y       1      not read
              46:45  src0.z       2      not read
              48:47  src0.w       3      not read
                 49  src0.neg     0      not read
              52:50  CC.condition 7      always done
              54:53  CC.x         0      for lane x, lane x is tested
              56:55  CC.y         1      for lane y, lane y is tested
              58:57  CC.z         2      for lane z, lane z is tested
              60:59  CC.w         3      for lane w, lane w is tested
                 61  src0.abs     0      not read
                 62  CC.written   0      no condition register is written
                 63  CC.tested    0      CC0 is tested
              65:64  W2.low       0      not used
              73:66  count        3      3 iterations
              81:74  initial      0      aL is 0 in the first iteration
                 82  W2.middle    0      not used
              90:83  step         1      aL grows by 1 each iteration
              94:91  W2.high      0      not used
             126:96  end.address  8      slot 2: after the loop
                127  no_perspective 0      not used

0x0010  001: TEXH_bx2 H3.xyz(LE1.y), f[TEX0], TEX5;
        TEX computes the texel at xyz; it goes to xyz of H3 (zw of R1), where CC1.y is 0 or below.
                  0  END          0      the program continues
                6:1  dst          3      H3 (zw of R1)
                  7  dst.half     1      the register holds halves
                  8  CC.write     0      no condition register is written
               12:9  mask         7      written: xyz
              16:13  input        4      TEX0: texture coordinate 0
              20:17  unit         5      texture unit 5
                 21  bx2          1      2 * texel - 1 instead of the texel
              23:22  precision    1      the result is rounded to a half
           29:24+95  op           23     TEX: the texel at xyz
                 30  no_dst       0      a register is written
                 31  saturate     0      no clamp to 0 .. 1
              33:32  src0.type    1      input
              39:34  src0.temp    0      the source is no temporary
                 40  src0.half    0      the source is no temporary
              42:41  src0.x       0      lane x is lane x of the source
              44:43  src0.y       1      lane y is lane y of the source
              46:45  src0.z       2      lane z is lane z of the source
              48:47  src0.w       3      lane w is lane w of the source
                 49  src0.neg     0      not negated
              52:50  CC.condition 3      done where the tested lane is 0 or below
              54:53  CC.x         1      for lane x, lane y is tested
              56:55  CC.y         1      for lane y, lane y is tested
              58:57  CC.z         1      for lane z, lane y is tested
              60:59  CC.w         1      for lane w, lane y is tested
                 61  src0.abs     0      with its sign
                 62  CC.written   0      no condition register is written
                 63  CC.tested    1      CC1 is tested
              65:64  src1.type    0      not read
              71:66  src1.temp    0      not read
                 72  src1.half    0      not read
              74:73  src1.x       0      not read
              76:75  src1.y       1      not read
              78:77  src1.z       2      not read
              80:79  src1.w       3      not read
                 81  src1.neg     0      not read
                 82  src1.abs     0      not read
              85:83  src0.precision 0      used unchanged
              88:86  src1.precision 0      not read
              91:89  src2.precision 0      not read
              94:92  scale        0      the result is multiplied by 1
              97:96  src2.type    0      not read
             103:98  src2.temp    0      not read
                104  src2.half    0      not read
            106:105  src2.x       0      not read
            108:107  src2.y       1      not read
            110:109  src2.z       2      not read
            112:111  src2.w       3      not read
                113  src2.neg     0      not read
                114  src2.abs     0      not read
            125:115  index        2044   not read: the attribute has a number
                126  indexed      0      the attribute has a number
                127  no_perspective 0      in perspective

0x0020  002: ADDR R0, -R1_s, {0x3f800000(1), 0x40000000(2), 0x40400000(3), 0x40800000(4)}; # last instruction
        ADD computes the sum; it goes to xyzw of R0. The program ends here.
                  0  END          1      the program ends here
                6:1  dst          0      R0
                  7  dst.half     0      the register is a full one
                  8  CC.write     0      no condition register is written
               12:9  mask         15     written: xyzw
              16:13  input        0      no source reads an attribute
              20:17  unit         0      no texture is read
                 21  bx2          0      the result is not expanded
              23:22  precision    0      the result stays as it is
           29:24+95  op           3      ADD: the sum
                 30  no_dst       0      a register is written
                 31  saturate     0      no clamp to 0 .. 1
              33:32  src0.type    0      temp
              39:34  src0.temp    1      R1
                 40  src0.half    0      a full register
              42:41  src0.x       0      lane x is lane x of the source
              44:43  src0.y       1      lane y is lane y of the source
              46:45  src0.z       2      lane z is lane z of the source
              48:47  src0.w       3      lane w is lane w of the source
                 49  src0.neg     1      negated, after abs and the clamp
              52:50  CC.condition 7      always done
              54:53  CC.x         0      for lane x, lane x is tested
              56:55  CC.y         1      for lane y, lane y is tested
              58:57  CC.z         2      for lane z, lane z is tested
              60:59  CC.w         3      for lane w, lane w is tested
                 61  src0.abs     0      with its sign
                 62  CC.written   0      no condition register is written
                 63  CC.tested    0      CC0 is tested
              65:64  src1.type    2      constant
              71:66  src1.temp    0      the source is no temporary
                 72  src1.half    0      the source is no temporary
              74:73  src1.x       0      lane x is lane x of the source
              76:75  src1.y       1      lane y is lane y of the source
              78:77  src1.z       2      lane z is lane z of the source
              80:79  src1.w       3      lane w is lane w of the source
                 81  src1.neg     0      not negated
                 82  src1.abs     0      with its sign
              85:83  src0.precision 4      clamped to 0 .. 1
              88:86  src1.precision 0      used unchanged
              91:89  src2.precision 0      not read
              94:92  scale        0      the result is multiplied by 1
              97:96  src2.type    0      not read
             103:98  src2.temp    0      not read
                104  src2.half    0      not read
            106:105  src2.x       0      not read
            108:107  src2.y       1      not read
            110:109  src2.z       2      not read
            112:111  src2.w       3      not read
                113  src2.neg     0      not read
                114  src2.abs     0      not read
            125:115  index        0      no source reads an attribute
                126  indexed      0      no source reads an attribute
                127  no_perspective 0      no source reads an attribute
            159:128  constant.x   1065353216 1.0
            191:160  constant.y   1073741824 2.0
            223:192  constant.z   1077936128 3.0
            255:224  constant.w   1082130432 4.0

