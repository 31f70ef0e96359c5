# A verb on many inputs: each has a result, which is that of the verb alone; a second run makes nothing again, but for what is damaged.
run: mkdir -p in/sub; cp $DATA/nv2a/op_add.bin $DATA/nv2a/op_mul.bin in; cp in/op_add.bin in/sub/same.bin; printf nothing >in/sub/letter.txt; cp $DATA/nv2a/skin2.bin "$(printf 'in/new\nline')"
run: relit batch translate in --out store --isa nv2a --to spirv --jobs 2 || echo "exit $?"; relit batch translate in --out store --isa nv2a --to spirv || echo "exit $?"
run: relit batch status store || echo "exit $?"; relit batch extract store --out files; find files -type f | sort | cat -v; for i in op_add op_mul; do relit translate in/$i.bin --isa nv2a --to spirv | cmp - files/$i.bin.stdout; done; cat files/sub/letter.txt.stderr
run: { relit batch translate in --out store --isa nv2a --to spirv --json || echo "exit $?"; } | sed 's/"key":"[0-9a-f]*"/"key":"..."/'
run: for one in $(find store/results -type f | head -n 1); do printf x >>$one; done; { relit batch status store --json || true; } | grep damaged; relit batch extract store --out other 2>told || echo "exit $?"; relit batch translate in --out store --isa nv2a --to spirv 2>told || echo "exit $?"; grep -c "is damaged and is made again" told; relit batch status store | head -n 2
run: relit batch translate in --out store --isa nv2a --to glsl || echo "exit $?"; relit batch info in --out store || echo "exit $?"; relit batch info in --out in || echo "exit $?"; relit batch status in || echo "exit $?"; relit batch status none || echo "exit $?"
---- out
4 units: 3 done, 1 failed (exit code 3: 1); 1 inputs have the contents of others
exit 1
4 units: 3 done, 1 failed (exit code 3: 1); 1 inputs have the contents of others; 4 were there
exit 1
translate --isa nv2a --to spirv
4 units: 3 done, 1 failed (exit code 3: 1); 1 inputs have the contents of others
exit code 3  sub/letter.txt
exit 1
5 results as 7 files
files/new
files/new
files/op_add.bin.stdout
files/op_mul.bin.stdout
files/sub/letter.txt.stderr
files/sub/letter.txt.stdout
files/sub/same.bin.stdout
line.stderr
line.stdout
in/sub/letter.txt:0x0: error: not a multiple of 16 bytes: 7 bytes are left after slot 0
{"unit":"new\nline","key":"...","exit":0}
{"unit":"op_add.bin","key":"...","exit":0}
{"unit":"op_mul.bin","key":"...","exit":0}
{"unit":"sub/letter.txt","key":"...","exit":3}
{"unit":"sub/same.bin","key":"...","exit":0}
{"summary":{"units":4,"done":3,"failed":1,"quarantined":0,"damaged":0,"missing":0,"inputs":5,"unreadable":0,"exits":{"3":1},"found":4}}
exit 1
  "damaged": 1,
      "damaged": "there is more than it should have"
exit 3
4 units: 3 done, 1 failed (exit code 3: 1); 1 inputs have the contents of others; 3 were there
exit 1
1
translate --isa nv2a --to spirv
4 units: 3 done, 1 failed (exit code 3: 1); 1 inputs have the contents of others
exit 2
exit 2
exit 2
exit 3
exit 3
---- err
store: error: has the results of another command, translate --isa nv2a --to spirv: name another store
store: error: has the results of another command, translate --isa nv2a --to spirv: name another store
in: error: is neither a store of results nor an empty folder
in: error: is no store of results: plan.json: cannot open: No such file or directory
none: error: is no store of results: plan.json: cannot open: No such file or directory
