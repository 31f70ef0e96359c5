# The first draw after which two dumps, or one by two rules, leave memory different.
run: relit replay --diff $DATA/gs/prim_tris.gs.xz $DATA/gs/prim_tris.gs.xz
run: relit replay --diff $DATA/gs/scanmsk.gs.xz --rules console,plain
run: ! relit replay --diff $DATA/gs/prim_tris.gs.xz $DATA/gs/scanmsk.gs.xz -o images
run: ls -A; ls images; ! relit replay --diff $DATA/gs/prim_tris.gs.xz $DATA/gs/scanmsk.gs.xz > told; tail -n 1 told; ls -A
run: ! relit replay --diff $DATA/gs/scanmsk.gs.xz; ! relit replay --diff $DATA/gs/scanmsk.gs.xz --rules plain
---- out
no difference in 669 draws
no difference in 13 draws
first difference: draw 2 of $DATA/gs/prim_tris.gs.xz (packet 0 at 0x4021f9), draw 2 of $DATA/gs/scanmsk.gs.xz (packet 0 at 0x4021f9)
251950 bytes of local memory differ, the first at 0x324: 0x9b and 0x20
63003 of 512 x 448 pixels of the frame differ, from 10,8 to 159,429
  red    63003 pixels, by at most 223
  green  63003 pixels, by at most 137
  blue   63003 pixels, by at most 122
  alpha  62941 pixels, by at most 128
images: images/a.png, b.png, difference.png (differences times 64)
images
a.png
b.png
difference.png
no images: -o FOLDER writes them
images
told
---- err
relit: error: --diff takes two dumps or captures, or one dump and --rules console,plain
relit: error: --diff takes two dumps or captures, or one dump and --rules console,plain
