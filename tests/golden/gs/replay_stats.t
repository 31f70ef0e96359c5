# Counts and an image's hash: prim_tris is the same in all public renderers.
run: relit replay $DATA/gs/prim_tris.gs.xz --stats
run: relit replay $DATA/gs/prim_tris.gs.xz --stats --json --frame 1
run: relit replay $DATA/gs/prim_tris.gs.xz --raw memory && sha256sum memory
---- out
frames           2
draws            669
primitives       669
pixels           702058
palettes         0
transfers        0
copies           0
uploaded bytes   0
{
  "frames": 1,
  "draws": 335,
  "primitives": 335,
  "pixels": 477870,
  "palettes": 0,
  "transfers": 0,
  "copies": 0,
  "uploaded bytes": 0
}
191b468a95754d87e34478cefc26bba746be26e79d0cfea82c53cc5de372320b  memory
