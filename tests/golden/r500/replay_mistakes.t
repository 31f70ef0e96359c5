# What replay of a capture refuses.
run: relit replay $DATA/r500/gouraud_triangle --target fb -o a.png || echo $?
run: relit replay $DATA/r500/gouraud_triangle --target texture:0 -o a.png || echo $?
run: relit replay $DATA/r500/gouraud_triangle --target colour:3 -o a.png || echo $?
run: relit replay $DATA/r500/gouraud_triangle --device no_such_card -o a.png 2> told || echo $?
run: relit replay --isa r500 $DATA/r500/flow_stream.vs.bin -o a.png || echo $?
run: cp -r $DATA/r500/fmt_dxt1 broken && chmod -R u+w broken && rm broken/b/* && relit replay broken -o a.png || echo $?
---- out
2
2
4
6
4
3
---- err
$DATA/r500/gouraud_triangle: error: --target fb: colour, colour:N, depth, stencil or buffer:ID
$DATA/r500/gouraud_triangle: error: --target texture:0: colour, colour:N, depth, stencil or buffer:ID
$DATA/r500/gouraud_triangle: error: the last draw has no colour:3
$DATA/r500/flow_stream.vs.bin: error: a stream alone comes without its buffers; replay needs a capture
broken: warning: a draw is left out: b/b6232ba34046c4af.zst: is missing (first in draw 2)
broken: error: b/b6232ba34046c4af.zst: is missing
