# A sum over a loop: each time round, the branch that left it and the address of its store; the store of another invocation is no part
# of it. Registers of Maxwell have their names, whatever the IR made of them.
run: cp $DATA/maxwell/c_loop.uam.comp.dksh a.dksh; relit run a.dksh --inputs in.json --why 's1[0x0]' | grep -A2 -e @ -e end
run: relit run a.dksh --inputs in.json --why 'R5@22#2' | grep -e @ -e R5
run: relit run a.dksh --inputs in.json --trace --invocation 1 --only P0
---- in in.json
{"s0": {"ints": [2, 1, 3, 4, 5, 6, 7, 8]}, "s1": {"bytes": 64}}
---- out
invocation 0 at the end: s1[0x0] = 1
stores with computed addresses went elsewhere, which 60 more steps decide
     1  @0    S2R R0, SR_CTAID.X
              reads   workgroup_id.xyz = 0 0 0
              writes  R0 = 0
     2  @1    S2R R1, SR_TID.X
              reads   local_invocation_id.xyz = 0 0 0
              writes  R1 = 0
     3  @2    ISCADD R2, R0, R1, 0x5
              reads   R0 = 0, R1 = 0
              writes  R2 = 0
     4  @3    SHL R0, R2, 0x2
              reads   R2 = 0
              writes  R0 = 0
     7  @6    LDG.E R0, [R0]
              reads   R0 = 0, s0[0x0] = 2
              writes  R0 = 2*
     8  @7    LOP.AND R3, R0, 0xf
              reads   R0 = 2
              writes  R3 = 2*
    11  @11   ISETP.GE.U32.AND P0, PT, R5, R3, PT
              reads   R5 = 0, R3 = 2
              writes  P0 = 0
    12  @12   @P0  BRK
              reads   P0 = 0
              goes to @13
    13  @13   IADD R0, R2, R5
              reads   R2 = 0, R5 = 0
              writes  R0 = 0*
    14  @14   LOP.AND R0, R0, 0x3f
              reads   R0 = 0
              writes  R0 = 0
    15  @15   SHL R0, R0, 0x2
              reads   R0 = 0
              writes  R0 = 0
    18  @18   LDG.E R0, [R0]
              reads   R0 = 0, s0[0x0] = 2
              writes  R0 = 2*
    19  @19   XMAD R1, R5, R0, R4
              reads   R5 = 0, R0 = 2, R4 = 0
              writes  R1 = 0
    20  @20   XMAD.MRG R0, R5, R0.H1, RZ
              reads   R5 = 0, R0 = 2
              writes  R0 = 0x00020000*
    21  @21   XMAD.PSL.CBCC R4, R5.H1, R0.H1, R1
              reads   R5 = 0, R0 = 0x00020000, R1 = 0
              writes  R4 = 0
    22  @22   IADD R5, R5, 0x1
              reads   R5 = 0
              writes  R5 = 1*
    24  @11   ISETP.GE.U32.AND P0, PT, R5, R3, PT  #2
              reads   R5 = 1, R3 = 2
              writes  P0 = 0
    25  @12   @P0  BRK  #2
              reads   P0 = 0
              goes to @13
    26  @13   IADD R0, R2, R5  #2
              reads   R2 = 0, R5 = 1
              writes  R0 = 1*
    27  @14   LOP.AND R0, R0, 0x3f  #2
              reads   R0 = 1
              writes  R0 = 1
    28  @15   SHL R0, R0, 0x2  #2
              reads   R0 = 1
              writes  R0 = 4*
    31  @18   LDG.E R0, [R0]  #2
              reads   R0 = 4, s0[0x4] = 1
              writes  R0 = 1*
    32  @19   XMAD R1, R5, R0, R4  #2
              reads   R5 = 1, R0 = 1, R4 = 0
              writes  R1 = 1*
    33  @20   XMAD.MRG R0, R5, R0.H1, RZ  #2
              reads   R5 = 1, R0 = 1
              writes  R0 = 0x00010000*
    34  @21   XMAD.PSL.CBCC R4, R5.H1, R0.H1, R1  #2
              reads   R5 = 1, R0 = 0x00010000, R1 = 1
              writes  R4 = 1*
    35  @22   IADD R5, R5, 0x1  #2
              reads   R5 = 1
              writes  R5 = 2*
    37  @11   ISETP.GE.U32.AND P0, PT, R5, R3, PT  #3
              reads   R5 = 2, R3 = 2
              writes  P0 = 1*
    38  @12   @P0  BRK  #3
              reads   P0 = 1
              goes to @24
    42  @27   STG.E [R0], R4
              reads   R0 = 0, R4 = 1
              writes  s1[0x0] = 1*
invocation 0 after step 35, @22 #2: R5 = 2
     1  @0    S2R R0, SR_CTAID.X
     2  @1    S2R R1, SR_TID.X
     3  @2    ISCADD R2, R0, R1, 0x5
     4  @3    SHL R0, R2, 0x2
     7  @6    LDG.E R0, [R0]
     8  @7    LOP.AND R3, R0, 0xf
    11  @11   ISETP.GE.U32.AND P0, PT, R5, R3, PT
              reads   R5 = 0, R3 = 2
    12  @12   @P0  BRK
              goes to @13
    22  @22   IADD R5, R5, 0x1
              reads   R5 = 0
              writes  R5 = 1*
    24  @11   ISETP.GE.U32.AND P0, PT, R5, R3, PT  #2
              reads   R5 = 1, R3 = 2
    25  @12   @P0  BRK  #2
              goes to @13
    35  @22   IADD R5, R5, 0x1  #2
              reads   R5 = 1
              writes  R5 = 2*
invocation 1
    11  @11   ISETP.GE.U32.AND P0, PT, R5, R3, PT
              reads   R5 = 0, R3 = 1
              writes  P0 = 0
    12  @12   @P0  BRK
              reads   P0 = 0
              goes to @13
    24  @11   ISETP.GE.U32.AND P0, PT, R5, R3, PT  #2
              reads   R5 = 1, R3 = 1
              writes  P0 = 1*
    25  @12   @P0  BRK  #2
              reads   P0 = 1
              goes to @24
results of set 0
{
  "s1": ["00000001","00000000","0000000e","00000026","0000002c","00000017","00000008","00000000","00000000","00000000","00000000","00000000","00000000","00000000","00000000","00000000"],
  "s0": ["00000002","00000001","00000003","00000004","00000005","00000006","00000007","00000008"]
}
