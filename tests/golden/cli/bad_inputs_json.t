run: relit run $DATA/nv2a/op_add.bin --inputs in.json
exit: 3
---- in in.json
{"v0": [1, "zz"]}
---- err
$DATA/nv2a/op_add.bin: note: guessed nv2a, --isa to choose
in.json: error: set 0: "v0": "zz" is not 8 hex digits
