# Streams without draws, and draws that neither stream has, are no agreement.
run: relit diff --isa r500 state.txt state.txt || echo exit $?; relit diff --isa r500 state.txt state.txt --json || echo exit $?
run: relit diff --isa r500 --draw 7 state.txt state.txt || echo exit $?; relit diff --draw 7 $DATA/r500/gouraud_triangle $DATA/r500/gouraud_triangle || echo exit $?
# A draw that one of the two has.
run: relit diff --isa r500 --draw 1 state.txt indexed.txt || echo exit $?; relit diff --isa r500 --draw 2 indexed.txt one.txt || echo exit $?; relit diff --isa r500 --draw 1 indexed.txt one.txt || echo exit $?
---- in state.txt
0x00000854 0x0000200a
---- in indexed.txt
0xc0022f00 0x00000001 0x00000303 0x00000000
0xc0013600 0x00020012 0x00010000
0xc0013600 0x00020012 0x00010000
---- in one.txt
0xc0022f00 0x00000001 0x00000303 0x00000000
0xc0013600 0x00020012 0x00010000
---- out
nothing was compared: neither stream has a draw
exit 1
{
  "kind": "draws",
  "differences": [],
  "same": false,
  "not_compared": "neither stream has a draw"
}
exit 1
exit 2
exit 2
draw 1: in the second stream alone
exit 1
draw 2: in the first stream alone
exit 1
---- err
state.txt: error: --draw 7: neither stream has this draw
$DATA/r500/gouraud_triangle: error: --draw 7: neither stream has this draw
