# The same bytes without a cache, with an empty one and with one that has it; every option of `cache` that translations have.
run: relit translate $DATA/nv2a/op_add.bin --isa nv2a -o plain.glsl; for i in 1 2; do relit translate $DATA/nv2a/op_add.bin --isa nv2a -o $i.glsl --cache kept; cmp plain.glsl $i.glsl; done
run: RELIT_CACHE=kept relit translate $DATA/nv2a/op_add.bin --isa nv2a | cmp - plain.glsl; RELIT_CACHE=kept relit translate $DATA/nv2a/skin2.bin --isa nv2a --cache off | wc -l
run: relit cache stat --cache kept | grep -v bytes
run: relit cache verify --again 100 --cache kept
run: relit cache list --cache kept | sed 's/^[0-9a-f]*  *[0-9]*/KEY SIZE/' | sort
---- out
42
folder: kept
entries: 3
limit: 1073741824
of_other_translators: 0
damaged: 0
kinds: {"key sets":1,"program":1,"shader":1}
3 entries are good, 0 damaged
1 translated anew: 1 the same, 0 without their programs
KEY SIZE key sets
KEY SIZE program
KEY SIZE shader
---- err
$DATA/nv2a/skin2.bin: note: assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file
