# Varyings and the position on the screen follow a grid of fragments, derivatives are those of its square, and what else there is
# stays: z and w, inputs that --over does not name, textures of the set; one that is not given has a pattern. A side may be odd.
run: relit run mov.txt --isa rsx.fp --grid 2 --numbers
run: relit run mov.txt --isa rsx.fp --grid 1 --numbers --inputs sets.json
run: relit run both.txt --isa rsx.fp --grid 2 --over tex1 --numbers --inputs sets.json
run: relit run wpos.txt --isa rsx.fp --grid 3 --numbers
run: relit run ddx.txt --isa rsx.fp --grid 3 --numbers
run: relit run tex.txt --isa rsx.fp --grid 2 --numbers
run: relit run tex.txt --isa rsx.fp --grid 2 --numbers --inputs texture.json
run: relit run odd.txt --isa rsx.fp --grid 2 --numbers
run: relit run $DATA/nv2a/op_add.bin --isa nv2a --grid 2 || echo exit $?
run: relit run mov.txt --isa rsx.fp --grid 2 --over nothing || echo exit $?
run: relit run mov.txt --isa rsx.fp --over tex0 --inputs sets.json || echo exit $?
---- in mov.txt
MOVR R0, f[TEX0];
---- in both.txt
MOVR R0.xy, f[TEX0];
MOVR R0.zw, f[TEX1].xyxy;
---- in wpos.txt
MOVR R0, f[WPOS];
---- in ddx.txt
DDXR R0.xy, f[TEX0];
DDYR R0.zw, f[TEX0].xyxy;
---- in tex.txt
TEXR R0, f[TEX0], TEX0;
---- in odd.txt
RCPR R0.x, f[TEX0].z;
ADDR R0.y, R0.x, -R0.x;
MOVR R0.zw, f[TEX0].xyxy;
SGTRC RC.x, f[TEX0].x, f[TEX0].y;
KIL(GT.x);
---- in sets.json
[{"tex0": [8, 8, 0.5, 2]}, {}]
---- in texture.json
{"textures": {"t0": {"hex": "ff000000"}}}
---- out
{
  "width": 2,
  "height": 2,
  "over": ["tex0"],
  "targets": [{"name":"color0","target":0,"values":[[0.25,0.25,0.0,1.0],[0.75,0.25,0.0,1.0],[0.25,0.75,0.0,1.0],[0.75,0.75,0.0,1.0]]}]
}
[
{
  "width": 1,
  "height": 1,
  "over": ["tex0"],
  "targets": [{"name":"color0","target":0,"values":[[0.5,0.5,0.5,2.0]]}]
},
{
  "width": 1,
  "height": 1,
  "over": ["tex0"],
  "targets": [{"name":"color0","target":0,"values":[[0.5,0.5,0.0,1.0]]}]
}
]
[
{
  "width": 2,
  "height": 2,
  "over": ["tex1"],
  "targets": [{"name":"color0","target":0,"values":[[8.0,8.0,0.25,0.25],[8.0,8.0,0.75,0.25],[8.0,8.0,0.25,0.75],[8.0,8.0,0.75,0.75]]}]
},
{
  "width": 2,
  "height": 2,
  "over": ["tex1"],
  "targets": [{"name":"color0","target":0,"values":[[0.0,0.0,0.25,0.25],[0.0,0.0,0.75,0.25],[0.0,0.0,0.25,0.75],[0.0,0.0,0.75,0.75]]}]
}
]
{
  "width": 3,
  "height": 3,
  "over": [],
  "targets": [{"name":"color0","target":0,"values":[[0.5,0.5,0.0,1.0],[1.5,0.5,0.0,1.0],[2.5,0.5,0.0,1.0],[0.5,1.5,0.0,1.0],[1.5,1.5,0.0,1.0],[2.5,1.5,0.0,1.0],[0.5,2.5,0.0,1.0],[1.5,2.5,0.0,1.0],[2.5,2.5,0.0,1.0]]}]
}
{
  "width": 3,
  "height": 3,
  "over": ["tex0"],
  "targets": [{"name":"color0","target":0,"values":[[0.3333333,0.0,0.0,0.3333333],[0.3333333,0.0,0.0,0.3333333],[0.3333333,0.0,0.0,0.3333333],[0.3333333,0.0,0.0,0.3333333],[0.3333333,0.0,0.0,0.3333333],[0.3333333,0.0,0.0,0.3333333],[0.3333333,0.0,0.0,0.3333333],[0.3333333,0.0,0.0,0.3333333],[0.3333333,0.0,0.0,0.3333333]]}]
}
{
  "width": 2,
  "height": 2,
  "over": ["tex0"],
  "targets": [{"name":"color0","target":0,"values":[[0.26666668,0.26666668,0.0,1.0],[0.8,0.26666668,0.0,1.0],[0.26666668,0.8,0.0,1.0],[0.8,0.8,0.0,1.0]]}]
}
{
  "width": 2,
  "height": 2,
  "over": ["tex0"],
  "targets": [{"name":"color0","target":0,"values":[[1.0,0.0,0.0,0.0],[1.0,0.0,0.0,0.0],[1.0,0.0,0.0,0.0],[1.0,0.0,0.0,0.0]]}]
}
{
  "width": 2,
  "height": 2,
  "over": ["tex0"],
  "targets": [{"name":"color0","target":0,"values":[["inf","nan",0.25,0.25],[0.0,0.0,0.0,0.0],["inf","nan",0.25,0.75],["inf","nan",0.75,0.75]]}],
  "discarded": [1]
}
exit 2
exit 2
exit 2
---- err
$DATA/nv2a/op_add.bin: error: --grid is for fragment programs; this is a vertex program
mov.txt: error: --over nothing: the program has no such input of floats
relit: error: --over requires --grid
