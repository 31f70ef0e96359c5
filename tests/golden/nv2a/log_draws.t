# A program with two sets of constants is two programs: run takes the constants of the draw. Lines as xemu's backends,
# nv2a-trace and nv2apretty write them.
run: relit info in.log; for n in 1 2; do echo '{}' | relit run in.log --program $n --inputs - --numbers | grep '"o0"'; done
run: relit disasm in.log --program 2; relit explain in.log --program 1 | head -n 1; relit diff in.log in.log --program 1 && echo same
run: relit verify in.log --program 1 --samples 4 | head -n 1 | sed 's/ (.*//'
---- in in.log
pgraph method log from nv2a-trace.py

77@1650000000.5:nv2a_pgraph_method 0: 0x97 -> 0x1e94 NV097_SET_TRANSFORM_EXECUTION_MODE 0x6
nv2a_pgraph_method 0: 0x97 -> 0x1ea0 0x0
nv2a_pgraph_method 0: 0x97 -> 0x1e9c 0x0
nv2a_pgraph_method 0: 0x97 -> 0xb00 0x0
nv2a_pgraph_method 0: NV20_KELVIN_PRIMITIVE<0x97> -> NV097_SET_TRANSFORM_PROGRAM[1]<0xB04> (0x2C001B)
nv2a_pgraph_method 0: 0x97 -> NV097_SET_TRANSFORM_PROGRAM[2]<0xb08> (204869740 <0xc36106c>)
nv2a_pgraph_method 0: 0x97 -> 0x0b0c NV097_SET_TRANSFORM_PROGRAM[12] 0x2070f801
nv2a_pgraph_method 0: 0x97 -> 0x1ea4 0x60
nv2a_pgraph_method 0: 0x97 -> 0xb80 0x3f800000
nv2a_pgraph_method 0: 0x97 -> 0xb84 0x40000000
nv2a_pgraph_method 0: 0x97 -> 0xb88 0x40400000
nv2a_pgraph_method 0: 0x97 -> 0xb8c 0x40800000
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x5
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x0
nv2a_pgraph_method 0: 0x97 -> 0x1ea4 0x60
nv2a_pgraph_method 0: 0x97 -> 0xb80 0x41200000
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x5
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x0
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x5
Flip (stall) 1
---- out
isa                      nv2a.log
bytes                    1065
lines                    22
methods                  19
draws                    3
fixed function draws     0
programs                 2
program 1                slots 0 to 0, constants 1, draws 1, first in line 15
program 2                slots 0 to 0, constants 1, draws 2, first in line 19
  "o0": [1.0,2.0,3.0,4.0],
  "o0": [10.0,2.0,3.0,4.0],
.pushbuffer
.method SET_TRANSFORM_EXECUTION_MODE, 1
.data 0x00000006
.method SET_TRANSFORM_PROGRAM_LOAD, 1
.data 0x00000000
.method SET_TRANSFORM_PROGRAM, 4
mov oPos, c[96]
.final
.method SET_TRANSFORM_PROGRAM_START, 1
.data 0x00000000
.method SET_TRANSFORM_CONSTANT_LOAD, 1
.data 0x00000060
.method SET_TRANSFORM_CONSTANT, 4
.data 0x41200000, 0x40000000, 0x40400000, 0x40800000  // 10.0, 2.0, 3.0, 4.0
0x0014  mov oPos, c[96]
  .pushbuffer
  .method SET_TRANSFORM_EXECUTION_MODE, 1
  .data 0x00000006
  .method SET_TRANSFORM_PROGRAM_LOAD, 1
  .data 0x00000000
  .method SET_TRANSFORM_PROGRAM, 4
  mov oPos, c[96]
  .final
  .method SET_TRANSFORM_PROGRAM_START, 1
  .data 0x00000000
  .method SET_TRANSFORM_CONSTANT_LOAD, 1
  .data 0x00000060
  .method SET_TRANSFORM_CONSTANT, 4
  .data 0x3f800000, 0x40000000, 0x40400000, 0x40800000
same
spirv  agrees with the interpreter on 4 samples
