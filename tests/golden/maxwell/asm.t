# Hand-written text of every kind of operand, printed again.
run: relit asm --isa maxwell in.txt -o out.bin
run: relit disasm --isa maxwell out.bin
---- in in.txt
# without columns: no stall, no barriers
        S2R R0, SR_TID.X;
        IADD R1.CC, R0, -0x10;
        IADD.X R2, RZ, c[0x2][0x14];
        IADD.PO R2, R1, R2;
loop:   --:-:1:Y:6 @!P0 FFMA.FTZ.RP.SAT R0, R1.reuse, -c[0x2][0x10], -R3;
        FADD R4, -|R1|, |-0.5|;
        FADD R4, R1, -(0x12345000);
        FADD32I R4, R1, 0.1;
        FMUL.FMZ.D2 R4, R1, +INF;
        DFMA.RZ R4, R6, R8, -c[0x1f][0xfffc];
        HADD2.MRG_H0.SAT R5, -|R6|.H1_H1, 1.5, -2;
        HFMA2_32I.FTZ R5, R6.H0_H0, 0x7e01, 65504, R5;
        XMAD.PSL.CBCC R4, R5.reuse.H1, R0.H1, R1;
        XMAD.S16.U16.MRG R4, R5, 0xffff, RZ;
        ISETP.GE.U32.X.AND P1, PT, R1, R2, !P2;
        LOP3.LUT R1, R2, R3, R4, 0xea;
        LOP.AND.NZ P3, R1, ~R2, 0x7fff;
        LEA.HI.X R1.CC, R2, c[0x0][0x4], R3, 0x1f;
        F2F.F64.F32 R2, |R3|;
        F2F.F32.F16.FLOOR R2, R3.H1;
        I2I.S8.U32.SAT R1, -R2.B3;
        LDG.E.CI.128 R4, [R2-0x10];
        ST.E.64 [R2+0x7fffffff], R8, P0;
        LDC.IL.64 R2, c[0x3][R4-0x8];
        ATOM.E.ADD.F32.FTZ.RN R1, [R2], R4;
        RED.E.MAX.S32 [R2+0x40], R4;
        ALD.P.O.64 R2, a[R3+0x70], R4;
        IPA.CENTROID.SAT R2, a[0x7c], R3;
        TEX.B.LL.AOFFI.DC R4, R8, R12, ARRAY_2D, 0xf;
        TEXS.LZ.DC R2, R4, R6, R8, 0x1fff, ARRAY_2D, RGBA;
        TLDS.NODEP.LZ.MS RZ, R4, R6, R8, 0x8, 2D, GA;
        TLD4.A.PTP P0, R4, R8, R12, 0x1, CUBE, 0x3;
        TXQ R0, R4, TEX_HEADER_DIMENSION, 0x10, 0x7;
        SUST.P.ARRAY_2D.WT.RGBA.TRAP [R2], R4, 0x20;
        SUATOM.D.2D.MAX.S32.IGN R1, [R2], R3, R4;
        SHFL.BFLY P1, R4, R5, 0x1, 0x1f;
        VOTE.ANY R4, P0, !P1;
        VADD.UD.SAT.ACC R4, -R5.S8.B2, R6.U16.H1, R7;
        VSET.LT.MAX R4, R5.U8.B0, 0x1234.S16, R6;
        BAR.RED.AND 0x3, 0x40, P2;
        BRA CC.LEU, loop;
        BRX R4, c[0x1][0x6];
        SSY end;
        MEMBAR.GL;
        NOP 0x5;
        EXIT @ {bits=0x0000100000000000};
end:    SYNC;
        .word 0xfff0000000000001;
---- out
// warning: 1 words do not decode as instructions, the first at 0x01f8
// warning: the last instruction can run off the end of the code
/*0008*/ --:-:-:Y:0      S2R R0, SR_TID.X ;
/*0010*/ --:-:-:Y:0      IADD R1.CC, R0, -0x10 ;
/*0018*/ --:-:-:Y:0      IADD.X R2, RZ, c[0x2][0x14] ;
/*0028*/ --:-:-:Y:0      IADD.PO R2, R1, R2 ;
L0030:
/*0030*/ --:-:1:Y:6 @!P0 FFMA.FTZ.RP.SAT R0, R1.reuse, -c[0x2][0x10], -R3 ;
/*0038*/ --:-:-:Y:0      FADD R4, -|R1|, |-0.5| ;
/*0048*/ --:-:-:Y:0      FADD R4, R1, -(5.6896593e-28) ;
/*0050*/ --:-:-:Y:0      FADD32I R4, R1, 0.1 ;
/*0058*/ --:-:-:Y:0      FMUL.FMZ.D2 R4, R1, +INF ;
/*0068*/ --:-:-:Y:0      DFMA.RZ R4, R6, R8, -c[0x1f][0xfffc] ;
/*0070*/ --:-:-:Y:0      HADD2.MRG_H0.SAT R5, -|R6|.H1_H1, 1.5, -2 ;
/*0078*/ --:-:-:Y:0      HFMA2_32I.FTZ R5, R6.H0_H0, 0x7e01, 65504, R5 ;
/*0088*/ --:-:-:Y:0      XMAD.PSL.CBCC R4, R5.reuse.H1, R0.H1, R1 ;
/*0090*/ --:-:-:Y:0      XMAD.S16.U16.MRG R4, R5, 0xffff, RZ ;
/*0098*/ --:-:-:Y:0      ISETP.GE.U32.X.AND P1, PT, R1, R2, !P2 ;
/*00a8*/ --:-:-:Y:0      LOP3.LUT R1, R2, R3, R4, 0xea ;
/*00b0*/ --:-:-:Y:0      LOP.AND.NZ P3, R1, ~R2, 0x7fff ;
/*00b8*/ --:-:-:Y:0      LEA.HI.X R1.CC, R2, c[0x0][0x4], R3, 0x1f ;
/*00c8*/ --:-:-:Y:0      F2F.F64.F32 R2, |R3| ;
/*00d0*/ --:-:-:Y:0      F2F.F32.F16.FLOOR R2, R3.H1 ;
/*00d8*/ --:-:-:Y:0      I2I.S8.U32.SAT R1, -R2.B3 ;
/*00e8*/ --:-:-:Y:0      LDG.E.CI.128 R4, [R2-0x10] ;
/*00f0*/ --:-:-:Y:0      ST.E.64 [R2+0x7fffffff], R8, P0 ;
/*00f8*/ --:-:-:Y:0      LDC.IL.64 R2, c[0x3][R4-0x8] ;
/*0108*/ --:-:-:Y:0      ATOM.E.ADD.F32.FTZ.RN R1, [R2], R4 ;
/*0110*/ --:-:-:Y:0      RED.E.MAX.S32 [R2+0x40], R4 ;
/*0118*/ --:-:-:Y:0      ALD.O.P.64 R2, a[R3+0x70], R4 ;
/*0128*/ --:-:-:Y:0      IPA.CENTROID.SAT R2, a[0x7c], R3 ;
/*0130*/ --:-:-:Y:0      TEX.B.LL.AOFFI.DC R4, R8, R12, ARRAY_2D, 0xf ;
/*0138*/ --:-:-:Y:0      TEXS.LZ.DC R2, R4, R6, R8, 0x1fff, ARRAY_2D, RGBA ;
/*0148*/ --:-:-:Y:0      TLDS.NODEP.LZ.MS RZ, R4, R6, R8, 0x8, 2D, GA ;
/*0150*/ --:-:-:Y:0      TLD4.A.PTP P0, R4, R8, R12, 0x1, CUBE, 0x3 ;
/*0158*/ --:-:-:Y:0      TXQ R0, R4, TEX_HEADER_DIMENSION, 0x10, 0x7 ;
/*0168*/ --:-:-:Y:0      SUST.P.ARRAY_2D.WT.RGBA.TRAP [R2], R4, 0x20 ;
/*0170*/ --:-:-:Y:0      SUATOM.D.2D.MAX.S32.IGN R1, [R2], R3, R4 ;
/*0178*/ --:-:-:Y:0      SHFL.BFLY P1, R4, R5, 0x1, 0x1f ;
/*0188*/ --:-:-:Y:0      VOTE.ANY R4, P0, !P1 ;
/*0190*/ --:-:-:Y:0      VADD.UD.SAT.ACC R4, -R5.S8.B2, R6.U16.H1, R7 ;
/*0198*/ --:-:-:Y:0      VSET.LT.MAX R4, R5.U8.B0, 0x1234.S16, R6 ;
/*01a8*/ --:-:-:Y:0      BAR.RED.AND 0x3, 0x40, P2 ;
/*01b0*/ --:-:-:Y:0      BRA CC.LEU, L0030 ;
/*01b8*/ --:-:-:Y:0      BRX R4, c[0x1][0x6] ;
/*01c8*/ --:-:-:Y:0      SSY L01f0 ;
/*01d0*/ --:-:-:Y:0      MEMBAR.GL ;
/*01d8*/ --:-:-:Y:0      NOP 0x5 ;
/*01e8*/ --:-:-:Y:0      EXIT @ {bits=0x0000100000000000} ;
L01f0:
/*01f0*/ --:-:-:Y:0      SYNC ;
/*01f8*/ --:-:-:Y:0 .word 0xfff0000000000001 ;
---- err
out.bin: warning: 1 words do not decode as instructions, the first at 0x01f8
out.bin: warning: the last instruction can run off the end of the code
