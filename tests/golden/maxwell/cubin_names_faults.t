# Mistakes in names of parameters.
run: cp $DATA/maxwell/cuda/module.sm_61.cubin m; for i in 0 1 2 3 4 5 6 7 8; do sed -n "$((i + 1))p" all.json > $i.json; relit run m --kernel scale --context maxwell.workgroup0=4 --inputs $i.json 2>&1 | grep -v "note:"; done
---- in all.json
{"param2": [1, 2]}
{"param2": {"at": 2, "ints": [1]}}
{"param2": {"bytes": 4, "ints": [1]}}
{"param2": 1, "c0": {"at": 0, "ints": [1]}}
{"param1": [1], "s1": [2]}
{"param3": 1}
{"c0": [{"at": 0, "ints": [1]}, 3]}
{"param2": {"at": -1, "ints": [1]}}
{"s0": {"words": [1]}}
---- out
0.json: error: set 0: "param2": more than its 4 bytes
1.json: error: set 0: "param2": more than its 4 bytes
2.json: error: set 0: "param2": "bytes" is the size of a buffer, which this is a part of
3.json: error: set 0: "c0" is given twice, once by its name in the file
4.json: error: set 0: "s1" is given twice, once by its name in the file
5.json: error: set 0: "param3" is not an input of maxwell programs; they have a0 to a63, patch0 to patch31, c0, c1 and so on, s0, s1 and so on; the file names param0, param1, param2
6.json: error: set 0: "c0": a list of words or a list of objects is expected
7.json: error: set 0: "param2": "at": an offset in bytes is expected
8.json: error: set 0: "s0": "words": one of floats, ints, hex, bytes, at is expected
