# The fill of unused fields, and the directive of push buffers that has the same name
run: relit asm --isa nv2a push.vsh | relit disasm --isa nv2a -
---- in push.vsh
.fill xvs
.pushbuffer
.method SET_TRANSFORM_PROGRAM, 4
mul R6, v1, c[121]
.final
.method 0x0100, 4
.fill 4, 0x00000007
.fill plain
---- out
.fill xvs
.pushbuffer
.method SET_TRANSFORM_PROGRAM, 4
mul R6, v1, c[121]
.final
.method 0x0100, 4
.data 0x00000007, 0x00000007, 0x00000007, 0x00000007
