# A log that begins in the middle: what it does not have is 0, and warnings tell
run: relit info in.log
run: relit disasm in.log
---- in in.log
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x5
nv2a_pgraph_method 0: 0x97 -> 0x1e9c 0x2
nv2a_pgraph_method 0: 0x97 -> 0x0b04 0x2c001b
nv2a_pgraph_method 0: 0x97 -> 0x0b08 0xc36106c
nv2a_pgraph_method 0: 0x97 -> 0x0b0c 0x2070f801
nv2a_pgraph_method 0: 0x97 -> 0x1ea0 0x2
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x5
nv2a_pgraph_method 0: 0x97 -> 0x0b00 <NO_DATA>
---- out
isa                      nv2a.log
bytes                    352
lines                    8
methods                  7
draws                    2
fixed function draws     0
programs                 1
warning                  methods without an argument are ignored: 1, the first in line 8
warning                  draws with programs that the log does not load: 1
program 1                slots 2 to 2, constants 0, draws 1, first in line 7; constants that it reads are not in the log: 96; dwords of slots are not in the log, and 0 here: 2
.pushbuffer
.method SET_TRANSFORM_PROGRAM_LOAD, 1
.data 0x00000002
.method SET_TRANSFORM_PROGRAM, 4
mov oPos, c[96]
.final
.method SET_TRANSFORM_PROGRAM_START, 1
.data 0x00000002
---- err
in.log: warning: methods without an argument are ignored: 1, the first in line 8
in.log: warning: draws with programs that the log does not load: 1
in.log: warning: constants that it reads are not in the log: 96
in.log: warning: dwords of slots are not in the log, and 0 here: 2
