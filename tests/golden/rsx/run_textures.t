# One texture of two texels, linear, clamped to a border; the other of floats; interpreter and device give the same.
run: relit run fp.txt --inputs in.json --numbers | grep color0
run: relit run fp.txt --inputs in.json --numbers --on vulkan | grep color0
---- in fp.txt
TEXR R0.xy, f[TEX0], TEX0;
TEXR R0.zw, f[TEX0].yxxx, TEX3;
---- in in.json
[{"tex0": [0.5, 0.25], "textures": {
  "t0": {"kind": "2d", "width": 2, "height": 1, "hex": "00ff00ffff0000ff", "filter": "linear", "wrap": "clamp"},
  "t3": {"width": 1, "height": 2, "format": "rgba32f", "filter": "nearest",
         "hex": "0000803f00000040000040400000804000000000000000000000003f0000003e"}}},
 {"tex0": [0, 0.75]}]
---- out
  "color0": [0.5,0.5,0.5,0.125],
  "color0": [0.0,1.0,3.0,4.0],
  "color0": [0.5,0.5,0.5,0.125],
  "color0": [0.0,1.0,3.0,4.0],
---- err
fp.txt: note: guessed rsx.fp, --isa to choose
fp.txt: note: guessed rsx.fp, --isa to choose
