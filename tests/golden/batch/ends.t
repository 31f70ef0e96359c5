# Runs that are killed go on and give what a quiet run gives; units that exceed a limit are quarantined, and tried again if asked.
run: relit sample nv2a --count 400 --out in; relit batch translate in --isa nv2a --out quiet --jobs 1
run: for i in 1 2 3; do timeout -s KILL 0.$i relit batch translate in --isa nv2a --out killed --jobs 3 >told 2>&1 || true; done; timeout -s INT 0.2 relit batch translate in --isa nv2a --out killed >told 2>&1 || true; relit batch translate in --isa nv2a --out killed >told; sed 's/;.*//' told; diff -r quiet/results killed/results && ls killed/running | wc -l
run: cp $DATA/nv2a/op_add.bin a.bin; relit batch verify a.bin --isa nv2a --samples 1000000 --out hog --memory-limit 1 || echo "exit $?"; relit batch verify a.bin --isa nv2a --samples 1000000 --out hog || echo "exit $?"; relit batch status hog || echo "exit $?"; { relit batch verify a.bin --isa nv2a --samples 1000000 --out hog --memory-limit 1 --retry --json || echo "exit $?"; } | sed 's/"key":"[0-9a-f]*"/"key":"..."/'
---- out
400 units: 400 done
400 units: 400 done
0
1 unit: 0 done, 1 quarantined
exit 1
1 unit: 0 done, 1 quarantined; 1 were there
exit 1
verify --isa nv2a --samples 1000000
1 unit: 0 done, 1 quarantined
quarantined  a.bin: memory limit, 1 MiB
exit 1
{"unit":"a.bin","key":"...","quarantined":{"reason":"memory limit, 1 MiB","location":""}}
{"summary":{"units":1,"done":0,"failed":0,"quarantined":1,"damaged":0,"missing":0,"inputs":1,"unreadable":0,"exits":{},"found":0}}
exit 1
---- err
a.bin: warning: quarantined: memory limit, 1 MiB
a.bin: warning: quarantined: memory limit, 1 MiB
