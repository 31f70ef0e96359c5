# The surfaces of a capture, and one of them as bytes and as an image.
run: relit surface $DATA/r500/fmt_dxt1
run: relit surface $DATA/r500/fmt_dxt1 --target texture:0 --draw 2 --raw pixels
run: zstd -dcq $DATA/r500/fmt_dxt1/b/b6232ba34046c4af.zst | cmp -n 512 - pixels && echo the blob
run: relit surface $DATA/r500/fmt_dxt1 --target texture:0 --draw 2 -o dxt1.png
run: head -c 26 dxt1.png | od -An -tx1
run: relit surface $DATA/r500/fmt_dxt1 --target buffer:5 --format DXT1 --size 32,32 -o again.png && cmp dxt1.png again.png && echo the same
run: relit surface $DATA/r500/fmt_dxt1 --target depth -o z.pgm && head -c 50 z.pgm | head -n 4
run: relit surface $DATA/r500/fmt_dxt1 --target depth -o z.png && head -c 26 z.png | od -An -tx1
run: grep -aco 'depth not in the capture: the GPU draws it (replay --target depth)' z.pgm z.png; relit surface $DATA/r500/fmt_dxt1 --target buffer:5 --format Z16 --size 4,1 -o known.png && grep -aco 'depth from [0-9.]* (black) to [0-9.]* (white)' known.png
run: zstd -dcq $DATA/r500/fmt_dxt1/b/b6232ba34046c4af.zst > memory && relit surface memory --target bytes --format DXT1 --size 32,32 -o again.png && cmp dxt1.png again.png && echo the same
run: relit surface memory --target bytes --format DXT1 --size 32,32 --raw m.rs --as rust --name BLOCKS; head -n 4 m.rs; relit surface m.rs --target bytes --format DXT1 --size 32,32 -o third.png && cmp dxt1.png third.png && echo the same
run: for t in linear micro macro macro,micro; do o='--format 16 --size 32,8 --pitch 128 --tiling'; relit surface $DATA/r500/fmt_dxt1 --target buffer:5 $o $t --raw a && relit surface memory --target bytes $o $t --raw b && cmp a b && cksum b; done | sort -u | wc -l
run: relit surface $DATA/r500/fmt_dxt1 --out all --submission 0 && ls all
---- out
draws 1..2     colour 0   buffer 3 + 0x0     128x128            ARGB8888 C4_8_S_U, pitch 128, macro,micro, not written by the CPU
draw 1         depth 0    buffer 4 + 0x0     128x128            Z24S8, pitch 128, macro,micro, not written by the CPU
draw 2         texture 0  buffer 5 + 0x0     32x32              DXT1, pitch 32, linear
draw 3         texture 0  buffer 3 + 0x0     128x128            8_8_8_8, pitch 128, macro,micro, not written by the CPU
draw 3         colour 0   buffer 7 + 0x0     128x128            ARGB8888 C4_8_S_U, pitch 128, linear, not written by the CPU
the blob
 89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52
 00 00 00 20 00 00 00 20 08 06
the same
P5
# depth not in the capture: the GPU draws it (r 89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52
 00 00 00 80 00 00 00 80 10 00
z.pgm:1
z.png:1
1
the same
// relit: pixels, 512 bytes as bytes
pub const BLOCKS: [u8; 512] = [
    0x1f, 0x00, 0x00, 0xf8, 0x05, 0x04, 0x8b, 0xa2, 0x1f, 0x21, 0x23, 0xf8, 0xe8, 0x1c, 0x7e, 0x8c,
    0x1e, 0x42, 0x46, 0xf0, 0x98, 0xc8, 0x0a, 0xbe, 0x1e, 0x63, 0x69, 0xf0, 0xf7, 0x12, 0xb3, 0x75,
the same
3
draws 1..2     colour 0   buffer 3 + 0x0     128x128            ARGB8888 C4_8_S_U, pitch 128, macro,micro, not written by the CPU
draw 1         depth 0    buffer 4 + 0x0     128x128            Z24S8, pitch 128, macro,micro, not written by the CPU
draw 2         texture 0  buffer 5 + 0x0     32x32              DXT1, pitch 32, linear
draw 3         texture 0  buffer 3 + 0x0     128x128            8_8_8_8, pitch 128, macro,micro, not written by the CPU
draw 3         colour 0   buffer 7 + 0x0     128x128            ARGB8888 C4_8_S_U, pitch 128, linear, not written by the CPU
draw-000001-depth.png
draw-000002-colour-0.png
draw-000002-texture-0.png
draw-000003-colour-0.png
draw-000003-texture-0.png
---- err
$DATA/r500/fmt_dxt1: note: depth not in the capture: the GPU draws it (replay --target depth)
$DATA/r500/fmt_dxt1: note: depth not in the capture: the GPU draws it (replay --target depth)
$DATA/r500/fmt_dxt1: note: depth from 0.00047302968 (black) to 0.9687648 (white)
draw-000001-depth.png: note: depth not in the capture: the GPU draws it (replay --target depth)
