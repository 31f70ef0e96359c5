# A file that is written does not take the place of a standard stream that is closed.
run: c=0; relit replay $DATA/gs/prim_tris.gs.xz -o out.png --stats >&- || c=$?; echo $c; head -c 4 out.png | tail -c 3; echo; file=$(wc -c < out.png); test $file -gt 1000
run: relit asm a.vsh --isa nv2a -o out >&- 2>&- <&-; wc -c < out
run: c=0; relit asm - --isa nv2a -o out <&- || c=$?; echo $c
run: c=0; relit --help > /dev/full || c=$?; echo $c; c=0; relit --version >&- || c=$?; echo $c
---- in a.vsh
mov oPos, v0
---- out
3
PNG
16
3
3
3
---- err
$DATA/gs/prim_tris.gs.xz: error: cannot write: Bad file descriptor
<stdin>: error: cannot read: Bad file descriptor
<stdout>: error: cannot write: No space left on device
<stdout>: error: cannot write: Bad file descriptor
