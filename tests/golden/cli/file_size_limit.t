# A limit of the sizes of files is as a full disk: one line, and what was there stays.
run: echo old > out; for to in out answer; do c=0; (ulimit -f 8; relit disasm $DATA/gs/prim_tris.gs.xz -o $to) || c=$?; echo $c; done; cat out; ls -A
run: c=0; (ulimit -f 8; relit disasm $DATA/gs/prim_tris.gs.xz > through) || c=$?; echo $c
---- out
3
3
old
out
3
---- err
out: error: cannot write: File too large
answer: error: cannot write: File too large
<stdout>: error: cannot write: File too large
