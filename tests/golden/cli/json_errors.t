# With --json a message is an object a line on standard error: usage, bad input with its place, what is not supported, notes.
run: ! relit disasm --json --no-such-option in.bin
run: ! relit translate --json --to hlsl in.bin
run: ! relit disasm --json --isa no_such in.bin
run: ! relit disasm --json missing.bin
run: ! relit asm --json --isa nv2a bad.vsh
run: ! relit info --json --isa nv2a in.bin
run: ! relit replay --json $DATA/gs/scanmsk.gs.xz
run: relit asm --json --isa nv2a good.vsh && relit asm --json --isa nv2a good.vsh -o good.bin && wc -c good.bin
run: relit ir --json --isa nv2a good.bin | head -n 3
run: relit replay --json $DATA/gs/scanmsk.gs.xz -o last.png && ls last.png
---- in bad.vsh
mov oPos, v0
mov oPos
---- in good.vsh
mov oPos, v0
---- hex in.bin
00 01 02
---- out
{
  "isa": "nv2a",
  "size": 16,
  "bytes": "000000001b0020006c10360801f87020"
}
{
  "isa": "nv2a",
  "file": "good.bin",
  "size": 16
}
16 good.bin
{
  "stage": "vertex",
  "passes": "",
{
  "frames": 2,
  "draws": 13,
  "image": "last.png"
}
last.png
---- err
{"error":{"code":2,"kind":"usage","text":"disasm takes no --no-such-option; relit disasm --help lists what it takes"}}
{"error":{"code":2,"kind":"usage","text":"--to: hlsl not in {spirv,glsl,ir}"}}
{"error":{"code":2,"kind":"usage","text":"--isa no_such: no such guest language; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, gs, r500, atom"}}
{"error":{"code":3,"kind":"bad input","file":"missing.bin","text":"cannot open: No such file or directory"}}
{"error":{"code":3,"kind":"bad input","file":"bad.vsh","line":2,"column":9,"text":"'mov' takes 1 source"}}
{"error":{"code":3,"kind":"bad input","file":"in.bin","offset":0,"text":"not a multiple of 16 bytes: 3 bytes are left after slot 0"}}
{"error":{"code":2,"kind":"usage","file":"$DATA/gs/scanmsk.gs.xz","text":"--json: an image requires a file, named with -o"}}
