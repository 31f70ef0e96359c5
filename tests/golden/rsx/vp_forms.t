run: relit asm --isa rsx.vp in.txt -o out.bin
run: relit disasm --isa rsx.vp out.bin
# every operation of both units, every form of text
---- in in.txt
start:
NOP;
MOV R1, v[0];
MUL R2.xy, v[1].x, -c[467];
ADD R3, R1, |R2|;
MAD R4, c[3].wzyx, R1, -|v[15]|.y;
DP3 R5.x, v[0], c[0];
DPH R5.y, v[0], c[0];
DP4 R5.z, v[0], c[0];
DST R6, R5, R4;
MIN R7, R5, R4;
MAX_sat R8, R5, R4;
SLT R9, R5, R4;
SGE R10, R5, R4;
ARL A0.x, v[4].x;
FRC R11, c[A0.x+20];
FLR R12, v[A0.x+1];
SEQ R13, R1, R2;
SFL R14;
SGT R15, R1, R2;
SLE R16, R1, R2;
SNE R17, R1, R2;
STR R18.w;
SSG R19, R1;
ARR A1, R1;
ARA A1, A0;
TXL R20, v[8], TEX3;
MOVS R21, v[0];
RCP R22.x, R1.x;
RCC R22.y, R1.x;
RSQ R22.z, |R1|.x;
EXP R23, R1.x;
LOG R24, R1.x;
LIT R25, R1;
LG2 R26.x, R1.x;
EX2 R26.y, R1.x;
SIN R26.z, R1.x;
COS o[A1.y+3].w, R1.x;
PSH A0;
POP A0;
MOVC RC.x, R1;
MOVC1 R27, o[7], R1;
BRI(NE.x) past;
BRI(GE1) past;
MOV R28.xy(LT.wzyx), R1;
BRA A0.x+45;
BRB(b3) past;
CLI near;
CLB(!b31) near;
CAL(EQ) A0.w+50;
past: RCP R29.x, R28.w; + MUL R30, v[0], c[3];
RSQ o[5].x, R29.x; + ADD R31, R30, R29.x;
MOV o[0], R31; + BRI start;
MOV o[1], R31 @ {unused=1};
.end
near: MUL R1(FL), R1, R1; + RET(FL);
.word 0x12345678, 0xffffffff, 0x00000000, 0x9abcdef0
RET;
---- out
L0:
000: NOP;
001: MOV R1, v[0];
002: MUL R2.xy, v[1].x, -c[467];
003: ADD R3, R1, |R2|;
004: MAD R4, c[3].wzyx, R1, -|v[15]|.y;
005: DP3 R5.x, v[0], c[0];
006: DPH R5.y, v[0], c[0];
007: DP4 R5.z, v[0], c[0];
008: DST R6, R5, R4;
009: MIN R7, R5, R4;
010: MAX_sat R8, R5, R4;
011: SLT R9, R5, R4;
012: SGE R10, R5, R4;
013: ARL A0.x, v[4].x;
014: FRC R11, c[A0.x+20];
015: FLR R12, v[A0.x+1];
016: SEQ R13, R1, R2;
017: SFL R14;
018: SGT R15, R1, R2;
019: SLE R16, R1, R2;
020: SNE R17, R1, R2;
021: STR R18.w;
022: SSG R19, R1;
023: ARR A1, R1;
024: ARA A1, A0;
025: TXL R20, v[8], TEX3;
026: MOVS R21, v[0];
027: RCP R22.x, R1.x;
028: RCC R22.y, R1.x;
029: RSQ R22.z, |R1|.x;
030: EXP R23, R1.x;
031: LOG R24, R1.x;
032: LIT R25, R1;
033: LG2 R26.x, R1.x;
034: EX2 R26.y, R1.x;
035: SIN R26.z, R1.x;
036: COS o[A1.y+3].w, R1.x;
037: PSH A0;
038: POP A0;
039: MOVC RC.x, R1;
040: MOVC1 R27, o[7], R1;
041: BRI(NE.x) L49;
042: BRI(GE1) L49;
043: MOV R28.xy(LT.wzyx), R1;
044: BRA A0.x+45;
045: BRB(b3) L49;
046: CLI L53;
047: CLB(!b31) L53;
048: CAL(EQ) A0.w+50;
L49:
049: RCP R29.x, R28.w;
     MUL R30, v[0], c[3];
050: RSQ o[5].x, R29.x;
     ADD R31, R30, R29.x;
051: MOV o[0], R31;
     BRI L0;
052: MOV o[1], R31 @ {unused=1};
.end
L53:
053: MUL R1(FL), R1, R1;
     RET(FL);
054: .word 0x12345678, 0xffffffff, 0x00000000, 0x9abcdef0  // this operation of the vector unit is not defined; this operation of the scalar unit is not defined
055: RET;
