# Draws have one number wherever they are named: in the text of a dump, in properties and counts, to --draw, and in the history of
# a pixel. The last columns are equal; a draw behind the last is refused.
run: for f in gif_formats prim_tris dither scanmsk; do d=$DATA/gs/$f.gs.xz; n=$(relit replay $d --stats --json | sed -n 's/.*"draws": \([0-9]*\).*/\1/p'); echo $f $n $(relit info $d | sed -n 's/^draws *//p') $(relit disasm $d | sed -n 's,.*// draw \([0-9]*\).*,\1,p' | tail -n 1) $(relit replay $d --draw $n --stats | sed -n 's/^draws *//p'); relit replay $d --draw $((n + 1)) --stats 2>/dev/null || echo refused; done
run: relit disasm $DATA/gs/gif_formats.gs.xz | awk '/packet [0-9]+,/ { packet = $5 } /draw 12$/ { print "packet", packet, $1, $(NF - 1), $NF }'
run: relit replay $DATA/gs/gif_formats.gs.xz --pixel 100,75 --draw 12 | grep '^draw 12'
---- out
gif_formats 299 299 299 299
refused
prim_tris 669 669 669 669
refused
dither 17 17 17 17
refused
scanmsk 13 13 13 13
refused
packet 3, XYZF2 draw 12
draw 12, frame 1, packet 3 at 0x40646b: TRISTRIP at 100,75 on FBP 0x0
