# Every instruction with the values that it reads and writes; what is left out is counted. The second set reads other values.
run: relit asm in.vsh -o a.bin; relit run a.bin --isa nv2a --inputs in.json --trace | head -n 19
run: relit run a.bin --isa nv2a --inputs in.json --trace --only R1 --invocation 1 | grep -v '"'
run: relit run a.bin --isa nv2a --inputs in.json --trace --instructions 1 --hex --invocation 0 | head -n 4
run: relit run a.bin --isa nv2a --inputs in.json --trace --instructions 2..2 --invocation 0 --json | tr -d ' \n' | cut -c1-600; echo
run: relit run a.bin --isa nv2a --inputs in.json --instructions 2..2 || relit run a.bin --isa nv2a --inputs in.json --trace --instructions 2..1 || relit run a.bin --isa nv2a --inputs in.json --trace --on vulkan || echo refused
---- in in.vsh
mul r1.xy, v0, c[0]
add r1, r1, v1
mov oPos, r1
---- in in.json
[{"v0": [1, 2, 3, 4], "v1": [0.5, 0.25, 0, 0], "c0": [2, 2, 2, 2]}, {"v0": [3], "c0": [1]}]
---- out
set 0
     1        (before the first instruction)
              writes  o0.xyzw = 0.0 0.0 0.0 1.0*, o1.xyzw = 0.0 0.0 0.0 1.0*, o2.xyzw = 0.0 0.0 0.0 1.0*, o3.xyzw = 0.0 0.0 0.0 1.0*,
                      o4.xyzw = 0.0 0.0 0.0 1.0*, o5.xyzw = 0.0 0.0 0.0 1.0*, o6.xyzw = 0.0 0.0 0.0 1.0*,
                      o7.xyzw = 0.0 0.0 0.0 1.0*, o8.xyzw = 0.0 0.0 0.0 1.0*, o9.xyzw = 0.0 0.0 0.0 1.0*,
                      o10.xyzw = 0.0 0.0 0.0 1.0*, o11.xyzw = 0.0 0.0 0.0 1.0*, o12.xyzw = 0.0 0.0 0.0 1.0*,
                      o13.xyzw = 0.0 0.0 0.0 1.0*, o14.xyzw = 0.0 0.0 0.0 1.0*, o15.xyzw = 0.0 0.0 0.0 1.0*
     2  @0    mul R1.xy, v0, c[0]
              reads   v0.xyzw = 1.0 2.0 3.0 4.0, c0.xyzw = 2.0 2.0 2.0 2.0
              writes  R1.xy = 2.0* 4.0*
     3  @1    add R1, R1, v1
              reads   R1.xyzw = 2.0 4.0 0.0 0.0, v1.xyzw = 0.5 0.25 0.0 0.0
              writes  R1.xyzw = 2.5* 4.25* 0.0 0.0
     4  @2    mov oPos, R1
              reads   R1.xyzw = 2.5 4.25 0.0 0.0
              writes  o0.xyzw = 2.5* 4.25* 0.0 0.0*
results of set 0
{
  "o0": ["40200000","40880000","00000000","00000000"],
results of set 0
{
}
set 1
     2  @0    mul R1.xy, v0, c[0]
              reads   v0.xyzw = 3.0 0.0 0.0 1.0, c0.xyzw = 1.0 0.0 0.0 0.0
              writes  R1.xy = 3.0* 0.0
     3  @1    add R1, R1, v1
              reads   R1.xyzw = 3.0 0.0 0.0 0.0, v1.xyzw = 0.0 0.0 0.0 1.0
              writes  R1.xyzw = 3.0 0.0 0.0 1.0*
     4  @2    mov oPos, R1
              reads   R1.xyzw = 3.0 0.0 0.0 1.0
              writes  o0.xyzw = 3.0* 0.0 0.0 1.0
results of set 1
{
}
set 0
     3  @1    add R1, R1, v1
              reads   R1.xyzw = 40000000 40800000 00000000 00000000, v1.xyzw = 3f000000 3e800000 00000000 00000000
              writes  R1.xyzw = 40200000* 40880000* 00000000 00000000
{"runs":[{"set":0,"steps":[{"step":4,"invocation":0,"instruction":2,"text":"movoPos,R1","iteration":1,"reads":[{"name":"R1.x","kind":"f32","bits":"40200000","from":{"invocation":0,"step":3}},{"name":"R1.y","kind":"f32","bits":"40880000","from":{"invocation":0,"step":3}},{"name":"R1.z","kind":"f32","bits":"00000000","from":{"invocation":0,"step":3}},{"name":"R1.w","kind":"f32","bits":"00000000","from":{"invocation":0,"step":3}}],"writes":[{"name":"o0.x","kind":"f32","bits":"40200000","before":"00000000"},{"name":"o0.y","kind":"f32","bits":"40880000","before":"00000000"},{"name":"o0.z","kind":"f

refused
---- err
in.vsh: note: guessed nv2a, --isa to choose
relit: error: --instructions requires --trace
relit: error: --instructions: 2..1 is not A..B, two numbers of instructions from 0
relit: error: --trace has no effect with --on vulkan; it requires --on interpreter
