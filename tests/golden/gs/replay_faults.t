# What is refused, and what is drawn before damage is told.
run: ! relit replay $DATA/gs/prim_tris.gs.xz --draw 100000 --stats
run: ! relit replay $DATA/gs/prim_tris.gs.xz --frame 9 --stats
run: head -c 6000 $DATA/gs/prim_tris.gs.xz > cut.gs.xz
run: ! relit replay cut.gs.xz --stats
run: ! relit replay empty
run: ! relit replay text
run: ! relit replay missing.gs
---- in empty
---- in text
not a dump
---- out
frames           1
draws            335
primitives       335
pixels           477870
palettes         0
transfers        0
copies           0
uploaded bytes   0
---- err
$DATA/gs/prim_tris.gs.xz: error: --draw 100000: there are 669 draws
$DATA/gs/prim_tris.gs.xz: error: --frame 9: there are 2 frames
cut.gs.xz:0x40a798: error: the xz stream is cut off; packet 3: it declares 21408 bytes, 4128 are there; it and what follows is missing (offset in the uncompressed file)
empty:0x0: error: not a GS dump
text:0x0: error: not a GS dump
missing.gs: error: cannot open: No such file or directory
