# Text with one mistake gets the error of the guest that it is nearest to, in every verb; a line .isa names the guest, and
# becomes blank. disasm --isa-line writes one.
run: for g in nv2a rsx.vp rsx.fp maxwell r500.vs r500.fs; do relit asm $g.txt -o out || echo $?; done
run: for v in info disasm explain translate ir lint; do relit $v rsx.vp.txt || echo $?; done
run: for v in asm info; do relit $v prose.txt || echo $?; relit $v comments.txt || echo $?; done
run: relit disasm --isa nv2a --isa-line $DATA/nv2a/op_mul.bin | tee named.txt; relit asm named.txt | cmp - $DATA/nv2a/op_mul.bin; relit info named.txt | head -n 1
run: relit info --isa ir named.txt || echo $?; relit asm --isa ir named.txt || echo $?
run: (cat named.txt; echo wrong) | relit translate - || echo $?; (echo .isa nv2; cat named.txt) | relit asm - || echo $?
run: relit disasm --isa-line $DATA/gs/dither.gs.xz > gs.txt; head -n 2 gs.txt; relit asm gs.txt -o same.gs && relit disasm same.gs | head -n 1; relit info gs.txt || echo $?
---- in nv2a.txt
mul R2.xyz, v0, c[98]
add oPos.xq, R2, c[99]
mov oD0, v3
---- in rsx.vp.txt
000: MOV o[1], v[3];
001: MAD R0.xq, v[0], c[4], c[5];
002: MOV o[0], R0;
---- in rsx.fp.txt
000: TEXR R0, f[TEX0], TEX0;
001: MULR R0.xq, R0, f[COL0];
---- in maxwell.txt
.code
/*0008*/ --:-:-:Y:0      S2R R2, SR_TID.X ;
/*0010*/ --:-:-:Y:0      IADD32I R7, R2, 0x5c2a449c, R3 ;
/*0018*/ --:-:-:Y:0      EXIT ;
---- in r500.vs.txt
.code 0
temp[0].xyzw = VE_MUL input[0].xyzw const[1].xyzw ;
out[0].xqzw = VE_MUL temp[0].xyzw input[1].xyzw ;
---- in r500.fs.txt
.code 0
src0.rgb = temp[0] : temp[1].rgq = MAX src0.rgb src0.rgb ;
OUT TEX_SEM_WAIT src0.rgb = temp[1] : out[0].rgb = MAX src0.rgb src0.rgb ;
---- in prose.txt
The quick brown fox
jumps over the lazy dog.
---- in comments.txt
// nothing
---- out
3
3
3
3
3
3
3
3
3
3
3
4
3
3
3
3
.isa nv2a
mul oPos, v0, c[0]
mul oT0, v10, v10
mul oD0, -v3, c[7].x
isa                      nv2a
3
3
3
3
.isa gs
.gs current
.gs current
3
---- err
nv2a.txt: note: guessed nv2a, --isa to choose
nv2a.txt:2:10: error: a mask names lanes of xyzw in order
rsx.vp.txt: note: guessed rsx.vp, --isa to choose
rsx.vp.txt:2:13: error: a mask names lanes of xyzw in order
rsx.fp.txt: note: guessed rsx.fp, --isa to choose
rsx.fp.txt:2:14: error: a mask names lanes of xyzw in order
maxwell.txt: note: guessed maxwell, --isa to choose
maxwell.txt:3:54: error: this operand does not fit here
r500.vs.txt: note: guessed r500.vs, --isa to choose
r500.vs.txt:3:8: error: 'xqzw' is no subset of xyzw
r500.fs.txt: note: guessed r500.fs, --isa to choose
r500.fs.txt:2:30: error: a mask is expected: r, rg, rgb, a, none
rsx.vp.txt: note: guessed rsx.vp, --isa to choose
rsx.vp.txt:2:13: error: a mask names lanes of xyzw in order
rsx.vp.txt: note: guessed rsx.vp, --isa to choose
rsx.vp.txt:2:13: error: a mask names lanes of xyzw in order
rsx.vp.txt: note: guessed rsx.vp, --isa to choose
rsx.vp.txt:2:13: error: a mask names lanes of xyzw in order
rsx.vp.txt: note: guessed rsx.vp, --isa to choose
rsx.vp.txt:2:13: error: a mask names lanes of xyzw in order
rsx.vp.txt: note: guessed rsx.vp, --isa to choose
rsx.vp.txt:2:13: error: a mask names lanes of xyzw in order
rsx.vp.txt: note: guessed rsx.vp, --isa to choose
rsx.vp.txt: error: there are no checks for rsx.vp
prose.txt:0x0: error: no known assembly language; name one with --isa
comments.txt: error: the text has comments alone: there is no instruction
prose.txt:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
comments.txt:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
named.txt:1:1: error: the text is of nv2a by its .isa, and --isa names ir
named.txt:1:1: error: the text is of nv2a by its .isa, and --isa names ir
<stdin>:5:1: error: 'wrong' is not an operation
<stdin>:1:6: error: .isa nv2: no such guest language; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, gs, r500, atom; the nearest is nv2a
gs.txt:1:1: error: text of gs: relit asm writes the dump that this command reads
