# A condition that is NaN passes NE and TR alone, in both arithmetics and both stages (NV_fragment_program 3.11.4.4: NE is true for
# unordered).
run: for mode in fast exact; do for test in LT EQ LE GT NE GE TR; do sed "s/TEST/$test/" fp.txt | relit asm - --isa rsx.fp -o f.bin; sed "s/TEST/$test/" vp.txt | relit asm - --isa rsx.vp -o v.bin; for stage in f v; do echo "$stage $mode $test $(relit run $stage.bin --isa rsx.${stage}p --inputs $stage.json --numbers --arithmetic $mode | grep -oE '"(color0|o1)": .[a-z0-9."]*' | cut -d[ -f2)"; done; done; done
---- in fp.txt
MOVRC R0.x, f[TEX0].x;
MOVR R0.x(TEST.x), f[TEX0].y; # last instruction
---- in vp.txt
MOV o[1], v[0];
MOVC RC.x, v[0];
MOV o[1](TEST.x), v[1];
---- in f.json
{"tex0": ["7fc00000", 9, 0, 0]}
---- in v.json
{"v0": ["7fc00000", 1, 2, 3], "v1": [9, 9, 9, 9]}
---- out
f fast LT "nan"
v fast LT "nan"
f fast EQ "nan"
v fast EQ "nan"
f fast LE "nan"
v fast LE "nan"
f fast GT "nan"
v fast GT "nan"
f fast NE 9.0
v fast NE 9.0
f fast GE "nan"
v fast GE "nan"
f fast TR 9.0
v fast TR 9.0
f exact LT "nan"
v exact LT "nan"
f exact EQ "nan"
v exact EQ "nan"
f exact LE "nan"
v exact LE "nan"
f exact GT "nan"
v exact GT "nan"
f exact NE 9.0
v exact NE 9.0
f exact GE "nan"
v exact GE "nan"
f exact TR 9.0
v exact TR 9.0
