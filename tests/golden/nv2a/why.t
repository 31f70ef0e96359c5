# Which instructions made a value: at the end, after an instruction, and the first infinity; where two sets part. The reciprocal is no
# part of o0.x and o0.y; constants are given.
run: relit asm in.vsh -o a.bin; relit run a.bin --isa nv2a --inputs in.json --why o0.x --invocation 0
run: relit run a.bin --isa nv2a --inputs in.json --why r1@1 --invocation 1
run: relit run a.bin --isa nv2a --inputs in.json --why @2 --hex --invocation 0
run: relit run a.bin --isa nv2a --inputs in.json --why r1.x@1#2 --invocation 0; relit run a.bin --isa nv2a --inputs in.json --why c0.y
run: relit run a.bin --isa nv2a --inputs in.json --first inf; relit run a.bin --isa nv2a --inputs in.json --first denormal
run: relit run a.bin --isa nv2a --inputs in.json --first difference; relit run a.bin --isa nv2a --inputs in.json --first difference --json | sed -n '/"difference"/,/"steps"/p'
run: relit run a.bin --isa nv2a --inputs in.json --why o0.y --invocation 0 --json | sed -n '/"why"/,/"steps"/p'
run: relit run a.bin --isa nv2a --inputs in.json --why r99 || relit run a.bin --isa nv2a --inputs in.json --why @9 || relit run a.bin --isa nv2a --inputs in.json --why r1@1#0 || relit run a.bin --isa nv2a --inputs in.json --why '' || relit run a.bin --isa nv2a --inputs in.json --why o0.x --on vulkan || echo refused
---- in in.vsh
mul r1.xy, v0, c[0]
add r1, r1, v1
rcp r2.x, v1.z
mul r1.w, r2.x, v0.x
mov oPos, r1
---- in in.json
[{"v0": [1, 2, 3, 4], "v1": [0.5, 0.25, 0, 0], "c0": [2, 2, 2, 2]}, {"v0": [3], "c0": [1]}]
---- out
set 0 at the end: o0.x = 2.5
     2  @0    mul R1.xy, v0, c[0]
              reads   v0.xyzw = 1.0 2.0 3.0 4.0, c0.xyzw = 2.0 2.0 2.0 2.0
              writes  R1.xy = 2.0* 4.0*
     3  @1    add R1, R1, v1
              reads   R1.xyzw = 2.0 4.0 0.0 0.0, v1.xyzw = 0.5 0.25 0.0 0.0
              writes  R1.xyzw = 2.5* 4.25* 0.0 0.0
     6  @4    mov oPos, R1
              reads   R1.xyzw = 2.5 4.25 0.0 inf
              writes  o0.xyzw = 2.5* 4.25* 0.0 inf*
set 1 after step 3, @1 #1: R1.xyzw = 3.0 0.0 0.0 1.0
     2  @0    mul R1.xy, v0, c[0]
              reads   v0.xyzw = 3.0 0.0 0.0 1.0, c0.xyzw = 1.0 0.0 0.0 0.0
              writes  R1.xy = 3.0* 0.0
     3  @1    add R1, R1, v1
              reads   R1.xyzw = 3.0 0.0 0.0 0.0, v1.xyzw = 0.0 0.0 0.0 1.0
              writes  R1.xyzw = 3.0 0.0 0.0 1.0*
set 0 after step 4, @2 #1: R2.x = 7f800000
     4  @2    rcp R2.x, v1.z
              reads   v1.xyzw = 3f000000 3e800000 00000000 00000000
              writes  R2.x = 7f800000*
set 0: r1.x@1#2 has no value: that instruction did not run so often
set 0 at the end: c0.y = 2.0
nothing made it: it was given, or is zero from the beginning
set 1 at the end: c0.y = 0.0
nothing made it: it was given, or is zero from the beginning
set 0 after step 4, @2 #1: R2.x = inf
     4  @2    rcp R2.x, v1.z
              reads   v1.xyzw = 0.5 0.25 0.0 0.0
              writes  R2.x = inf*
set 1 after step 4, @2 #1: R2.x = inf
     4  @2    rcp R2.x, v1.z
              reads   v1.xyzw = 0.0 0.0 0.0 1.0
              writes  R2.x = inf*
set 0: no instruction gives a value that is denormal
set 1: no instruction gives a value that is denormal
sets 0 and 1 part at @0 #1
              set 0   R1.xy = 2.0 4.0
              set 1   R1.xy = 3.0 0.0
     2  @0    mul R1.xy, v0, c[0]
              reads   v0.xyzw = 3.0 0.0 0.0 1.0, c0.xyzw = 1.0 0.0 0.0 0.0
              writes  R1.xy = 3.0* 0.0
      "difference": {
        "step": 2,
        "instruction": 0,
        "iteration": 1,
        "values": [
          {
            "name": "R1.x",
            "kind": "f32",
            "bits": "40400000",
            "before": "40000000"
          },
          {
            "name": "R1.y",
            "kind": "f32",
            "bits": "00000000",
            "before": "40800000"
          }
        ]
      },
      "steps": [
      "why": {
        "values": [
          {
            "name": "o0.y",
            "kind": "f32",
            "bits": "40880000"
          }
        ],
        "invocation": 0,
        "step": 6,
        "instruction": 4,
        "iteration": 1,
        "elsewhere": []
      },
      "steps": [
refused
---- err
in.vsh: note: guessed nv2a, --isa to choose
relit: error: --why: the program has no register or memory 'r99'; it has v0, o0, R0, A0 and those after them
relit: error: --why: the program has no instruction 9; the last one is 4
relit: error: --why: r1@1#0 is not VALUE, VALUE@INSTRUCTION or VALUE@INSTRUCTION#TIME, such as R0.x@12#3; times count from 1
relit: error: --why: the value is empty
relit: error: --why has no effect with --on vulkan; it requires --on interpreter
