# Messages that cannot be written are lost; output and exit code are as if they had been read.
run: for stderr in /dev/full shown; do relit translate $DATA/nv2a/op_add.bin --to glsl -o $(basename $stderr).glsl 2> $stderr && echo $?; done; cmp full.glsl shown.glsl && wc -l < shown
run: for json in "" --json; do relit info missing $json 2> /dev/full && code=0 || code=$?; echo $code; done
run: relit disasm $DATA/nv2a/op_add.bin 2>&- | wc -l
run: relit replay $DATA/gs/prim_tris.gs.xz --stats --draw 9999999 2> /dev/full && code=0 || code=$?; echo $code
run: relit --no-such-option 2> /dev/full && code=0 || code=$?; echo $code
---- out
0
0
1
3
3
3
2
2
