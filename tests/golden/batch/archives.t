# Files of archives are inputs as if they lay in folders; captures that are archives are whole.
run: mkdir in in/sub; cp $DATA/nv2a/op_add.bin in/a; cp $DATA/nv2a/op_mul.bin in/sub/b; printf odd >in/sub/c; sh make.sh
run: relit batch disasm in --isa nv2a --out folder || echo "exit $?"; for i in tar tar.xz zip; do relit batch disasm made/a.$i --isa nv2a --out of_$i || echo "exit $?"; relit batch compare folder of_$i | grep -v store; done
run: relit batch disasm made/a.tar in made/a.zip --isa nv2a --out all || echo "exit $?"; relit batch extract all --out files; find files -type f | sort; cat files/made/a.tar/sub/c.stderr; ls all; ls all/running
run: relit batch translate made/a.zip --isa nv2a --out written -- --dump dump >told 2>&1 || true; relit batch extract written --out dumps; find dumps -name '*.glsl' | sort; relit batch run made/a.zip --isa nv2a --inputs in.json --out ran >told 2>&1 || true; relit batch status ran 2>&1 | head -n 2 || true
run: relit batch plan disasm made/a.tar.xz --isa nv2a --out planned 2>&1 | head -n 1; relit batch work planned --shard 1/1 || echo "exit $?"; diff -r of_tar.xz/results planned/results && echo same; cp made/other.tar made/a.tar.xz; relit batch work planned --shard 1/1 || echo "exit $?"
run: relit batch disasm made/bad.tar made/cut.tar made/not.zip --isa nv2a --out b || echo "exit $?"
run: cd $DATA/r500/gouraud_triangle && python3 -m zipfile -c $OLDPWD/capture.zip *; cd $OLDPWD; relit batch info capture.zip --out c --json | grep -o '"unit":"[^"]*"'
---- in in.json
{"v0": [1, 2, 3, 4]}
---- in make.sh
mkdir made
tar -C in --sort=name -cf made/a.tar . && xz -k made/a.tar && (cd in && python3 -m zipfile -c ../made/a.zip a sub)
tar -C in -cf made/other.tar sub
tar -C in -P --transform 's,^a,../up,;s,^sub/b,/etc/x,' -cf made/bad.tar a sub/b sub/c
head -c 3000 made/a.tar >made/cut.tar
printf 'no archive' >made/not.zip
---- out
3 units: 2 done, 1 failed (exit code 3: 1)
exit 1
3 units: 2 done, 1 failed (exit code 3: 1)
exit 1
A  folder: disasm --isa nv2a
B  of_tar: disasm --isa nv2a

same                                  3
differs                               0
compared with other messages          1
3 units: 2 done, 1 failed (exit code 3: 1)
exit 1
A  folder: disasm --isa nv2a
B  of_tar.xz: disasm --isa nv2a

same                                  3
differs                               0
compared with other messages          1
3 units: 2 done, 1 failed (exit code 3: 1)
exit 1
A  folder: disasm --isa nv2a
B  of_zip: disasm --isa nv2a

same                                  3
differs                               0
compared with other messages          1
3 units: 2 done, 1 failed (exit code 3: 1); 6 inputs have the contents of others
exit 1
9 results as 12 files
files/a.stdout
files/made/a.tar/a.stdout
files/made/a.tar/sub/b.stdout
files/made/a.tar/sub/c.stderr
files/made/a.tar/sub/c.stdout
files/made/a.zip/a.stdout
files/made/a.zip/sub/b.stdout
files/made/a.zip/sub/c.stderr
files/made/a.zip/sub/c.stdout
files/sub/b.stdout
files/sub/c.stderr
files/sub/c.stdout
a.tar/sub/c:0x0: error: not a multiple of 16 bytes: 3 bytes are left after slot 0
hashes
lock
plan.json
quarantined
results
running
times
units.jsonl
3 results as 12 files
dumps/made/a.zip/a.files/dump/vertex_output.glsl
dumps/made/a.zip/sub/b.files/dump/vertex_output.glsl
run --isa nv2a --inputs in.json
3 units: 2 done, 1 failed (exit code 3: 1)
3 units, 1 shard, about 0 s in all: no unit has been measured; the sizes count, 10 ms a unit and 1 s a MiB are assumed
3 units: 2 done, 1 failed (exit code 3: 1)
exit 1
same
0 units: 0 done; 3 inputs cannot be read
exit 3
2 units: 1 done, 1 failed (exit code 3: 1); 5 inputs cannot be read
exit 3
"unit":"capture.zip"
---- err
made/a.tar.xz/a: error: its contents are not those of the plan: plan again
batch: error: made/a.tar.xz/sub/b: it is not there any more
batch: error: made/a.tar.xz/sub/c: it is not there any more
made/bad.tar/../up: error: its name leads out of the archive
made/bad.tar//etc/x: error: its name is absolute
made/cut.tar/sub/b: error: the archive is damaged: Truncated input file (needed 464 bytes, only 392 available)
made/cut.tar: error: the archive is damaged: Truncated input file (needed 464 bytes, only 0 available)
made/not.zip: error: the archive is damaged: Unrecognized archive format
