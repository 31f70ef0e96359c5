run: relit asm --isa r500.fs in.fs.asm -o out && relit explain --isa r500.fs out
---- in in.fs.asm
OUT TEX_SEM_WAIT src0.a = temp[3], src1.rgb = const[2] : out[1].a = MAX.SAT src0.a src0.a , out[1].rg = 0.5 * MAD -|src1.rgb| src0.aaa src0.0h1 ;
FC ALU_WAIT IGNORE_UNCOVERED JUMP if(not alu_result) to 2 stays(incr) jumps(incr) ;
TEX TEX_SEM_ACQUIRE temp[1].rgba = PROJ tex[2].rgba temp[0].rgga ;
---- out
0x0000  OUT TEX_SEM_WAIT src0.a = temp[3], src0.rgb = float(0), src1.rgb = const[2] : out[1].a = MAX.SAT src0.a src0.a , out[1].rg = 0.5 * MAD -|src1.rgb| src0.aaa src0.0h1 ;
        Alpha: MAX, A where A > B, else B, goes to a of target 1. RGB: MAD, A * B + C, goes to rg of target 1.
                1:0  TYPE         1      OUT; type of the instruction
                  2  TEX_SEM_WAIT 1      1: waits for fetches that acquired the texture semaphore
                5:3  RGB_PRED_SEL 0      none; predicate that writes of these components depend on; of flow control: of the decision
                  6  RGB_PRED_INV 0      1: the predicate counts inverted
                  7  WRITE_INACTIVE 0      1: pixels that flow control made inactive are written as well
                  8  LAST         0      1: the program may end here for pixels that are willing
                  9  NOP          0      1: an empty instruction is put after this one
                 10  ALU_WAIT     0      1: waits for pending ALU instructions
              13:11  RGB_WMASK    0      components of the temporary that are written
                 14  ALPHA_WMASK  0      components of the temporary that are written
              17:15  RGB_OMASK    3      OUT: components of the target that are written; ALU: predicates that are set
                 18  ALPHA_OMASK  1      OUT: components of the target that are written; ALU: predicates that are set
                 19  RGB_CLAMP    0      1: the result is clamped to 0 .. 1
                 20  ALPHA_CLAMP  1      1: the result is clamped to 0 .. 1
                 21  ALU_RESULT_SEL 0      r; component that becomes the ALU result
                 22  ALPHA_PRED_INV 0      1: the predicate counts inverted
              24:23  ALU_RESULT_OP 0      eq; how it is compared with 0
              27:25  ALPHA_PRED_SEL 0      none; predicate that writes of these components depend on; of flow control: of the decision
              31:28  STAT_WE      0      components that statistics count
              39:32  RGB_ADDR0    128    source 0: temporary, inline float (from 128) or constant
                 40  RGB_ADDR0_CONST 0      1: source 0 is a constant
                 41  RGB_ADDR0_REL 0      1: aL is added to the address of source 0
              49:42  RGB_ADDR1    2      source 1: temporary, inline float (from 128) or constant
                 50  RGB_ADDR1_CONST 1      1: source 1 is a constant
                 51  RGB_ADDR1_REL 0      1: aL is added to the address of source 1
              59:52  RGB_ADDR2    128    source 2: temporary, inline float (from 128) or constant
                 60  RGB_ADDR2_CONST 0      1: source 2 is a constant
                 61  RGB_ADDR2_REL 0      1: aL is added to the address of source 2
              63:62  RGB_SRCP_OP  0      neg2; srcp: neg2 is 1 - 2 src0, sub src1 - src0, add src1 + src0, neg 1 - src0
              71:64  ALPHA_ADDR0  3      source 0: temporary, inline float (from 128) or constant
                 72  ALPHA_ADDR0_CONST 0      1: source 0 is a constant
                 73  ALPHA_ADDR0_REL 0      1: aL is added to the address of source 0
              81:74  ALPHA_ADDR1  128    source 1: temporary, inline float (from 128) or constant
                 82  ALPHA_ADDR1_CONST 0      1: source 1 is a constant
                 83  ALPHA_ADDR1_REL 0      1: aL is added to the address of source 1
              91:84  ALPHA_ADDR2  128    source 2: temporary, inline float (from 128) or constant
                 92  ALPHA_ADDR2_CONST 0      1: source 2 is a constant
                 93  ALPHA_ADDR2_REL 0      1: aL is added to the address of source 2
              95:94  ALPHA_SRCP_OP 0      neg2; srcp: neg2 is 1 - 2 src0, sub src1 - src0, add src1 + src0, neg 1 - src0
              97:96  RGB_SEL_A    1      src1; source of operand A
             100:98  RED_SWIZ_A   0      r; component of operand A
            103:101  GREEN_SWIZ_A 1      g; component of operand A
            106:104  BLUE_SWIZ_A  2      b; component of operand A
            108:107  RGB_MOD_A    3      -| |; sign of operand A: as it is, negated, absolute, both
            110:109  RGB_SEL_B    0      src0; source of operand B
            113:111  RED_SWIZ_B   3      a; component of operand B
            116:114  GREEN_SWIZ_B 3      a; component of operand B
            119:117  BLUE_SWIZ_B  3      a; component of operand B
            121:120  RGB_MOD_B    0      sign of operand B: as it is, negated, absolute, both
            124:122  RGB_OMOD     4      0.5; factor of the result
            126:125  RGB_TARGET   1      OUT: the target; ALU: how predicates compare with 0: ==, <, >=, !=
                127  ALU_WMASK    0      1: the ALU result is set, which flow control asks for
            131:128  ALPHA_OP     3      MAX; operation of the unit
            138:132  ALPHA_ADDRD  0      temporary that is written
                139  ALPHA_ADDRD_REL 0      1: aL is added to its number
            141:140  ALPHA_SEL_A  0      src0; source of operand A
            144:142  ALPHA_SWIZ_A 3      a; component of operand A
            146:145  ALPHA_MOD_A  0      sign of operand A: as it is, negated, absolute, both
            148:147  ALPHA_SEL_B  0      src0; source of operand B
            151:149  ALPHA_SWIZ_B 3      a; component of operand B
            153:152  ALPHA_MOD_B  0      sign of operand B: as it is, negated, absolute, both
            156:154  ALPHA_OMOD   0      1.0; factor of the result
            158:157  ALPHA_TARGET 1      OUT: the target; ALU: how predicates compare with 0: ==, <, >=, !=
                159  W_OMASK      0      1: the result of the alpha unit goes to the depth as well
            163:160  RGB_OP       0      MAD; operation of the unit
            170:164  RGB_ADDRD    0      temporary that is written
                171  RGB_ADDRD_REL 0      1: aL is added to its number
            173:172  RGB_SEL_C    0      src0; source of operand C
            176:174  RED_SWIZ_C   4      0; component of operand C
            179:177  GREEN_SWIZ_C 5      h; component of operand C
            182:180  BLUE_SWIZ_C  6      1; component of operand C
            184:183  RGB_MOD_C    0      sign of operand C: as it is, negated, absolute, both
            186:185  ALPHA_SEL_C  0      src0; source of operand C
            189:187  ALPHA_SWIZ_C 0      r; component of operand C
            191:190  ALPHA_MOD_C  0      sign of operand C: as it is, negated, absolute, both

0x0018  FC ALU_WAIT IGNORE_UNCOVERED JUMP if(not alu_result) to L2 stays(incr) jumps(incr) ;
        JUMP: jumps where the decision says so; a pixel takes the jump to 2: not alu_result.
                1:0  TYPE         2      FC; type of the instruction
                  2  TEX_SEM_WAIT 0      1: waits for fetches that acquired the texture semaphore
                5:3  RGB_PRED_SEL 0      none; predicate that writes of these components depend on; of flow control: of the decision
                  6  RGB_PRED_INV 0      1: the predicate counts inverted
                  7  WRITE_INACTIVE 0      1: pixels that flow control made inactive are written as well
                  8  LAST         0      1: the program may end here for pixels that are willing
                  9  NOP          0      1: an empty instruction is put after this one
                 10  ALU_WAIT     1      1: waits for pending ALU instructions
              13:11  RGB_WMASK    0      components of the temporary that are written
                 14  ALPHA_WMASK  0      components of the temporary that are written
              17:15  RGB_OMASK    0      OUT: components of the target that are written; ALU: predicates that are set
                 18  ALPHA_OMASK  0      OUT: components of the target that are written; ALU: predicates that are set
                 19  RGB_CLAMP    0      1: the result is clamped to 0 .. 1
                 20  ALPHA_CLAMP  0      1: the result is clamped to 0 .. 1
                 21  ALU_RESULT_SEL 0      r; component that becomes the ALU result
                 22  ALPHA_PRED_INV 0      1: the predicate counts inverted
              24:23  ALU_RESULT_OP 0      eq; how it is compared with 0
              27:25  ALPHA_PRED_SEL 0      none; predicate that writes of these components depend on; of flow control: of the decision
              31:28  STAT_WE      0      components that statistics count
              63:32  W1           0      not used
              66:64  FC_OP        0      JUMP; what flow control does beside jumping
                 67  W2_3         0      not used
                 68  B_ELSE       0      1: first, active pixels become inactive with counter 0, and the other way round
                 69  JUMP_ANY     0      1: jumps if any active pixel takes the jump; 0: if all do
              71:70  A_OP         0      none; what the address stack does where the jump is taken
              79:72  JUMP_FUNC    15     not alu_result; whether a pixel takes the jump: bit ALU result * 4 + predicate * 2 + boolean
              84:80  B_POP_CNT    0      by how much decr lowers branch counters
              87:85  W2_23_21     0      not used
              89:88  B_OP0        2      incr; what branch counters do where the jump is not taken
              91:90  B_OP1        2      incr; what branch counters do where the jump is taken
                 92  IGNORE_UNCOVERED 1      1: pixels outside of the primitive are left out
              95:93  W2_31_29     0      not used
             100:96  BOOL_ADDR    0      boolean constant of the decision
            103:101  W3_7_5       0      not used
            108:104  INT_ADDR     0      integer constant of the loop
            111:109  W3_15_13     0      not used
            120:112  JUMP_ADDR    2      where the jump goes
            126:121  W3_30_25     0      not used
                127  JUMP_GLOBAL  0      1: US_CODE_OFFSET is not added to it
            159:128  W4           0      not used
            191:160  W5           0      not used

0x0030  TEX TEX_SEM_ACQUIRE temp[1].rgba = PROJ tex[2].rgba temp[0].rgga ;
        PROJ of unit 2: a texel at (S, T, R) / Q; goes to rgba of temporary 1.
                1:0  TYPE         3      TEX; type of the instruction
                  2  TEX_SEM_WAIT 0      1: waits for fetches that acquired the texture semaphore
                5:3  RGB_PRED_SEL 0      none; predicate that writes of these components depend on; of flow control: of the decision
                  6  RGB_PRED_INV 0      1: the predicate counts inverted
                  7  WRITE_INACTIVE 0      1: pixels that flow control made inactive are written as well
                  8  LAST         0      1: the program may end here for pixels that are willing
                  9  NOP          0      1: an empty instruction is put after this one
                 10  ALU_WAIT     0      1: waits for pending ALU instructions
              13:11  RGB_WMASK    7      components of the temporary that are written
                 14  ALPHA_WMASK  1      components of the temporary that are written
              17:15  RGB_OMASK    0      OUT: components of the target that are written; ALU: predicates that are set
                 18  ALPHA_OMASK  0      OUT: components of the target that are written; ALU: predicates that are set
                 19  RGB_CLAMP    0      1: the result is clamped to 0 .. 1
                 20  ALPHA_CLAMP  0      1: the result is clamped to 0 .. 1
                 21  ALU_RESULT_SEL 0      r; component that becomes the ALU result
                 22  ALPHA_PRED_INV 0      1: the predicate counts inverted
              24:23  ALU_RESULT_OP 0      eq; how it is compared with 0
              27:25  ALPHA_PRED_SEL 0      none; predicate that writes of these components depend on; of flow control: of the decision
              31:28  STAT_WE      0      components that statistics count
              47:32  W1_15_0      0      not used
              51:48  TEX_ID       2      texture unit
              53:52  W1_21_20     0      not used
              56:54  TEX_OP       3      PROJ; what the texture unit does
                 57  TEX_SEM_ACQUIRE 1      1: the texture semaphore is held until the texel is there
                 58  IGNORE_UNCOVERED 0      1: pixels outside of the primitive are left out
                 59  UNSCALED     0      1: coordinates count texels
              63:60  W1_31_28     0      not used
              70:64  SRC_ADDR     0      temporary with the coordinates
                 71  SRC_ADDR_REL 0      1: aL is added to its number
              73:72  SRC_S_SWIZ   0      r; its component that is S
              75:74  SRC_T_SWIZ   1      g; its component that is T
              77:76  SRC_R_SWIZ   1      g; its component that is R
              79:78  SRC_Q_SWIZ   3      a; its component that is Q
              86:80  DST_ADDR     1      temporary that the texel goes to
                 87  DST_ADDR_REL 0      1: aL is added to its number
              89:88  DST_R_SWIZ   0      r; component of the texel that goes to red
              91:90  DST_G_SWIZ   1      g; component of the texel that goes to green
              93:92  DST_B_SWIZ   2      b; component of the texel that goes to blue
              95:94  DST_A_SWIZ   3      a; component of the texel that goes to alpha
             102:96  DX_ADDR      0      temporary with the derivatives of x
                103  DX_ADDR_REL  0      1: aL is added to its number
            105:104  DX_S_SWIZ    0      r; its component of S
            107:106  DX_T_SWIZ    0      r; its component of T
            109:108  DX_R_SWIZ    0      r; its component of R
            111:110  DX_Q_SWIZ    0      r; its component of Q
            118:112  DY_ADDR      0      temporary with the derivatives of y
                119  DY_ADDR_REL  0      1: aL is added to its number
            121:120  DY_S_SWIZ    0      r; its component of S
            123:122  DY_T_SWIZ    0      r; its component of T
            125:124  DY_R_SWIZ    0      r; its component of R
            127:126  DY_Q_SWIZ    0      r; its component of Q
            159:128  W4           0      not used
            191:160  W5           0      not used

