run: relit info --isa r500.vs "$DATA/r500/points_sized_3.vs.bin" && relit explain --isa r500.vs pair.vs.asm
---- in pair.vs.asm
PRED temp[1].yz = VE_MUL const[a0.y+3]._-zz_ |temp[3]._xy_| , alt_temp[3].w = ME_COS.sat temp[0].y_ ;
---- out
isa                      r500.vs
bytes                    80
kind                     instructions
instructions             5 of 1024
vector operations        5
math operations          0
macro operations         0
dual math                0
predicated instructions  0
temporaries              temp0
alternate temporaries    none
inputs read              input0-input1
constants read           const0
outputs written          out0-out3
address register         not written
relative addressing      no
constants loaded         0
0x0000  PRED temp[1].yz      = VE_MUL       const[a0.y+3]._-zz_ |temp[3]._xy_| , alt_temp[3].w   = ME_COS.sat   temp[0].y_ ;
        PRED temp[1].yz = VE_MUL const[a0.y+3]._-zz_ |temp[3]._xy_| , alt_temp[3].w = ME_COS.sat temp[0].y_ (the predicate is taken to hold for both operations)
                5:0  op           2      VE_MULTIPLY: A * B
                  6  math         0      the vector engine
                  7  macro        0      one clock
               11:8  dst.class    0      temp
              31+12  dst.mode     0      by its number
              19:13  dst.index    1      number 1
              23:20  mask         6      writes yz
                 24  ve.sat       0      the result stays as it is
                 25  me.sat       1      the math engine's result is clamped to 0 .. 1
                 26  pred         1      writes if the predicate has the required value
                 27  pred.value   1      required: true
                 28  dual         1      dword 3 is a second operation, of the math engine
              30:29  dst.a0       0      a0 is not used
              33:32  A.class      2      const
                 34  A.unused     0      not used
                 35  A.abs        0      components as they are
              36+63  A.mode       1      a0.y is added
              44:37  A.index      3      number 3
              47:45  A.x          7      component x: _
              50:48  A.y          2      component y: z
              53:51  A.z          2      component z: z
              56:54  A.w          7      component w: _
              60:57  A.neg        2      negated: y
              62:61  A.a0         1      a0.y is added
              65:64  B.class      0      temp
                 66  B.unused     0      not used
                 67  B.abs        1      the size of each component
              68+95  B.mode       0      by its number
              76:69  B.index      3      number 3
              79:77  B.x          7      component x: _
              82:80  B.y          0      component y: x
              85:83  B.z          1      component z: y
              88:86  B.w          7      component w: _
              92:89  B.neg        0      none is negated
              94:93  B.a0         0      a0 is not used
         120:117+98  dual.op      17     ME_COS: cosine; x is clamped to -pi .. pi
            116:115  dual.dst     3      writes alt_temp[3]
            124:123  dual.component 3      its component w
              97:96  C.class      0      temp
                 99  C.abs        0      components as they are
            100+127  C.mode       0      by its number
            108:101  C.index      0      number 0
            111:109  C.x          1      component x: y
            114:112  C.y          7      component y: _
            122:121  dual.neg     0      none is negated
            126:125  C.a0         0      a0 is not used

