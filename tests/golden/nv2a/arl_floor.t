# ARL and EXPP round down alike; an emulator's bias in ARL alone has to be asked for.
run: for b in '' '--context arl_bias=1'; do for a in fast exact; do relit run arl.vsh --isa nv2a --inputs in.json --numbers --arithmetic $a $b 2> err.txt | grep -E '"(o9|a0)"' | cut -d , -f 1; done; done; cat err.txt
---- in arl.vsh
arl A0.x, v1.x
expp oT0, v1.x
mov oPos, c[A0+100]
---- in in.json
{"v1": [16.9995, 0, 0, 0]}
---- out
  "o9": [65536.0
  "a0": 16
  "o9": [65536.0
  "a0": 16
  "o9": [65536.0
  "a0": 17
  "o9": [65536.0
  "a0": 17
arl.vsh: note: assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file
