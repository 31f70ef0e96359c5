# Programs in what Mesa prints of them (RADEON_DEBUG=vp,fp), and as lists of words; of several in a log --program selects one.
run: relit disasm vp.log; relit info vp.log | head -4; relit asm --isa r500.vs vp.log -o vp.bin; od -A n -t x4 -v vp.bin
run: relit disasm fp.log; relit asm --isa r500.fs fp.log -o fp.bin; cmp fp.bin $DATA/r500/fs_tex_proj_5.fs.bin && echo the same; relit lint --isa r500.fs fp.log
run: cat vp.log fp.log > both.log; relit disasm both.log || echo "exit code $?"; relit disasm --isa r500.fs both.log | tail -1
run: sed 's/^0: op: 0x00f02203/0: op: 0x00f04203/' vp.log | cat vp.log - > two.log; relit disasm --isa r500.vs two.log || echo "exit code $?"; head -8 vp.log > cut.log; relit disasm --isa r500.vs cut.log || echo "exit code $?"
run: od -A n -t x4 -v vp.bin | sed 's/ \([0-9a-f]*\)/0x\1, /g; 1s/^/static const uint32_t code[] = {/; $s/$/};/' > vp.c; relit disasm vp.c; relit explain --isa r500.vs vp.c | head -2
run: relit info both.log; relit info --json two.log | tail -n 20; relit disasm both.log --program 2 | tail -1; relit disasm two.log --program 2; relit info both.log --isa r500.fs | head -1
run: relit disasm two.log || echo "exit code $?"; relit disasm two.log --program 3 || echo "exit code $?"; relit disasm - --program 1 < both.log | tail -1; relit info vp.log --program 1 | head -1; relit asm --isa r500.vs two.log || echo "exit code $?"
run: relit asm both.log --program 2 -o second.bin; cmp second.bin $DATA/r500/fs_tex_proj_5.fs.bin && echo the same; relit asm both.log --program 1 --as hex
---- in vp.log
Vertex Program: after 'lower control flow opcodes'
# Radeon Compiler Program
  0: MOV output[1], input[1];
  1: MOV output[0], input[0];
Final vertex program code:
0: op: 0x00f02203 dst: 1o op: VE_ADD
 src0: 0x00d10021 reg: 1i swiz:  X/  Y/  Z/  W
 src1: 0x01248021 reg: 1i swiz:  0/  0/  0/  0
 src2: 0x01248021 reg: 1i swiz:  0/  0/  0/  0
1: op: 0x00f00203 dst: 0o op: VE_ADD
 src0: 0x00d10001 reg: 0i swiz:  X/  Y/  Z/  W
 src1: 0x01248001 reg: 0i swiz:  0/  0/  0/  0
 src2: 0x01248001 reg: 0i swiz:  0/  0/  0/  0
Flow Control Ops: 0x00000000
---- in fp.log
R500 Fragment Program:
--------
0	0:CMN_INST   0x00005800:ALU     wmask: ARGB omask: NONE
	1:RGB_ADDR   0x08020000:Addr0: 0t, Addr1: 128t, Addr2: 128t, srcp:0
	2:ALPHA_ADDR 0x08020000:Addr0: 0t, Addr1: 128t, Addr2: 128t, srcp:0
	3 RGB_INST:  0x009b0420:rgb_A_src:0 R/G/B 0 rgb_B_src:0 R/G/B 0 targ: 0
	4 ALPHA_INST:0x00c0c000:MAD dest:0 alp_A_src:0 A 0 alp_B_src:0 A 0 targ 0 w:0
	5 RGBA_INST: 0x20490000:MAD dest:0 rgb_C_src:0 0/0/0 0 alp_C_src:0 0 0

1	0:CMN_INST   0x00007807:TEX     wmask: ARGB omask: NONE
	1:TEX_INST:  0x02c00000: id: 0 op:LD, ACQ,  SCALED
	2:TEX_ADDR:  0xe400f400: src: 0 R/G/B/A dst: 0 R/G/B/A
	3:TEX_DXDY:  0x00000000

2	0:CMN_INST   0x00078005:OUT     wmask: ARGB omask: NONE
	1:RGB_ADDR   0x08020000:Addr0: 0t, Addr1: 128t, Addr2: 128t, srcp:0
	2:ALPHA_ADDR 0x08020000:Addr0: 0t, Addr1: 128t, Addr2: 128t, srcp:0
	3 RGB_INST:  0x00db0220:rgb_A_src:0 R/G/B 0 rgb_B_src:0 R/G/B 0 targ: 0
	4 ALPHA_INST:0x00c0c000:MAD dest:0 alp_A_src:0 A 0 alp_B_src:0 A 0 targ 0 w:0
	5 RGBA_INST: 0x20490000:MAD dest:0 rgb_C_src:0 0/0/0 0 alp_C_src:0 0 0
---- out
.fill mesa
out[1].xyzw     = VE_ADD       input[1].xyzw    input[1].0000 ;
out[0].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
isa                      r500.vs
bytes                    549
kind                     text
instructions             2 of 1024
 00f02203 00d10021 01248021 01248021
 00f00203 00d10001 01248001 01248001
src0.a = temp[0], src0.rgb = temp[0] : temp[0].a = MAD src0.a src0.1 src0.0 , temp[0].rg = MAD src0.rg0 src0.110 src0.000 ;
TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE temp[0].rgba = PROJ tex[0].rgba temp[0].rgaa ;
OUT TEX_SEM_WAIT src0.a = temp[0], src0.rgb = temp[0] : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
the same
exit code 2
OUT TEX_SEM_WAIT src0.a = temp[0], src0.rgb = temp[0] : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
exit code 2
exit code 3
.fill mesa
out[1].xyzw     = VE_ADD       input[1].xyzw    input[1].0000 ;
out[0].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
0x0000  out[1].xyzw     = VE_ADD       input[1].xyzw    input[1].0000 ;
        out[1].xyzw = VE_ADD input[1].xyzw input[1].0000
isa                      mesa.log
bytes                    1614
programs                 2
program 1                r500.vs, 2 instructions, line 6
program 2                r500.fs, 3 instructions, line 17
{
  "isa": "mesa.log",
  "bytes": 1098,
  "programs": 2,
  "list": [
    {
      "isa": "r500.vs",
      "line": 6,
      "bytes": 32
    },
    {
      "isa": "r500.vs",
      "line": 20,
      "bytes": 32
    }
  ]
}
OUT TEX_SEM_WAIT src0.a = temp[0], src0.rgb = temp[0] : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
.fill mesa
out[2].xyzw     = VE_ADD       input[1].xyzw    input[1].0000 ;
out[0].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
isa                      r500.fs
exit code 2
exit code 2
out[0].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
isa                      r500.vs
exit code 2
the same
// relit: r500.vs, 32 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
00f02203 00d10021 01248021 01248021
00f00203 00d10001 01248001 01248001
---- err
vp.log: note: guessed r500.vs, --isa to choose
vp.log: note: guessed r500.vs, --isa to choose
fp.log: note: guessed r500.fs, --isa to choose
both.log: error: the log has 2 programs: --program takes one, info lists them
two.log: error: the log has 2 programs: --program takes one, info lists them
cut.log:6:1: error: the instruction is cut off: words of it are missing
vp.c: note: guessed r500.vs, --isa to choose
two.log: error: the log has 2 programs: --program takes one, info lists them
two.log: error: --program 3: the log has 2
two.log: error: the log has 2 programs: --program takes one, info lists them
