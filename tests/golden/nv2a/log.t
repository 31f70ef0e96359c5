# The program of a log of methods; it loads no constants and draws nothing
run: relit info $DATA/nv2a/xemu_pgraph.log
run: relit disasm $DATA/nv2a/xemu_pgraph.log
run: relit translate --to glsl $DATA/nv2a/xemu_pgraph.log | tail -n 3
run: relit disasm - < $DATA/nv2a/xemu_pgraph.log | head -n 1
run: echo '{"v0": [1, 2, 3, 4]}' | relit run $DATA/nv2a/xemu_pgraph.log --inputs - --numbers | grep '"o0"'
---- out
isa                      nv2a.log
bytes                    381
lines                    5
methods                  5
draws                    0
fixed function draws     0
programs                 1
program 1                slots 0 to 0, constants 0, draws 0, loaded before line 6
.pushbuffer
.method SET_TRANSFORM_PROGRAM_LOAD, 1
.data 0x00000000
.method SET_TRANSFORM_PROGRAM, 4
mov oPos, v0
.final
.method SET_TRANSFORM_PROGRAM_START, 1
.data 0x00000000
void main() {
    gl_Position = v0;
}
.pushbuffer
  "o0": [1.0,2.0,3.0,4.0],
