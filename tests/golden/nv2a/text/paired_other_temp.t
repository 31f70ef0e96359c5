# Beside the MAC the ILU writes R1 whatever temporary the text names: accepted, told in the listing, the same bytes back.
run: relit asm p.vsh --isa nv2a -o p.bin; relit disasm p.bin --isa nv2a | tee p.txt; relit asm p.txt --isa nv2a -o - | cmp - p.bin
run: relit run p.bin --isa nv2a --inputs in.json --numbers | grep -E '"r(1|10)"'
---- in p.vsh
mov R2, v0
dp4 oPos.x, R2, c[96] + rsq R10.x, R2.x
---- in in.json
{"v0": [4, 0, 0, 0]}
---- out
mov R2, v0
dp4 oPos.x, R2, c[96] + rsq R1.x, R2.x @ {temp=10}  // beside the MAC the ILU writes R1, not R10
  "r1": [0.5,0.0,0.0,0.0],
  "r10": [0.0,0.0,0.0,0.0],
