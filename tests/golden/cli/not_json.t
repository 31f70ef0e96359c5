run: relit run $DATA/nv2a/op_add.bin --inputs in.json
exit: 3
---- in in.json
{"v0": [1
---- err
in.json: error: not JSON
