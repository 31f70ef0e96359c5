# A word that does not decode stops a translation where the program can reach it, and only there: not behind EXIT, nor
# where a branch that is never taken leads.
run: relit asm --isa maxwell in.txt -o in.bin && relit asm --isa maxwell beyond.txt -o beyond.bin
run: relit translate --isa maxwell --context maxwell.workgroup0=64 --context maxwell.convention=nvn beyond.bin >beyond.glsl && grep -c store_s0 beyond.glsl
run: relit translate --isa maxwell --context maxwell.workgroup0=64 --context maxwell.convention=nvn --allow-unknown in.bin >in.glsl && cmp in.glsl beyond.glsl
run: relit verify --isa maxwell in.bin
exit: 4
---- in in.txt
MOV R0, c[0x3][0x0];
.word 0xffffffffffffffff
MOV R2, c[0x0][0x310];
MOV R3, c[0x0][0x314];
STG.E [R2], R0;
EXIT;
---- in beyond.txt
@!PT BRA wrong;
MOV R0, c[0x3][0x0];
MOV R2, c[0x0][0x310];
MOV R3, c[0x0][0x314];
STG.E [R2], R0;
EXIT;
wrong: .word 0xffffffffffffffff
EXIT;
---- out
2
---- err
in.bin: note: the word at 0x10 does not decode as an instruction and is omitted
in.bin:0x10: error: this word does not decode as an instruction, and the program can reach it (--allow-unknown omits such words)
