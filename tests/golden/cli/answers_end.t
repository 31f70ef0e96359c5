# An answer that has begun has an end, whatever is found wrong later: a list of sets has those before the mistake.
run: for inputs in late.json cut.json early.json broken.json; do c=0; relit run a.vsh --isa nv2a --inputs $inputs --numbers > out || c=$?; echo $c $(grep -v '"[or][1-9]' out); done
run: c=0; relit run a.vsh --isa nv2a --inputs late.json -o kept || c=$?; echo $c; ls -A
run: awk 'BEGIN { print "["; for (i = 0; i < 3000; i++) printf "{\"v%d\": [%d]},\n", i == 2500 ? 99 : 0, i; print "{}]" }' > bad; c=0; relit run a.vsh --isa nv2a --inputs bad --numbers > out || c=$?; echo $c; grep '"o0"' out | sed -n '1p;2500p;$='; tail -n 2 out
# Of a compute program too.
run: c=0; relit run $DATA/maxwell/c_loop.uam.comp.dksh --inputs groups.json > out || c=$?; echo $c; tail -n 2 out
# The pixel lies outside of all that standard input brings, which is known at its end.
run: c=0; relit replay - --json --pixel 5000,5000 < $DATA/gs/prim_tris.gs.xz || c=$?; echo $c
run: c=0; relit replay - --pixel 5000,5000 < $DATA/gs/prim_tris.gs.xz || c=$?; echo $c
run: for a in --json --stats "--pixel 320,200"; do c=0; relit replay $DATA/gs/prim_tris.gs.xz --raw - $a || c=$?; echo $c; done
---- in a.vsh
mov oPos, v0
---- in late.json
[{"v0": [1]}, {"v0": [2]}, {"v99": [3]}, {}]
---- in cut.json
[{"v0": [1]}, {"v0"
---- in early.json
[{"v99": [3]}, {}]
---- in groups.json
[{"groups": [1, 1, 1]}, {"groups": [0, 1, 1]}]
---- in broken.json
{"v0": [1]} {}
---- out
3 [ { "o0": [1.0,0.0,0.0,1.0], "r0": [0.0,0.0,0.0,0.0], "a0": 0 }, { "o0": [2.0,0.0,0.0,1.0], "r0": [0.0,0.0,0.0,0.0], "a0": 0 } ]
3 [ { "o0": [1.0,0.0,0.0,1.0], "r0": [0.0,0.0,0.0,0.0], "a0": 0 } ]
3
3
3
a.vsh
broken.json
cut.json
early.json
groups.json
late.json
out
3
  "o0": [0.0,0.0,0.0,1.0],
  "o0": [2499.0,0.0,0.0,1.0],
2500
}
]
3
}
]
2
2
2
2
2
---- err
late.json: error: set 2: "v99" is not an input of nv2a programs; they have v0 to v15, c0 to c191
cut.json:1:20: error: not JSON: it ends too early
early.json: error: set 0: "v99" is not an input of nv2a programs; they have v0 to v15, c0 to c191
broken.json:1:13: error: not JSON
late.json: error: set 2: "v99" is not an input of nv2a programs; they have v0 to v15, c0 to c191
bad: error: set 2500: "v99" is not an input of nv2a programs; they have v0 to v15, c0 to c191
groups.json: error: set 1: "groups": three numbers from 1 to 65535 are expected
{"error":{"code":2,"kind":"usage","file":"<stdin>","text":"--pixel 5000,5000: outside of every frame that is drawn to or shown"}}
<stdin>: error: --pixel 5000,5000: outside of every frame that is drawn to or shown
{"error":{"code":2,"kind":"usage","file":"$DATA/gs/prim_tris.gs.xz","text":"--raw -: standard output is used for text; name a file"}}
$DATA/gs/prim_tris.gs.xz: error: --raw -: standard output is used for text; name a file
$DATA/gs/prim_tris.gs.xz: error: --raw -: standard output is used for text; name a file
