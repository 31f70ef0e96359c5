# The JSON of a draw: registers with fields that changed since the draw before, programs, vertices, surfaces, counts.
run: relit replay $DATA/r500/gouraud_triangle --draws 1..3 --out drawn && ls drawn
run: python3 show.py drawn/draw-000002.json; python3 show.py drawn/draw-000001.json | tail -n 3
---- in show.py
import json, sys
draw = json.load(open(sys.argv[1]))
print("draw", draw["draw"], "dword", draw["dword"], draw["fields"]["PRIM_TYPE"], draw["count"], "left out", draw["left_out"])
for one in draw["registers"]:
    if "before" in one and one["register"].startswith(("SU_", "ZB_", "RB3D_", "GA_POINT")):
        print(one["register"], one["before"], "->", one["value"], one["fields"])
for vertex in draw["vertices"]:
    print(*(value["value"] for value in vertex["inputs"]))
print(draw["vertex_program"][-1], "|", draw["fragment_program"][-1])
for one in draw["surfaces"]:
    print(one["use"], one["unit"], "buffer", one["buffer"], one["offset"], one["width"], one["height"], one["pitch"], one["format"], one["tiling"])
print({name: count for name, count in draw["counts"].items() if count})
print(draw["images"])
---- out
draw-000001-colour-0.png
draw-000001-depth.png
draw-000001.json
draw-000002-colour-0.png
draw-000002.json
draw-000003-colour-0.png
draw-000003.json
draw 2 dword 509 TRIANGLES 3 left out False
GA_POINT_SIZE 50332416 -> 393222 {'HEIGHT': 6, 'WIDTH': 6}
GA_POINT_MINMAX 0 -> 393222 {'MIN_SIZE': 6, 'MAX_SIZE': 6}
ZB_CNTL 7 -> 0 {'STENCIL_ENABLE': 0, 'Z_ENABLE': 0, 'ZWRITEENABLE': 0, 'ZSIGNED_COMPARE': 0, 'STENCIL_FRONT_BACK': 0, 'ZSIGNED_MAGNITUDE': 'TWOS_COMPLEMENT', 'STENCIL_REFMASK_FRONT_BACK': 0}
ZB_ZSTENCILCNTL 9407 -> 0 {'ZFUNC': 'NEVER', 'STENCILFUNC': 'NEVER', 'STENCILFAIL': 'KEEP', 'STENCILZPASS': 'KEEP', 'STENCILZFAIL': 'KEEP', 'STENCILFUNC_BF': 'NEVER', 'STENCILFAIL_BF': 'KEEP', 'STENCILZPASS_BF': 'KEEP', 'STENCILZFAIL_BF': 'KEEP', 'ZERO_OUTPUT_MASK': 0}
ZB_STENCILREFMASK 16776960 -> 0 {'STENCILREF': 0, 'STENCILMASK': 0, 'STENCILWRITEMASK': 0}
[-0.800000011920929, -0.800000011920929, 0.0, 1.0] [1.0, 0.0, 0.0, 1.0]
[0.800000011920929, -0.800000011920929, 0.0, 1.0] [0.0, 1.0, 0.0, 1.0]
[0.0, 0.800000011920929, 0.0, 1.0] [0.0, 0.0, 1.0, 1.0]
out[2].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ; | OUT TEX_SEM_WAIT src0.a = temp[0], src0.rgb = temp[0] : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
colour 0 buffer 3 0 128 128 128 ARGB8888 C4_8_S_U macro,micro
{'vertices': 3, 'sent': 1, 'rasterised': 1, 'fragments': 5202, 'written': 5202}
{'colour-0': 'draw-000002-colour-0.png'}
depth 0 buffer 4 0 128 128 128 Z24S8 macro,micro
{'vertices': 1, 'sent': 1, 'rasterised': 1, 'fragments': 16384, 'written': 16384}
{'colour-0': 'draw-000001-colour-0.png', 'depth': 'draw-000001-depth.png'}
