run: relit asm --isa maxwell in.txt -o out.bin
run: relit explain --isa maxwell out.bin
---- in in.txt
03:2:1:Y:6 @!P0 FFMA.FTZ R0, R1, -c[0x2][0x10], -R3;
SHFL.IDX PT, R4, R5, 0x3, R6;
L: @P1 BRA L;
XMAD R0, R1, R2, R3 @ {Addend50=7};
---- out
0x0008  /*0008*/ 03:2:1:Y:6 @!P0 FFMA.FTZ R0, R1, -c[0x2][0x10], -R3 ;
        FFMA: Ra * B + C rounded once; FMZ: 0 times anything is 0. Only where !P0 holds. Schedule: waits for barriers 1, 2; sets barrier 2 when its sources are read; sets barrier 1 when its result is there; stalls 6 cycles; another warp may go on.
              63:55  operation    147    FFMA: Ra * B + C rounded once; FMZ: 0 times anything is 0
              19:16  Guard16      8      the predicate that must hold: !P0
              54:53  Fmz53        1      denormals are zero: FTZ
              52:51  Round51      0      rounding: as usual
                 50  Sat50        0      holds the result in its range: no
                7:0  Rd0          0      destination, or what is stored: R0
                 47  Cc47         0      writes the flags: no
               15:8  Ra8          1      source A: R1
                 48  NegB48       1      turns the sign of B, or of the product: yes
              38:20  CbB34        32772  source B: -c[0x2][0x10]
                 49  NegC49       1      turns the sign of C: yes
              46:39  Rc39         3      source C: R3

0x0010  /*0010*/ --:-:-:Y:0      SHFL.IDX PT, R4, R5, 0x3, R6 ;
        SHFL: Ra of another lane; C has the last lane and the mask of segments; Pd: there is such a lane. Schedule: another warp may go on.
              63:51  operation    7650   SHFL: Ra of another lane; C has the last lane and the mask of segments; Pd: there is such a lane
              19:16  Guard16      7      the predicate that must hold: PT
              31:30  Shuffle30    0      how the lane is chosen: IDX
              50:48  Pd48         7      destination predicate: PT
                7:0  Rd0          4      destination, or what is stored: R4
               15:8  Ra8          5      source A: R5
                 28  LaneFixed28  1      whether B is a number: yes
              24:20  Lane20       3      source B: 0x3
                 29  ClampFixed29 0      whether C is a number: no
              46:39  Rc39         6      source C: R6
        27:25+38:32+47  -            0      not read

0x0018  /*0018*/ --:-:-:Y:0 @P1  BRA L0018 ;
        BRA: branches. Only where P1 holds. Schedule: another warp may go on.
              63:52  operation    3620   BRA: branches
              19:16  Guard16      1      the predicate that must hold: P1
                  7  Uniform7     0      all threads go the same way: no
                  6  Limit6       0      leaves what waits on the stack: no
                4:0  Test0        15     test of the flags: CC.T
                  5  FromCbuf5    0      whether the target comes from a constant buffer: no
              43:20  Target20     16777208 target: L0018
         15:8+51:44  -            0      not read

0x0028  /*0028*/ --:-:-:Y:0      XMAD R0, R1, R2, R3 @ {Addend50=0x7} ;
        XMAD: a half of Ra times a half of B, plus C; three make a product of 32 bits. Beware: Addend50 has a value without a meaning. Schedule: another warp may go on.
              63:54  operation    364    XMAD: a half of Ra times a half of B, plus C; three make a product of 32 bits
              19:16  Guard16      7      the predicate that must hold: PT
              49:48  HalfSigns48  0      which sources have signs: 1 A, 2 B: as usual
                 36  Product36    0      shifts the product left by 16 bits: no
                 37  MergeLow37   0      B's low half becomes the result's high one: no
              52:50  Addend50     7      what of C is added: a value without a meaning
                 38  X38          0      goes on from the flags of the low part: no
                7:0  Rd0          0      destination, or what is stored: R0
                 47  Cc47         0      writes the flags: no
               15:8  Ra8          1      source A: R1
                 53  HighA53      0      the high half of A: no
              27:20  Rb20         2      source B: R2
                 35  HighB35      0      the high half of B: no
              46:39  Rc39         3      source C: R3
              34:28  -            0      not read

---- err
out.bin: warning: the last instruction can run off the end of the code
