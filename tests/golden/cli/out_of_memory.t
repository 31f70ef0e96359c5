# One line, and the file that was there stays.
needs: case ${RELIT_SANITIZED-} in 1) exit 1 ;; esac
run: echo old > out; for k in 1000 250; do c=0; head -c 200000000 /dev/zero | (ulimit -v ${k}000; relit disasm --isa nv2a - -o out) || c=$?; echo $c $(cat out); done; ls -A
---- out
3 old
5 old
out
---- err
<stdin>:0x880: error: more than 136 slots
relit: error: out of memory
