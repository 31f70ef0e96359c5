# Two captures, of which the second culls its triangle: the first draw that differs, its state, and the pixels.
run: cp -r $DATA/r500/gouraud_triangle culled && chmod -R u+w culled && sh change.sh culled 's/SU_CULL_MODE = .*/SU_CULL_MODE = {CULL_FRONT=1, CULL_BACK=1}/'
run: cp -r $DATA/r500/gouraud_triangle shallow && chmod -R u+w shallow && sh change.sh shallow 's/ZB_CNTL = .*/ZB_CNTL = 0/'
run: relit replay $DATA/r500/gouraud_triangle culled --diff -o apart || echo $?; ls apart
run: relit replay $DATA/r500/gouraud_triangle culled --diff --json | head -n 60 | grep -A 24 '"state"'
run: relit replay $DATA/r500/gouraud_triangle shallow --diff || echo $?
run: relit replay $DATA/r500/gouraud_triangle $DATA/r500/depth_range --diff | head -n 3
run: relit replay $DATA/r500/gouraud_triangle $DATA/r500/gouraud_triangle --diff && echo $?
run: cp -r $DATA/r500/gouraud_triangle ended && chmod -R u+w ended && truncate -s 1600 ended/ib000.bin && relit replay ended $DATA/r500/gouraud_triangle --diff || echo $?
run: relit replay $DATA/r500/gouraud_triangle --diff || echo $?
run: relit replay $DATA/r500/gouraud_triangle $DATA/gs/prim_tris.gs.xz --diff || echo $?
run: relit replay $DATA/gs/prim_tris.gs.xz $DATA/r500/gouraud_triangle --diff || echo $?
run: relit replay $DATA/r500/gouraud_triangle culled --diff --renderer reference || echo $?
---- in change.sh
size=$(wc -c < $1/ib000.bin)
relit disasm $1 | sed "$2" > text
relit asm --isa r500 text -o words && head -c $size words > $1/ib000.bin
---- out
first difference: draw 2 of $DATA/r500/gouraud_triangle (submission 0, dword 509), draw 2 of culled (submission 0, dword 509)
colour 0: 5202 of 128 x 128 pixels differ, from 13,13 to 114,113
  the first at 13,13: 0xff0201fc and 0xff4c331a
SU_CULL_MODE
  {FACE=1}
  {CULL_FRONT=1, CULL_BACK=1}
images of colour 0: apart/a.png, b.png, difference.png (differences times 64)
1
a.png
b.png
difference.png
  "state": [
    {
      "what": "SU_CULL_MODE",
      "a": "{FACE=1}",
      "b": "{CULL_FRONT=1, CULL_BACK=1}",
      "fields": [
        {
          "field": "CULL_FRONT",
          "a": "0",
          "b": "1"
        },
        {
          "field": "CULL_BACK",
          "a": "0",
          "b": "1"
        },
        {
          "field": "FACE",
          "a": "1",
          "b": "0"
        }
      ]
    }
  ]
}
first difference: draw 1 of $DATA/r500/gouraud_triangle (submission 0, dword 302), draw 1 of shallow (submission 0, dword 302)
depth: the second draw does not write it
ZB_CNTL
  {STENCIL_ENABLE=1, Z_ENABLE=1, ZWRITEENABLE=1}
  0
no images: -o FOLDER writes them
1
first difference: draw 2 of $DATA/r500/gouraud_triangle (submission 0, dword 509), draw 2 of $DATA/r500/depth_range (submission 0, dword 604)
colour 0: 6528 of 128 x 128 pixels differ, from 13,13 to 114,113
  the first at 13,13: 0xff0201fc and 0xff4c331a
no difference in 3 draws
0
first difference: ended ends after 1 draw, $DATA/r500/gouraud_triangle has more
3
2
3
3
2
---- err
ended: error: manifest.json: submissions[0].ib.dwords is 816, but ib000.bin has 1600 bytes
relit: error: --diff takes two dumps or captures, or one dump and --rules console,plain
$DATA/gs/prim_tris.gs.xz: error: --diff compares two files of one kind: $DATA/r500/gouraud_triangle is a capture of R500, $DATA/gs/prim_tris.gs.xz a dump of the GS
$DATA/r500/gouraud_triangle: error: --diff compares two files of one kind: $DATA/r500/gouraud_triangle is a capture of R500, $DATA/gs/prim_tris.gs.xz a dump of the GS
$DATA/r500/gouraud_triangle: error: --renderer reference: only vulkan draws captures of R500
