# A verb on many inputs: each has a result, which is that of the verb alone; a second run makes nothing again, but for what is damaged.
run: mkdir -p in/sub; cp $DATA/nv2a/op_add.bin $DATA/nv2a/op_mul.bin in; cp in/op_add.bin in/sub/same.bin; printf nothing >in/sub/letter.txt; cp $DATA/nv2a/skin2.bin "$(printf 'in/new\nline')"
run: relit batch translate in --out store --isa nv2a --to spirv --jobs 2; echo "exit $?"; relit batch translate in --out store --isa nv2a --to spirv; echo "exit $?"
run: relit batch status store; echo "exit $?"; relit batch extract store --out files; find files -type f | sort | cat -v; for i in op_add op_mul; do relit translate in/$i.bin --isa nv2a --to spirv | cmp - files/$i.bin.stdout; done; cat files/sub/letter.txt.stderr
run: relit batch translate in --out store --isa nv2a --to spirv --json | sed 's/"key":"[0-9a-f]*"/"key":"..."/'
run: for one in $(find store/results -type f | head -n 1); do printf x >>$one; done; relit batch status store --json | grep damaged; relit batch extract store --out other 2>told || echo "exit $?"; relit batch translate in --out store --isa nv2a --to spirv 2>told; grep -c "is damaged and is made again" told; relit batch status store | head -n 2
run: relit batch translate in --out store --isa nv2a --to glsl || echo "exit $?"; relit batch info in --out store || echo "exit $?"; relit batch info in --out in || echo "exit $?"; relit batch status in || echo "exit $?"; relit batch status none || echo "exit $?"
---- out
---- err
