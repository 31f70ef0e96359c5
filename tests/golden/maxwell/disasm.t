run: relit disasm $DATA/maxwell/f_deriv.uam.frag.dksh
run: relit disasm --option addresses=none $DATA/maxwell/t_quad.nv117.tesc.bin
---- out
.dksh header_size=0x18, control_size=0x100, code_size=0x300, programs=0x18, count=1
.program type=1, entry=0x30, registers=6, constants=0x200, constant_bytes=0x10, param_d8=0x87f6080  // fragment
.zero 168
.byte 0x6c, 0x6f, 0x6c, 0x20, 0x6e, 0x76, 0x69, 0x64, 0x69, 0x61, 0x20, 0x77, 0x68, 0x79, 0x20, 0x64
.byte 0x69, 0x64, 0x20, 0x79, 0x6f, 0x75, 0x20, 0x6d, 0x61, 0x6b, 0x65, 0x20, 0x75, 0x73, 0x20, 0x77
.byte 0x61, 0x73, 0x74, 0x65, 0x20, 0x73, 0x70, 0x61, 0x63, 0x65, 0x20, 0x68, 0x65, 0x72, 0x65, 0x00
.sph type=2, version=3, shader=5, many_targets=1, sass_version=3, store_first=0xff, in_system_ab=0x80000000, in_generics=0xa2a, targets=0xf  // fragment
/*0008*/ --:-:1:Y:f      IPA.PASS R0, a[0x7c] ;
/*0010*/ 01:-:1:Y:d      MUFU.RCP R3, R0 ;
/*0018*/ 01:-:1:Y:f      IPA R0, a[0x90], R3 ;
/*0028*/ 01:-:-:-:0      FMUL.FTZ R2, R0, 3 ;
/*0030*/ --:-:1:Y:f      IPA R0, a[0x80], R3 ;
/*0038*/ 01:-:1:Y:2      SHFL.BFLY PT, R1, R0, 0x1, 0x1c03 ;
/*0048*/ 01:-:-:-:0      FSWZADD R0, R1, R0, 0x99 ;
/*0050*/ --:-:1:Y:f      IPA R1, a[0x84], R3 ;
/*0058*/ 01:-:-:Y:6      FMUL.FTZ R1, R1, c[0x1][0x0] ;
/*0068*/ --:-:1:Y:2      SHFL.BFLY PT, R4, R1, 0x2, 0x1c03 ;
/*0070*/ 01:-:-:-:0      FSWZADD R1, R4, R1, 0xa5 ;
/*0078*/ --:-:1:Y:2      SHFL.BFLY PT, R4, R2, 0x1, 0x1c03 ;
/*0088*/ 01:-:-:Y:1      FSWZADD R4, R4, R2, 0x99 ;
/*0090*/ --:-:-:Y:6      FMUL.FTZ R2, R2, c[0x1][0x0] ;
/*0098*/ --:-:1:Y:2      SHFL.BFLY PT, R5, R2, 0x2, 0x1c03 ;
/*00a8*/ 01:-:-:Y:6      FSWZADD R2, R5, R2, 0xa5 ;
/*00b0*/ --:-:-:-:0      FADD.FTZ R2, |R4|, |R2| ;
/*00b8*/ --:-:1:Y:f      IPA R4, a[0x88], R3 ;
/*00c8*/ 01:-:1:Y:2      SHFL.BFLY PT, R5, R4, 0x1, 0x1c03 ;
/*00d0*/ 01:-:-:-:0      FSWZADD R4, R5, R4, 0x99 ;
/*00d8*/ --:-:1:Y:f      IPA R3, a[0x94], R3 ;
/*00e8*/ 01:-:-:Y:6      FMUL.FTZ R3, R3, c[0x1][0x0] ;
/*00f0*/ --:-:1:Y:2      SHFL.BFLY PT, R5, R3, 0x2, 0x1c03 ;
/*00f8*/ 01:-:-:Y:6      FSWZADD R3, R5, R3, 0xa5 ;
/*0108*/ --:-:-:-:0      FADD.FTZ R3, R4, R3 ;
/*0110*/ 3f:-:-:Y:f      EXIT ;
L0118:
/*0118*/ --:-:-:-:f      BRA L0118 ;
/*0128*/ --:-:-:Y:0      NOP ;
/*0130*/ --:-:-:Y:0      NOP ;
/*0138*/ --:-:-:Y:0      NOP ;
.zero 64
.zero 16
.zero 240
.sph type=1, version=3, shader=2, sass_version=1, patch_attributes=6, threads=4, r2=6, store_first=0xff, in_system_ab=0xf0000000, in_generics=0xf, out_system_ab=0xf0000000, out_generics=0xf  // tess control
--:-:1:Y:1      S2R R4, SR_INVOCATION_ID ;
--:-:2:Y:f      S2R R0, SR_INVOCATION_INFO ;
02:-:-:Y:1      PRMT R5, R0, 0x4442, RZ ;
--:-:-:Y:f      PRMT R6, R0, 0x4440, RZ ;
01:-:-:Y:1      XMAD R0, R5.reuse, R6.reuse, R4 ;
--:-:-:Y:6      XMAD.MRG R8, R5.reuse, R6.H1, RZ ;
--:-:-:Y:6      XMAD.PSL.CBCC R0, R5.H1, R8.H1, R0 ;
--:-:1:Y:f      ISBERD R7, [R0] ;
01:-:1:Y:f      ALD.128 R0, a[0x70], R7 ;
01:1:-:Y:2      AST.128 a[0x70], R0 ;
01:-:-:Y:6      IADD R0, R4, 0x1 ;
--:-:-:Y:1      LOP.AND R0, R0, 0x3 ;
--:-:1:Y:f      S2R R1, SR_PRIM_TYPE ;
01:2:1:Y:1      I2F.F32.S8 R7, R1.B1 ;
--:-:-:Y:6      XMAD R0, R5.reuse, R6, R0 ;
--:-:-:Y:6      XMAD.PSL.CBCC R0, R5.H1, R8.H1, R0 ;
--:-:3:Y:f      ISBERD R5, [R0] ;
06:-:2:Y:f      ALD.128 R0, a[0x80], R5 ;
03:-:-:Y:1      FADD.FTZ R0, R0, R7.reuse ;
--:-:-:Y:1      FADD.FTZ R1, R1, R7.reuse ;
--:-:-:Y:1      FADD.FTZ R2, R2, R7.reuse ;
--:-:-:Y:6      FADD.FTZ R3, R3, R7 ;
--:1:-:Y:2      AST.128 a[0x80], R0 ;
01:-:1:Y:1      ALD.O.P R1, a[0x0] ;
--:-:2:Y:1      ALD.O.P R2, a[0x4] ;
--:-:3:Y:1      ALD.O.P R3, a[0x8] ;
--:-:4:Y:1      ALD.O.P R5, a[0xc] ;
--:-:-:Y:d      ISETP.EQ.U32.AND P0, PT, R4, RZ, PT ;
3f:-:-:Y:1 @P0  MOV R1, c[0x1][0x0] ;
3f:-:1:Y:f      S2R R0, SR_INVOCATION_ID ;
01:-:-:Y:d      ISETP.EQ.U32.AND P0, PT, R0, 0x1, PT ;
3f:-:-:Y:1 @P0  MOV R2, c[0x1][0x0] ;
3f:-:1:Y:f      S2R R0, SR_INVOCATION_ID ;
01:-:-:Y:d      ISETP.EQ.U32.AND P0, PT, R0, 0x2, PT ;
3f:-:-:Y:1 @P0  MOV R3, c[0x1][0x0] ;
3f:-:1:Y:f      S2R R0, SR_INVOCATION_ID ;
01:-:-:Y:d      ISETP.EQ.U32.AND P0, PT, R0, 0x3, PT ;
3f:-:-:Y:1 @P0  MOV R5, c[0x1][0x0] ;
3f:1:-:Y:1      AST.P a[0x0], R1 ;
--:2:-:Y:1      AST.P a[0x4], R2 ;
--:3:-:Y:3      AST.P a[0x8], R3 ;
--:4:-:Y:1      AST.P a[0xc], R5 ;
--:-:5:Y:1      S2R R0, SR_INVOCATION_ID ;
--:-:-:Y:d      SSY L0260 ;
10:-:-:Y:d      ISETP.LT.AND P0, PT, R0, 0x2, PT ;
--:-:-:Y:d @!P0 SYNC ;
3f:-:1:Y:1      ALD.O.P R1, a[0x10] ;
--:-:2:Y:1      ALD.O.P R2, a[0x14] ;
--:-:3:Y:f      S2R R0, SR_INVOCATION_ID ;
04:-:-:Y:d      ISETP.EQ.U32.AND P0, PT, R0, RZ, PT ;
3f:-:-:Y:1 @P0  MOV R1, c[0x1][0x4] ;
3f:-:1:Y:f      S2R R0, SR_INVOCATION_ID ;
01:-:-:Y:d      ISETP.EQ.U32.AND P0, PT, R0, 0x1, PT ;
3f:-:-:Y:1 @P0  MOV R2, c[0x1][0x4] ;
3f:1:-:Y:5      AST.P a[0x10], R1 ;
--:2:-:Y:1      AST.P a[0x14], R2 ;
--:-:-:Y:d      SYNC ;
L0260:
3f:-:-:Y:f      EXIT ;
