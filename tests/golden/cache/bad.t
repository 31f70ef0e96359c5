# What is no cache, or is damaged, costs no answer and stays as it is.
run: mkdir full; echo dear > full/letter; relit translate $DATA/nv2a/op_add.bin --isa nv2a -o plain.glsl --cache full; ls full; relit cache stat --cache full || echo "exit $?"
run: relit translate $DATA/nv2a/op_add.bin --isa nv2a -o plain.glsl --cache kept; echo "relit cache 7" > kept/relit-cache; relit translate $DATA/nv2a/op_add.bin --isa nv2a -o plain.glsl --cache kept
run: : > kept/relit-cache; for i in kept/entries/*; do head -c 100 $i > cut; cp cut $i; done; relit translate $DATA/nv2a/op_add.bin --isa nv2a --cache kept 2> said.txt | cmp - plain.glsl; cat said.txt
run: relit cache stat --cache kept | grep damaged; relit cache prune --cache kept 2>&1 || echo "exit $?"; relit cache prune --size much --cache kept 2>&1 || echo "exit $?"; relit cache lists 2>&1 || echo "exit $?"
run: relit cache list 2>&1 || echo "exit $?"; relit cache list --cache none 2>&1 || echo "exit $?"; relit cache import plain.glsl --cache kept 2>&1 || echo "exit $?"
---- out
letter
exit 3
kept: warning: an entry of the cache is damaged and made anew
damaged: 0
cache prune: error: expected one of --size BYTES and --age N
exit 2
cache prune: error: --size much: expected bytes, such as 500M
exit 2
cache: error: expected one of list, stat, show, why, verify, prune, merge, export, import, serve, warm
exit 2
relit: error: name the folder of the cache: --cache DIR, or RELIT_CACHE
exit 2
none: error: there is no cache
exit 3
plain.glsl:0x0: error: this is no pack of a cache
exit 3
---- err
full: warning: the cache is not used: the folder is not empty, and no cache
full: error: there is no cache
kept: warning: the cache is not used: the cache has version 7, this program knows 2; it is left as it is
