# The launched program adds v0 of SET_TRANSFORM_DATA to c[1], which the file loads too; then the inputs' own v0;
# then the program for vertices. Only c1 and o0 are shown.
run: for i in '{}' '{"v0": [1, 1, 1, 1]}'; do echo "$i" | relit run in.push --isa nv2a --inputs - --arithmetic exact --numbers | grep '"[co]1"'; done
run: echo '{}' | relit run in.push --isa nv2a --inputs - --arithmetic exact --numbers --context nv2a.launch=0 | grep '"[co]0"'
---- hex in.push
9c1e0400 00000000 # SET_TRANSFORM_PROGRAM_LOAD 0
000b2000 00000000 1b202000 6c10360c 01f87020 00000000 1b206000 6c103608 09f07030 # two slots: mov oPos, c[1]; add c[1], v0, c[1]
a41e0400 01000000 # SET_TRANSFORM_CONSTANT_LOAD 1
800b1000 0000803f 00000040 00004040 00008040 # c[1] = 1, 2, 3, 4
801e1000 00002041 0000a041 0000f041 00002042 # SET_TRANSFORM_DATA 10, 20, 30, 40
981e0400 01000000 # context writes enabled
901e0400 01000000 # LAUNCH 1
a01e0400 00000000 # start 0
---- out
  "o1": [0.0,0.0,0.0,1.0],
  "c1": [11.0,22.0,33.0,44.0]
  "o1": [0.0,0.0,0.0,1.0],
  "c1": [2.0,3.0,4.0,5.0]
  "o0": [1.0,2.0,3.0,4.0],
