# Many programs to files of their own: twice, with a file that is none, a bundle, and what is refused.
run: mkdir in in/sub; cp $DATA/nv2a/op_add.bin $DATA/nv2a/op_mul.bin in; cp $DATA/nv2a/skin2.bin in/sub; printf nothing >in/sub/letter.txt; relit translate --each in -o out --isa nv2a --cache kept || echo "exit $?"
run: relit translate --each in --out out --isa nv2a --cache kept --cache-size 2G --json || echo "exit $?"; find out -type f | sort
run: for i in op_add op_mul sub/skin2; do relit translate in/$i.bin --isa nv2a --cache off | cmp - out/$i.bin.glsl; done
run: relit bundle make in/op_add.bin --isa nv2a --to spirv -o b.relit; relit translate --each b.relit in/op_mul.bin --isa nv2a -o two --jobs 1; ls two
run: relit cache warm in/sub/skin2.bin in/op_add.bin --isa nv2a --cache kept; relit cache warm in/op_add.bin --isa nv2a --to spirv --cache kept
run: relit translate --each in in/op_add.bin -o out --isa nv2a || echo "exit $?"; relit translate --each in || echo "exit $?"; relit cache warm in || echo "exit $?"; relit translate --each no_such -o out || echo "exit $?"
run: relit bundle make $DATA/r500/gouraud_triangle --draw 1 --stage vs,fs -o d.relit; cp in/op_add.bin d.relit.vertex; relit translate --each d.relit d.relit.vertex -o same || echo "exit $?"; relit translate --each d.relit -o apart && ls apart; cp in/op_mul.bin in/op_add.bin.glsl; relit translate --each in -o in --isa nv2a || echo "exit $?"; cmp in/op_mul.bin in/op_add.bin.glsl && ls same || echo "nothing written"
run: relit sample nv2a --seed 3 -o 3.bin; relit sample nv2a --seed 2 --count 3 -o samples; cmp 3.bin samples/000000/nv2a-3.bin; ls samples/000000; relit translate in/op_add.bin --isa nv2a --cache kept --cache-size much -o 1 || echo "exit $?"; relit sample gs || echo "exit $?"; relit sample nv2a --count 2 || echo "exit $?"
---- out
3 translated, 0 found, 1 failed
exit 3
{
  "translated": 0,
  "found": 3,
  "failed": 1,
  "skipped": 0,
  "not_begun": 0,
  "written": 0
}
exit 3
out/op_add.bin.glsl
out/op_mul.bin.glsl
out/sub/skin2.bin.glsl
2 translated, 0 found, 0 failed
b.relit.spv
op_mul.bin.glsl
0 translated, 2 found, 0 failed
1 translated, 0 found, 0 failed
exit 2
exit 2
exit 2
0 translated, 0 found, 1 failed
exit 3
exit 2
1 translated, 0 found, 0 failed
d.relit.fragment.glsl
d.relit.vertex.glsl
exit 2
nothing written
nv2a-2.bin
nv2a-3.bin
nv2a-4.bin
exit 2
exit 2
---- err
in/sub/letter.txt:0x0: error: not a multiple of 16 bytes: 7 bytes are left after slot 0
in/sub/skin2.bin: note: assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file
{"error":{"code":3,"kind":"bad input","file":"in/sub/letter.txt","offset":0,"text":"not a multiple of 16 bytes: 7 bytes are left after slot 0"}}
{"note":{"file":"in/sub/skin2.bin","text":"assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file"}}
in/sub/skin2.bin: note: assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file
in/sub/skin2.bin: note: assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file
translate --each: error: two files are called op_add.bin: their outputs would be one
translate --each: error: name the folder of the outputs: --out DIR
cache warm: error: name the cache: --cache TIERS, or RELIT_CACHE
no_such: error: cannot open: No such file or directory
translate --each: error: d.relit and d.relit.vertex: two outputs would be one
translate --each: error: in/op_add.bin: its output would replace an input, op_add.bin.glsl
ls: cannot access 'same': No such file or directory
kept: warning: the cache is not used: a limit of much: expected bytes, such as 10G
sample: error: no guest language "gs" that has samples; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, atom
sample: error: several programs require --out DIR
