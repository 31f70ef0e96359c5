# The first draw after which two dumps, or two renderers, leave memory different.
run: relit replay --diff $DATA/gs/prim_tris.gs.xz $DATA/gs/prim_tris.gs.xz
run: relit replay --diff $DATA/gs/scanmsk.gs.xz --renderer reference,plain
run: ! relit replay --diff $DATA/gs/prim_tris.gs.xz $DATA/gs/scanmsk.gs.xz -o pictures
run: ls pictures
---- out
no difference in 669 draws
no difference in 13 draws
first difference: draw 2 of $DATA/gs/prim_tris.gs.xz (packet at 0x4021f9), draw 2 of $DATA/gs/scanmsk.gs.xz (packet at 0x4021f9)
251950 bytes of local memory differ, the first at 0x324: 0x9b and 0x20
pictures: pictures/a.png, b.png, difference.png
a.png
b.png
difference.png
