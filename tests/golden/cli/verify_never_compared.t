# What was never compared is no agreement: exit code 1, and a reason. Each texture lookup is at infinity, which is undefined on devices.
run: for f in undefined discards; do relit asm --isa rsx.fp $f.txt -o $f.bin && relit verify --isa rsx.fp $f.bin --samples 16 --loop-limit 100 2>/dev/null >out.txt || echo $f $?; sed 's/ (llvm[^()]*([^()]*))//' out.txt; done
run: relit asm --isa rsx.vp loops.txt -o loops.bin; relit verify --isa rsx.vp loops.bin --samples 16 --loop-limit 100 >out.txt || echo loops $?; sed 's/ (llvm[^()]*([^()]*))//' out.txt
# A program that writes nothing, and one whose results are all those of a race.
run: for f in nothing race; do relit asm --isa maxwell $f.mw -o $f.bin && relit verify --isa maxwell $f.bin --samples 2 --context maxwell.workgroup0=32 2>/dev/null >out.txt || echo $f $?; sed 's/ (llvm[^()]*([^()]*))//' out.txt; done
run: relit verify --isa rsx.fp undefined.bin --samples 16 --json 2>/dev/null | sed -n '/"pipeline"/,/]/p' | head -14
---- in undefined.txt
ADDR R1, f[TEX0], -f[TEX0];
RCPR R1, R1.x;
TEXR R0, R1, TEX0;
---- in discards.txt
KIL;
MOVR R0, f[TEX0];
---- in loops.txt
L0: MOV R0, v[1];
BRI L0;
MOV o[0], v[0];
---- in nothing.mw
EXIT ;
---- in race.mw
S2R R0, SR_TID.X ;
MOV R2, c[0x0][0x310] ;
MOV R3, c[0x0][0x314] ;
STG.E [R2], R0 ;
EXIT ;
---- out
undefined 1
spirv  compares nothing of 16 samples: a texture lookup is undefined
glsl   compares nothing of 16 samples: a texture lookup is undefined
spirv  compares nothing of 112 invocations in a pipeline: a texture lookup is undefined
glsl   compares nothing of 112 invocations in a pipeline: a texture lookup is undefined
spirv  never compares color0: a texture lookup is undefined
glsl   never compares color0: a texture lookup is undefined
discards 1
spirv  agrees with the interpreter on 16 samples
       color0: 0 compared, 16 not: the fragment is discarded
glsl   agrees with the interpreter on 16 samples
       color0: 0 compared, 16 not: the fragment is discarded
spirv  agrees with the interpreter on 112 invocations in a pipeline
       color0: 0 compared, 112 not: the fragment is discarded
glsl   agrees with the interpreter on 112 invocations in a pipeline
       color0: 0 compared, 112 not: the fragment is discarded
spirv  never compares color0: the fragment is discarded
glsl   never compares color0: the fragment is discarded
loops 1
spirv  compares nothing of 16 samples: the loop limit ends it
glsl   compares nothing of 16 samples: the loop limit ends it
spirv  compares nothing of 48 invocations in a pipeline: the loop limit ends it
glsl   compares nothing of 48 invocations in a pipeline: the loop limit ends it
spirv  never compares o0: the loop limit ends it
glsl   never compares o0: the loop limit ends it
nothing 1
spirv  agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups
glsl   agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups
the program writes nothing that could be compared
race 1
spirv  agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 2 nondeterministic words
       s0: 0 compared, 2 not: its words are nondeterministic
glsl   agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 2 nondeterministic words
       s0: 0 compared, 2 not: its words are nondeterministic
spirv  never compares s0: its words are nondeterministic
glsl   never compares s0: its words are nondeterministic
      "ran": "pipeline",
      "samples": 112,
      "not_compared": 112,
      "operands_hidden": 0,
      "words_by_chance": 0,
      "agrees": false,
      "outputs": [
        {
          "name": "color0",
          "compared": 0,
          "not_compared": 112,
          "reason": "a texture lookup is undefined"
        }
      ]
