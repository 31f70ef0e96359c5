# The shader cache of RPCS3: a pair with its context; records whose program is missing or is cut off, and of another version. The record
# is by hand: entry 1, output mask 0x4021, texture 0 a cube and point sprites in texture coordinate 1, two targets.
run: mkdir -p c/raw c/pipelines/vulkan/v1.95 c/pipelines/opengl/v1.91; cp $DATA/rsx/hand/vp_sat.vp.bin c/raw/AB.vp; cp $DATA/rsx/hand/fp_tex.fp.bin c/raw/CD.fp
run: cp record c/pipelines/vulkan/v1.95/AB+CD+EF+1.bin; cp record c/pipelines/opengl/v1.91/AB+CD+EF+1.bin; cp record c/pipelines/vulkan/v1.95/AC+CD+EF+1.bin
run: relit info c/pipelines/vulkan/v1.95/AB+CD+EF+1.bin
run: relit bundle import c -o out || echo $?
run: relit bundle show out/vulkan-AB-CD-EF-1.relit | grep -v 'texture[1-9].*\.[ksd]\|texcoord'
run: relit translate out/vulkan-AB-CD-EF-1.relit --to spirv -o pair 2> /dev/null; ls pair*
run: relit translate $DATA/rsx/hand/vp_sat.vp.bin $DATA/rsx/hand/fp_tex.fp.bin --isa rsx.vp,rsx.fp --context rsx.fp.texture0.kind=cube --context rsx.fp.targets=3 --context rsx.fp.control=0x40 --context rsx.fp.point_sprite=0x201 --context rsx.vp.output_mask=0x4021 --to spirv -o plain 2> /dev/null
run: cmp plain.vert.spv pair.vert.spv; cmp plain.frag.spv pair.frag.spv
run: truncate -s 15 c/raw/AB.vp; relit bundle import c/pipelines/vulkan/v1.95/AB+CD+EF+1.bin -o out --json || echo $?; rm c/raw/CD.fp; relit bundle import c/pipelines/vulkan/v1.95/AB+CD+EF+1.bin -o out || echo $?
run: relit bundle import out -o out || echo $?; relit bundle import c || echo $?
---- hex record
ab 00 00 00 00 00 00 00 cd 00 00 00 00 00 00 00 ef 00 00 00 00 00 00 00
00 00 00 00 21 40 00 00 55 00 00 00 00 00 00 00
01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 # slots
00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 00 00 00 00
05 00 00 00 05 00 00 00 # base and entry
ff ff 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 # jumps
00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 00 00 00 00
40 04 00 00 56 55 55 55 00 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00
11 22 33 44 # of the host
---- out
isa                      rpcs3.pipeline
bytes                    228
vertex program           AB.vp
fragment program         CD.fp
entry                    5
base                     5
jump targets             0
render targets           2
1 bundles, 2 refused
4
version                  1
program 1                rsx.vp vertex, 48 bytes, AB.vp
program 2                rsx.fp fragment, 112 bytes, CD.fp
rsx.fp.control           64
rsx.fp.flat              0
rsx.fp.point_sprite      513
rsx.fp.targets           3
rsx.fp.texture0.depth    0
rsx.fp.texture0.kind     4
rsx.fp.texture0.shadow   0
rsx.fp.two_sided         0
rsx.vp.output_mask       16417
rsx.vp.start             0
rsx.vp.texture0.kind     2
origin cache_version     v1.95
origin emulator          RPCS3
origin fp_ctrl           0x440
origin renderer          vulkan
origin vp_ctrl           0x0
pair.frag.spv
pair.vert.spv
{
  "folder": "out",
  "bundles": [],
  "refused": 1
}
3
0 bundles, 1 refused
3
0 bundles, 1 refused
3
2
---- err
c: error: v1.91: the cache is of version v1.91; v1.95, v1.94, v1.93 are read
c: error: AC+CD+EF+1.bin: it is not of the pipeline that it is named for
{"error":{"code":3,"kind":"bad input","file":"c/pipelines/vulkan/v1.95/AB+CD+EF+1.bin","text":"AB.vp has 15 bytes: no whole program"}}
c/pipelines/vulkan/v1.95/AB+CD+EF+1.bin: error: CD.fp: cannot open: No such file or directory
out: error: no shader cache of RPCS3 (shaders_cache), Ryujinx (guest.toc) or yuzu (vulkan.bin, opengl.bin), and no frame capture of RPCS3
bundle import: error: name the folder with --out DIR
