# What is in a bundle, its files, and what counts where the command line says something else.
run: cp $DATA/nv2a/op_add.bin add.bin; echo '{"v0": [1, 2, 3, 4]}' > in.json; relit run add.bin --isa nv2a --inputs in.json > out.json
run: relit bundle make add.bin --isa nv2a --context nv2a.arithmetic=exact --to spirv --features int64 --inputs in.json --expected out.json --notes 'two lines' -o a.relit
run: relit bundle show a.relit
run: relit bundle extract a.relit -o a; cmp a/programs/1.nv2a add.bin; cmp a/inputs.json in.json; cmp a/results/1.json out.json; relit bundle show a.relit --json | cmp - a/bundle.json; find a | sort
run: relit run a.relit > again.json; relit run add.bin --isa nv2a --inputs in.json --arithmetic exact | cmp - again.json
run: relit translate a.relit --to glsl --arithmetic fast > fast.glsl; relit translate add.bin --isa nv2a | cmp - fast.glsl
run: relit translate a.relit --features int16 -o a.spv; relit translate a.relit -o b.spv --context nv2a.arithmetic=exact
run: relit disasm a.relit --isa rsx.vp || echo $?
run: relit translate add.bin --isa nv2a --context nv2a.arithmetic=exact --dump dumped.relit | head -n 1; relit bundle show dumped.relit
run: relit bundle make $DATA/r500/gouraud_triangle --draw 1 --stage vs,fs -o draw.relit; relit bundle show draw.relit
---- out
version                  1
program 1                nv2a vertex, 48 bytes, add.bin
nv2a.arithmetic          1
target                   spirv, features ["int64"]
inputs.json              21 bytes
results/1.json           1562 bytes
notes                    two lines
a
a/bundle.json
a/inputs.json
a/programs
a/programs/1.nv2a
a/results
a/results/1.json
3
#version 450
version                  1
program 1                nv2a vertex, 48 bytes, add.bin
nv2a.arithmetic          1
target                   glsl
version                  1
program 1                r500.vs vertex, 164 bytes, gouraud_triangle
program 2                r500.fs fragment, 284 bytes, gouraud_triangle
r500.fs.floats           1
target                   glsl
---- err
a.relit: note: nv2a.arithmetic is 0 by the command line; the bundle says 1
a.relit: note: --features is int16 by the command line; the bundle says int64
a.relit: note: --isa is rsx.vp by the command line; the bundle says nv2a
a.relit/add.bin:0x30: error: no slot has END
