# A program that writes c[] and outputs: nothing says whether it may, so that is assumed and listed; the context can say.
run: relit run write.vsh --isa nv2a --inputs in.json --numbers | grep '"o3"'
run: relit run write.vsh --isa nv2a --inputs in.json --numbers --context constant_writes=1 | grep '"o3"'
run: relit run write.vsh --isa nv2a --inputs in.json --numbers --context constant_writes=0 | grep '"o3"'
run: relit translate write.vsh --isa nv2a --json | grep -A 6 '"assumed"'
---- in write.vsh
mov R8, v1
mad c[107].w, R8.x, c[107].z, R8.y
mov R5, c[107].w
mov oD0, R5
mov oPos, v0
---- in in.json
{"v1": [2, 3, 0, 0], "c107": [0, 0, 5, 1]}
---- out
  "o3": [13.0,13.0,13.0,13.0],
  "o3": [13.0,13.0,13.0,13.0],
  "o3": [1.0,1.0,1.0,1.0],
  "assumed": [
    {
      "name": "nv2a.constant_writes",
      "value": "1",
      "why": "the program writes c[]; method 0x1e98 is not in the file"
    },
    {
---- err
write.vsh: note: assumes nv2a.constant_writes=1: the program writes c[]; method 0x1e98 is not in the file
{"note":{"file":"write.vsh","text":"assumes nv2a.constant_writes=1: the program writes c[]; method 0x1e98 is not in the file"}}
