# In a process of its own a verb prints and writes the same; what is wrong is said as without.
run: D=$DATA/nv2a/op_add.bin; echo '{"v0": [1, 2, 3, 4]}' >in.json; relit run $D --isa nv2a --inputs in.json >here.json; relit run $D --isa nv2a --inputs in.json --isolate 60 | cmp - here.json; relit run none.bin --inputs in.json --isolate 60 || echo "exit $?"
run: relit verify $DATA/nv2a/op_add.bin --isa nv2a --samples 2 --isolate 60 | sed 's/ (.*//'; relit verify $DATA/nv2a/op_add.bin --isa nv2a --isolate 0 || echo "exit $?"
run: relit replay $DATA/gs/prim_tris.gs.xz --isolate 60 -o there.png; relit replay $DATA/gs/prim_tris.gs.xz -o here.png; cmp here.png there.png; relit replay $DATA/gs/prim_tris.gs.xz --stats --isolate 60 >/dev/full || echo "exit $?"; ls
---- out
exit 3
spirv  agrees with the interpreter on 2 samples
glsl   agrees with the interpreter on 2 samples
spirv  agrees with the interpreter on 48 invocations in a pipeline
glsl   agrees with the interpreter on 48 invocations in a pipeline
exit 2
exit 3
here.json
here.png
in.json
there.png
---- err
none.bin: error: cannot open: No such file or directory
relit: error: --isolate: Value 0 not in range 1 to 86400
<stdout>: error: cannot write: No space left on device
