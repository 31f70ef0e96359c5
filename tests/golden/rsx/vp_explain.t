run: relit asm --isa rsx.vp in.txt -o out.bin
run: relit explain --isa rsx.vp out.bin
---- in in.txt
RCP R2.x(GE1.y), c[A1.z+5].w; + MULC1 R1.xy(GE1.y), o[5].xy(GE1.y), v[3], -|v[3]|;
BRB(!b9) L0;
---- out
0x0000  000: RCP R2.x(GE1.y), c[A1.z+5].w;
             MULC1 R1.xy(GE1.y), o[5].xy(GE1.y), v[3], -|v[3]|;
        MUL computes the product of two sources; it goes to xy of R1 and xy of o[5] (x: fog coordinate; y: distance from clip plane 0; z: distance from clip plane 1; w: distance from clip plane 2) and xy of CC1. At the same time RCP computes 1 / x, to all lanes; it goes to x of R2. Only where CC1 is GE 0.
                 31  unused       0      not used
                 30  out.source   1      the vector unit's result
                 29  CC.source    1      the vector unit's result
                 28  out.relative 0      by number
                 27  in.relative  0      by number
                 26  saturate     0      results stay as they are
                 25  CC.select    1      CC1
                 24  A.select     1      A1
                 23  src2.abs     0      as it is
                 22  src1.abs     1      the absolute value
                 21  src0.abs     0      as it is
              20:15  VEC.temp     1      R1
                 14  CC.write     1      CC1 is written as well
                 13  CC.test      1      the condition decides what is done
              12:10  CC.condition 6      GE 0 must hold for a lane of CC1
                9:8  CC.x         1      lane x is decided by lane y
                7:6  CC.y         1      lane y is decided by lane y
                5:4  CC.z         1      lane z is decided by lane y
                3:2  CC.w         1      lane w is decided by lane y
                1:0  A.lane       2      its lane z
              63:59  SCA          2      RCP: 1 / x, to all lanes
              58:54  VEC          2      MUL: the product of two sources
              53:44  const.index  5      c[A1.z+5]
              43:40  in.index     3      v[3], by convention COLOR0
                 39  src0.neg     0      the sign stays
              38:37  src0.x       0      lane x is taken from lane x
              36:35  src0.y       1      lane y is taken from lane y
              34:33  src0.z       2      lane z is taken from lane z
              95+32  src0.w       3      lane w is taken from lane w
              94:89  src0.temp    0      not read: the source is no temporary
              88:87  src0.type    2      from v
                 86  src1.neg     1      the sign is turned, after the absolute value
              85:84  src1.x       0      lane x is taken from lane x
              83:82  src1.y       1      lane y is taken from lane y
              81:80  src1.z       2      lane z is taken from lane z
              79:78  src1.w       3      lane w is taken from lane w
              77:72  src1.temp    0      not read: the source is no temporary
              71:70  src1.type    2      from v
                 69  src2.neg     0      the sign stays
              68:67  src2.x       3      lane x is taken from lane w
              66:65  src2.y       3      lane y is taken from lane w
             127+64  src2.z       3      lane z is taken from lane w
            126:125  src2.w       3      lane w is taken from lane w
            124:119  src2.temp    0      not read: the source is no temporary
            118:117  src2.type    3      from c
            116:113  SCA.mask     8      x of the scalar unit's result
            112:109  VEC.mask     12     xy of the vector unit's result
            108:103  SCA.temp     2      R2
             102:98  out.index    5      o[5]: x: fog coordinate; y: distance from clip plane 0; z: distance from clip plane 1; w: distance from clip plane 2
                 97  const.relative 1      A1.z is added to the number
                 96  END          0      the program continues

0x0010  001: BRB(!b9) L0;
        BRB is a jump if a branch bit has the required value, to slot 0: bit 9 must be false. The program ends here.
                 31  unused       0      not used
                 30  out.source   0      no output is written
                 29  CC.source    0      no condition register is written
                 28  out.relative 0      no output is written
                 27  in.relative  0      no source reads v
                 26  saturate     0      results stay as they are
                 25  CC.select    0      no condition register is used
                 24  A.select     0      no address register is used
                 23  src2.abs     0      part of the target, slot 0
                 22  src1.abs     0      not read by these operations
                 21  src0.abs     0      not read by these operations
              20:15  VEC.temp     63     the vector unit writes no temporary
                 14  CC.write     0      no condition register is written
                 13  CC.test      0      the condition is ignored
              12:10  CC.condition 7      not looked at
                9:8  CC.x         0      not looked at
                7:6  CC.y         1      not looked at
                5:4  CC.z         2      not looked at
                3:2  CC.w         3      not looked at
                1:0  A.lane       0      no address register is used
              63:59  SCA          17     BRB: a jump if a branch bit has the required value
              58:54  VEC          0      NOP: nothing
              53:44  const.index  0      no source reads c
              43:40  in.index     0      no source reads v
                 39  src0.neg     0      not read by these operations
              38:37  src0.x       0      not read by these operations
              36:35  src0.y       1      not read by these operations
              34:33  src0.z       2      not read by these operations
              95+32  src0.w       3      not read by these operations
              94:89  src0.temp    0      not read by these operations
              88:87  src0.type    2      not read by these operations
                 86  src1.neg     0      not read by these operations
              85:84  src1.x       0      not read by these operations
              83:82  src1.y       1      not read by these operations
              81:80  src1.z       2      not read by these operations
              79:78  src1.w       3      not read by these operations
              77:72  src1.temp    0      not read by these operations
              71:70  src1.type    2      not read by these operations
                 69  src2.neg     0      part of the target, slot 0
              68:67  src2.x       0      part of the target, slot 0
              66:65  src2.y       0      part of the target, slot 0
             127+64  src2.z       0      part of the target, slot 0
            126:125  src2.w       0      part of the target, slot 0
            124:119  src2.temp    9      branch bit 9; must be false
            118:117  src2.type    2      not read by these operations
            116:113  SCA.mask     0      the scalar unit has no result
            112:109  VEC.mask     0      the vector unit has no result
            108:103  SCA.temp     63     the scalar unit writes no temporary
             102:98  out.index    31     no output is written
                 97  const.relative 0      no source reads c
                 96  END          1      the program ends after this word

