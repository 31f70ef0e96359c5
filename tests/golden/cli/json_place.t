# A mistake has a line and a column, wherever it stands, and of a number that is too large that of the character behind it.
run: for text in '' '{' '{"v0": [1, 2}' '[{}, {}' '{} {}' 'nul' '{"v0": 1e999}' '{"v0": [1], "v0": [2]}' '[1, {}]' '"v0"' '12'; do c=0; printf '%s' "$text" | relit run a.vsh --isa nv2a --inputs - > told || c=$?; echo "$c $(wc -c < told)"; done
run: awk 'BEGIN { for (i = 0; i < 70000; i++) print ""; print "  {\"v0\": oops" }' > far; c=0; relit run a.vsh --isa nv2a --inputs far || c=$?; echo $c
run: printf ' { "v0" : [ 1 , 2.5 , "40400000" , -4 ] , "v1" : [ 5 ] } \n' | relit run a.vsh --isa nv2a --inputs - --numbers | grep o0
---- in a.vsh
mov oPos, v0
---- out
3 0
3 0
3 0
3 3129
3 0
3 0
3 0
3 0
3 0
3 0
3 0
3
  "o0": [1.0,2.5,3.0,-4.0],
---- err
<stdin>:1:1: error: not JSON: it ends too early
<stdin>:1:1: error: not JSON: it ends too early
<stdin>:1:13: error: not JSON
<stdin>:1:7: error: not JSON: it ends too early
<stdin>:1:4: error: not JSON
<stdin>:1:3: error: not JSON: it ends too early
<stdin>:1:13: error: not JSON
<stdin>:1:16: error: the key "v0" a second time
<stdin>: error: set 0: a set of inputs is an object: {"v0": [...], ...}
<stdin>: error: set 0: a set of inputs is an object: {"v0": [...], ...}
<stdin>: error: set 0: a set of inputs is an object: {"v0": [...], ...}
far:70001:10: error: not JSON
