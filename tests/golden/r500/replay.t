# A capture drawn on the device: counts, and the files that it writes.
run: relit replay $DATA/r500/gouraud_triangle --json -o out.png | grep -E '"(draws|left_out|triangles|files|approximate)"'
run: head -c 26 out.png | od -An -tx1
run: relit replay $DATA/r500/gouraud_triangle --draws 2..3 --out drawn && ls drawn
run: relit replay $DATA/r500/gouraud_triangle --draw 1 --target depth -o z.png && head -c 8 z.png | od -An -c
run: head -c 26 z.png | tail -c 2 | od -An -tx1; relit replay $DATA/r500/gouraud_triangle --draw 1 --target depth -o z.pgm --raw z; head -n 4 z.pgm; wc -c < z
run: relit replay $DATA/r500/depth_range --draw 2 --target depth -o d.pgm --raw d && head -n 2 d.pgm && od -An -v -tx4 -w4 d | cut -c 1-7 | sort -u | sed -n "1p;\$p"
run: relit replay $DATA/r500/gouraud_triangle --draw 1 --target stencil -o s.png && head -c 8 s.png | od -An -c
run: relit replay $DATA/r500/gouraud_triangle --submission 0 --target colour -o c.png && head -c 8 c.png | od -An -c
---- out
  "draws": 3,
  "left_out": 0,
  "triangles": 5,
  "approximate": [],
  "files": [
 89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52
 00 00 00 80 00 00 00 80 08 06
draw-000002-colour-0.png
draw-000002.json
draw-000003-colour-0.png
draw-000003.json
 211   P   N   G  \r  \n 032  \n
 10 00
P5
# depth from 1 (black) to 1 (white)
128 128
65535
65536
P5
# depth from 0.45069006 (black) to 1 (white)
 73606c
 ffffff
 211   P   N   G  \r  \n 032  \n
 211   P   N   G  \r  \n 032  \n
---- err
$DATA/r500/gouraud_triangle: note: depth from 1 (black) to 1 (white)
$DATA/r500/gouraud_triangle: note: depth from 1 (black) to 1 (white)
$DATA/r500/depth_range: note: depth from 0.45069006 (black) to 1 (white)
