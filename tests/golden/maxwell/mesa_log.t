# Programs in the debug output of Mesa's nouveau driver: with a header and without, several in a log, cut off, of another chip.
run: code() { printf 'shader binary code (0x%x bytes):\n' $(wc -c < $1); od -A n -v -t x4 -w32 $1 | sed 's/^ //; s/$/ /'; }; header() { printf 'dumping HDR for type 4\n'; od -A n -v -t x4 -w4 $1 | awk '{printf "HDR[%02x] = 0x%s\n", 4 * (NR - 1), $1}'; }; D=$DATA/maxwell; head -c 80 $D/f_tex2d.nv117.frag.bin > sph; tail -c +81 $D/f_tex2d.nv117.frag.bin > code; (echo 'nv50_ir: a line'; header sph; code code) > one.log; code $D/c_udiv.nv117.comp.bin > compute.log; head -c 80 /dev/zero > zeros; (header zeros; code $D/c_udiv.nv117.comp.bin) > old.log; cat one.log old.log compute.log one.log > two.log; sed 's/a line/a \x1b[34mline/' one.log > colours.log; head -n 24 one.log > cut.log; sed 6d one.log > gap.log; printf 'shader binary code (0x10 bytes):\n00001de7 80000000 00001de7 80000000 \n' > fermi.log
run: head -n 27 one.log | tail -n 6; relit asm --isa maxwell one.log -o back; cmp back $DATA/maxwell/f_tex2d.nv117.frag.bin && echo the same; relit info one.log | head -6; relit disasm one.log | head -3
run: for f in old compute; do relit asm --isa maxwell $f.log -o back; cmp back $DATA/maxwell/c_udiv.nv117.comp.bin && echo the same; done
run: relit info two.log; relit info --json two.log | tail -n 22; relit disasm two.log || echo $?; relit disasm two.log --program 3 || echo $?
run: relit disasm two.log --program 1 | head -2; relit disasm - --program 2 < two.log | head -2; relit translate two.log --program 1 | tail -n 4; relit info two.log --program 2 | head -4
run: relit disasm colours.log | head -2; relit info one.log --program 1 | head -1
run: relit asm two.log -o none || echo $?; relit asm two.log --program 2 -o back; cmp back $DATA/maxwell/c_udiv.nv117.comp.bin && echo the same; relit asm --isa maxwell two.log --program 9 -o none || echo $?
run: for f in cut gap fermi; do relit disasm $f.log || echo $?; done; relit disasm --isa maxwell fermi.log
---- out
HDR[4c] = 0x00000000
shader binary code (0x90 bytes):
e1a0070f 003c0401 cff7ff00 e003ff87 00470000 50800000 0007ff04 e043ff88 
2040072f 005f8403 4007ff05 e043ff88 20570400 d8300080 00070505 3868103f 
e5e007e6 007f8400 00070404 3868103f 40470506 d8300090 00670000 5c581000 
fc2007e1 001f8400 00770101 5c581000 00470202 5c581000 00570303 5c581000 
the same
isa                      maxwell
bytes                    821
file                     text
stage                    fragment
instructions             13
code bytes               144
.sph type=2, version=3, shader=5, many_targets=1, sass_version=1, in_system_ab=0x80000000, in_generics=0xa, targets=0xf  // fragment
/*0008*/ --:-:1:Y:f      IPA.PASS R0, a[0x7c] ;
/*0010*/ 01:-:1:Y:d      MUFU.RCP R0, R0 ;
the same
the same
isa                      mesa.log
bytes                    4745
programs                 2
program 1                maxwell, 224 bytes, with a program header, line 24
program 2                maxwell, 568 bytes, a compute program, line 51
{
  "isa": "mesa.log",
  "bytes": 4745,
  "programs": 2,
  "list": [
    {
      "isa": "maxwell",
      "line": 24,
      "bytes": 224
    },
    {
      "isa": "maxwell",
      "line": 51,
      "bytes": 568
    }
  ]
}
2
2
.sph type=2, version=3, shader=5, many_targets=1, sass_version=1, in_system_ab=0x80000000, in_generics=0xa, targets=0xf  // fragment
/*0008*/ --:-:1:Y:f      IPA.PASS R0, a[0x7c] ;
/*0008*/ --:-:1:Y:1      S2R R0, SR_CTAID.X ;
/*0010*/ --:-:2:Y:f      S2R R1, SR_TID.X ;
    vec4 texel0 = texture(t8, a.xy);
    vec4 texel1 = texture(t9, vec2(fmul_ftz(a.y, 0.5), fmul_ftz(a.x, 0.5)));
    c0 = vec4(fadd_ftz(texel0.x, texel1.x), fadd_ftz(texel0.y, texel1.y), fadd_ftz(texel0.z, texel1.z), fadd_ftz(texel0.w, texel1.w));
}
isa                      maxwell
bytes                    568
file                     code
stage                    unknown
.sph type=2, version=3, shader=5, many_targets=1, sass_version=1, in_system_ab=0x80000000, in_generics=0xa, targets=0xf  // fragment
/*0008*/ --:-:1:Y:f      IPA.PASS R0, a[0x7c] ;
isa                      maxwell
2
the same
2
3
3
3
// warning: the last instruction can run off the end of the code
.schedule 0x8000000000001de7
/*0008*/ 03:6:-:Y:7 @P0  LD.U8 R231, [R29], P0 ;
---- err
one.log: note: guessed maxwell, --isa to choose
one.log: note: guessed maxwell, --isa to choose
two.log: error: the log has 2 programs: --program takes one, info lists them
two.log: error: --program 3: the log has 2
two.log: error: the log has 2 programs: --program takes one, info lists them
two.log: error: --program 9: the log has 2
cut.log:24:1: error: the code is cut off: 8 of its 36 words are printed
gap.log:6:1: error: HDR[0c] is expected
fermi.log:2:1: error: the code that Mesa printed is not that of a Maxwell; --isa maxwell reads it as one
fermi.log: warning: the last instruction can run off the end of the code
