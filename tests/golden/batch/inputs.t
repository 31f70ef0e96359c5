# Inputs of a batch: folders, patterns, lists and pairs; and what is refused before anything runs.
run: mkdir in before after; cp $DATA/nv2a/op_add.bin in/a; cp $DATA/nv2a/op_mul.bin in/b; cp in/a in/b before; cp in/b after/a; cp in/b after; cp in/a after/new; cp in/a before/old; mv in/b "$(printf 'in/b\nc')"
run: relit batch info 'in/?' --isa nv2a --out one -- --json; relit batch extract one --out files; head -n 3 files/in/a.stdout; find in -type f -print0 | relit batch info --files-from - --null --isa nv2a --out list
run: relit batch diff before after --out changes --isa nv2a; echo "exit $?"; relit batch status changes
run: cp -r $DATA/r500/gouraud_triangle $DATA/r500/fmt_dxt1 in; relit batch info in --out in/store --json | grep -o '"unit":"[^"]*"'; relit batch info in --out in/store
run: relit batch translate in --isa nv2a || echo "exit $?"; relit batch translate --out s || echo "exit $?"; relit batch translate - --out s || echo "exit $?"; relit batch translate in/none 'in/z*' --out s || echo "exit $?"; relit batch translate in --to wgsl --out s || echo "exit $?"; relit batch translate in --out s --to || echo "exit $?"; relit batch translate in --out s --nothing || echo "exit $?"; relit batch diff in --out s || echo "exit $?"; relit batch nothing || echo "exit $?"; relit batch translate in --isa nv2a --out s -- -o ../x || echo "exit $?"; mkdir empty; relit batch info empty --out s || echo "exit $?"; ls s 2>&1
run: relit batch translate in/a --isa nv2a --out dumps -- --dump program; relit batch extract dumps --out dumped; find dumped -type f | sort
run: chmod 0 in/a; if test -r in/a; then echo "batch: error: in/a: cannot open: Permission denied" >&2; else relit batch info in/a "$(printf 'in/b\nc')" --isa nv2a --out u >told; fi; rm -rf in
---- out
---- err
