# A pack has all; one that is cut off is read up to there, a damaged one without what is damaged.
run: relit translate $DATA/nv2a/op_add.bin --isa nv2a -o plain.glsl --cache kept
run: relit cache export --cache kept -o whole.pack | sed 's/[0-9]* bytes/N bytes/'; relit cache import whole.pack --cache second; relit cache merge third second kept
run: relit cache list --cache kept > kept.txt; relit cache list --cache third | cmp - kept.txt
run: head -c $(($(wc -c < whole.pack) - 5)) whole.pack > cut.pack; relit cache import cut.pack --cache fourth 2> cut.txt || echo "exit $?"; sed 's/0x[0-9a-f]*/PLACE/' cut.txt
run: relit cache prune --size 0 --cache third; relit cache prune --age 0 --cache second; relit cache merge second second 2>&1 || echo "exit $?"
---- out
3 entries, N bytes
3 entries read, 3 new, 0 refused
6 entries read, 3 new, 0 refused
2 entries read, 2 new, 1 refused
exit 3
cut.pack:PLACE: error: entry 3: it is cut off
3 entries dropped, 0 left with 0 bytes
0 entries dropped, 3 left with 12288 bytes
second: error: a cache is not merged into itself
exit 2
