# What surface refuses, and with which exit code.
run: relit surface $DATA/r500/fmt_dxt1 --target colour:3 -o a.png || echo $?
run: relit surface $DATA/r500/fmt_dxt1 --target texture:0 --draw 2 --level 1 -o a.png || echo $?
run: relit surface $DATA/r500/fmt_dxt1 --target texture:0 --draw 2 --layer 1 -o a.png || echo $?
run: relit surface $DATA/r500/fmt_dxt1 --target image -o a.png || echo $?
run: relit surface $DATA/r500/fmt_dxt1 --draw 9 || echo $?
run: relit surface $DATA/r500/fmt_dxt1 --submission 7 || echo $?
run: relit surface $DATA/r500/fmt_dxt1 --target buffer:77 -o a.png || echo $?
run: relit surface $DATA/r500/depth_range --target buffer:5 -o a.png || echo $?
run: relit surface $DATA/r500/fmt_dxt1 --target buffer:5 --format DXT1 --size 320,320 -o a.png || echo $?
run: relit surface $DATA/r500/fmt_dxt1 --target buffer:5 --format DXT9 --size 32,32 -o a.png || echo $?
run: relit surface $DATA/r500/fmt_dxt1 --target buffer:5 --format DXT1 -o a.png || echo $?
run: relit surface $DATA/r500/fmt_dxt1 --target texture:0 --draw 2 -o a.pgm || echo $?
run: cp -r $DATA/r500/fmt_dxt1 broken && chmod -R u+w broken && rm broken/b/* && relit surface broken --target texture:0 --draw 2 -o a.png || echo $?
run: relit surface broken --out all --draw 2 || echo $?
---- out
4
2
2
2
2
2
3
4
3
2
2
2
3
draw 2         texture 0  buffer 5 + 0x0     32x32              DXT1, pitch 32, linear
draw 2         colour 0   buffer 3 + 0x0     128x128            ARGB8888 C4_8_S_U, pitch 128, macro,micro, not written by the CPU
3
---- err
$DATA/r500/fmt_dxt1: error: no draw binds colour:3
$DATA/r500/fmt_dxt1: error: no level 1: the texture has 1
$DATA/r500/fmt_dxt1: error: no layer 1: level 0 has 1
$DATA/r500/fmt_dxt1: error: --target image: texture:UNIT, colour, colour:N, depth, stencil or buffer:ID
$DATA/r500/fmt_dxt1: error: --draw 9: there are 3 draws
$DATA/r500/fmt_dxt1: error: --submission 7: there are 2, from 0
$DATA/r500/fmt_dxt1: error: the capture has no buffer 77
$DATA/r500/depth_range: error: no draw uses buffer 5 as a surface; --format and --size define how to read it, --raw writes its 1048576 bytes
$DATA/r500/fmt_dxt1:0x1000: error: the surface ends before its last pixel, with 4096 of 51200 bytes
$DATA/r500/fmt_dxt1: error: --format DXT9: no such format; relit docs r500 lists them
$DATA/r500/fmt_dxt1: error: --format requires --size WIDTH,HEIGHT
$DATA/r500/fmt_dxt1: error: -o a.pgm: only depth is written as PGM, other images as .png
broken: error: b/b6232ba34046c4af.zst: is missing
draw-000002-texture-0.png: warning: b/b6232ba34046c4af.zst: is missing
broken: error: b/b6232ba34046c4af.zst: is missing
