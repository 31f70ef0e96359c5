# A report that is ended leaves no temporary folder, whatever ends it.
run: sh end.sh 2>/dev/null
---- in end.sh
mkdir t; export TMPDIR=$PWD/t
for signal in TERM HUP KILL; do
    relit report $DATA/gs/prim_tris.gs.xz -o $signal.html >/dev/null 2>&1 & pid=$!
    while kill -0 $pid && ! ls t | grep -q .; do :; done
    kill -s $signal $pid; wait $pid
    i=0; while ls t | grep -q . && [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done
    echo "after $signal:" $(ls t)
done
---- out
after TERM:
after HUP:
after KILL:
