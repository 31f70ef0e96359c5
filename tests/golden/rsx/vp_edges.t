# The last register, constant and output that there is, and the first that there is not.
run: relit asm --isa rsx.vp in.txt -o in.bin && relit disasm --isa rsx.vp in.bin
---- in in.txt
ARL A1.x, v[0];
ARL A2.x, v[0];
MOV R31, v[0];
MOV R32, v[0];
MOV R0, R31;
MOV R0, R32;
MOV R0, c[467];
MOV R0, c[468];
MOV o[15], v[0];
MOV o[16], v[0];
---- out
000: ARL A1.x, v[0];
001: ARL A2.x, v[0];  // writes an address register that does not exist
002: MOV R31, v[0];
003: MOV R32, v[0];  // writes a temporary that does not exist
004: MOV R0, R31;
005: MOV R0, R32;  // reads a temporary that does not exist
006: MOV R0, c[467];
007: MOV R0, c[468];  // reads a constant that does not exist
008: MOV o[15], v[0];
009: MOV o[16], v[0];  // this output goes nowhere
