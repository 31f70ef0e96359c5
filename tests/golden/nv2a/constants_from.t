# A dump of the register interface holds W Z Y X; c[1] is its second constant; the inputs stand above it.
run: relit run in.bin --isa nv2a --inputs in.json --constants-from dump --arithmetic exact --numbers | grep o0
---- hex in.bin
00000000 1b202000 6c10360c 01f87020 # mov oPos, c[1]
---- hex dump
00000000 00000000 00000000 00000000 # c[0]
00008040 00004040 00000040 0000803f # c[1]
---- in in.json
[{}, {"c1": [7]}]
---- out
  "o0": [1.0,2.0,3.0,4.0],
  "o0": [7.0,2.0,3.0,4.0],
