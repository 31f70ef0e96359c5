# A frame capture by hand. Draws 1 and 2 differ in a constant of the vertex program, draw 3 is lit from one side, the fragment program of
# draw 4 is not in it. The translation is that of the same programs with the same context.
run: head -c 74240 /dev/zero > registers; cat begin $DATA/rsx/hand/fp_tex.fp.bin end registers > a.rrc; relit info a.rrc
run: relit bundle import a.rrc -o out || echo $?; ls out
run: relit bundle show out/a-draw1.relit
run: relit disasm out/a-draw1.relit --program 1
run: relit bundle show out/a-draw3.relit | grep two_sided
run: relit translate out/a-draw1.relit --to glsl -o pair 2> /dev/null; ls pair*
run: relit translate $DATA/rsx/hand/vp_sat.vp.bin $DATA/rsx/hand/fp_tex.fp.bin --isa rsx.vp,rsx.fp --context rsx.vp.output_mask=0x4021 --context rsx.fp.control=0x40 --context rsx.fp.targets=3 --context rsx.fp.two_sided=1 --context rsx.fp.texture0.kind=cube --to glsl -o plain 2> /dev/null
run: diff plain.frag pair.frag; diff plain.vert pair.vert; echo same $?
run: gzip -nc a.rrc > b.rrc.gz; relit bundle import b.rrc.gz -o out --json || echo $?
run: head -c 1000 a.rrc > cut.rrc; relit bundle import cut.rrc -o out || echo $?; cp old old.rrc; relit bundle import old.rrc -o out || echo $?; head -c 70 b.rrc.gz > cut.rrc.gz; relit bundle import cut.rrc.gz -o out || echo $?
---- hex begin
52 52 43 00 06 00 00 00 01 00 00 00
00
01 00 01 00 00 01 00 00 00 07 00 00 00 00 00 00 00 09 00 00 00 00 00 00 00  # main memory, 0x100
01 70
---- hex end
07 00 00 00 00 00 00 00
00
2a
9c 1e 04 00 05 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # slot 5
80 0b 30 00 6c 9c 1f 44 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # the program
00 00 00 00 0d 03 40 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 83 c0 06 81 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 84 ff 41 60 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 6c 1c 00 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 0d 43 80 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 c3 c0 06 81 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 fc ff 41 60 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 6c 9c 1f 40 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 0d 00 40 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 83 c0 06 81 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 81 ff 41 60 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
a0 1e 04 00 05 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # start
fc 1e 04 00 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # constant 4
00 1f 10 00 00 00 00 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 00 00 00 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 00 00 00 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 00 00 00 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
e4 08 04 00 02 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # fragment program
f4 1f 04 00 21 40 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # outputs
60 1d 04 00 40 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # results are full
20 02 04 00 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # two targets
2c 14 04 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # two-sided
04 1a 04 00 2d 85 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # texture 0: a cube
0c 1a 04 00 00 00 00 80 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # on
10 1a 04 00 e4 aa 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # remap
08 18 04 00 05 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # draw 1
14 18 04 00 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
08 18 04 00 00 00 00 00 01 09 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 1f 04 00 00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # another constant
08 18 04 00 06 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # draw 2
14 18 04 00 00 00 00 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
08 18 04 00 00 00 00 00 01 09 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
2c 14 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # draw 3, not two-sided
08 18 04 00 05 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
14 18 04 00 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
08 18 04 00 00 00 00 00 01 09 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
e4 08 04 00 01 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # draw 4, without its fragment program
08 18 04 00 05 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
14 18 04 00 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
08 18 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
---- hex old
00 43 52 52 03 00 00 00
---- out
isa                      rpcs3.capture
bytes                    75476
version                  6
memory blocks            1
method arguments         42
draws                    4
draw 1                   TRIANGLES, 3 vertices, fragment program in main memory at 0x100: 112 bytes
draw 2                   TRIANGLE_STRIP, 4 vertices, fragment program in main memory at 0x100: 112 bytes
draw 3                   TRIANGLES, 3 vertices, fragment program in main memory at 0x100: 112 bytes
draw 4                   TRIANGLES, 3 vertices, fragment program in local memory at 0x200: not in the capture
2 bundles, 1 refused
3
a-draw1.relit
a-draw3.relit
version                  1
program 1                rsx.vp vertex, 104 bytes, draw1.vp
program 2                rsx.fp fragment, 112 bytes, draw1.fp
rsx.fp.alpha_test        0
rsx.fp.control           64
rsx.fp.flat              0
rsx.fp.fog_mode          0
rsx.fp.format            0
rsx.fp.srgb              0
rsx.fp.targets           3
rsx.fp.texcoord0         0
rsx.fp.texcoord1         0
rsx.fp.texcoord2         0
rsx.fp.texcoord3         0
rsx.fp.texcoord4         0
rsx.fp.texcoord5         0
rsx.fp.texcoord6         0
rsx.fp.texcoord7         0
rsx.fp.texcoord8         0
rsx.fp.texcoord9         0
rsx.fp.texture0.alpha_kill 0
rsx.fp.texture0.biased   0
rsx.fp.texture0.gamma    0
rsx.fp.texture0.kind     4
rsx.fp.texture0.remap    43748
rsx.fp.texture0.signed   0
rsx.fp.texture0.signed_range 0
rsx.fp.texture0.unnormalised 0
rsx.fp.texture0.wrap     0
rsx.fp.two_sided         1
rsx.fp.window            0
rsx.vp.branch_bits       0
rsx.vp.depth_max         0
rsx.vp.depth_min         0
rsx.vp.modulo            0
rsx.vp.output_mask       16417
rsx.vp.surface_height    0
rsx.vp.surface_width     0
rsx.vp.user_clip         0
rsx.vp.viewport_offset0  0
rsx.vp.viewport_offset1  0
rsx.vp.viewport_offset2  0
rsx.vp.viewport_scale0   0
rsx.vp.viewport_scale1   0
rsx.vp.viewport_scale2   0
origin capture_version   6
origin draw              1
origin emulator          RPCS3
origin fragment_program  main memory at 0x100
notes                    the fragment program samples textures that are off: 1, 2, 3, 4, 5, 15
.stream
.method SET_TRANSFORM_PROGRAM_LOAD, 1
.data 0x00000005
.method SET_TRANSFORM_PROGRAM, 4
005: MOV_sat o[1], v[3];
.method SET_TRANSFORM_PROGRAM, 4
006: MUL_sat R0, v[3], c[4];
.method SET_TRANSFORM_PROGRAM, 4
007: MOV o[0], v[0];
.end
.method SET_TRANSFORM_PROGRAM_START, 1
.data 0x00000005
.method SET_TRANSFORM_CONSTANT_LOAD, 1
.data 0x00000004
.method SET_TRANSFORM_CONSTANT, 4
.data 0x3f000000, 0x3f000000, 0x3f000000, 0x3f000000  // 0.5, 0.5, 0.5, 0.5
rsx.fp.two_sided         0
pair.frag
pair.vert
same 0
{
  "folder": "out",
  "bundles": [
    {
      "file": "out/b-draw1.relit",
      "programs": 2
    },
    {
      "file": "out/b-draw3.relit",
      "programs": 2
    }
  ],
  "refused": 1
}
3
0 bundles, 1 refused
3
0 bundles, 1 refused
4
0 bundles, 1 refused
3
---- err
out/a-draw1.relit: note: the fragment program samples textures that are off: 1, 2, 3, 4, 5, 15
out/a-draw3.relit: note: the fragment program samples textures that are off: 1, 2, 3, 4, 5, 15
a.rrc: error: draw 4: the capture lacks its fragment program, in local memory at 0x200
{"note":{"file":"out/b-draw1.relit","text":"the fragment program samples textures that are off: 1, 2, 3, 4, 5, 15"}}
{"note":{"file":"out/b-draw3.relit","text":"the fragment program samples textures that are off: 1, 2, 3, 4, 5, 15"}}
{"error":{"code":3,"kind":"bad input","file":"b.rrc.gz","text":"draw 4: the capture lacks its fragment program, in local memory at 0x200"}}
cut.rrc:0xa1: error: 42 commands do not fit into the rest of the file
old.rrc: error: the capture is of version 3; 4, 5, 6 are read
cut.rrc.gz:0x46: error: the gzip stream is cut off
