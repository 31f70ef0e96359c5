# Many pixels in one replay: a rectangle has what --pixel says of each, and a grid lies evenly over what is shown. Limits and mistakes.
run: relit replay $DATA/gs/gif_formats.gs.xz --pixels 100,75,2x1 --draw 12 > both; for x in 100 101; do relit replay $DATA/gs/gif_formats.gs.xz --pixel $x,75 --draw 12 | sed -n '/^at the end/q; p' > one; awk -v p="pixel $x,75: " '/^at the end/ { exit } /^[^ ]/ { mine = index($0, p) == 1 } mine' both | sed "s/^pixel $x,75: //" | cmp - one && wc -l < one; done
run: relit replay $DATA/gs/dither.gs.xz --pixels 2x2 | grep '^pixel\|^at'
run: relit replay $DATA/gs/scanmsk.gs.xz --pixels 1x2 --json --stats | tr -d ' \n' | sed 's/"events":\[.*\],"pixels"/"events":[...],\n"pixels"/; s/"places"/\n&/g; s/"stats"/\n&/; s/$/\n/'
run: for area in 65x64 5000,5000,2x2 16 0x4 1,2,3 none; do c=0; relit replay $DATA/gs/scanmsk.gs.xz --pixels $area || c=$?; echo $c; done
run: c=0; xzcat $DATA/gs/scanmsk.gs.xz | relit replay - --pixels 2x2 || c=$?; echo $c; xzcat $DATA/gs/scanmsk.gs.xz | relit replay - --pixels 3,3,1x1 | tail -n 2
run: ! relit replay $DATA/gs/scanmsk.gs.xz --pixels 2x2 --pixel 3,3
---- out
17
17
pixel 128,112: draw 1, frame 1, packet 0 at 0x4021f9: SPRITE at 128,112 on FBP 0x0
pixel 384,112: draw 1, frame 1, packet 0 at 0x4021f9: SPRITE at 384,112 on FBP 0x0
pixel 128,336: draw 1, frame 1, packet 0 at 0x4021f9: SPRITE at 128,336 on FBP 0x0
pixel 384,336: draw 1, frame 1, packet 0 at 0x4021f9: SPRITE at 384,336 on FBP 0x0
pixel 128,112: draw 3, frame 1, packet 0 at 0x4021f9: TRISTRIP at 128,112 on FBP 0x0
pixel 384,112: draw 5, frame 1, packet 0 at 0x4021f9: TRISTRIP at 384,112 on FBP 0x0
pixel 128,336: draw 7, frame 1, packet 0 at 0x4021f9: TRISTRIP at 128,336 on FBP 0x0
pixel 384,336: draw 9, frame 1, packet 0 at 0x4021f9: TRISTRIP at 384,336 on FBP 0x0
pixel 128,112: draw 11, frame 2, packet 3 at 0x404722: TRISTRIP at 128,112 on FBP 0x0
pixel 384,112: draw 13, frame 2, packet 3 at 0x404722: TRISTRIP at 384,112 on FBP 0x0
pixel 128,336: draw 15, frame 2, packet 3 at 0x404722: TRISTRIP at 128,336 on FBP 0x0
pixel 384,336: draw 17, frame 2, packet 3 at 0x404722: TRISTRIP at 384,336 on FBP 0x0
at the end
pixel 128,112
pixel 384,112
pixel 128,336
pixel 384,336
{"area":{"x":0,"y":0,"width":512,"height":448,"columns":1,"rows":2},"events":[...],
"pixels":[{"x":256,"y":112,"left_out":0,
"places":[{"buffer":"frame","page":0,"width":512,"format":"CT32","address":231424,"bits":32,"first":0,"last":4206624},{"buffer":"depth","page":112,"width":512,"format":"Z24","address":1150976,"bits":24,"first":0,"last":0}]},{"x":256,"y":336,"left_out":0,
"places":[{"buffer":"frame","page":0,"width":512,"format":"CT32","address":690176,"bits":32,"first":0,"last":4206624},{"buffer":"depth","page":112,"width":512,"format":"Z24","address":1609728,"bits":24,"first":0,"last":0}]}],
"stats":{"frames":2,"draws":13,"primitives":13,"pixels":566176,"palettes":0,"transfers":0,"copies":0,"uploadedbytes":0}}
2
2
2
2
2
2
2
  memory   0x00403020 at 0x00005c: frame of page 0x0, 512 pixels wide, CT32
  memory   0x00000000 at 0x0e185c: depth of page 0x70, 512 pixels wide, Z24
---- err
$DATA/gs/scanmsk.gs.xz: error: --pixels: 65 x 64 pixels are more than the 4096 that a replay follows
$DATA/gs/scanmsk.gs.xz: error: --pixels 5000,5000,2x2: outside of every frame that is drawn to or shown
relit: error: --pixels: 16 is neither COLUMNSxROWS, such as 16x14, nor X,Y,WxH, such as 10,20,8x4
relit: error: --pixels: 0x4 is neither COLUMNSxROWS, such as 16x14, nor X,Y,WxH, such as 10,20,8x4
relit: error: --pixels: 1,2,3 is neither COLUMNSxROWS, such as 16x14, nor X,Y,WxH, such as 10,20,8x4
relit: error: --pixels: none is neither COLUMNSxROWS, such as 16x14, nor X,Y,WxH, such as 10,20,8x4
<stdin>: error: --pixels 2x2: standard input is read once, so the frame is not known beforehand; give a rectangle, X,Y,WxH
relit: error: --pixels excludes --pixel
