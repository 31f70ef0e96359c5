# Inputs of a batch: folders, patterns, lists and pairs; and what is refused before anything runs.
run: mkdir in before after; cp $DATA/nv2a/op_add.bin in/a; cp $DATA/nv2a/op_mul.bin in/b; cp in/a in/b before; cp in/b after/a; cp in/b after; cp in/a after/new; cp in/a before/old; mv in/b "$(printf 'in/b\nc')"
run: relit batch info 'in/?' --isa nv2a --out one -- --json; relit batch extract one --out files; head -n 3 files/in/a.stdout; find in -type f -print0 | relit batch info --files-from - --null --isa nv2a --out list
run: relit batch diff before after --out changes --isa nv2a || echo "exit $?"; relit batch status changes || echo "exit $?"
run: cp -r $DATA/r500/gouraud_triangle $DATA/r500/fmt_dxt1 in; relit batch info in --out in/store --json | grep -o '"unit":"[^"]*"' || echo "exit $?"; relit batch info in --out in/store || echo "exit $?"
run: relit batch translate in --isa nv2a || echo "exit $?"; relit batch translate --out s || echo "exit $?"; relit batch translate - --out s || echo "exit $?"; relit batch translate in/none 'in/z*' --out s || echo "exit $?"; relit batch translate in --to wgsl --out s || echo "exit $?"; relit batch translate in --out s --to || echo "exit $?"; relit batch translate in --out s --nothing || echo "exit $?"; relit batch diff in --out s || echo "exit $?"; relit batch nothing || echo "exit $?"; relit batch translate in --isa nv2a --out s -- -o ../x || echo "exit $?"; mkdir empty; relit batch info empty --out s || echo "exit $?"; ls s 2>/dev/null || echo "no store"
run: relit batch translate in/a --isa nv2a --out dumps -- --dump program; relit batch extract dumps --out dumped; find dumped -type f | sort
run: chmod 0 in/a; if test -r in/a; then echo "batch: error: in/a: cannot open: Permission denied" >&2; else relit batch info in/a "$(printf 'in/b\nc')" --isa nv2a --out u >told; fi; rm -rf in
---- out
1 unit: 1 done
1 results as 1 files
{
  "isa": "nv2a",
  "bytes": 48,
2 units: 2 done
2 units: 1 done, 1 failed (exit code 1: 1)
exit 1
diff --isa nv2a
2 units: 1 done, 1 failed (exit code 1: 1)
exit code 1  a
exit 1
"unit":"a"
"unit":"b\nc"
"unit":"fmt_dxt1"
"unit":"gouraud_triangle"
4 units: 4 done; 4 were there
exit 2
exit 2
exit 2
exit 3
exit 2
exit 2
exit 2
exit 2
exit 2
exit 2
exit 3
no store
1 unit: 1 done
1 results as 5 files
dumped/in/a.files/program/vertex_guest.bin
dumped/in/a.files/program/vertex_ir.txt
dumped/in/a.files/program/vertex_output.glsl
dumped/in/a.files/program/vertex_passes.txt
dumped/in/a.stdout
---- err
before/old: warning: has no file of this name to be compared with
after/new: warning: has no file of this name to be compared with
batch: error: name the folder of the results: --out STORE
batch: error: name the inputs: files, folders, patterns, or --files-from FILE
batch: error: standard input is no input of a unit: name a file
batch: error: in/none: no such file, and no pattern that matches one
relit: error: --to: wgsl not in {spirv,glsl,ir}
relit: error: --to: 1 required TEXT:{spirv,glsl,ir} missing
relit: error: batch takes no --nothing; relit batch --help lists what it takes
batch: error: expected relit batch diff INPUT INPUT --out STORE
batch: error: expected one of disasm, info, translate, verify, run, replay, report, lint, diff, status, plan, work, resubmit, merge, check, submit, extract, compare
batch: error: --output ../x: files of a unit are kept in the store: give a name without a folder above it
batch: error: there is no file among the inputs
batch: error: in/a: cannot open: Permission denied
