# Programs that a loop limit ended, and fragments that were discarded, are told, in the interpreter and on a device.
run: relit asm --isa rsx.vp loop.txt -o loop.bin && relit asm --isa rsx.fp kill.txt -o kill.bin
run: for on in interpreter vulkan; do relit run --isa rsx.vp loop.bin --inputs in.json --loop-limit 4 --on $on | grep -A 1 'a1'; done
run: for on in interpreter vulkan; do relit run --isa rsx.fp kill.bin --inputs sets.json --on $on | grep -E '^[^ ]|color3|discarded'; done
---- in loop.txt
L0: MOV R0, v[1];
BRI L0;
MOV o[0], v[0];
---- in kill.txt
SLTRC RC.x, f[COL0], {0.5, 0.5, 0.5, 0.5};
KIL (NE.x);
MOVR R0, f[COL0];
---- in in.json
{}
---- in sets.json
[{"col0": [0]}, {"col0": [1]}]
---- out
  "a1": ["00000000","00000000","00000000","00000000"],
  "hit_loop_limit": true
  "a1": ["00000000","00000000","00000000","00000000"],
  "hit_loop_limit": true
[
{
  "color3": ["00000000","00000000","00000000","00000000"],
  "discarded": true
},
{
  "color3": ["00000000","00000000","00000000","00000000"]
}
]
[
{
  "color3": ["00000000","00000000","00000000","00000000"],
  "discarded": true
},
{
  "color3": ["00000000","00000000","00000000","00000000"]
}
]
