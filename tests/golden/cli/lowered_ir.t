# A program that was printed after it was lowered is a program: it is translated, and agrees with the interpreter, for other targets.
run: for p in nv2a/skin2.bin r500/clip_planes_3.vs.bin; do relit translate --to ir $DATA/$p -o in.ir --isa $(dirname $p | sed 's/r500/r500.vs/') 2>/dev/null; grep -c elements in.ir; relit verify in.ir | sed 's/ (.*//'; relit translate --to glsl in.ir -o out.glsl && relit translate --to spirv in.ir -o out.spv; done
run: sed 's/elements f32x4/elements f64/' in.ir > bad.ir; relit translate --to spirv bad.ir -o bad.spv
exit: 3
---- out
1
spirv  agrees with the interpreter on 64 samples
glsl   agrees with the interpreter on 64 samples
spirv  agrees with the interpreter on 192 invocations in a pipeline
glsl   agrees with the interpreter on 192 invocations in a pipeline
1
spirv  agrees with the interpreter on 64 samples
glsl   agrees with the interpreter on 64 samples
spirv  agrees with the interpreter on 192 invocations in a pipeline
glsl   agrees with the interpreter on 192 invocations in a pipeline
---- err
bad.ir:11:1: error: resource 0: it has no elements of f64
