# Mistakes in names of files in inputs; the file of v.txt names c[5] "c4", which is the name of another register.
run: relit asm v.txt -o v.vpo && relit disasm v.vpo | grep MUL
run: ! relit run rows.vpo --inputs unknown.json
run: ! relit run rows.vpo --inputs texture.json
run: ! relit run tint.fpo --inputs twice.json
run: ! relit run rows.vpo --inputs flat.json
run: ! relit run rows.vpo --inputs many.json
run: ! relit run rows.vpo --inputs nested.json
run: ! relit run tint.fpo --inputs lanes.json
run: ! relit run rows.vpo --context rsx.vp.input0.frequency=4 --inputs buffer.json
run: relit run v.vpo --inputs notes.json --numbers | grep '"o0"'
---- hex rows.vpo
56500000 00010001 00060004 00000024 00000030 000000f0 00000001 00000000
00000000 000000d8 00000000 09000000 000000e1 00000008 09000200 00000000
00000000 00000000 00000000 00000000 00000009 00000000 00000000 00000000
00000000 00000000 000000ea 00000004 0c000300 3f800000 00000000 00000000
00000000 00000000 00000005 00000000 00000000 3f800000 00000000 00000000
00000000 00000006 00000000 00000000 00000000 3f800000 00000000 00000000
0000000a 09010100 3f000000 40000000 00000000 3f800000 706f7369 74696f6e
00626f6e 65735b30 5d007475 726e0000 00001c6c 0080a00d 811540c3 6041fffc
00001c6c 00c0900d 8086c083 6061fffc 00001c6c 0140500d 8086c0c3 60411ffc
401f9c6c 0040000d 8086c083 6041ff81
---- hex tint.fpo
46500000 00020003 00010007 00000024 00000054 00000090 00000040 00010001
00000000 00000070 00000001 09000000 00000077 00000004 07000000 0000007a
00000000 0f000000 00000002 00000020 00000060 00000080 00000048 09000100
00000000 00000000 00000000 00000000 636f6c6f 75720075 7600696d 61676500
74696e74 00000000 00000000 00000000 9e001700 c8011c9d c8000001 c8003fe1
1e000200 c8001c9d c8020001 c8000001 00000000 00000000 00000000 00000000
3e020200 c8011c9d 00020000 c8000001 00003f00 00004000 00000000 00003f80
1e010400 c8001c9d c8020001 c8040001 00000000 00000000 00000000 00000000
---- in v.txt
.container profile=vertex, revision=6, size=368, parameters=5, table=32, program=272, code.size=16, code=304
.parameter type=float4, resource=ATTR0, variability=varying, direction=in, referenced=1, name=320
.parameter type=float4, resource=C, variability=uniform, direction=in, referenced=1, index=5, name=329
.parameter type=float4, resource=C, variability=uniform, direction=in, index=0xffffffff, name=332
.parameter type=sampler2D, resource=TEXUNIT0, variability=uniform, direction=in, referenced=1, name=337
.parameter type=float4, resource=C, variability=uniform, direction=in, referenced=1, index=7, name=345
.vertex instructions=1, registers=1, inputs=1, outputs=0, clip=0
.pad 8
.code
000: MUL o[0], v[0], c[5];
.endcode
.name "position"
.name "c4"
.name "lost"
.name "texture"
.name "spare"
.pad 17
---- in unknown.json
{"normal": [1, 2, 3, 4]}
---- in texture.json
{"textures": {"position": {"hex": "00ff00ff"}}}
---- in twice.json
{"tint": [1, 2, 3, 4], "fconst2": [1, 2, 3, 4]}
---- in flat.json
{"turn": [1, 2, 3, 4]}
---- in many.json
{"bones": [[1], [2], [3]]}
---- in nested.json
{"bones[1]": [[1, 2, 3, 4]]}
---- in lanes.json
{"tint": [1, 2, 3, 4, 5]}
---- in buffer.json
{"position": [1, 2, 3, 4]}
---- in notes.json
[{"position": [1, 2, 3, 4], "c4": [9, 9, 9, 9], "c5": [2, 2, 2, 2], "lost": [1], "spare": 1}, {"c4": [9, 9, 9, 9]}]
---- out
000: MUL o[0], v[0], c[5];  // v[0] = position, c[5] = c4
  "o0": [2.0,4.0,6.0,8.0],
  "o0": [0.0,0.0,0.0,0.0],
---- err
v.txt: note: guessed rsx.vp, --isa to choose
unknown.json: error: set 0: "normal" is not an input of rsx.vp programs; they have v0 to v15, vi0 to vi15, in0, in1 and so on, c0 to c467; the file names position, bones[0], bones[1], turn[0], turn[1], turn[2]
texture.json: error: "position" is not a texture of rsx.vp programs; they have vt0 to vt3
twice.json: error: set 0: "fconst2" is given twice, once by its name in the file
flat.json: error: set 0: "turn": a list with a list for each row is expected
many.json: error: set 0: "bones": more than 2 rows
nested.json: error: set 0: "bones[1]": a number or a list of up to 4 lanes is expected
lanes.json: error: set 0: "tint": a number or a list of up to 4 lanes is expected
buffer.json: error: set 0: "position": this context has the program read it from a buffer
notes.json: note: "c4" is the register of rsx.vp programs, not what the file names c4
notes.json: note: "lost": the program does not use it
