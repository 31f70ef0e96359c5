# Stopped in the middle of an answer: the file that was there stays, nothing is left beside it, and the program ends by the signal.
run: xz -dc $DATA/gs/prim_tris.gs.xz > dump.gs; echo old > out
run: for s in INT TERM HUP; do c=0; { cat dump.gs; sleep 2; } | timeout -s $s --preserve-status 1 relit disasm --isa gs - -o out || c=$?; echo $c $(cat out); done; ls -A
run: c=0; relit disasm dump.gs --isa gs -o out; grep -c . out > lines; test $(cat lines) -gt 1000; ls -A
---- out
130 old
143 old
129 old
dump.gs
out
dump.gs
lines
out
