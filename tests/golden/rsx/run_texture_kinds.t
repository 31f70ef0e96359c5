# Every kind of texture: the level that TXL names, a line, the third slice, the face -y, a comparison; on a device as well.
run: relit run fp.txt --inputs in.json --numbers --context rsx.fp.texture1.kind=1 --context rsx.fp.texture2.kind=3 --context rsx.fp.texture3.kind=4 --context rsx.fp.texture4.shadow=1 | grep color0
run: relit run fp.txt --inputs in.json --numbers --context rsx.fp.texture1.kind=1 --context rsx.fp.texture2.kind=3 --context rsx.fp.texture3.kind=4 --context rsx.fp.texture4.shadow=1 --on vulkan | grep color0
---- in fp.txt
TXLR R0.x, f[TEX0], f[TEX0], TEX0;
TEXR R0.y, f[TEX0], TEX1;
TEXR R0.z, f[TEX1], TEX2;
TEXR R1, f[TEX2], TEX3;
ADDR R0.z, R0, R1;
TEXR R0.w, f[TEX3], TEX4;
---- in in.json
{"tex0": [1, 0.5, 0, 1], "tex1": [0.5, 0.5, 0.625, 1], "tex2": [0, -1, 0, 1], "tex3": [0, 0, 0.25, 1], "textures": {
  "t0": {"width": 2, "height": 2, "levels": 2, "hex": "00000000000000000000000000000000ff000000"},
  "t1": {"kind": "1d", "width": 2, "format": "rgba32f", "wrap": "border", "border": [1, 1, 1, 1],
         "hex": "000000000000803f000000000000000000000000000000400000000000000000"},
  "t2": {"kind": "3d", "depth": 4, "format": "rgba32f",
         "hex": "00000000000000000000803f00000000000000000000000000000040000000000000000000000000000040400000000000000000000000000000804000000000"},
  "t3": {"kind": "cube", "hex": "000000000000000000000000000033000000000000000000"},
  "t4": {"format": "r32f", "hex": "0000003f", "compare": "less"}}}
---- out
  "color0": [1.0,1.0,3.2,1.0],
  "color0": [1.0,1.0,3.2,1.0],
---- err
fp.txt: note: guessed rsx.fp, --isa to choose
fp.txt: note: guessed rsx.fp, --isa to choose
