# Without --program the only program is taken; there are two. asm writes one as a stream of methods.
run: relit disasm in.log || echo $?; relit asm in.log -o none || echo $?; relit asm in.log --program 2 -o two.push; relit disasm two.push --isa nv2a
---- in in.log
nv2a_pgraph_method 0: 0x97 -> 0x1e9c 0x0
nv2a_pgraph_method 0: 0x97 -> 0x0b0c 0x2070f801
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x5
nv2a_pgraph_method 0: 0x97 -> 0x0b0c 0x2070f811
nv2a_pgraph_method 0: 0x97 -> 0x1e9c 0x0
nv2a_pgraph_method 0: 0x97 -> 0x0b0c 0x2070f811
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x5
---- out
2
2
.fill xvs
.pushbuffer
.method SET_TRANSFORM_PROGRAM_LOAD, 1
.data 0x00000000
.method SET_TRANSFORM_PROGRAM, 4
nop @ {A.y=0, A.z=0, A.w=0, A.mux=0, B.y=0, B.z=0, B.w=0, B.mux=0, C.y=0, C.z=0, C.w=0, temp=7, out.mask=15, out.bank=1, out.address=2}
.final
.method SET_TRANSFORM_PROGRAM_START, 1
.data 0x00000000
---- err
in.log: error: the log has 2 programs: --program takes one, info lists them
in.log: error: the log has 2 programs: --program takes one, info lists them
in.log: warning: dwords of slots are not in the log, and 0 here: 0
in.log: warning: the log does not say in which slot programs start: 0 is taken
