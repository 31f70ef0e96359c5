# Input may nest 64 levels deep; what is deeper is told, with its place, however deep it is.
run: deep() { head -c "$1" /dev/zero | tr '\0' "$2"; }
run: c=0; deep 100000 '[' > lists; relit run $DATA/nv2a/op_add.bin --isa nv2a --inputs lists || c=$?; echo $c
run: c=0; { printf '{"v0":\n'; deep 100000 '['; deep 100000 ']'; echo '}'; } > inside; relit run $DATA/nv2a/op_add.bin --isa nv2a --inputs inside || c=$?; echo $c
run: c=0; awk 'BEGIN { for (i = 0; i < 100000; i++) printf "{\"a\":"; print 1 }' > objects; relit run $DATA/nv2a/op_add.bin --isa nv2a --inputs objects || c=$?; echo $c
run: c=0; { printf '{"v0": '; deep 63 '['; printf 1; deep 63 ']'; echo '}'; } > most; relit run $DATA/nv2a/op_add.bin --isa nv2a --inputs most || c=$?; echo $c
run: c=0; awk 'BEGIN { printf "{"; for (i = 0; i < 100000; i++) printf "\"v%d\": 1,", i; print "\"a\": 1}" }' > keys; relit run $DATA/nv2a/op_add.bin --isa nv2a --inputs keys || c=$?; echo $c
run: c=0; awk 'BEGIN { printf "{\"v0\": ["; for (i = 0; i < 1100000; i++) printf "1,"; print "1]}" }' > values; relit run $DATA/nv2a/op_add.bin --isa nv2a --inputs values || c=$?; echo $c
---- out
3
3
3
3
3
3
---- err
lists:1:65: error: nested deeper than 64 levels
inside:2:64: error: nested deeper than 64 levels
objects:1:321: error: nested deeper than 64 levels
most: error: set 0: "v0": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] is neither a number nor hex digits
keys: error: set 0: "v16" is not an input of nv2a programs; they have v0 to v15, c0 to c191
values:1:2097158: error: more than 1048576 values in one set
