# One use of each option that no other test of its verb has.
run: relit disasm --isa nv2a --color always $DATA/nv2a/op_add.bin | tr '\033' '^' | head -2; relit disasm --isa nv2a --color never $DATA/nv2a/op_add.bin | head -2
run: relit explain --isa nv2a --constants d3d --dialect gl $DATA/nv2a/op_add.bin | head -3; relit explain --isa nv2a --json $DATA/nv2a/op_add.bin -o out.json && wc -l < out.json
run: relit info --isa nv2a $DATA/nv2a/op_add.bin --output info.txt && head -2 info.txt
run: relit translate --isa rsx.fp --arithmetic exact in.fp.bin | head -3; relit translate --isa rsx.fp in.fp.bin --time 2>&1 >/dev/null | grep -c ' us$'
run: relit asm --isa rsx.vp loop.txt -o loop.bin && relit translate --isa rsx.vp --loop-limit 100 loop.bin | grep -c 100
run: relit run --isa rsx.vp --loop-limit 5 --inputs empty.json loop.bin | grep -c o0; relit verify --isa rsx.vp --loop-limit 5 loop.bin --samples 4 --output told.txt && grep -c agrees told.txt
run: relit run --isa nv2a --allow-unknown --inputs empty.json --json $DATA/nv2a/op_add.bin | grep -c o0
run: relit verify --isa nv2a --allow-unknown --device llvm $DATA/nv2a/op_add.bin --samples 4 | grep -c agrees
run: relit replay $DATA/gs/prim_tris.gs.xz --all frames && ls frames | wc -l; relit replay $DATA/gs/prim_tris.gs.xz --target z -o z.png && relit replay $DATA/gs/prim_tris.gs.xz --overscan --deinterlace weave --aspect 4:3 -o y.png && head -c 4 z.png | tail -c 3
run: relit replay $DATA/gs/prim_tris.gs.xz --renderer reference --diff --rules console,plain --amplify 16 -o difference
run: relit ir --isa nv2a --arithmetic exact $DATA/nv2a/op_add.bin -o op.ir && head -1 op.ir; relit ir --isa nv2a --context nv2a.arithmetic=exact --passes to_ssa --time $DATA/nv2a/op_add.bin 2>&1 >/dev/null | grep -c ' us$'; relit ir --isa nv2a --json $DATA/nv2a/op_add.bin >ir.json; echo $?
run: relit docs nv2a --output page.md && head -1 page.md; relit docs nv2a --json | head -c 30
---- hex in.fp.bin
3e010100 c8011c9d c8000001 c8003fe1
---- in loop.txt
L0: ADD R0, R0, c[0];
SLTC RC.x, R0, c[1];
BRI(NE.x) L0;
MOV o[0], R0;
---- in empty.json
{}
---- out
^[36madd oPos, v0, c[1]^[0m
^[36madd oT0, v10, -v10^[0m
add oPos, v0, c[1]
add oT0, v10, -v10
0x0000  ADD o[HPOS], v[OPOS], c[-95];
        ADD computes A + C, lane by lane; it goes to xyzw of o0 (position; read back through R12).
               31:0  W0           0      not stored by the hardware
671
isa                      nv2a
bytes                    48
#version 450
layout(location = 1) in vec4 col0;
layout(location = 0) out vec4 color0;
30
1
1
4
1
4
2
PNGno difference in 669 draws
module vertex "nv2a"
1
0
# NV2A vertex programs
{
  "page": "nv2a",
  "format"
\ no newline at end
---- err
$DATA/gs/prim_tris.gs.xz: note: depth from 0 (black) to 0 (white)
