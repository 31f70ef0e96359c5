# A render pass every N draws: what each finds, leaves and interpolates. Both renderers write the same bytes; each starts from what the one before left.
run: relit replay $DATA/gs/gif_formats.gs.xz --split 100 --out r --stats | grep draws; ls r
run: relit replay $DATA/gs/gif_formats.gs.xz --renderer vulkan --split 100 --out v --stats | grep -E 'passes|barrier read'; diff -r r v && echo same; relit replay $DATA/gs/gif_formats.gs.xz --renderer vulkan --stats | grep passes
run: cmp r/draws-000002-000101-after-colour.png r/draws-000102-000150-before-colour.png; ! cmp -s r/draws-000002-000101-before-colour.png r/draws-000002-000101-after-colour.png; cat r/draws-000002-000101.json
run: grep -h ended_by r/*.json
run: relit replay $DATA/gs/prim_tris.gs.xz --draws 2..4 --split 2 --out t; ls t
run: relit replay $DATA/gs/gif_formats.gs.xz --ssaa 4 --split 300 --out s --renderer vulkan && ls s | grep -c interpolants
run: ! relit replay $DATA/gs/gif_formats.gs.xz --split 3
run: ! relit replay $DATA/gs/gif_formats.gs.xz --draws 500..501 --split 3 --out none
run: ! relit replay $DATA/gs/gif_formats.gs.xz --split 3 --out x --diff
run: ! relit replay $DATA/gs/gif_formats.gs.xz --split 3 --out /dev/null/x
run: relit asm --isa gs in.txt -o dump.gs; relit replay dump.gs --split 8 --out two; grep -h -E 'draw"|ended|page' two/*.json
---- in in.txt
.gs stream
.transfer path3
FRAME_1    FBW=1, PSM=CT32
SCISSOR_1  SCAX1=63, SCAY1=31
ZBUF_1     ZBP=8, PSM=Z24
TEST_1     ZTE=1, ZTST=GEQUAL
PRMODECONT AC=1
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2)
    XYZ2  X=0, Y=0
    XYZ2  X=16, Y=8
    XYZ2  X=0, Y=0
    XYZ2  X=16, Y=8
.transfer path3
FRAME_1    FBP=4, FBW=1, PSM=CT32
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2)
    XYZ2  X=0, Y=0
    XYZ2  X=16, Y=8
.transfer path3
ZBUF_1     ZBP=9, PSM=Z24
TEST_1     ZTE=0
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2)
    XYZ2  X=0, Y=0
    XYZ2  X=16, Y=8
.transfer path3
TEST_1     ZTE=1, ZTST=GEQUAL
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2)
    XYZ2  X=0, Y=0
    XYZ2  X=16, Y=8
---- out
draws            299
draws-000001-000001-after-colour.png
draws-000001-000001-after-depth.png
draws-000001-000001-before-colour.png
draws-000001-000001-before-depth.png
draws-000001-000001-interpolants-colour.png
draws-000001-000001-interpolants-depth.png
draws-000001-000001.json
draws-000002-000101-after-colour.png
draws-000002-000101-after-depth.png
draws-000002-000101-before-colour.png
draws-000002-000101-before-depth.png
draws-000002-000101-interpolants-colour.png
draws-000002-000101-interpolants-depth.png
draws-000002-000101-interpolants-texel.png
draws-000002-000101.json
draws-000102-000150-after-colour.png
draws-000102-000150-after-depth.png
draws-000102-000150-before-colour.png
draws-000102-000150-before-depth.png
draws-000102-000150-interpolants-colour.png
draws-000102-000150-interpolants-depth.png
draws-000102-000150-interpolants-fog.png
draws-000102-000150-interpolants-texel.png
draws-000102-000150.json
draws-000151-000250-after-colour.png
draws-000151-000250-after-depth.png
draws-000151-000250-before-colour.png
draws-000151-000250-before-depth.png
draws-000151-000250-interpolants-colour.png
draws-000151-000250-interpolants-depth.png
draws-000151-000250-interpolants-texel.png
draws-000151-000250.json
draws-000251-000299-after-colour.png
draws-000251-000299-after-depth.png
draws-000251-000299-before-colour.png
draws-000251-000299-before-depth.png
draws-000251-000299-interpolants-colour.png
draws-000251-000299-interpolants-depth.png
draws-000251-000299-interpolants-fog.png
draws-000251-000299-interpolants-texel.png
draws-000251-000299.json
render passes    5
barrier read     5
same
render passes    2
{
  "first_draw": 2,
  "last_draw": 101,
  "ended_by": "count",
  "frame": 1,
  "packet": 3,
  "offset": 4220011,
  "pixels": 84784,
  "colour_buffer": {
    "page": 0,
    "width": 512,
    "format": "CT32"
  },
  "depth_buffer": {
    "page": 112,
    "width": 512,
    "format": "Z24"
  },
  "depth_range": {
    "least": 0,
    "most": 1058
  },
  "images": {
    "before": {
      "colour": "draws-000002-000101-before-colour.png",
      "depth": "draws-000002-000101-before-depth.png"
    },
    "after": {
      "colour": "draws-000002-000101-after-colour.png",
      "depth": "draws-000002-000101-after-depth.png"
    },
    "interpolants": {
      "colour": "draws-000002-000101-interpolants-colour.png",
      "depth": "draws-000002-000101-interpolants-depth.png",
      "texel": "draws-000002-000101-interpolants-texel.png"
    }
  }
}
  "ended_by": "transfer",
  "ended_by": "count",
  "ended_by": "vsync",
  "ended_by": "count",
  "ended_by": "vsync",
draws-000002-000003-after-colour.png
draws-000002-000003-after-depth.png
draws-000002-000003-before-colour.png
draws-000002-000003-before-depth.png
draws-000002-000003-interpolants-colour.png
draws-000002-000003-interpolants-depth.png
draws-000002-000003.json
draws-000004-000004-after-colour.png
draws-000004-000004-after-depth.png
draws-000004-000004-before-colour.png
draws-000004-000004-before-depth.png
draws-000004-000004-interpolants-colour.png
draws-000004-000004-interpolants-depth.png
draws-000004-000004.json
10
  "first_draw": 1,
  "last_draw": 2,
  "ended_by": "target",
    "page": 0,
    "page": 8,
  "first_draw": 3,
  "last_draw": 4,
  "ended_by": "target",
    "page": 4,
    "page": 8,
  "first_draw": 5,
  "last_draw": 5,
  "ended_by": "end",
    "page": 4,
    "page": 9,
---- err
relit: error: --split requires --out
$DATA/gs/gif_formats.gs.xz: error: --draws 500..501: there are 299 draws
relit: error: --split excludes --diff
$DATA/gs/gif_formats.gs.xz: error: cannot write: Not a directory
