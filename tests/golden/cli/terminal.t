# Binary data goes to a terminal only where -o - names it.
needs: script -qec true /dev/null
run: script -qec 'relit asm a.vsh --isa nv2a; echo $?' /dev/null | tr -d '\r'
run: script -qec 'relit asm a.vsh --isa nv2a -o - | od -A n -t x1; relit asm a.vsh --isa nv2a -o - > /dev/null; echo $?' /dev/null | tr -d '\r'
run: script -qec 'relit asm a.vsh --isa nv2a -o -' /dev/null | wc -c
run: script -qec 'relit replay $DATA/gs/prim_tris.gs.xz; echo $?; relit translate --to spirv a.vsh --isa nv2a; echo $?; relit translate a.vsh --isa nv2a | head -n 1' /dev/null | tr -d '\r'
---- in a.vsh
mov oPos, v0
---- out
<stdout>: error: binary data is not written to a terminal: name a file with -o, or force it with -o -
2
 00 00 00 00 1b 00 20 00 6c 10 36 08 01 f8 70 20
0
16
<stdout>: error: binary data is not written to a terminal: name a file with -o, or force it with -o -
2
a.vsh: error: SPIR-V is binary: name a file with -o, or a pipe
2
#version 450
