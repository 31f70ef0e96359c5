run: relit run $DATA/nv2a/op_add.bin --inputs in.json
exit: 3
---- in in.json
{"v0": [1
---- err
$DATA/nv2a/op_add.bin: note: guessed nv2a, --isa to choose
in.json:1:10: error: not JSON: it ends too early
