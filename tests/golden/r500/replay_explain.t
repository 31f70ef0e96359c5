# Counts of draws, and the register because of which a draw writes nothing.
run: relit replay $DATA/r500/gouraud_triangle --stats | tail -n 4
run: relit replay $DATA/r500/gouraud_triangle --stats --json | grep -A 8 '"draw": 2' | head -n 9
run: relit replay $DATA/r500/gouraud_triangle --explain
run: cp -r $DATA/r500/gouraud_triangle broken && chmod -R u+w broken && relit disasm broken | sed 's/.*SU_CULL_MODE = .*/SU_CULL_MODE = {CULL_FRONT=1, CULL_BACK=1}/' > all.txt
run: relit asm --isa r500 all.txt -o all.pm4 && head -c 3264 all.pm4 > broken/ib000.bin && relit replay broken --explain 2> told
run: relit replay broken --explain --json 2> told | grep -A 24 '"explained"' | grep -E '"(symptom|stopped_by|reason)"'
run: relit replay broken --explain --json 2> told | grep -E '"(register|field|passing|through_port)"'
run: relit replay $DATA/r500/gouraud_triangle --explain --pixel 64,64; relit replay $DATA/r500/gouraud_triangle --explain --pixel 1,1
run: cp -r $DATA/r500/fmt_dxt1 moved && chmod -R u+w moved && printf '\040' | dd of=moved/ib000.bin bs=1 seek=3076 conv=notrunc 2> told && relit replay moved --explain 2> told
run: relit replay $DATA/gs/dither.gs.xz --explain || echo $?
run: relit replay $DATA/r500/gouraud_triangle --explain --draws 1..2 --out x || echo $?
---- out
  draw  primitive         vertices  sent  raster  fragments  written
     1  POINTS                   1     1       1      16384    16384
     2  TRIANGLES                3     1       1       5202     5202
     3  POINTS                   1     1       1      16384    16384
      "draw": 2,
      "primitive": "TRIANGLES",
      "vertices": 3,
      "unread": 0,
      "sent": 1,
      "clipped": 0,
      "culled": 0,
      "rasterised": 1,
      "fragments": 5202,
3 draws: 0 write nothing, 0 explained
draw 2 writes nothing, stopped by culling (3 vertices, 1 sent, 1 culled)
  SU_CULL_MODE = {CULL_FRONT=1, CULL_BACK=1}, culling, written at dword 459 of submission 0
    with 0 5202 fragments are written
3 draws: 1 writes nothing, 1 explained
      "symptom": "nothing_written",
      "stopped_by": "culling",
      "reason": "",
          "register": "SU_CULL_MODE",
          "field": "CULL_FRONT",
          "passing": 0,
          "through_port": false,
3 draws: 0 write nothing, 0 explained
3 draws: 1 writes nothing, 0 explained
draw 3 writes nothing, stopped by colour mask (1 vertices, 1 sent, 1 raster, 16384 fragments, 16384 masked)
  fragment program: the program has no OUT
  GA_US_VECTOR_INDEX = {INDEX=32}, program, written at dword 769 of submission 0
    with 0 16384 fragments are written
  US_CODE_ADDR = {END_ADDR=1}, program, written at dword 767 of submission 0
    with {START_ADDR=32, END_ADDR=33} 16384 fragments are written
  US_CODE_OFFSET = 0, program, written at dword 765 of submission 0
    with {OFFSET_ADDR=32} 16384 fragments are written
3 draws: 1 writes nothing, 1 explained
2
2
---- err
$DATA/gs/dither.gs.xz: error: --explain is for captures of R500, not for dumps of the GS
relit: error: --explain excludes --draws
