run: relit run $DATA/nv2a/op_add.bin --inputs in.json
exit: 3
---- in in.json
{"v16": [1]}
---- err
$DATA/nv2a/op_add.bin: note: guessed nv2a, --isa to choose
in.json: error: set 0: "v16" is not an input of nv2a programs; they have v0 to v15, c0 to c191
