run: relit asm --isa rsx.fp in.txt -o in.bin
run: relit translate --partial --to glsl in.bin --isa rsx.fp --context rsx.fp.control=0x40
# Which name holds depends on the way: the other way carries its lanes over before they meet.
---- in in.txt
MOVRC RC.x, f[TEX0];
IFE (GT.x);
    MOVR R1, f[TEX0];
ELSE;
    MOVH H2, f[TEX1];
ENDIF;
MOVR R0, R1.x;
---- out
c[0].x = f_TEX0.x;
if (any(greaterThan((c[0].xxxx), vec4(0)))) {
    r[1] = f_TEX0;
} else {
    h[2] = f_TEX1;
    r[1].x = pack_halves(h[2]).x;
}
r[0] = (r[1].xxxx);
---- err
in.bin: note: literal text rounds nothing to half precision: half registers are full floats
