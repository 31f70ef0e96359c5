# One word of each of the 294 forms: random ones of tests/data/maxwell/isa-vectors.tsv, two by hand.
run: relit disasm --isa maxwell --option addresses=none forms.bin
run: relit disasm --isa maxwell forms.bin > forms.txt
run: relit asm --isa maxwell forms.txt -o again.bin
run: cmp forms.bin again.bin
---- hex forms.bin
e00700fc00801f00 f69c876b0080a1ef a23770278177d9ef 180eb21200cef0ef
e00700fc00801f00 ff2510fca039a6ed e217f30f0000f1ee 74fff7ef64150cec
e00700fc00801f00 fff6df08000000ee ff0e0f000000b8f0 000f07008002a8f0
e00700fc00801f00 95ff50020001005c 1334d4a92d010038 081867913680004c
e00700fc00801f00 ff678506006af05b 3fb397f7dc2df037 3904e2a1df31f04b
e00700fc00801f00 02082f2f0205f053 400000000000a0e3 54000f00000040e2
e00700fc00801f00 13000f00000040e3 48186f299e0a50e2 000060d8570f60e2
e00700fc00801f00 10ffc49be7546bef 0902479e730280ef 01000f000000f0eb
e00700fc00801f00 09000900000050e3 ff1b0f0080159850 391802000024a050
e00700fc00801f00 d10097020000c850 2f3a12028040735c adffe628ea817139
e00700fc00801f00 223556a80200724c 000005200000f0f0 2d37b00f00347a5b
e00700fc00801f00 ffa8bfe3e57f7436 9d174fe05b41724b 09ffb4e4c2b17553
e00700fc00801f00 d2272f060044515c 11ff808349c15139 5fffb7130380514c
e00700fc00801f00 fd10ff0f0001805c c2e9d00dd4808039 ff2f94450e00804c
e00700fc00801f00 84c41700801d1859 ff24b77b10497833 96ff973962d01d49
e00700fc00801f00 9422f30f0050845b 6bff57dfe92d8936 373596820300844b
e00700fc00801f00 3d000000000000e3 ff0e5c0f8034aa5c 010def6b2904ae39
e00700fc00801f00 ff06d4250320a84c 620fdd050020b05c ff1b07008030b038
e00700fc00801f00 400a97b86f01b04c ffffa10080205f5c 39758f58cb815e39
e00700fc00801f00 ffff7f55be205a4c f3ff1a3fbf689208 0026ae0000208a5c
e00700fc00801f00 001d83870d208938 00ffffb30360894c b74457098098a85b
e00700fc00801f00 203813186e09a036 ffbb57e14ee6ad4b ffff1f5edfffa053
e00700fc00801f00 2697ff0f00d4cc59 0735a6fef112cb32 ffff77a2fb13c649
e00700fc00801f00 fffbd05c80f8ab51 043c216d07798f0d 02000f030003305c
e00700fc00801f00 ea004f1236003039 77001fc20282304c 9b06f30f0030625c
e00700fc00801f00 ff36314b91376138 101593c40214624c ff1c2d0500ab695c
e00700fc00801f00 aa1498f9520d6d39 01ff670356826c4c 561fc7dfbecf3e1e
e00700fc00801f00 3ba4520080183458 0582afca51032b30 ffffc40267503a48
e00700fc00801f00 5f31470a8014b55b 4099c7eed0b2b237 e3b330674380b04b
e00700fc00801f00 bcae0703c081f850 df0000000000c0e2 9e0000000000d0e2
e00700fc00801f00 ff4a02930180145d db0902008090057a 8435b514de90937a
e00700fc00801f00 3e7c122c2987ea2c ffd1f77fb97f015d 3523068006216571
e00700fc00801f00 ff3067ec81ffcc75 3bb697872a50e661 ff0e7f2135430828
e00700fc00801f00 a620ffaf00800c5d 37ff1ff3bc000378 ffffb75982108678
e00700fc00801f00 81f5d749ad49af2a ffb577215814195d ff36533300b8027c
e00700fc00801f00 ffff07030fd0ba7c 04ff4071b049235d 40310f00804a3f7e
e00700fc00801f00 452ec7bf93c1a27f ff2a55018000ba5c ff27c1b49aa7b838
e00700fc00801f00 382187000381ba4c f115fc0f0024e25c 3a32070000a2e438
e00700fc00801f00 3724cf891a04e04c 091dd3030080155c c33d63901b881738
e00700fc00801f00 3dff723c0008134c 1109b7dd812e3a1d 3286f2082c17c25c
e00700fc00801f00 16c4975fb276c839 ff7ca36aeab1c94c aaffcf00000a465b
e00700fc00801f00 082cb5013e634437 63ff63ec52164a4b b237d25f86314853
e00700fc00801f00 0000b066070090e3 76f1170980fffd53 1e58ff6d0216da53
e00700fc00801f00 3124470d0087465a 3affd74d1d452435 ffff57bb0251204a
e00700fc00801f00 ff11b02181dd0452 a3206247c3109311 ac1eac05003e805a
e00700fc00801f00 9906045a887fc434 030fd7e30314974a 8fff96aa5a189552
e00700fc00801f00 3d307101009c205c 31fff34c961e2039 ffff73e50384204c
e00700fc00801f00 8f63f70f8081385c 25aba64933003839 dc15607ba702384c
e00700fc00801f00 3e4a5f0efbda9e1f e01bf40fc00010e0 ff300f800400d1ef
e00700fc00801f00 24ceb7018088195c 101cb43ce58a1b39 0f578f3c02001a4c
e00700fc00801f00 c0ffef583e2c6717 ff234e0a8093525b ff2cf4af5b145c36
e00700fc00801f00 341e746d7314584b 1a0f150500026a5b 0081269245096637
e00700fc00801f00 03ff94982f48664b 4000909d718028e2 3f84a7ee8ab119e2
e00700fc00801f00 5c33b763cac00ae2 12000f00000030e3 5aff6a7904a30e80
e00700fc00801f00 25ff67860c3095ef 61ff07e89c0dd7ee 94ff97c7683d43ef
e00700fc00801f00 ff1a917ae2084cef 1aaedc038087d65b ff2a17eee8a4d037
e00700fc00801f00 ffff87c74b01d04b 0045b2ecc0ffd85b 3970b78883811419
e00700fc00801f00 000000000000d050 1c000000000010e3 2d04f90f809c405c
e00700fc00801f00 ff1b105308854039 ffff45cf0311404c 5e1aec02e06ce65b
e00700fc00801f00 18ae0f3dbf47003d ff8fe7e846183c02 77ffbfdd225a4805
e00700fc00801f00 03000f00000098ef ff00ef070000985c 700075a25e079839
e00700fc00801f00 ff008dda0301984c 0e0036e6dc4e0c01 25ff870000408550
e00700fc00801f00 002b1fb60b00b050 16c051010001e0fb ffff8e84df01e0f6
e00700fc00801f00 ffa617ba8301e0eb d1e91f0e0006e85c 80ff5a0b1907e838
e00700fc00801f00 3a38d74f0306e84c 000020b29b0ea0e2 0000d083af0cb0e2
e00700fc00801f00 0000f0aa660c30e2 0fff978a0200e8ef 00002028c60b80e2
e00700fc00801f00 ff00fd0f0000085c e0000f0000010838 10001fd71300084c
e00700fc00801f00 00008025d30a70e2 5bff0f020002c15b e74698dae17fc137
e00700fc00801f00 2cff0d00807fc54b 2eff775d030fc353 ff200f0080d28850
e00700fc00801f00 0080078001049050 000001510200c0f0 00a1ff0f0006f05c
e00700fc00801f00 00200f000006f038 002327ef6700f04c 00000000000080e3
e00700fc00801f00 fffd3b302355f8eb 1a000f00000020e3 ff000f0b0000905c
e00700fc00801f00 e200f82771209238 290013de4a00924c 00000000000060e3
e00700fc00801f00 19008f020000c8f0 00000000000070e3 d9440f098002a05c
e00700fc00801f00 e227a46e2b04a039 1632b6b50300a04c 001d00000000e0e2
e00700fc00801f00 00fb00000000f0e2 19ff570de0defd5b 10fff702c0b3ff5c
e00700fc00801f00 353a1f03e0a1fb36 3bff9703e0ffff38 9d14a7a2b82410ef
e00700fc00801f00 1c76cf060080485c e20ce714fc804839 ff2707030300484c
e00700fc00801f00 ff17fa028000285c 85ffaf10a5102838 192f90296e90284c
e00700fc00801f00 0000f024ed0f90e2 fc4cc7ab7921b3a3 fffff19c01cfdcee
e00700fc00801f00 0bd1ff5af03c53ef 000060850000a0ee ff8fce8dbd0d5bef
e00700fc00801f00 2927ff3f721574ea ff180f13000034ea fffff00fe302b0eb
e00700fc00801f00 ffff0f018a7fd0ea ff170101847f10eb 11684500b6eb19eb
e00700fc00801f00 3f0bf502867b00eb ff5df30098050deb ffff0201046d50eb
e00700fc00801f00 15a90705080659eb f8103d00080430eb 27ff0f02a26c3ceb
e00700fc00801f00 ff23ff01021a24eb ff18d303b6632ceb 1d0003000000f8f0
e00700fc00801f00 1f5916d3f446b9c3 444ea400100186de 96fff4df092103d8
e00700fc00801f00 62fff50f807da3d1 16ae678353ee00dc fffff74f080038dd
e00700fc00801f00 d5ff1f03f0de90db ff33f6ff000012d3 ebff3177807239c8
e00700fc00801f00 ff03f72c4b00c2de 1c334f0400002adf 165dc0100a00a8df
e00700fc00801f00 8106f77fad5459df 3b2937f20a0062df 08320000483e42df
e00700fc00801f00 b8067312000000de ff38f71a090044de 3f03020410a64bdf
e00700fc00801f00 2a098f00000052df 364d1742907f9f54 fffff99fa7141450
e00700fc00801f00 83080560b0753520 df0907502004055f 0dbc0f00b085103a
e00700fc00801f00 0100030000c4d950 000007000000e250 b7ff051f200f2c40
e00700fc00801f00 0aee778dde34f050 a63a7721609b1857 d71bf73f100f8356
e00700fc00801f00 2b25f70f480a215b 21f4b7f74c001236 ff54f0b10202234e
e00700fc00801f00 28ff677902b06251 020457c02701c0ea 010007002001e8eb
---- out
// warning: the instruction at 0x00d8 goes outside the code
// warning: the last instruction can run off the end of the code
--:-:-:Y:0      AL2P.128 P0, R246, R156, -0x148 ;
--:-:-:Y:0 @P0  ALD.O.96 R162, a[R55+0x277], R239 ;
--:-:-:Y:0 @P2  AST.64 a[R14+0x12b], R24, R156 ;
--:-:-:Y:0 @P0  ATOM.SAFEADD.F32.FTZ.RN RZ, [R37+0x39a0f], R193 ;
--:-:-:Y:0 @P3  ATOM.CAS.E R226, [R23], RZ ;
--:-:-:Y:0      ATOMS.ADD.U64 R116, [-0x3ea9b4], RZ ;
--:-:-:Y:0 @!PT ATOMS.CAS RZ, [R246], R141 ;  // never runs
--:-:-:Y:0 @!PT B2R P0, RZ, 0xe ;  // never runs
--:-:-:Y:0      BAR.SYNC R15, R0, P5 ;
--:-:-:Y:0 @P0  BFE.U32.BREV R149, RZ, R37 ;
--:-:-:Y:0 @P4  BFE.U32.BREV R19, R52, 0x2da9d ;
--:-:-:Y:0      BFE.U32 R8.CC, R24, c[0xd][0xa458] ;
--:-:-:Y:0 @P5  BFI RZ, R103, R104, R212 ;
--:-:-:Y:0      BFI R63, R179, -0x23087, R91 ;
--:-:-:Y:0 @P2  BFI R57, R4, c[0x17][0xe878], R99 ;
--:-:-:Y:0 @!PT BFI R2, R8, R10, c[0x0][0x8bc8] ;  // never runs
--:-:-:Y:0      BPT.CAL 0x0 ;
--:-:-:Y:0 @!PT BRA.LMT CC.HI, L00c0 ;  // never runs
L00c0:
--:-:-:Y:0 @!PT BRK CC.LS ;  // never runs
--:-:-:Y:0 @!PT BRX.LMT CC.NAN, R24, -0x561d6a ;  // never runs
--:-:-:Y:0      CAL.NOINC -0xa819a ;  // goes where no word begins
--:-:-:Y:0 @P4  CCTL.U.QRY1 [-0x4ab18644] ;
--:-:-:Y:0      CCTLL.RSLB [R2+0x2739e4] ;
--:-:-:Y:0 @!PT CCTLT.IVTH ;  // never runs
--:-:-:Y:0 @!P1 CONT CC.LTU ;
--:-:-:Y:0 @!PT CSET.BF.AND RZ, CC.FCSM_TA, !P3 ;  // never runs
--:-:-:Y:0 @P2  CSETP.OR PT, P1, CC.CSM_TA, !P0 ;
--:-:-:Y:0      CS2R R209, SR_CIRQUEUEINCRMINUSONE ;
--:-:-:Y:0 @P2  DADD.RM R47, -|R58|, |R33| ;
--:-:-:Y:0 @P6  DADD.RZ R173.CC, -RZ, -2.437194447052028e+203 ;
--:-:-:Y:0 @P6  DADD R34, R53, |c[0x0][0xaa14]| ;
--:-:-:Y:0 @P5  DEPBAR.LE SB0, 0x0 ;
--:-:-:Y:0 @P0  DFMA.RP R45, R55, R251, -R104 ;
--:-:-:Y:0 @!PT DFMA.RM RZ, R168, 6.535487020987564e+182, RZ ;  // never runs
--:-:-:Y:0 @!PT DFMA R157, R23, c[0x16][0xf810], -R130 ;  // never runs
--:-:-:Y:0 @P4  DFMA.RM R9.CC, RZ, -R99, c[0x10][0xb92c] ;
--:-:-:Y:0 @!PT DMNMX R210, -|R39|, R98, !P0 ;  // never runs
--:-:-:Y:0 @P0  DMNMX R17.CC, -|RZ|, -1.391566500388311e+46, P2 ;
--:-:-:Y:0      DMNMX R95.CC, -RZ, c[0x0][0xc4ec], P0 ;
--:-:-:Y:0 @!PT DMUL.RP R253, R16, RZ ;  // never runs
--:-:-:Y:0 @P0  DMUL.RM R194.CC, R233, -7.9598891885490165e+96 ;
--:-:-:Y:0 @P4  DMUL RZ, R47, c[0x3][0x9164] ;
--:-:-:Y:0      DSET.BF.NAN.AND R132, -R196, |R1|, !P3 ;
--:-:-:Y:0      DSET.BF.NAN.XOR RZ, -|R36|, -(-2.85342890493153e-229), P2 ;
--:-:-:Y:0      DSET.BF.NEU.XOR R150.CC, RZ, |c[0x18][0x8e64]|, P0 ;
--:-:-:Y:0 @P3  DSETP.GT.XOR P2, P4, |R34|, |RZ|, P0 ;
--:-:-:Y:0      DSETP.LTU.OR P5, P3, -RZ, -(9.587267729059877e+201), !P3 ;
--:-:-:Y:0 @P6  DSETP.GT.AND P6, PT, R53, c[0x0][0xe0a4], P0 ;
--:-:-:Y:0 @P0  EXIT.KEEPREFCOUNT CC.FCSM_MX ;
--:-:-:Y:0 @!P4 F2F.FTZ.F32.F64.FLOOR RZ, -|R245| ;
--:-:-:Y:0 @!PT F2F.F16.F64.ROUND.SAT R1, |-5.237477e-14| ;  // never runs
--:-:-:Y:0 @P4  F2F.F32.F16 RZ, -c[0x0][0xc974] ;
--:-:-:Y:0 @!P5 F2I.U64.F64 R98, -R93 ;
--:-:-:Y:0      F2I.FTZ.S64.F32.FLOOR RZ, -(0) ;
--:-:-:Y:0      F2I.U32.F32.CEIL R64, c[0x1b][0xee24] ;
--:-:-:Y:0 @P1  FADD.RM.SAT RZ, -RZ, -|R10| ;
--:-:-:Y:0 @!PT FADD.RZ.SAT R57.CC, R117, |-14188544| ;  // never runs
--:-:-:Y:0 @!PT FADD.RM RZ, RZ, -|c[0xf][0x955c]| ;  // never runs
--:-:-:Y:0 @!P2 FADD32I.FTZ R243.CC, RZ, 9.711183e-16 ;
--:-:-:Y:0 @!P6 FCHK.DIVIDE P0, R38, -|R10| ;
--:-:-:Y:0 @P3  FCHK.DIVIDE P0, -R29, -(8.350832e-31) ;
--:-:-:Y:0 @!PT FCHK.DIVIDE P0, -|RZ|, -c[0x0][0xecfc] ;  // never runs
--:-:-:Y:0      FCMP.NAN.FTZ R183, R68, R149, R49 ;
--:-:-:Y:0 @P3  FCMP.F R32, R56, 1.1765266e+28, R18 ;
--:-:-:Y:0      FCMP.NEU.FTZ RZ, R187, c[0x13][0xb854], R204 ;
--:-:-:Y:0 @!PT FCMP.F.FTZ RZ, RZ, RZ, c[0x17][0xd784] ;  // never runs
--:-:-:Y:0 @!PT FFMA.FMZ.RM.SAT R38.CC, R151, RZ, R168 ;  // never runs
--:-:-:Y:0 @P6  FFMA.FMZ.RM R7, R53, -(2.5216839e+30), -R37 ;
--:-:-:Y:0      FFMA.FMZ.SAT RZ, RZ, c[0x1e][0xe89c], -R39 ;
--:-:-:Y:0 @P0  FFMA.FTZ.RM RZ.CC, R251, -R241, -c[0x0][0x1734] ;
--:-:-:Y:0 @P1  FFMA32I.SAT R4, -R60, -5.860162e+33, R4 ;
--:-:-:Y:0 @!PT FLO.U32.SH R2, ~R48 ;  // never runs
--:-:-:Y:0 @!PT FLO.U32 R234, -0x49edc ;  // never runs
--:-:-:Y:0 @!PT FLO.U32.SH R119.CC, c[0x0][0xb084] ;  // never runs
--:-:-:Y:0 @P3  FMNMX.FTZ R155, R6, -|RZ|, P0 ;
--:-:-:Y:0 @P1  FMNMX.FTZ RZ, -R54, -(1.6028668e-28), !PT ;
--:-:-:Y:0 @P3  FMNMX.FTZ R16, R21, |c[0x0][0xb124]|, !P0 ;
--:-:-:Y:0 @!P5 FMUL.FMZ.M4.RP RZ.CC, R28, -R82 ;
--:-:-:Y:0 @!P0 FMUL.M2.RP.SAT R170, R20, -(-535931387904) ;
--:-:-:Y:0      FMUL.D2.SAT R1.CC, RZ, c[0x15][0x80d8] ;
--:-:-:Y:0      FMUL32I.FTZ R86.CC, R31, -2.4365138e+27 ;
--:-:-:Y:0 @P2  FSET.BF.GT.AND R59, -R164, -|R5|, P1 ;
--:-:-:Y:0 @!PT FSET.LEU.AND R5, R130, -(108783468544), P6 ;  // never runs
--:-:-:Y:0 @P4  FSET.BF.EQU.XOR RZ, RZ, -|c[0x19][0xc0b0]|, P0 ;
--:-:-:Y:0      FSETP.NE.AND P3, PT, R49, -|R164|, !P1 ;
--:-:-:Y:0      FSETP.EQ.FTZ.OR P0, P0, R153, -|-32044482560|, P5 ;
--:-:-:Y:0 @P0  FSETP.F.FTZ.AND P4, P3, |R179|, -c[0x10][0xd9cc], P0 ;
--:-:-:Y:0      FSWZADD.RZ.NDV R188.CC, R174, R48, 0x0 ;
--:-:-:Y:0      GETCRSPTR R223 ;
--:-:-:Y:0      GETLMEMBASE R158 ;
--:-:-:Y:0 @P2  HADD2.MRG_H0.SAT RZ, R74.F32, -R48.F32 ;
--:-:-:Y:0 @P2  HADD2.MRG_H0.FTZ R219, |R9|.H1_H1, 0, 0 ;
--:-:-:Y:0 @P5  HADD2.F32.FTZ.SAT R132, |R53|.H1_H1, c[0x17][0x852c] ;
--:-:-:Y:0 @P2  HADD2_32I.FTZ R62, R124.H1_H1, -0.034729004, -0.00082445145 ;
--:-:-:Y:0      HFMA2.FTZ.SAT RZ, R209.H0_H0, RZ.H1_H1, -RZ.H1_H1 ;
--:-:-:Y:0 @P6  HFMA2.MRG_H0 R53, R35.H0_H0, -9.918213e-05, 0, R66.H1_H1 ;
--:-:-:Y:0      HFMA2.MRG_H0.FMZ RZ, R48.F32, -c[0x0][0x7b18], -RZ.H0_H0 ;
--:-:-:Y:0      HFMA2.MRG_H1 R59, R182, -R160.H1_H1, c[0xa][0xa1e4] ;
--:-:-:Y:0 @!PT HFMA2_32I RZ, R14, -6.407499e-05, 48.71875, RZ ;  // never runs
--:-:-:Y:0 @!PT HMUL2.MRG_H0 R166, R32.F32, -RZ.H0_H0 ;  // never runs
--:-:-:Y:0 @!PT HMUL2.F32.FTZ R55, RZ.H0_H0, 1.1875, -17 ;  // never runs
--:-:-:Y:0      HMUL2.MRG_H1.FTZ RZ, |RZ|, c[0x0][0x966c] ;
--:-:-:Y:0      HMUL2_32I.FTZ R129, R245.F32, -18848, -73.8125 ;
--:-:-:Y:0      HSET2.LEU.AND RZ, |R181|.H0_H0, R23.H0_H0, !P0 ;
--:-:-:Y:0 @P3  HSET2.LT.OR RZ, -|R54|.F32, 0, -21, P0 ;
--:-:-:Y:0      HSET2.BF.NEU.XOR RZ, |RZ|.F32, c[0x3][0xc0c0], P0 ;
--:-:-:Y:0 @P0  HSETP2.GE.H_AND.XOR P0, P4, -RZ.H0_H0, |R20|.H1_H1, P3 ;
--:-:-:Y:0 @!PT HSETP2.T.H_AND.FTZ.XOR P0, P0, -R49.H0_H0, 0, 0, P5 ;  // never runs
--:-:-:Y:0      HSETP2.LT.H_AND.FTZ.XOR P0, P5, R46.F32, -c[0x4][0xeff0], P3 ;
--:-:-:Y:0 @P5  I2F.F32.S32.RM RZ, |R21| ;
--:-:-:Y:0 @P1  I2F.F64.S16.RZ RZ.CC, -(0x1ab4c).B3 ;
--:-:-:Y:0      I2F.F16.S8.RP R56.CC, |c[0x0][0xc020]| ;
--:-:-:Y:0 @!P4 I2I.S16.U16 R241, -|RZ|.B2 ;
--:-:-:Y:0      I2I.S32.S8.SAT R58.CC, -(0x0).B1 ;
--:-:-:Y:0 @!PT I2I.U8.S16 R55, c[0x6][0xa270].B2 ;  // never runs
--:-:-:Y:0 @P3  IADD.SAT R9.CC, R29, -R61 ;
--:-:-:Y:0 @P3  IADD.PO.X.SAT R195.CC, R61, 0x1b906 ;
--:-:-:Y:0 @P2  IADD.PO.X R61, RZ, c[0x0][0xf1c] ;
--:-:-:Y:0      IADD32I.X R17.CC, -R9, -0x5d17e225 ;
--:-:-:Y:0 @P2  IADD3.RS R50, R134.H0, R143.H1, -R46 ;
--:-:-:Y:0      IADD3 R22, -R196, -0x4da07, R237 ;
--:-:-:Y:0 @P3  IADD3.X RZ.CC, -R124, c[0x1a][0x9aa8], R99 ;
--:-:-:Y:0 @!PT ICMP.LE.U32 R170, RZ, R12, R20 ;  // never runs
--:-:-:Y:0 @P5  ICMP.EQ.U32 R8, R44, -0x41fe5, R198 ;
--:-:-:Y:0 @P3  ICMP.NE.U32 R99, RZ, c[0x14][0xbb18], R44 ;
--:-:-:Y:0 @P2  ICMP.GT.U32 R178, R55, R99, c[0x1][0x97f4] ;
--:-:-:Y:0      IDE.EN 0x766b ;
--:-:-:Y:0      IDP.2A.HI.U16.S8 R118, R241, R145, RZ ;
--:-:-:Y:0 @!PT IDP.4A.S8.U8 R30, R88, c[0x0][0x9b7c], R44 ;  // never runs
--:-:-:Y:0      IMAD.U32.U32.HI.X.SAT R49.CC, R36, R212, R14 ;
--:-:-:Y:0      IMAD.U32.S32.SAT R58, RZ, -0x62b23, R138 ;
--:-:-:Y:0      IMAD.U32.S32 RZ, RZ, c[0x0][0xaed4], R162 ;
--:-:-:Y:0 @P0  IMAD.U32.U32.SAT RZ.CC, R17, R187, c[0x0][0x486c] ;
--:-:-:Y:0 @P2  IMAD32I.U32.U32.PO R163.CC, R32, 0x310c3476, R163 ;
--:-:-:Y:0 @!P4 IMADSP.U32.U24.U32 R172, R30, R90, R124 ;
--:-:-:Y:0 @P4  IMADSP.U16H0.U16H0.U32 R153, R6, 0x85a0, RZ ;
--:-:-:Y:0      IMADSP.S16H1.U24.S16H0 R3, R15, c[0x0][0xf8f4], R40 ;
--:-:-:Y:0 @P6  IMADSP.S16H0.U24.S16H0 R143, RZ, R48, c[0x16][0xaaa4] ;
--:-:-:Y:0 @P1  IMNMX.U32.XHI R61.CC, R48, R23, !P0 ;
--:-:-:Y:0 @P3  IMNMX.U32.XHI R49, RZ, -0x69b31, !P5 ;
--:-:-:Y:0 @P3  IMNMX.U32 RZ.CC, RZ, c[0x0][0xf95c], !P0 ;
--:-:-:Y:0      IMUL.S32.U32.HI R143.CC, R99, RZ ;
--:-:-:Y:0 @P6  IMUL.U32.U32 R37, R171, -0x4cb66 ;
--:-:-:Y:0 @P0  IMUL.U32.S32.HI R220, R21, c[0x9][0xded8] ;
--:-:-:Y:0 @!PT IMUL32I.U32.S32 R62.CC, R74, -0x12504f1b ;  // never runs
--:-:-:Y:0 @P4  IPA.PASS.CENTROID.IDX R224, a[R27], RZ, R1, P0 ;
--:-:-:Y:0 @!PT ISBERD.PRIM.P.32 RZ, [R48] ;  // never runs
--:-:-:Y:0      ISCADD R36.CC, R206, -R27, 0x11 ;
--:-:-:Y:0 @P4  ISCADD.PO R16.CC, R28, -0x1ac35, 0x15 ;
--:-:-:Y:0 @!PT ISCADD R15, -R87, c[0x0][0x8f20], 0x0 ;  // never runs
--:-:-:Y:0 @!PT ISCADD32I R192, RZ, 0x72c3e58e, 0x1b ;  // never runs
--:-:-:Y:0 @!P6 ISET.BF.LT.U32.AND RZ.CC, R35, R164, PT ;
--:-:-:Y:0 @P4  ISET.BF.GE.U32.AND RZ, R44, 0x5baff, !P0 ;
--:-:-:Y:0 @P4  ISET.BF.GT.U32.AND R52, R30, c[0x1c][0xdb5c], !P0 ;
--:-:-:Y:0 @P5  ISETP.NE.U32.AND P3, P2, R15, R81, P4 ;
--:-:-:Y:0 @P6  ISETP.LE.U32.X.AND P0, P0, R129, -0x3a6de, P2 ;
--:-:-:Y:0 @P4  ISETP.LE.U32.X.XOR P0, P3, RZ, c[0xb][0xe624], P0 ;
--:-:-:Y:0      JCAL 0x880719d9 ;
--:-:-:Y:0      JMP CC.RGT, c[0x18][0xaeea] @ {bits=0x0009b00000008400} ;
--:-:-:Y:0      JMX.LMT CC.FCSM_TR, R51, -0x53f359c5 ;
--:-:-:Y:0 @!PT KIL CC.SFF ;  // never runs
--:-:-:Y:0 @!P2 LD.U8 R90, [-0x15cfb86a], P0 ;
--:-:-:Y:0      LDC.ISL.64 R37, c[0x0][0xc866] ;
--:-:-:Y:0      LDG.U.128 R97, [-0x263180] ;
--:-:-:Y:0      LDL.CV.S16 R148, [-0x297387] ;
--:-:-:Y:0 @P1  LDS RZ, [R26-0x71d857] ;
--:-:-:Y:0 @!P4 LEA P6, R26.CC, R174, R61, 0xf ;
--:-:-:Y:0      LEA P0, RZ.CC, -R42, -0x1711f, 0x9 ;
--:-:-:Y:0      LEA P0, RZ, RZ, c[0x12][0xf1e0], 0x2 ;
--:-:-:Y:0 @P2  LEA.HI.X P0, R0.CC, R69, R203, RZ, 0xe ;
--:-:-:Y:0      LEA.HI P4, R57.CC, -R112, c[0x0][0xe22c], R3, 0x2 ;
--:-:-:Y:0 @P0  LEPC R0 ;
--:-:-:Y:0      LONGJMP CC.FCSM_TR ;
--:-:-:Y:0 @!P1 LOP.XOR.T.X P0, R45.CC, ~R4, RZ ;
--:-:-:Y:0 @P0  LOP.XOR P0, RZ.CC, R27, ~(-0x77acf) ;
--:-:-:Y:0 @P5  LOP.AND.T P0, RZ, RZ, ~c[0x0][0xf3d0] ;
--:-:-:Y:0 @!P4 LOP3.LUT.Z.X P6, R94, R26, R46, R217, 0x0 ;
--:-:-:Y:0 @!PT LOP3.LUT R24, R174, -0x40c30, R143, 0x0 ;  // never runs
--:-:-:Y:0      LOP3.LUT RZ, R143, c[0x11][0xba38], R48, 0x3c ;
--:-:-:Y:0 @!PT LOP32I.XOR R119, RZ, ~(0x85a22ddb) ;  // never runs
--:-:-:Y:0 @!PT MEMBAR.CTA.IVALLTD ;  // never runs
--:-:-:Y:0 @!PT MOV RZ, R126, 0x0 ;  // never runs
--:-:-:Y:0 @P5  MOV R112, -0x215d9, 0xe ;
--:-:-:Y:0 @!P5 MOV RZ, c[0x0][0xf6a0], 0x2 ;
--:-:-:Y:0 @P6  MOV32I R14, 0xc4edce63, 0x0 ;
--:-:-:Y:0      MUFU.SQRT.SAT R37, -|RZ| ;
--:-:-:Y:0 @!PT NOP.TRIG CC.LEU, 0xbb61 ;  // never runs
--:-:-:Y:0 @P1  OUT.CUT R22, R192, R21 ;
--:-:-:Y:0 @!P6 OUT.EMIT_THEN_CUT RZ, RZ, 0x5f848 ;
--:-:-:Y:0      OUT.EMIT_THEN_CUT RZ, R166, c[0x0][0xee84] ;
--:-:-:Y:0 @!PT P2R.B3 R209, PR, R233, R225 ;  // never runs
--:-:-:Y:0 @!P2 P2R.B3 R128, CC, RZ, 0x190b5 ;
--:-:-:Y:0      P2R.B3 R58, PR, R56, c[0x0][0xd3f4] ;
--:-:-:Y:0      PBK -0x163cc6 ;  // goes where no word begins
--:-:-:Y:0      PCNT -0x34ffa3 ;  // goes where no word begins
--:-:-:Y:0      PEXIT -0x398d21 ;  // goes where no word begins
--:-:-:Y:0      PIXLD.MY_INDEX P0, R15, [-0x57] ;
--:-:-:Y:0      PLONGJMP -0x43953e ;  // goes where no word begins
--:-:-:Y:0 @!P5 POPC RZ, RZ ;
--:-:-:Y:0 @!PT POPC R224, ~(0x0) ;  // never runs
--:-:-:Y:0 @!PT POPC R16, c[0x4][0xf5c4] ;  // never runs
--:-:-:Y:0      PRET.NOINC -0x52c538 ;  // goes where no word begins
--:-:-:Y:0 @!PT PRMT.F4E R91, RZ, R32, R4 ;  // never runs
--:-:-:Y:0 @!P0 PRMT.F4E R231, R70, -0x1e257, RZ ;
--:-:-:Y:0 @!P5 PRMT.ECR R44, RZ, c[0x0][0x0], RZ ;
--:-:-:Y:0      PRMT.RC8 R46, RZ, R30, c[0x0][0xd75c] ;
--:-:-:Y:0 @!PT PSET.BF.AND.XOR RZ.CC, P2, P0, P5 ;  // never runs
--:-:-:Y:0      PSETP.AND.AND P0, P0, !P0, !P4, !P0 ;
--:-:-:Y:0 @P1  R2B.WARP 0x5, R16 ;
--:-:-:Y:0 @!PT R2P.B3 PR, R161, RZ ;  // never runs
--:-:-:Y:0 @!PT R2P.B3 PR, R32, 0x0 ;  // never runs
--:-:-:Y:0      R2P PR, R35, c[0x19][0xfbc8] ;
--:-:-:Y:0      RAM ;
--:-:-:Y:0 @!P3 RED.ADD.F32.FTZ.RN [R253+0x55233], RZ ;
--:-:-:Y:0 @!PT RET CC.CSM_MX ;  // never runs
--:-:-:Y:0 @!PT RRO.SINCOS RZ, R176 ;  // never runs
--:-:-:Y:0 @!P0 RRO.SINCOS R226, -|8.315862e+29| ;
--:-:-:Y:0 @P3  RRO.SINCOS R41, |c[0x12][0xb784]| ;
--:-:-:Y:0      RTT ;
--:-:-:Y:0 @!PT S2R R25, SR_NTID ;  // never runs
--:-:-:Y:0      SAM ;
--:-:-:Y:0 @!PT SEL R217, R68, R144, P5 ;  // never runs
--:-:-:Y:0 @P4  SEL R226, R39, -0x54916, !P0 ;
--:-:-:Y:0 @P6  SEL R22, R50, c[0x0][0xed6c], P0 ;
--:-:-:Y:0      SETCRSPTR R29 ;
--:-:-:Y:0      SETLMEMBASE R251 ;
--:-:-:Y:0      SHF.L.W.S64.HI R25.CC, RZ, R213, R189 ;
--:-:-:Y:0      SHF.R.W.U64.XHI R16.CC, RZ, R47, R103 ;
--:-:-:Y:0 @!PT SHF.L.S64.XHI R53.CC, R58, 0x31, R67 ;  // never runs
--:-:-:Y:0      SHF.R.W.S64.XHI R59.CC, RZ, 0x39, RZ ;
--:-:-:Y:0      SHFL.DOWN P0, R157, R20, R42, 0x92e ;
--:-:-:Y:0 @!PT SHL R28.CC, R118, R108 ;  // never runs
--:-:-:Y:0      SHL.W R226.CC, R12, -0x3eb2 ;
--:-:-:Y:0      SHL RZ, R39, c[0x0][0xc0c0] ;
--:-:-:Y:0 @!P2 SHR.U32.W RZ, R23, R47 ;
--:-:-:Y:0 @!PT SHR.U32.W.XMED R133, RZ, 0x2510a ;  // never runs
--:-:-:Y:0 @P0  SHR.U32.XMED R25.CC, R47, c[0x1b][0x8a64] ;
--:-:-:Y:0      SSY -0x123c1 ;  // goes where no word begins
--:-:-:Y:0      ST.E.WT.64 [R76+0x32179abc], R252, P0 ;
--:-:-:Y:0 @P1  STG.WT [-0xfe631], RZ ;
--:-:-:Y:0 @!PT STL.WT.S16 [R209-0x30fa51], R11 ;  // never runs
--:-:-:Y:0      STP.WAIT 0x56 ;
--:-:-:Y:0 @!P6 STS.S16 [R143-0x242724], RZ ;
--:-:-:Y:0 @!PT SUATOM.D.BA.BUFFER_1D.MIN.SD64.TRAP R41, [R39], RZ, R42 ;  // never runs
--:-:-:Y:0 @!PT SUATOM.D.BA.1D.ADD.SD32.TRAP RZ, [R24], R48, 0x0 ;  // never runs
--:-:-:Y:0 @P0  SUATOM.D.BUFFER_1D.EXCH.SD32.IGN P6, RZ, [RZ], RZ, R5 ;
--:-:-:Y:0 @!PT SUATOM.CAS.D.3D.IGN P0, RZ, [RZ], R16, RZ ;  // never runs
--:-:-:Y:0 @P1  SULD.D.ARRAY_1D.CG.U8.IGN P0, RZ, [R23], RZ ;
--:-:-:Y:0 @P5  SULD.D.2D.IGN P0, R17, [R104], 0x1ebb ;
--:-:-:Y:0 @P5  SULD.P.2D.CI.RGBA.IGN P0, R63, [R11], R247 ;
--:-:-:Y:0 @P3  SULD.P.ARRAY_2D.RGBA.TRAP P0, RZ, [R93], 0x1059 ;
--:-:-:Y:0 @P2  SURED.D.ARRAY_1D.MIN.IGN [RZ], RZ, R218 ;
--:-:-:Y:0      SURED.D.ARRAY_2D.AND.IGN [R169], R21, 0x1060 ;
--:-:-:Y:0 @!P5 SUST.D.ARRAY_2D.S16.IGN [R16], R248, R8 ;
--:-:-:Y:0 @!PT SUST.D.BUFFER_1D.CS.U8.TRAP [RZ], R39, 0x6ca ;  // never runs
--:-:-:Y:0 @!PT SUST.P.BUFFER_1D.CG.RGBA.TRAP [R35], RZ, R52 ;  // never runs
--:-:-:Y:0 @P3  SUST.P.2D.WT.RBA.TRAP [R24], RZ, 0x63b ;
--:-:-:Y:0 @P3  SYNC CC.FCSM_MX ;
--:-:-:Y:0 @P6  TEX.LLA R31, R89, R49, 0x146f, ARRAY_3D, 0x9 ;
--:-:-:Y:0 @P4  TEX.B.AOFFI.DC.NODEP.LC P0, R68, R78, R10, 1D, 0x0 ;
--:-:-:Y:0 @P4  TEXS.NODEP.LZ R157, R150, RZ, RZ, 0x1210, 1D, RGB ;
--:-:-:Y:0 @P5  TEXS.F16.NODEP.LL R0, R98, RZ, RZ, 0x17d8, CUBE, RGB ;
--:-:-:Y:0      TLD.LZ P0, R22, R174, R54, 0xee5, 1D, 0x7 ;
--:-:-:Y:0      TLD.B.LZ.AOFFI RZ, RZ, 3D, 0x0 ;
--:-:-:Y:0 @!PT TLDS.LL.AOFFI R0, R213, RZ, R49, 0xdef, 2D, RGBA ;  // never runs
--:-:-:Y:0 @P6  TLDS.F16.NODEP.LZ R15, RZ, R51, RZ, 0x0, ARRAY_2D, RGBA ;
--:-:-:Y:0 @P1  TLD4.R R235, RZ, R115, 0x1728, ARRAY_CUBE, 0x0 ;
--:-:-:Y:0      TLD4.B.G.NDV.NODEP P0, RZ, R3, R207, 2D, 0x6 ;
--:-:-:Y:0 @!PT TLD4S.B.AOFFI.NODEP R0, R28, R51, R68, 0x0 ;  // never runs
--:-:-:Y:0 @P0  TLD4S.F16.B.AOFFI R161, R22, R93, R12, 0x0 ;
--:-:-:Y:0      TMML.LOD.NDV R129, R6, 0x154a, ARRAY_CUBE, 0xa ;
--:-:-:Y:0      TMML.B.LOD.NDV.NODEP R59, R41, R35, ARRAY_CUBE, 0x5 ;
--:-:-:Y:0 @P0  TXA.NDV.NODEP R8, R50, 0x3e4, 0x0 ;
--:-:-:Y:0 @P3  TXD P0, R184, R6, R39, 0x0, ARRAY_1D, 0x0 ;
--:-:-:Y:0      TXD.B.AOFFI.LC P0, RZ, R56, R175, ARRAY_1D, 0x2 ;
--:-:-:Y:0 @P2  TXQ.NODEP R63, R3, TEX_SAMPLER_FILTER, 0x1a61, 0x0 ;
--:-:-:Y:0 @!PT TXQ.B.NODEP R42, R9, TEX_HEADER_TEXTURE_TYPE, 0x0 ;  // never runs
--:-:-:Y:0      VABSDIFF.UD.SAT.MRG_8B2 R54, R77.S8.B1, R33.S16.H0, RZ ;
--:-:-:Y:0 @!P1 VABSDIFF4.UD.U8.U8.SAT.YW RZ, RZ.6543, RZ.6745, R41 ;
--:-:-:Y:0 @P5  VADD.UD.MAX R131, R8.S8.B3, R0.U32, R235 ;
--:-:-:Y:0      VMAD R223, R9.S8.B2, R0.U16.H1, R8 ;
--:-:-:Y:0 @!PT VMNMX.UD.MN.MRG_8B0 R13.CC, R188.U8.B3, 0x0.U16, R11 ;  // never runs
--:-:-:Y:0 @P3  VOTE.ANY R1, P6, !P0 ;
--:-:-:Y:0      VOTE.VTG.RA 0x0 ;
--:-:-:Y:0 @P5  VSET.F.MIN R183, RZ.U8.B2, R240.U8.B1, R30 ;
--:-:-:Y:0      VSETP.EQ.OR P1, P2, R238.U16.H1, 0xe8d7.U16, !P1 ;
--:-:-:Y:0      VSHL.UD.MRG_8B2 R166.CC, R58.U32, 0x217, R54 ;
--:-:-:Y:0      VSHR.UD.W.SAT.MRG_16H R215, R27.S8.B1, 0x3ff, R30 ;
--:-:-:Y:0      XMAD.S16.U16.X R43, R37.H1, RZ.H1, R20 ;
--:-:-:Y:0      XMAD.U16.S16.CBCC.X R33, R244, 0xcf7b, R0 ;
--:-:-:Y:0 @P0  XMAD.S16.S16 RZ, R84.H1, c[0x0][0xac7c], R4 ;
--:-:-:Y:0      XMAD.U16.S16.X R40.CC, RZ.H1, R96, c[0x0][0x9e58] ;
--:-:-:Y:0      SUATOM.CAS.D.2D.IGN R2, [R4], R5, 0x12 ;
--:-:-:Y:0      CCTLT.IVTH 0x12 ;
---- err
forms.bin: warning: the instruction at 0x00d8 goes outside the code
forms.bin: warning: the last instruction can run off the end of the code
forms.bin: warning: the instruction at 0x00d8 goes outside the code
forms.bin: warning: the last instruction can run off the end of the code
