# What a translation takes for granted of a word is said, as the listing says it.
run: relit asm --isa rsx.fp fp.txt -o fp.bin && relit disasm --isa rsx.fp fp.bin && relit translate --isa rsx.fp fp.bin >fp.glsl
run: relit asm --isa nv2a vp.txt -o vp.bin && relit translate --isa nv2a vp.bin >vp.glsl
run: relit asm --isa rsx.vp vs.txt -o vs.bin && relit translate --isa rsx.vp --json --to spirv vs.bin | grep -A 2 approximate
---- in fp.txt
MOVR R1, f[TEX0];
TIMESWTEXR R0, R1, TEX0;
---- in vp.txt
mov R1.x, v0 + rcp R1.x, v0.x
mov oPos, R1
---- in vs.txt
MOV R40, v[0];
MOV o[0], R40;
---- out
000: MOVR R1, f[TEX0];
001: TIMESWTEXR R0, R1, TEX0; # last instruction  // the operation of TIMESWTEX is unknown
  "approximate": [
    "the word at 0x0: writes a temporary that does not exist",
    "the word at 0x10: reads a temporary that does not exist"
---- err
fp.bin: note: TIMESWTEX is treated as TEX times w: its operation is unknown
vp.bin: note: the word at 0x0: both units write R1: where both do, the ILU's lane stays
{"note":{"file":"vs.bin","text":"the word at 0x0: writes a temporary that does not exist"}}
{"note":{"file":"vs.bin","text":"the word at 0x10: reads a temporary that does not exist"}}
