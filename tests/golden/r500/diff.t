# Streams are compared by the state at each draw, programs by their lines.
run: relit disasm $DATA/r500/gouraud_triangle | sed 's/^ZB_ZTOP = .*/ZB_ZTOP = 0/' | relit asm --isa r500 - -o b.pm4; relit diff --isa r500 $DATA/r500/gouraud_triangle b.pm4 || echo exit $?
run: relit disasm $DATA/r500/gouraud_triangle --draw 2 --stage vs > a.txt; grep -v 'out\[2\]' a.txt | relit asm --isa r500.vs - -o b.vs; relit asm --isa r500.vs a.txt -o a.vs; relit diff a.vs b.vs --isa r500.vs,r500.vs > c.txt || grep '^[-+]' c.txt; relit diff a.vs a.vs --isa r500.vs,r500.vs > out && echo the same
---- out
draw 1
  ZB_ZTOP: {ZTOP=1} | 0
draw 2
  ZB_ZTOP: {ZTOP=1} | 0
draw 3
  ZB_ZTOP: {ZTOP=1} | 0
exit 1
- out[2].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
the same
