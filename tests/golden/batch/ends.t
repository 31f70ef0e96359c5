# Runs that are killed go on and give what a quiet run gives; units that exceed a limit are quarantined, and tried again if asked.
run: relit sample nv2a --count 400 --out in; relit batch translate in --isa nv2a --out quiet --jobs 1
run: for i in 1 2 3; do timeout -s KILL 0.$i relit batch translate in --isa nv2a --out killed --jobs 3 >told 2>&1; done; timeout -s INT 0.2 relit batch translate in --isa nv2a --out killed >told 2>&1; relit batch translate in --isa nv2a --out killed >told; sed 's/;.*//' told; diff -r quiet/results killed/results && ls killed/running | wc -l
run: cp $DATA/nv2a/op_add.bin a.bin; relit batch verify a.bin --isa nv2a --samples 1000000 --out hog --memory-limit 1; echo "exit $?"; relit batch verify a.bin --isa nv2a --samples 1000000 --out hog; echo "exit $?"; relit batch status hog; relit batch verify a.bin --isa nv2a --samples 1000000 --out hog --memory-limit 1 --retry --json | sed 's/"key":"[0-9a-f]*"/"key":"..."/'
---- out
---- err
