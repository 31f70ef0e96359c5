run: relit explain $DATA/nv2a/pair_mad_rsq.bin
---- out
0x0000  dp3 R0.x, v2, v2
        DP3 computes dot product of three lanes, to all lanes; it goes to x of R0.
               31:0  W0           0      not stored by the hardware
              63:60  W1.unused    0      not stored by the hardware
              59:57  ILU          0      NOP: nothing
              56:53  MAC          5      DP3: dot product of three lanes, to all lanes
              52:45  C.index      0      no source reads c
              44:41  V.index      2      v2, by convention normal
                 40  A.neg        0      the sign stays
              39:38  A.x          0      lane x is taken from lane x
              37:36  A.y          1      lane y is taken from lane y
              35:34  A.z          2      lane z is taken from lane z
              33:32  A.w          3      lane w is taken from lane w
              95:92  A.reg        0      not read: the source is no temporary
              91:90  A.mux        2      from v
                 89  B.neg        0      the sign stays
              88:87  B.x          0      lane x is taken from lane x
              86:85  B.y          1      lane y is taken from lane y
              84:83  B.z          2      lane z is taken from lane z
              82:81  B.w          3      lane w is taken from lane w
              80:77  B.reg        0      not read: the source is no temporary
              76:75  B.mux        2      from v
                 74  C.neg        0      not read by these operations
              73:72  C.x          0      not read by these operations
              71:70  C.y          1      not read by these operations
              69:68  C.z          2      not read by these operations
              67:66  C.w          3      not read by these operations
        127:126+65:64  C.reg        0      not read by these operations
            125:124  C.mux        2      not read by these operations
            123:120  MAC.mask     8      x of R0 from the MAC
            119:116  temp         0      R0
            115:112  ILU.mask     0      the ILU has no result
            111:108  out.mask     0      no output is written
                107  out.bank     1      no output is written
             106:99  out.address  255    no output is written
                 98  out.source   0      no output is written
                 97  relative     0      constants are read by number
                 96  FINAL        0      the program continues

0x0010  mov oPos, v0
        MOV computes A, bit for bit; it goes to xyzw of o0 (position; read back through R12).
               31:0  W0           0      not stored by the hardware
              63:60  W1.unused    0      not stored by the hardware
              59:57  ILU          0      NOP: nothing
              56:53  MAC          1      MOV: A, bit for bit
              52:45  C.index      0      no source reads c
              44:41  V.index      0      v0, by convention position
                 40  A.neg        0      the sign stays
              39:38  A.x          0      lane x is taken from lane x
              37:36  A.y          1      lane y is taken from lane y
              35:34  A.z          2      lane z is taken from lane z
              33:32  A.w          3      lane w is taken from lane w
              95:92  A.reg        0      not read: the source is no temporary
              91:90  A.mux        2      from v
                 89  B.neg        0      not read by these operations
              88:87  B.x          0      not read by these operations
              86:85  B.y          1      not read by these operations
              84:83  B.z          2      not read by these operations
              82:81  B.w          3      not read by these operations
              80:77  B.reg        0      not read by these operations
              76:75  B.mux        2      not read by these operations
                 74  C.neg        0      not read by these operations
              73:72  C.x          0      not read by these operations
              71:70  C.y          1      not read by these operations
              69:68  C.z          2      not read by these operations
              67:66  C.w          3      not read by these operations
        127:126+65:64  C.reg        0      not read by these operations
            125:124  C.mux        2      not read by these operations
            123:120  MAC.mask     0      nothing of R7 from the MAC
            119:116  temp         7      no temporary is written through it
            115:112  ILU.mask     0      the ILU has no result
            111:108  out.mask     15     xyzw of the output
                107  out.bank     1      an output register o[]
             106:99  out.address  0      o0: position; read back through R12
                 98  out.source   0      the MAC's result
                 97  relative     0      constants are read by number
                 96  FINAL        0      the program continues

0x0020  mul R4, v3, c[5] + rsq R1.w, R0.x
        MUL computes A * B, lane by lane; it goes to xyzw of R4. At the same time RSQ computes 1 / sqrt(|C.x|), to all lanes; it goes to w of R1.
               31:0  W0           0      not stored by the hardware
              63:60  W1.unused    0      not stored by the hardware
              59:57  ILU          4      RSQ: 1 / sqrt(|C.x|), to all lanes
              56:53  MAC          2      MUL: A * B, lane by lane
              52:45  C.index      5      c[5]
              44:41  V.index      3      v3, by convention diffuse colour
                 40  A.neg        0      the sign stays
              39:38  A.x          0      lane x is taken from lane x
              37:36  A.y          1      lane y is taken from lane y
              35:34  A.z          2      lane z is taken from lane z
              33:32  A.w          3      lane w is taken from lane w
              95:92  A.reg        0      not read: the source is no temporary
              91:90  A.mux        2      from v
                 89  B.neg        0      the sign stays
              88:87  B.x          0      lane x is taken from lane x
              86:85  B.y          1      lane y is taken from lane y
              84:83  B.z          2      lane z is taken from lane z
              82:81  B.w          3      lane w is taken from lane w
              80:77  B.reg        0      not read: the source is no temporary
              76:75  B.mux        3      from c
                 74  C.neg        0      the sign stays
              73:72  C.x          0      lane x is taken from lane x
              71:70  C.y          0      lane y is taken from lane x
              69:68  C.z          0      lane z is taken from lane x
              67:66  C.w          0      lane w is taken from lane x
        127:126+65:64  C.reg        0      R0
            125:124  C.mux        1      from R
            123:120  MAC.mask     15     xyzw of R4 from the MAC
            119:116  temp         4      R4
            115:112  ILU.mask     1      w of R1 from the ILU (always R1 beside an operation of the MAC)
            111:108  out.mask     0      no output is written
                107  out.bank     1      no output is written
             106:99  out.address  255    no output is written
                 98  out.source   0      no output is written
                 97  relative     0      constants are read by number
                 96  FINAL        0      the program continues

0x0030  mul oT0, R4, R1.w
        MUL computes A * B, lane by lane; it goes to xyzw of o9 (texture coordinate 0).
               31:0  W0           0      not stored by the hardware
              63:60  W1.unused    0      not stored by the hardware
              59:57  ILU          0      NOP: nothing
              56:53  MAC          2      MUL: A * B, lane by lane
              52:45  C.index      0      no source reads c
              44:41  V.index      0      no source reads v
                 40  A.neg        0      the sign stays
              39:38  A.x          0      lane x is taken from lane x
              37:36  A.y          1      lane y is taken from lane y
              35:34  A.z          2      lane z is taken from lane z
              33:32  A.w          3      lane w is taken from lane w
              95:92  A.reg        4      R4
              91:90  A.mux        1      from R
                 89  B.neg        0      the sign stays
              88:87  B.x          3      lane x is taken from lane w
              86:85  B.y          3      lane y is taken from lane w
              84:83  B.z          3      lane z is taken from lane w
              82:81  B.w          3      lane w is taken from lane w
              80:77  B.reg        1      R1
              76:75  B.mux        1      from R
                 74  C.neg        0      not read by these operations
              73:72  C.x          0      not read by these operations
              71:70  C.y          1      not read by these operations
              69:68  C.z          2      not read by these operations
              67:66  C.w          3      not read by these operations
        127:126+65:64  C.reg        0      not read by these operations
            125:124  C.mux        2      not read by these operations
            123:120  MAC.mask     0      nothing of R7 from the MAC
            119:116  temp         7      no temporary is written through it
            115:112  ILU.mask     0      the ILU has no result
            111:108  out.mask     15     xyzw of the output
                107  out.bank     1      an output register o[]
             106:99  out.address  9      o9: texture coordinate 0
                 98  out.source   0      the MAC's result
                 97  relative     0      constants are read by number
                 96  FINAL        0      the program continues

0x0040  mov oD0, R4
        MOV computes A, bit for bit; it goes to xyzw of o3 (front diffuse colour). The program ends here.
               31:0  W0           0      not stored by the hardware
              63:60  W1.unused    0      not stored by the hardware
              59:57  ILU          0      NOP: nothing
              56:53  MAC          1      MOV: A, bit for bit
              52:45  C.index      0      no source reads c
              44:41  V.index      0      no source reads v
                 40  A.neg        0      the sign stays
              39:38  A.x          0      lane x is taken from lane x
              37:36  A.y          1      lane y is taken from lane y
              35:34  A.z          2      lane z is taken from lane z
              33:32  A.w          3      lane w is taken from lane w
              95:92  A.reg        4      R4
              91:90  A.mux        1      from R
                 89  B.neg        0      not read by these operations
              88:87  B.x          0      not read by these operations
              86:85  B.y          1      not read by these operations
              84:83  B.z          2      not read by these operations
              82:81  B.w          3      not read by these operations
              80:77  B.reg        0      not read by these operations
              76:75  B.mux        2      not read by these operations
                 74  C.neg        0      not read by these operations
              73:72  C.x          0      not read by these operations
              71:70  C.y          1      not read by these operations
              69:68  C.z          2      not read by these operations
              67:66  C.w          3      not read by these operations
        127:126+65:64  C.reg        0      not read by these operations
            125:124  C.mux        2      not read by these operations
            123:120  MAC.mask     0      nothing of R7 from the MAC
            119:116  temp         7      no temporary is written through it
            115:112  ILU.mask     0      the ILU has no result
            111:108  out.mask     15     xyzw of the output
                107  out.bank     1      an output register o[]
             106:99  out.address  3      o3: front diffuse colour
                 98  out.source   0      the MAC's result
                 97  relative     0      constants are read by number
                 96  FINAL        1      the last instruction

---- err
$DATA/nv2a/pair_mad_rsq.bin: note: guessed nv2a, --isa to choose
